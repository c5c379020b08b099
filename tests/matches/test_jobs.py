"""Units of work of the tick: each on its own, one in trouble holds up nobody, is shown, and is tried again later."""

from collections.abc import Callable
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
from teams.models import Sequence, Team
from teams.sequences import overdue_sequences, sequence_close_overdue
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
    assert job.failure.startswith("TypeError")
    assert job.about == str(overdue[0].team)


def test_a_kind_of_work_that_cannot_be_found_does_not_end_the_tick(
    overdue: list[Sequence], monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(now: object) -> Any:
        raise RuntimeError("out of order")

    broken_first = {"sequence": jobs.Work(broken, print, print), **{key: jobs.WORK[key] for key in ("off-season", "lock")}}
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
    assert set(Job.objects.values_list("attempts", flat=True)) == {2}


def test_there_is_one_job_for_an_object(overdue: list[Sequence]) -> None:
    jobs_claim(kind="sequence", now=timezone.now())
    with pytest.raises(IntegrityError):
        Job.objects.create(kind="sequence", object_id=overdue[0].pk, retry_at=timezone.now())


def test_what_somebody_else_holds_is_tried_again_soon_and_is_no_failure(
    overdue: list[Sequence], monkeypatch: pytest.MonkeyPatch
) -> None:
    def held(pk: int) -> None:
        raise Busy

    monkeypatch.setattr(jobs, "WORK", {"sequence": jobs.Work(jobs.WORK["sequence"].due, held, jobs.WORK["sequence"].where)})
    assert do_due("sequence") == []
    assert not Job.objects.filter(failed_at__isnull=False).exists()
    assert jobs_claim(kind="sequence", now=timezone.now()) == []
    assert len(jobs_claim(kind="sequence", now=timezone.now() + jobs.BUSY_WAIT)) == 3


def test_while_one_is_too_slow_the_other_work_of_its_league_waits_with_it(
    overdue: list[Sequence], monkeypatch: pytest.MonkeyPatch
) -> None:
    slow = overdue[0]
    elsewhere = matches_of(running_season(name="Elsewhere"))

    def finish(pk: int) -> bool:
        if pk == slow.pk:
            raise SoftTimeLimitExceeded
        return sequence_close_overdue(sequence_id=pk)

    monkeypatch.setattr(jobs, "WORK", {**jobs.WORK, "sequence": jobs.Work(overdue_sequences, finish, jobs.WORK["sequence"].where)})
    assert do_due("sequence") == []
    job = Job.objects.get(object_id=slow.pk, kind="sequence")
    assert (job.slow, job.failure) == (True, "It took too long.")
    others = Job.objects.filter(kind="sequence").exclude(pk=job.pk)
    assert {(other.retry_at, other.attempts, other.failed_at) for other in others} == {(job.retry_at, 0, None)}
    assert elsewhere[0].pk in do_due("lock")  # and only of its league
    job_retry(actor=job.league.commissioner, league=job.league, job_id=job.pk)
    monkeypatch.undo()
    Team.objects.update(orders={})
    later = timezone.now() + FIRST_WAIT
    assert set(do_due("sequence", later)) == {each.pk for each in overdue}


def test_what_kills_its_workers_is_shown_too(overdue: list[Sequence], settings: Settings) -> None:
    """A process that is killed reports nothing; its claim runs out."""
    now = timezone.now()
    for _ in range(jobs.DEATHS):
        assert len(jobs_claim(kind="sequence", now=now)) == 3
        now += timedelta(seconds=settings.CLAIM_TIMEOUT)
    assert not Job.objects.filter(failed_at__isnull=False).exists()
    jobs_claim(kind="sequence", now=now)
    assert set(Job.objects.values_list("failure", "slow")) == {("No worker finished this in time.", True)}


def test_work_for_something_that_is_gone_is_done() -> None:
    for kind in ("sequence", "off-season"):
        assert job_run(kind=kind, object_id=404)


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


def test_no_more_is_claimed_than_can_be_under_way(monkeypatch: pytest.MonkeyPatch) -> None:
    running_season(teams=8)
    lock_due()
    monkeypatch.setattr(services, "MOST_UNDER_WAY", 3)
    first = matches_claim_due(now=timezone.now(), worker="w")
    assert len(first) == 3
    assert matches_claim_due(now=timezone.now(), worker="w") == []
    assert services.match_resolve(match_id=first[0]) == "resolved"
    assert len(matches_claim_due(now=timezone.now(), worker="w")) == 1
