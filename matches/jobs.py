"""Units of work that the tick finds: each is done in a task of its own, so that one in trouble holds up nobody else.

A job row keeps a unit from being sent twice and remembers its failures. It is claimed by moving `retry_at` ahead: a worker that
dies loses its claim when that time comes. A failure is logged, shown to the commissioner, and tried again later and later. Work
that takes too long is ended, and then the other work of that league waits with it, so that it cannot occupy all workers in turn.
"""

import logging
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from celery.exceptions import SoftTimeLimitExceeded
from django.conf import settings
from django.core.exceptions import PermissionDenied
from django.db import models, transaction
from django.db.models import Exists, F, Max, OuterRef, QuerySet
from django.utils import timezone

from accounts.models import User
from journal.errors import Busy, Refused
from journal.services import record
from league.models import Entry, League
from league.rules import is_commissioner
from league.terms import off_season_enter, off_seasons_due
from matches.models import Job, Match
from matches.services import match_lock_due, matches_to_lock
from teams.models import Sequence
from teams.sequences import overdue_sequences, sequence_close_overdue

logger = logging.getLogger(__name__)

PER_TICK = 50  # of each kind
BUSY_WAIT = timedelta(seconds=5)
FIRST_WAIT, LONGEST_WAIT = timedelta(minutes=1), timedelta(hours=1)
DEATHS = 3  # claims without an answer, after which something is wrong with the work and not with the worker


@dataclass(frozen=True, slots=True)
class Work:
    """One kind of work: what is due, and how one of it is done. Doing it again changes nothing."""

    due: Callable[[datetime], QuerySet[Any]]
    do: Callable[[int], object]
    where: Callable[[Any], tuple[League | None, str]]  # whose commissioner is told of a failure, and what it is about


def _league_of_match(match: Match) -> tuple[League | None, str]:
    return match.fixture.round.season.league, str(match.fixture)


def _league_of_sequence(sequence: Sequence) -> tuple[League | None, str]:
    last = Entry.objects.filter(team=sequence.team).select_related("season__league").order_by("-pk").first()
    return (last.season.league if last else None), str(sequence.team)


def _league_of_entry(entry: Entry) -> tuple[League | None, str]:
    return entry.season.league, str(entry.team)


WORK: Mapping[str, Work] = {
    Job.Kind.SEQUENCE: Work(
        overdue_sequences, lambda pk: sequence_close_overdue(sequence_id=pk), _league_of_sequence
    ),
    Job.Kind.OFF_SEASON: Work(
        lambda now: off_seasons_due(), lambda pk: off_season_enter(entry_id=pk), _league_of_entry
    ),
    Job.Kind.LOCK: Work(matches_to_lock, lambda pk: match_lock_due(match_id=pk), _league_of_match),
}


def jobs_claim(*, kind: str, now: datetime) -> list[int]:
    """Claim what is due of one kind: nothing that another one has claimed, and nothing that waits after a failure."""
    waiting = Job.objects.filter(kind=kind, object_id=OuterRef("pk"), retry_at__gt=now)
    return jobs_claim_found(kind=kind, found=WORK[kind].due(now).filter(~Exists(waiting))[:PER_TICK], now=now)


@transaction.atomic
def jobs_claim_found(*, kind: str, found: Iterable[Any], now: datetime) -> list[int]:
    """Claim some of the work that is due, as far as nobody else has and it does not wait after a failure."""
    found = {each.pk: each for each in found}
    if not found:
        return []
    Job.objects.bulk_create([_new_job(kind, each, now) for each in found.values()], ignore_conflicts=True)
    free = Job.objects.filter(kind=kind, object_id__in=found, retry_at__lte=now).select_for_update(skip_locked=True)
    claimed = dict(free.values_list("object_id", "pk"))
    until = now + timedelta(seconds=settings.CLAIM_TIMEOUT)
    rows = Job.objects.filter(pk__in=claimed.values())
    rows.update(retry_at=until, attempts=F("attempts") + 1)
    died = rows.filter(attempts__gt=DEATHS, failed_at__isnull=True)
    died.update(failed_at=now, slow=True, failure="No worker finished this in time.")
    return [pk for pk in found if pk in claimed]


def _new_job(kind: str, found: models.Model, now: datetime) -> Job:
    league, about = WORK[kind].where(found)
    return Job(kind=kind, object_id=found.pk, league=league, about=about[:200], retry_at=now)


def job_run(*, kind: str, object_id: int) -> bool:
    """Do one unit of work; False when it has to be tried again."""
    job = Job.objects.filter(kind=kind, object_id=object_id).first()
    if job is not None and (until := _waits_for(job)):
        _postpone(job, until)
        return False
    try:
        WORK[kind].do(object_id)
    except Busy:
        if job is not None:
            _postpone(job, timezone.now() + BUSY_WAIT)
        return False
    except Exception as error:  # whatever it is, it concerns this unit alone
        logger.exception("Could not %s (%s).", Job.Kind(kind).label, object_id)
        if job is not None:
            _failure_record(job, error)
        return False
    Job.objects.filter(kind=kind, object_id=object_id).delete()
    return True


def _waits_for(job: Job) -> datetime | None:
    """Until when the league of a job waits, because something else of it took too long."""
    slow = Job.objects.filter(league=job.league_id, slow=True, retry_at__gt=timezone.now()).exclude(pk=job.pk)
    return slow.aggregate(until=Max("retry_at"))["until"] if job.league_id else None


def _postpone(job: Job, until: datetime) -> None:
    """Nothing was tried, so it does not count as an attempt."""
    Job.objects.filter(pk=job.pk).update(retry_at=until, attempts=F("attempts") - 1)


@transaction.atomic
def _failure_record(job: Job, error: Exception) -> None:
    slow = isinstance(error, SoftTimeLimitExceeded)
    job.failure = "It took too long." if slow else f"{type(error).__name__}: {error}"[:500]
    now, first = timezone.now(), job.failed_at is None
    job.failed_at, job.slow, job.retry_at = job.failed_at or now, slow, now + wait_after(job.attempts)
    Job.objects.filter(pk=job.pk).update(
        failure=job.failure, failed_at=job.failed_at, slow=job.slow, retry_at=job.retry_at
    )
    if first and job.league:
        summary = f"Could not {job.get_kind_display()}: {job.about}. It is tried again by itself."
        record(actor=None, action="job.failed", target=job.league, summary=summary, data={"failure": job.failure})


def wait_after(attempts: int) -> timedelta:
    """Twice as long after each failure, up to an hour."""
    return min(FIRST_WAIT * 2 ** min(max(attempts, 1) - 1, 20), LONGEST_WAIT)


def failing_jobs(league: League) -> QuerySet[Job]:
    """What the commissioner of a league should know about."""
    return Job.objects.filter(league=league, failed_at__isnull=False)


@transaction.atomic
def job_retry(*, actor: User, league: League, job_id: int) -> Job:
    """Have a failed job tried again at once; the commissioner may."""
    if not is_commissioner(actor, league):
        raise PermissionDenied(f"Only the commissioner of the {league} may do that.")
    job = failing_jobs(league).select_for_update(of=("self",), no_key=True).filter(pk=job_id).first()
    if job is None:
        raise Refused("no-such-job", "That has been done meanwhile.")
    job.retry_at, job.slow = timezone.now(), False
    job.save(update_fields=["retry_at", "slow"])
    record(actor=actor, action="job.retried", target=league, summary=f"{actor} had this tried again: {job}.")
    return job
