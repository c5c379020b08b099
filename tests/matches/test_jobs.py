"""Units of work of the tick: each on its own, one in trouble holds up nobody, is shown, and is tried again later."""

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from celery.exceptions import SoftTimeLimitExceeded
from django.core.exceptions import PermissionDenied
from django.db import IntegrityError
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import Settings

from journal.errors import Busy, Refused
from journal.models import LogEntry
from league.models import Entry
from league.services import league_create
from matches import jobs, services, tasks
from matches.jobs import FIRST_WAIT, LONGEST_WAIT, job_retry, job_run, jobs_claim, wait_after
from matches.models import Job, Match
from matches.services import matches_claim_due
from operations.overdue import overdue_work
from teams.models import Sequence, Team
from teams.sequence.services import sequence_close_overdue
from tests.aftermaths import after_match
from tests.builders import bloodbowl_season, do_due, lock_due, make_user, matches_of, running_season

pytestmark = pytest.mark.django_db


@pytest.fixture
def overdue(monkeypatch: pytest.MonkeyPatch) -> list[Sequence]:
    """Three teams whose coaches let the deadline pass; the books of the first are broken."""
    season = bloodbowl_season("human", "orc", "dwarf")
    teams = [after_match(entry.team) for entry in season.entries.all()]
    Sequence.objects.update(deadline=timezone.now() - timedelta(hours=1))
    Team.objects.filter(pk=teams[0].pk).update(orders={"squad": "nonsense"})
    return list(Sequence.objects.order_by("pk"))


def run_sent(monkeypatch: pytest.MonkeyPatch, start: Callable[[], None]) -> None:
    """Tasks run at once, as a worker would run them."""
    for task in (tasks.job_run, tasks.match_resolve):
        monkeypatch.setattr(task, "delay_on_commit", task)
    start()


def open_sequences() -> list[int]:
    return list(Sequence.objects.filter(closed_at__isnull=True).values_list("pk", flat=True))


def test_one_broken_team_holds_up_nobody(overdue: list[Sequence], monkeypatch: pytest.MonkeyPatch) -> None:
    run_sent(monkeypatch, tasks.tick)
    assert open_sequences() == [overdue[0].pk]
    job = Job.objects.get(kind="sequence")
    assert (job.object_id, job.attempts) == (overdue[0].pk, 1)
    assert job.failure == "Internal error (TypeError)."  # what it says may quote a rival's orders
    assert job.about == str(overdue[0].team)


def test_work_that_fails_leaves_nothing_half_done(overdue: list[Sequence], monkeypatch: pytest.MonkeyPatch) -> None:
    def half(pk: int) -> None:
        Team.objects.update(motto="half done")
        raise RuntimeError

    monkeypatch.setitem(jobs.WORK, "sequence", replace(jobs.WORK["sequence"], do=half))
    assert do_due("sequence") == []
    assert Job.objects.filter(failed_at__isnull=False).count() == len(overdue)
    assert not Team.objects.filter(motto="half done").exists()


def test_a_team_whose_match_is_about_to_be_locked_is_left_to_that() -> None:
    season = bloodbowl_season("human", "orc", "dwarf", "skaven")
    match = matches_of(season)[0]
    teams = [after_match(entry.team) for entry in season.entries.all()]
    Sequence.objects.update(deadline=timezone.now() - timedelta(hours=1))
    others = {team.pk for team in teams} - {match.fixture.home_id, match.fixture.away_id}
    lock = Job.objects.create(kind="lock", object_id=match.pk, retry_at=timezone.now())

    def found() -> set[int]:
        return set(jobs.WORK["sequence"].due(timezone.now()).values_list("team", flat=True))

    assert found() == others
    assert overdue_work(timezone.now())["sequences"] == len(others)
    Job.objects.filter(pk=lock.pk).update(failed_at=timezone.now())  # nobody knows when that will be
    assert found() == {team.pk for team in teams}


def test_a_kind_of_work_that_cannot_be_found_does_not_end_the_tick(
    overdue: list[Sequence], monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(now: object) -> Any:
        raise RuntimeError("out of order")

    broken_first = {
        "sequence": jobs.Work(broken, print, print),
        **{key: jobs.WORK[key] for key in ("off-season", "lock")},
    }
    monkeypatch.setattr(jobs, "WORK", broken_first)
    matches = matches_of(running_season(name="Elsewhere"))
    run_sent(monkeypatch, tasks.tick)
    assert Match.objects.get(pk=matches[0].pk).resolved_at


def test_what_failed_is_tried_again_later_and_later(overdue: list[Sequence]) -> None:
    now, waits = timezone.now(), []
    for _ in range(9):
        assert do_due("sequence", now) in ([], [overdue[1].pk, overdue[2].pk])
        job = Job.objects.get()
        waits.append(job.retry_at - timezone.now())
        assert do_due("sequence", now) == []  # not before its time
        now = job.retry_at
    assert [round(wait / FIRST_WAIT) for wait in waits] == [1, 2, 4, 8, 16, 32, 60, 60, 60]
    assert wait_after(500) == LONGEST_WAIT
    assert LogEntry.objects.filter(action="job.failed").count() == 1


def test_what_was_settled_otherwise_is_forgotten(overdue: list[Sequence]) -> None:
    """The coach decides by hand, or the season is gone: there is nothing left to do, and nothing to be seen."""
    do_due("sequence")
    Sequence.objects.filter(closed_at__isnull=True).update(closed_at=timezone.now())
    Job.objects.create(kind="lock", object_id=404, retry_at=timezone.now(), failed_at=timezone.now())
    later = timezone.now() + FIRST_WAIT
    do_due("sequence", later)
    do_due("lock", later)
    assert not Job.objects.filter(kind="sequence").exists()
    assert not Job.objects.filter(object_id=404).exists()


def test_once_it_works_nothing_is_left_of_it(overdue: list[Sequence]) -> None:
    do_due("sequence")
    Team.objects.update(orders={})
    assert do_due("sequence", timezone.now() + FIRST_WAIT) == [overdue[0].pk]
    assert not Job.objects.exists()
    assert open_sequences() == []


def test_a_claim_holds_until_its_worker_must_be_dead(overdue: list[Sequence], settings: Settings) -> None:
    settings.CLAIM_TIMEOUT = 60
    now = timezone.now()
    assert len(jobs_claim(kind="sequence", now=now)) == 3
    assert jobs_claim(kind="sequence", now=now + timedelta(seconds=59)) == []
    assert len(jobs_claim(kind="sequence", now=now + timedelta(seconds=60))) == 3
    assert set(Job.objects.values_list("attempts", flat=True)) == {0}  # nobody began


def test_a_message_that_comes_twice_does_nothing_more(overdue: list[Sequence]) -> None:
    (pk,) = [each for each in jobs_claim(kind="sequence", now=timezone.now()) if each == overdue[1].pk]
    assert job_run(kind="sequence", object_id=pk)
    assert not job_run(kind="sequence", object_id=pk)


def test_there_is_one_job_for_an_object(overdue: list[Sequence]) -> None:
    jobs_claim(kind="sequence", now=timezone.now())
    with pytest.raises(IntegrityError):
        Job.objects.create(kind="sequence", object_id=overdue[0].pk, retry_at=timezone.now())


def test_what_somebody_else_holds_is_tried_again_soon_and_is_no_failure(
    overdue: list[Sequence], monkeypatch: pytest.MonkeyPatch
) -> None:
    def held(pk: int) -> None:
        raise Busy

    monkeypatch.setattr(
        jobs, "WORK", {"sequence": jobs.Work(jobs.WORK["sequence"].due, held, jobs.WORK["sequence"].where)}
    )
    assert do_due("sequence") == []
    assert not Job.objects.filter(failed_at__isnull=False).exists()
    assert jobs_claim(kind="sequence", now=timezone.now()) == []
    assert len(jobs_claim(kind="sequence", now=timezone.now() + jobs.BUSY_WAIT)) == 3


def test_after_something_took_too_long_its_league_pauses_and_then_everybody_has_a_turn(
    overdue: list[Sequence], monkeypatch: pytest.MonkeyPatch
) -> None:
    stuck = {each.pk for each in overdue[:2]}
    tried: list[int] = []
    elsewhere = matches_of(running_season(name="Elsewhere"))
    real = jobs.WORK["sequence"]

    def finish(pk: int) -> bool:
        tried.append(pk)
        if pk in stuck:
            raise SoftTimeLimitExceeded
        return sequence_close_overdue(sequence_id=pk)

    monkeypatch.setattr(jobs, "WORK", {**jobs.WORK, "sequence": jobs.Work(real.due, finish, real.where)})
    assert do_due("sequence") == []
    assert tried == [overdue[0].pk]  # the others wait
    job = Job.objects.get(object_id=overdue[0].pk, kind="sequence")
    assert (job.failure, job.attempts) == ("It took too long.", 1)
    assert elsewhere[0].pk in do_due("lock")  # and only those of this league
    for _ in range(3):  # each time the pause is over
        Job.objects.filter(kind="sequence").update(slow_at=None)
        do_due("sequence", timezone.now() + jobs.SLOW_PAUSE * 10)
    assert overdue[2].pk in tried
    assert open_sequences() == sorted(stuck)


def test_a_league_in_which_something_took_too_long_has_one_job_at_a_time(
    overdue: list[Sequence], settings: Settings
) -> None:
    settings.JOB_TIME_LIMIT = 5
    now = timezone.now()
    assert len(jobs_claim(kind="sequence", now=now)) == 3
    Job.objects.filter(object_id=overdue[0].pk).update(slow_at=now, attempts=1)
    Job.objects.update(retry_at=now)
    elsewhere = Job.objects.create(kind="sequence", object_id=404, retry_at=now)
    assert jobs_claim(kind="sequence", now=now) == [overdue[1].pk, elsewhere.object_id]
    assert jobs_claim(kind="sequence", now=now + timedelta(seconds=4)) == []  # the first may still be stuck
    assert jobs_claim(kind="sequence", now=now + timedelta(seconds=5)) == [overdue[2].pk]
    assert jobs_claim(kind="sequence", now=now + timedelta(seconds=10)) == [overdue[0].pk]


def test_retrying_ends_the_pause(overdue: list[Sequence]) -> None:
    do_due("sequence")
    job = Job.objects.get()
    Job.objects.update(slow_at=timezone.now())
    Team.objects.update(orders={})
    later = timezone.now() + FIRST_WAIT
    assert do_due("sequence", later) == []
    job_retry(actor=job.league.commissioner, league=job.league, job_id=job.pk)
    assert do_due("sequence") == [overdue[0].pk]


def test_what_kills_its_workers_is_shown_too(overdue: list[Sequence], monkeypatch: pytest.MonkeyPatch) -> None:
    """A process that is killed reports nothing."""

    class Killed(BaseException):
        pass

    def die(pk: int) -> None:
        raise Killed

    real = jobs.WORK["sequence"]
    monkeypatch.setattr(jobs, "WORK", {"sequence": jobs.Work(real.due, die, real.where)})
    jobs_claim(kind="sequence", now=timezone.now())
    for attempt in range(jobs.DEATHS + 1):
        assert Job.objects.filter(failed_at__isnull=False).count() == 0, attempt
        with pytest.raises(Killed):
            job_run(kind="sequence", object_id=overdue[0].pk)
    assert Job.objects.get(failed_at__isnull=False).failure == "No worker finished this."


def test_busy_twice_is_no_failure_either(overdue: list[Sequence], monkeypatch: pytest.MonkeyPatch) -> None:
    """A message may be delivered twice, and both may find the team in use."""

    def held(pk: int) -> None:
        raise Busy

    monkeypatch.setattr(jobs, "_attempt_begin", lambda job: None)  # the other one has taken its attempt back already
    real = jobs.WORK["sequence"]
    monkeypatch.setattr(jobs, "WORK", {"sequence": jobs.Work(real.due, held, real.where)})
    (first, *_) = jobs_claim(kind="sequence", now=timezone.now())
    assert not job_run(kind="sequence", object_id=first)
    assert Job.objects.get(object_id=first).attempts == 0


# What the commissioner sees -----------------------------------------------------------------------------------------------


@pytest.fixture
def failed(overdue: list[Sequence]) -> Job:
    do_due("sequence")
    return Job.objects.get()


def test_the_commissioner_sees_what_failed_and_nobody_else_does(failed: Job, client: Client) -> None:
    page = reverse("league:league", args=[failed.league.slug])
    assert "went wrong" not in client.get(page).content.decode()
    client.force_login(make_user("stranger"))
    assert "went wrong" not in client.get(page).content.decode()
    client.force_login(failed.league.commissioner)
    shown = client.get(page).content.decode()
    assert "1 thing went wrong" in shown
    assert failed.about in shown


def test_the_commissioner_has_it_tried_again_at_once(failed: Job, client: Client) -> None:
    Team.objects.update(orders={})
    client.force_login(failed.league.commissioner)
    address = reverse("league:job-retry", args=[failed.league.slug])
    assert "tried again now" in client.post(address, {"job": failed.pk}, follow=True).content.decode()
    assert do_due("sequence") == [failed.object_id]
    for nonsense in (failed.pk, "", "x", "9" * 50):
        assert "done meanwhile" in client.post(address, {"job": nonsense}, follow=True).content.decode()


def test_nobody_else_has_it_tried_again(failed: Job, client: Client) -> None:
    stranger = make_user("stranger")
    with pytest.raises(PermissionDenied):
        job_retry(actor=stranger, league=failed.league, job_id=failed.pk)
    own = league_create(commissioner=stranger, name="Own", ruleset="battleball", profile="manual")
    with pytest.raises(Refused, match="done meanwhile"):
        job_retry(actor=stranger, league=own, job_id=failed.pk)
    client.force_login(stranger)
    address = reverse("league:job-retry", args=[failed.league.slug])
    assert client.post(address, {"job": failed.pk}).status_code == 403


# Off-seasons --------------------------------------------------------------------------------------------------------------


def test_only_teams_whose_season_has_just_ended_are_looked_at(django_assert_num_queries: Any) -> None:
    """However many seasons were finished long ago."""
    season = bloodbowl_season("human", "orc")
    assert not Entry.objects.filter(off_season_due=True).exists()
    for match in matches_of(season):
        services.match_lock(match_id=match.pk)
        services.match_resolve(match_id=match.pk)
    assert Entry.objects.filter(off_season_due=True).count() == 2
    Sequence.objects.update(deadline=timezone.now())
    do_due("sequence")
    assert len(do_due("off-season")) == 2
    assert not Entry.objects.filter(off_season_due=True).exists()
    assert do_due("off-season") == []


# Fair shares --------------------------------------------------------------------------------------------------------------


def test_no_league_waits_for_the_backlog_of_another(monkeypatch: pytest.MonkeyPatch) -> None:
    busy = running_season(teams=8, name="Busy", ago=1000)
    quiet = running_season(teams=2, name="Quiet", ago=1)
    monkeypatch.setattr(jobs, "PER_TICK", 2)
    (alone,) = matches_of(quiet)
    assert alone.pk in lock_due()
    monkeypatch.setattr(jobs, "PER_TICK", 50)
    lock_due()
    monkeypatch.setattr(services, "CLAIMS_PER_TICK", 2)
    claimed = matches_claim_due(now=timezone.now(), worker="w")
    assert claimed == [matches_of(busy)[0].pk, alone.pk]


def test_what_failed_and_waits_takes_nobody_elses_place(monkeypatch: pytest.MonkeyPatch) -> None:
    running_season(teams=4, name="Broken")
    running_season(teams=2, name="Whole")
    lock_due()
    monkeypatch.setattr(services, "MOST_UNDER_WAY", 2)
    broken = matches_claim_due(now=timezone.now(), worker="w")
    Match.objects.filter(pk__in=broken).update(failure="broken", attempts=1)
    assert len(matches_claim_due(now=timezone.now(), worker="w")) == 1


def test_no_more_is_claimed_than_can_be_under_way(monkeypatch: pytest.MonkeyPatch) -> None:
    running_season(teams=8)
    lock_due()
    monkeypatch.setattr(services, "MOST_UNDER_WAY", 3)
    first = matches_claim_due(now=timezone.now(), worker="w")
    assert len(first) == 3
    assert matches_claim_due(now=timezone.now(), worker="w") == []
    assert services.match_resolve(match_id=first[0]) == "resolved"
    assert len(matches_claim_due(now=timezone.now(), worker="w")) == 1
