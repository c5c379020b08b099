"""Whatever happens to workers, messages and the broker: each match is applied once, and only the delay differs."""

import threading
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import psycopg
import pytest
from django.db import Error, connection
from django.utils import timezone

from config.database import renew_connections
from journal.errors import Busy
from matches.jobs import jobs_claim
from matches.models import Job, Match
from matches.services import match_lock_due, match_resolve, matches_claim_due
from tests.builders import lock_due, matches_of, running_season
from tests.live.checks import breaches, resolved
from tests.live.services import Live, ServerProcess

pytestmark = pytest.mark.live
Wait = Callable[..., Any]
FAULTS = str(Path(__file__).parent / "faults")


@pytest.fixture
def mark(tmp_path: Path) -> Path:
    return tmp_path / "struck"


@pytest.fixture
def faulty_worker(live_orm: Live, mark: Path) -> Callable[..., ServerProcess]:
    """A worker that fails where and how it is told: see faults/sitecustomize.py."""

    def start(fault: str, **options: Any) -> ServerProcess:
        return live_orm.worker(PYTHONPATH=FAULTS, FAULT=fault, FAULT_MARK=str(mark), **options)

    return start


def claimed_match() -> Match:
    """A match as a tick leaves it behind: locked and claimed, its message about to be sent."""
    (match,) = matches_of(running_season())
    now = timezone.now()
    assert lock_due(now) == matches_claim_due(now=now, worker="tick") == [match.pk]
    return match


def test_a_doubled_task_is_applied_once(
    live_orm: Live, faulty_worker: Callable[..., ServerProcess], wait_until: Wait
) -> None:
    match = claimed_match()
    faulty_worker("playing-slow", concurrency=2)
    for _ in range(2):
        live_orm.send("matches.tasks.match_resolve", match.pk)
    wait_until(resolved, what="the match is resolved")
    live_orm.send("matches.tasks.match_resolve", match.pk)
    worker = live_orm.processes[-1]
    wait_until(
        lambda: worker.output.count("match_resolve") and worker.output.count("succeeded") >= 3,
        what="all three are done",
    )
    match.refresh_from_db()
    assert match.attempts == 2  # two workers did play it at the same time; the third found it done
    assert breaches() == []


@pytest.mark.parametrize("point", ["playing", "applying"])
def test_a_worker_that_is_killed_leaves_the_match_to_the_next(
    live_orm: Live, faulty_worker: Callable[..., ServerProcess], mark: Path, wait_until: Wait, point: str
) -> None:
    match = claimed_match()
    victim = faulty_worker(f"{point}-hang", wait=False)
    live_orm.send("matches.tasks.match_resolve", match.pk)
    wait_until(mark.exists, what=f"the worker is {point}")
    assert resolved() == 0
    victim.kill()
    live_orm.lose_messages()  # nothing but the row may bring the match back
    live_orm.worker(CLAIM_TIMEOUT="1")
    live_orm.beat()
    wait_until(resolved, what="the match is resolved by another worker")
    match.refresh_from_db()
    assert match.attempts == 2
    assert breaches() == []


@pytest.mark.parametrize("point", ["playing", "applying"])
def test_a_pool_process_that_dies_has_its_task_given_to_another(
    live_orm: Live, faulty_worker: Callable[..., ServerProcess], mark: Path, wait_until: Wait, point: str
) -> None:
    """No stale claim is needed: an unacknowledged message comes back."""
    match = claimed_match()
    faulty_worker(f"{point}-die", wait=False)
    live_orm.send("matches.tasks.match_resolve", match.pk)
    wait_until(resolved, what="the match is resolved by another process")
    match.refresh_from_db()
    assert mark.exists()
    assert match.attempts == 2
    assert breaches() == []


def test_a_lost_message_costs_only_time(live_orm: Live, wait_until: Wait) -> None:
    match = claimed_match()
    live_orm.send("matches.tasks.match_resolve", match.pk)
    assert live_orm.queued() == 1
    live_orm.lose_messages()
    live_orm.worker(CLAIM_TIMEOUT="1")
    live_orm.beat()
    wait_until(resolved, what="the claim went stale and the match was resolved")
    match.refresh_from_db()
    assert match.attempts == 1
    assert breaches() == []


def test_a_broker_restart_loses_nothing(live_own_redis: Live, wait_until: Wait) -> None:
    live = live_own_redis
    live.shell("from tests.builders import running_season; answer = running_season(teams=4).pk")
    worker = live.worker(concurrency=2, CLAIM_TIMEOUT="2")
    live.beat()

    def done() -> int:
        return int(live.sql("SELECT count(*) FROM matches_match WHERE resolved_at IS NOT NULL")[0][0])

    wait_until(done, what="the first match is resolved")
    live.redis.restart()
    wait_until(lambda: done() == 6, seconds=60, what="every match is resolved after the restart")
    assert worker.running
    assert live.shell("from tests.live.checks import breaches; answer = breaches()") == []


def test_many_claimers_at_once_claim_each_match_once(live_orm: Live) -> None:
    season = running_season(teams=12)
    now = timezone.now()
    lock_due(now)
    claims: list[list[int]] = []
    start = threading.Barrier(6)

    def claim() -> None:
        start.wait()
        claims.append(matches_claim_due(now=now, worker=threading.current_thread().name))
        connection.close()

    threads = [threading.Thread(target=claim) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(pk for each in claims for pk in each) == [match.pk for match in matches_of(season)[:6]]


def test_a_claimer_does_not_wait_for_rows_that_another_one_holds(live_orm: Live) -> None:
    """SKIP LOCKED: while one transaction holds a match, others take what is left instead of queueing up."""
    first, second = matches_of(running_season(teams=4))[:2]
    lock_due()
    with psycopg.connect(live_orm.database_url) as link:
        connection.cursor().execute("SET lock_timeout = '3s'")  # waiting is a failure, not a hanging test
        link.execute("SELECT 1 FROM matches_match WHERE id = %s FOR UPDATE", (first.pk,))
        assert matches_claim_due(now=timezone.now(), worker="w") == [second.pk]
    assert matches_claim_due(now=timezone.now(), worker="w") == [first.pk]


def test_a_tick_does_not_wait_for_jobs_that_another_one_holds(live_orm: Live) -> None:
    first, second = matches_of(running_season(teams=4))[:2]
    now = timezone.now()
    assert set(jobs_claim(kind=Job.Kind.LOCK, now=now)) == {first.pk, second.pk}
    Job.objects.update(retry_at=now)
    with psycopg.connect(live_orm.database_url) as link:
        connection.cursor().execute("SET lock_timeout = '3s'")
        link.execute("SELECT 1 FROM matches_job WHERE object_id = %s FOR UPDATE", (first.pk,))
        assert jobs_claim(kind=Job.Kind.LOCK, now=now) == [second.pk]
    assert jobs_claim(kind=Job.Kind.LOCK, now=now) == [first.pk]


@pytest.mark.parametrize("hold", ["SELECT 1 FROM matches_match FOR UPDATE", "SELECT 1 FROM teams_team FOR UPDATE"])
def test_a_worker_does_not_wait_for_what_somebody_else_is_changing(live_orm: Live, hold: str) -> None:
    (match,) = matches_of(running_season())
    with psycopg.connect(live_orm.database_url) as link:
        connection.cursor().execute("SET lock_timeout = '3s'")
        link.execute(hold)
        with pytest.raises(Busy):
            match_lock_due(match_id=match.pk, worker="w")
    assert match_lock_due(match_id=match.pk, worker="w") is not None


def test_results_of_a_season_are_stored_one_after_the_other(live_orm: Live) -> None:
    """Two last matches that end at once: the second sees the result of the first, and finishes the season."""
    match = claimed_match()
    with psycopg.connect(live_orm.database_url) as link:
        connection.cursor().execute("SET lock_timeout = '1s'")
        link.execute("SELECT 1 FROM league_season FOR UPDATE")
        assert match_resolve(match_id=match.pk) == "failed"
    assert match_resolve(match_id=match.pk) == "resolved"


def test_workers_resolve_an_overdue_season_in_order_for_each_team(live_orm: Live, wait_until: Wait) -> None:
    """Four teams, six rounds, all overdue, with injuries that reach into the next match; ticks and workers galore."""
    absence = {"battleball.serious-injury-duration": {"choice": "league-absence", "matches": 1}}
    season = running_season(teams=4, legs=2, ago=120, rulings=absence)
    for _ in range(2):
        live_orm.worker(concurrency=2)
    for _ in range(10):
        live_orm.send("matches.tasks.tick")
    wait_until(lambda: resolved() == 12, seconds=90, what="the season is over")
    assert [match.attempts for match in matches_of(season)] == [1] * 12
    assert any(sheet["absent"] for match in matches_of(season) for sheet in match.lineup["sheets"])
    assert breaches() == []


def test_a_connection_that_was_struck_in_the_middle_of_a_commit_is_replaced(live_orm: Live) -> None:
    """A time limit or a signal may leave it inside a transaction that nobody ends; every later task would fail."""
    connection.ensure_connection()
    connection.in_atomic_block = True
    connection.close()
    with pytest.raises(Error):
        Match.objects.count()
    renew_connections()
    assert Match.objects.count() == 0


def test_nothing_is_claimed_before_it_is_due(live_orm: Live, wait_until: Wait) -> None:
    season = running_season(ago=-5)
    worker = live_orm.worker()
    live_orm.send("matches.tasks.tick")
    wait_until(lambda: worker.output.count("succeeded") >= 2, what="the tick and the job that it sent are done")
    (match,) = matches_of(season)
    assert match.status == "locked"  # five minutes ahead: the commitment is public, the match is not played
    assert match.due_at > timezone.now() + timedelta(minutes=4)
