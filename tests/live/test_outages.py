"""While Redis or the mail server is away or hangs, the site answers and only what needs them waits."""

import json
from collections.abc import Callable, Iterator
from typing import Any

import psycopg
import pytest

from config.health import LIMIT
from tests.live.mailserver import MailServer
from tests.live.services import Live, ServerProcess
from tests.live.website import Visitor

pytestmark = pytest.mark.live
Wait = Callable[..., Any]
PASSWORD = "a long password"


def season_start(live: Live, name: str, teams: int = 4) -> None:
    """All its matches are overdue."""
    live.shell(f"from tests.builders import running_season; answer = running_season(name={name!r}, teams={teams}).pk")


def resolved(live: Live) -> int:
    return int(live.sql("SELECT count(*) FROM matches_match WHERE resolved_at IS NOT NULL")[0][0])


def processes_started(live: Live) -> list[ServerProcess]:
    return [live.worker(concurrency=2, CLAIM_TIMEOUT="2"), live.beat()]


def sign_up(visitor: Visitor, name: str) -> int:
    form = {"username": name, "email": f"{name}@example.org", "password1": PASSWORD, "password2": PASSWORD}
    return visitor.post("/accounts/signup/", **form).status


def whole_accounts(live: Live) -> list[str]:
    rows = live.sql(
        "SELECT username FROM accounts_user u JOIN account_emailaddress a ON a.user_id = u.id AND a.email = u.email"
        " WHERE a.primary ORDER BY u.id"
    )
    return [name for (name,) in rows]


@pytest.mark.parametrize(
    ("begin", "end", "reason"),
    [
        ("stop", "start", "the message broker does not answer"),
        ("freeze", "thaw", "the message broker does not answer"),
        ("fill", "drain", "the message broker takes no messages"),
    ],
)
def test_without_redis_only_matches_wait(
    live_own_redis: Live, wait_until: Wait, begin: str, end: str, reason: str
) -> None:
    live = live_own_redis
    season_start(live, "Before")
    visitor = live.web()
    processes = processes_started(live)
    wait_until(lambda: resolved(live) == 6 and visitor.get("/readyz").status == 200, what="the first season is over")
    (match,) = live.sql("SELECT min(id) FROM matches_match")[0]

    getattr(live.redis, begin)()
    season_start(live, "After")
    for page in ("/", "/leagues/before/", f"/matches/{match}/", f"/matches/{match}/show.json", "/api/v1/matches/"):
        assert visitor.get(page).status == 200, page
    assert sign_up(visitor, "bob") == 302
    assert Visitor(visitor.address).post("/accounts/login/", login="bob", password=PASSWORD).status == 302
    ready = visitor.get("/readyz", seconds=LIMIT + 1)
    assert ready.status == 503
    assert json.loads(ready.text)["reasons"] == [f"broker: {reason}"]
    assert whole_accounts(live)[-1:] == ["bob"]
    assert resolved(live) == 6

    getattr(live.redis, end)()
    wait_until(lambda: resolved(live) == 12, seconds=60, what="matches are resolved again")
    assert visitor.get("/readyz").status == 200
    assert all(process.running for process in processes)


def test_a_statement_that_hangs_is_ended_and_the_probe_does_not_wait_for_it(live: Live) -> None:
    visitor = live.web(DATABASE_STATEMENT_TIMEOUT="4")
    with psycopg.connect(live.database_url) as link:
        link.execute("LOCK TABLE league_league, matches_heartbeat")
        ready = visitor.get("/readyz", seconds=LIMIT + 1)
        assert json.loads(ready.text)["checks"]["beat"]["reason"] == f"no answer within {LIMIT} seconds"
        assert visitor.get("/leagues/").status == 500
    assert visitor.get("/leagues/").status == 200


@pytest.fixture
def mail_server() -> Iterator[MailServer]:
    server = MailServer()
    yield server
    server.close()


@pytest.mark.parametrize("manner", ["refuses", "hangs"])
def test_a_bad_mail_server_delays_mail_and_nothing_else(
    live: Live, wait_until: Wait, mail_server: MailServer, manner: str
) -> None:
    mail_server.manner = manner
    live.env |= {"EMAIL_URL": mail_server.url, "EMAIL_TIMEOUT": "2", "ACCOUNT_EMAIL_VERIFICATION": "mandatory"}
    visitor = live.web()
    processes = processes_started(live)
    names = ["ann", "bob", "cid"]
    assert [sign_up(Visitor(visitor.address), name) for name in names] == [302, 302, 302]
    assert whole_accounts(live) == names
    wait_until(lambda: mail_server.connections, what="a worker tries to send")
    season_start(live, "Meanwhile")
    wait_until(lambda: resolved(live) == 6, what="matches are resolved meanwhile")
    assert mail_server.received == []
    assert visitor.get("/readyz").status == 200

    mail_server.manner = "works"
    wait_until(lambda: len(mail_server.received) == 3, seconds=60, what="all mail has arrived")
    assert sorted(message["To"] for message in mail_server.received) == [f"{name}@example.org" for name in names]
    wait_until(lambda: live.sql("SELECT count(*) FROM outbox_mail") == [(0,)], what="nothing is kept")
    assert all(process.running for process in processes)
