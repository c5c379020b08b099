"""Units of work that the tick finds: each is done in a task of its own, so that one in trouble holds up no other league.

A job row keeps a unit from being sent twice and remembers its failures. It is claimed by moving `retry_at` ahead: a worker that
dies loses its claim when that time comes. A failure is logged, shown to the commissioner, and retried at growing intervals.
Where work had to be ended because it took too long, its whole league pauses for a minute, and then has one job at a time until
that work is done: a league in trouble cannot occupy all workers.
"""

import logging
import socket
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any, TypedDict

from celery.exceptions import SoftTimeLimitExceeded
from django.conf import settings
from django.core.exceptions import PermissionDenied
from django.db import models, transaction
from django.db.models import Exists, F, OuterRef, QuerySet, Subquery
from django.db.models.functions import Greatest
from django.utils import timezone

import engine
from accounts.models import User
from journal.errors import Busy, Refused
from journal.services import record
from league.models import Entry, Fixture, League, Stage
from league.permissions import May, may
from league.seasons.off_season import off_season_enter, off_seasons_due
from matches.free_play import stage_close, stages_over
from matches.models import Job, Match
from matches.services import TOO_LONG, match_lock_due, matches_to_lock
from teams.models import Sequence as TeamSequence
from teams.sequence.services import overdue_sequences, sequence_close_overdue

if TYPE_CHECKING:
    from django_stubs_ext import WithAnnotations

    class InLeague(TypedDict):
        league: int | None

    class Pace(TypedDict):
        in_slow_league: bool

    SequenceOfLeague = WithAnnotations[TeamSequence, InLeague]
    WaitingJob = WithAnnotations[Job, Pace]

logger = logging.getLogger(__name__)

HOST = socket.gethostname()
PER_TICK = 50  # of each kind
BUSY_WAIT = timedelta(seconds=5)
FIRST_WAIT, LONGEST_WAIT = timedelta(minutes=1), timedelta(hours=1)
SLOW_PAUSE = timedelta(minutes=1)
DEATHS = 3  # attempts that nobody finished, after which something is wrong with the work and not with the worker


@dataclass(frozen=True, slots=True)
class Work:
    """One kind of work: what is due, and how one of it is done. Doing it again changes nothing."""

    due: Callable[[datetime], QuerySet[Any]]
    do: Callable[[int], object]
    where: Callable[
        [Any], tuple[int | None, str]
    ]  # the league whose commissioner is told of a failure, and what it is about


@dataclass(frozen=True, slots=True)
class Done:
    """Work that was done, with what came of it."""

    result: object


def _league_of_match(match: Match) -> tuple[int | None, str]:
    return match.fixture.round.season.league_id, str(match.fixture)


def sequences_to_close(now: datetime) -> "QuerySet[SequenceOfLeague]":
    """Overdue ones, but for teams whose next match is about to be locked: that decides what is left, too."""
    locking = Job.objects.filter(kind=Job.Kind.LOCK, failed_at=None).values("object_id")
    about_to_play = Fixture.objects.filter(match__in=locking, match__locked_at=None)
    last = Entry.objects.filter(team=OuterRef("team")).order_by("-pk").values("season__league")[:1]
    free = overdue_sequences(now).exclude(team__in=about_to_play.values("home"))
    free = free.exclude(team__in=about_to_play.values("away"))
    return free.annotate(league=Subquery(last))


def _league_of_sequence(sequence: "SequenceOfLeague") -> tuple[int | None, str]:
    return sequence.league, str(sequence.team)


def _league_of_entry(entry: Entry) -> tuple[int | None, str]:
    return entry.season.league_id, str(entry.team)


def _league_of_stage(stage: Stage) -> tuple[int | None, str]:
    return stage.season.league_id, str(stage.season)


WORK: Mapping[str, Work] = {
    Job.Kind.LOCK: Work(matches_to_lock, lambda pk: match_lock_due(match_id=pk, worker=HOST), _league_of_match),
    Job.Kind.SEQUENCE: Work(sequences_to_close, lambda pk: sequence_close_overdue(sequence_id=pk), _league_of_sequence),
    Job.Kind.OFF_SEASON: Work(
        lambda now: off_seasons_due(), lambda pk: off_season_enter(entry_id=pk), _league_of_entry
    ),
    Job.Kind.STAGE: Work(stages_over, lambda pk: stage_close(stage_id=pk), _league_of_stage),
}


def jobs_claim(*, kind: str, now: datetime) -> list[int]:
    """Claim what is due of one kind, and what was tried or postponed and whose time has come again, due or not.

    (What failed may have been settled in another way meanwhile; doing it then changes nothing, and the row goes.)
    """
    known = Job.objects.filter(kind=kind, object_id=OuterRef("pk"))
    _jobs_create(kind, WORK[kind].due(now).filter(~Exists(known))[:PER_TICK], now)
    return _claim(Job.objects.filter(kind=kind), now)


@transaction.atomic
def jobs_claim_found(*, kind: str, found: Sequence[models.Model], now: datetime) -> list[int]:
    """Claim some of the work that is due, as far as nobody else has and it does not wait after a failure."""
    if not found:
        return []
    _jobs_create(kind, found, now)
    return _claim(Job.objects.filter(kind=kind, object_id__in=[each.pk for each in found]), now)


def _jobs_create(kind: str, found: Iterable[models.Model], now: datetime) -> None:
    Job.objects.bulk_create((_new_job(kind, each, now) for each in found), ignore_conflicts=True)


@transaction.atomic(savepoint=False)
def _claim(jobs: QuerySet[Job], now: datetime) -> list[int]:
    slow = Job.objects.filter(league=OuterRef("league"), slow_at__isnull=False)
    waiting = jobs.filter(retry_at__lte=now).annotate(in_slow_league=Exists(slow))
    waiting = waiting.order_by("attempts", "retry_at", "pk")  # those first that had no turn yet
    claimed, later = _one_of_a_slow_league(waiting.select_for_update(skip_locked=True)[:PER_TICK])
    _postpone(claimed, now + timedelta(seconds=settings.CLAIM_TIMEOUT))
    _postpone(later, now + timedelta(seconds=settings.JOB_TIME_LIMIT))
    return [job.object_id for job in claimed]


def _one_of_a_slow_league(waiting: "Iterable[WaitingJob]") -> tuple[list[Job], list[Job]]:
    """What may be done now, and what waits because its league, in which something took too long, has one job at a time."""
    claimed, later, has_one = list[Job](), list[Job](), set[int | None]()
    for job in waiting:
        (later if job.league_id in has_one else claimed).append(job)
        if job.in_slow_league:
            has_one.add(job.league_id)
    return claimed, later


def _postpone(jobs: list[Job], until: datetime) -> None:
    if jobs:
        Job.objects.filter(pk__in=[job.pk for job in jobs]).update(retry_at=until)


def _new_job(kind: str, found: models.Model, now: datetime) -> Job:
    league, about = WORK[kind].where(found)
    return Job(kind=kind, object_id=found.pk, league_id=league, about=about[:200], retry_at=now)


def job_run(*, kind: str, object_id: int) -> Done | None:
    """Do one unit of work; None when there is nothing to do or it has to be tried again."""
    jobs = Job.objects.annotate(slow_league_at=_slow_at())
    job = jobs.filter(kind=kind, object_id=object_id).first()
    if job is None:
        return None  # done already: the message came twice
    if job.slow_league_at:
        Job.objects.filter(pk=job.pk).update(retry_at=job.slow_league_at + SLOW_PAUSE)
        return None
    _attempt_begin(job)
    try:
        with transaction.atomic():
            done = Done(WORK[kind].do(object_id))
            Job.objects.filter(pk=job.pk).delete()
    except Busy:  # nothing was tried, so it does not count as an attempt
        attempts = Greatest(F("attempts") - 1, 0)
        Job.objects.filter(pk=job.pk).update(retry_at=timezone.now() + BUSY_WAIT, attempts=attempts)
        return None
    except Exception as error:  # whatever it is, it concerns this unit alone
        logger.exception("Could not %s (%s).", Job.Kind(kind).label, object_id)
        _failure_record(job, _words(error), slow=isinstance(error, SoftTimeLimitExceeded))
        return None
    return done


def _slow_at() -> Subquery:
    """When something of a job's league took too long, so that the whole league pauses."""
    ended = Job.objects.filter(league=OuterRef("league"), slow_at__gt=timezone.now() - SLOW_PAUSE)
    return Subquery(ended.order_by("-slow_at").values("slow_at")[:1])


def _attempt_begin(job: Job) -> None:
    job.attempts += 1
    Job.objects.filter(pk=job.pk).update(attempts=F("attempts") + 1)
    if job.attempts > DEATHS and job.failed_at is None:
        _failure_record(job, "No worker finished this.", slow=True)


def _words(error: Exception) -> str:
    """What a commissioner may read. The text of any other error could quote what a rival keeps secret: that is for the server's log."""
    if isinstance(error, SoftTimeLimitExceeded):
        return TOO_LONG
    return str(error) if isinstance(error, Refused | engine.BadInput) else f"Internal error ({type(error).__name__})."


@transaction.atomic
def _failure_record(job: Job, failure: str, *, slow: bool) -> None:
    now, first = timezone.now(), job.failed_at is None
    job.failed_at, job.failure = job.failed_at or now, failure[:500]
    Job.objects.filter(pk=job.pk).update(
        failed_at=job.failed_at,
        failure=job.failure,
        slow_at=now if slow else None,
        retry_at=now + wait_after(job.attempts),
    )
    if first and job.league:
        summary = f"Could not {job.get_kind_display()}: {job.about}. It will be retried automatically."
        record(actor=None, action="job.failed", target=job.league, summary=summary, data={"failure": job.failure})


def wait_after(attempts: int) -> timedelta:
    """Twice as long after each failure, up to an hour."""
    doubled: timedelta = FIRST_WAIT * 2 ** min(max(attempts, 1) - 1, 20)
    return min(doubled, LONGEST_WAIT)


def failing_jobs(league: League) -> QuerySet[Job]:
    """What the commissioner of a league should know about."""
    return Job.objects.filter(league=league, failed_at__isnull=False)


@transaction.atomic
def job_retry(*, actor: User, league: League, job_id: int) -> Job:
    """Have a failed job tried again at once; the commissioner may."""
    if not may(actor, league, May.RUN_SEASONS):
        raise PermissionDenied(f"Only the commissioner of the {league} may do that.")
    job = failing_jobs(league).select_for_update(of=("self",), no_key=True).filter(pk=job_id).first()
    if job is None:
        raise Refused("no-such-job", "That has been done meanwhile.")
    league.jobs.update(slow_at=None)
    Job.objects.filter(pk=job.pk).update(retry_at=timezone.now())
    record(actor=actor, action="job.retried", target=league, summary=f"{actor} had this tried again: {job}.")
    return job
