"""Reports of matches at a table over the API: written, filed, answered and decided."""

from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from league.models import Result
from league.people import Decision, Role
from matches.models import Match
from matches.services import match_lock
from tests.builders import bloodbowl_season, make_user, matches_of, reported

pytestmark = pytest.mark.django_db


@pytest.fixture
def match() -> Match:
    (first,) = matches_of(bloodbowl_season("orc", "human", venue="table"))
    return match_lock(match_id=first.pk)


def signed_in(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def send(client: Client, match: Match, path: str = "", data: Any = None, method: str = "post") -> Any:
    return getattr(client, method)(
        f"/api/v1/matches/{match.pk}/report/{path}", data or {}, content_type="application/json"
    )


def test_a_report_is_begun_saved_filed_and_confirmed(match: Match) -> None:
    home, away = signed_in(match.fixture.home.owner), signed_in(match.fixture.away.owner)
    blank = send(home, match, method="get").json()
    assert (blank["state"], blank["team"], blank["document"]["score"]) == ("draft", match.fixture.home.slug, [0, 0])
    assert "fan-factor" in [each["code"] for each in blank["problems"]]
    assert blank["result"] is None
    wrong = send(home, match, "", {"document": reported(match, score=[2, 0])}, "put").json()
    assert [each["code"] for each in wrong["problems"]] == ["touchdowns-differ"]
    refused = send(home, match, "file/")
    assert (refused.status_code, refused.json()["code"], refused.json()["rule"]) == (
        409,
        "touchdowns-differ",
        "Core p.96",
    )
    send(home, match, "", {"document": reported(match)}, "put")
    filed = send(home, match, "file/").json()
    assert (filed["state"], filed["result"]["winner"]) == ("filed", "home")
    assert send(away, match, "answer/", {"answer": "confirm", "seen": "other"}).json()["code"] == "stale"
    assert send(home, match, "answer/", {"answer": "confirm", "seen": filed["seen"]}).status_code == 403
    for _ in range(2):
        assert send(away, match, "answer/", {"answer": "confirm", "seen": filed["seen"]}).json()["state"] == "accepted"
    assert Result.objects.get().home_score == 1
    assert send(Client(), match, method="get").json()["state"] == "accepted"
    shown = Client().get(f"/api/v1/matches/{match.pk}/").json()
    assert (shown["status"], shown["at_table"], shown["result"]["home_score"]) == ("resolved", True, 1)
    for part in ("file/", "analysis/"):
        answer = Client().get(f"/api/v1/matches/{match.pk}/{part}")
        assert (answer.status_code, answer.json()["code"]) == (409, "played-at-a-table")


def test_a_report_is_disputed_and_decided_by_two(match: Match) -> None:
    home, away = signed_in(match.fixture.home.owner), signed_in(match.fixture.away.owner)
    league = match.fixture.round.season.league
    league.staff.create(user=match.fixture.away.owner, role=Role.COMMISSIONER, accepted_at=match.locked_at)
    send(home, match, "", {"document": reported(match)}, "put")
    seen = send(home, match, "file/").json()["seen"]
    asked = {"decision": "accept", "seen": seen, "reason": "I saw it."}
    assert send(signed_in(league.commissioner), match, "decide/", asked).json()["code"] == "not-yours-yet"
    assert send(away, match, "answer/", {"answer": "dispute", "seen": seen}).json()["code"] == "bad-reason"
    said = send(away, match, "answer/", {"answer": "dispute", "seen": seen, "reason": "No."}).json()
    assert (said["state"], said["objection"]) == ("disputed", "No.")
    assert send(away, match, "decide/", asked).status_code == 202  # coaches one of the teams
    assert Decision.objects.get().kind == "match.report-accepted"
    corrected = {**asked, "decision": "correct", "document": reported(match, stalled=[True, False])}
    assert send(home, match, "decide/", corrected).status_code == 403
    done = send(signed_in(league.commissioner), match, "decide/", corrected).json()
    assert (done["state"], done["document"]["stalled"]) == ("accepted", [True, False])


def test_a_report_is_taken_back_and_returned(match: Match) -> None:
    home, away = signed_in(match.fixture.home.owner), signed_in(match.fixture.away.owner)
    send(home, match, "", {"document": reported(match)}, "put")
    seen = send(home, match, "file/").json()["seen"]
    assert send(home, match, "answer/", {"answer": "take-back"}).json()["state"] == "draft"
    assert send(away, match, "answer/", {"answer": "confirm", "seen": seen}).status_code == 404
    send(home, match, "file/")
    send(away, match, "answer/", {"answer": "dispute", "seen": seen, "reason": "No."})
    commissioner = signed_in(match.fixture.round.season.league.commissioner)
    back = send(commissioner, match, "decide/", {"decision": "return", "seen": seen, "reason": "Talk."}).json()
    assert (back["state"], back["comment"]) == ("draft", "Talk.")


@pytest.mark.parametrize(
    ("document", "status"),
    [
        ([], 400),
        ("x", 400),
        (None, 400),
        ({"score": [-1, 0]}, 409),
        ({"score": [2**40, 0]}, 400),
        ({"score": "1:0"}, 409),
        ({"players": {"home": {"99": {"touchdowns": 1}}}}, 409),
        ({"players": {"home": [1, 2]}}, 409),
        ({"nonsense": True}, 409),
    ],
)
def test_nonsense_is_refused_in_the_shape_of_the_api(match: Match, document: Any, status: int) -> None:
    answer = send(signed_in(match.fixture.home.owner), match, "", {"document": document}, "put")
    assert (answer.status_code, set(answer.json())) == (status, {"code", "message", "rule"})


def test_nobody_else_reads_or_writes_it_before_it_is_accepted(match: Match) -> None:
    stranger = signed_in(make_user("stranger"))
    home = signed_in(match.fixture.home.owner)
    assert send(stranger, match, method="get").status_code == 404
    send(home, match, "", {"document": reported(match)}, "put")
    assert send(stranger, match, method="get").status_code == 404
    send(home, match, "file/")
    for path, data, method in (("", None, "get"), ("", {"document": {}}, "put"), ("file/", None, "post")):
        assert send(stranger, match, path, data, method).status_code == 403
