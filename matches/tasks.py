"""What wakes workers up. Tasks fetch nothing themselves: they call services, and losing one costs only time."""

import logging
from collections.abc import Callable
from functools import partial

from celery import shared_task
from django.conf import settings
from django.utils import timezone

from matches import jobs, services, trials
from matches.control.outages import outage_notice
from matches.jobs import HOST
from matches.models import Job, Match

logger = logging.getLogger(__name__)

# A unit of work that takes longer is broken: it is ended, and tried again later.
JOB_LIMITS = {"soft_time_limit": settings.JOB_TIME_LIMIT, "time_limit": settings.JOB_TIME_LIMIT + 10}


@shared_task
def tick() -> None:
    """Sent by beat every few seconds: finds what is due and sends a task for each. Nothing is done in here."""
    _guarded(partial(outage_notice, timezone.now()))
    for kind in jobs.WORK:
        _guarded(partial(jobs_send, kind))
    _guarded(matches_send)
    _guarded(trials_send)


@shared_task(**JOB_LIMITS)
def job_run(kind: str, object_id: int) -> None:
    done = jobs.job_run(kind=kind, object_id=object_id)
    if done and isinstance(done.result, Match):  # it was due already: no need to wait for the tick
        outcome = services.match_resolve_claimed(match=done.result)
        if outcome is services.Outcome.FAILED:
            match_resolve.delay_on_commit(object_id)  # once more, with the time limit of a match
        following_send(done.result)


@shared_task(acks_late=True, reject_on_worker_lost=True)
def match_resolve(match_id: int) -> None:
    services.match_resolve(match_id=match_id)
    if (
        match := Match.objects.select_related("fixture")
        .only("fixture__home", "fixture__away")
        .filter(pk=match_id)
        .first()
    ):
        following_send(match)


def following_send(match: Match) -> None:
    """The next matches of both teams may be overdue and waiting for this one."""
    now = timezone.now()
    following = services.following_to_lock(teams=(match.fixture.home_id, match.fixture.away_id), now=now)
    for object_id in jobs.jobs_claim_found(kind=Job.Kind.LOCK, found=following, now=now):
        job_run.delay_on_commit(Job.Kind.LOCK, object_id)


def jobs_send(kind: str) -> None:
    """Claim what is due of one kind of work, and send one task for each."""
    for object_id in jobs.jobs_claim(kind=kind, now=timezone.now()):
        job_run.delay_on_commit(kind, object_id)


def matches_send() -> None:
    """Claim matches that are due, and send one task for each."""
    for match_id in services.matches_claim_due(now=timezone.now(), worker=HOST):
        match_resolve.delay_on_commit(match_id)


@shared_task(
    soft_time_limit=trials.TASK_SECONDS,
    time_limit=trials.TASK_SECONDS + 10,
    acks_late=False,
    reject_on_worker_lost=False,
)
def trial_play(trial_id: int) -> None:
    """A few matches, and then to the end of the queue: whatever else is to be done comes first.

    The message of a trial that ends its worker does not come back, to end the next one. The tick tries it again much later.
    """
    if trials.trial_play(trial_id=trial_id):
        trial_play.delay_on_commit(trial_id)


def trials_send() -> None:
    """Go on with trials that nobody is busy with."""
    now = timezone.now()
    trials.trials_drop(now=now)
    for trial_id in trials.trials_claim(now=now):
        trial_play.delay_on_commit(trial_id)


def _guarded(find: Callable[[], object]) -> None:
    """Whatever goes wrong in finding one kind of work must not keep the others from being found."""
    try:
        find()
    except Exception:
        logger.exception("The tick could not look for work.")
