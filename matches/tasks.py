"""What wakes workers up. Tasks fetch nothing themselves: they call services, and losing one costs only time."""

import socket

from celery import shared_task
from django.utils import timezone

from league.terms import off_seasons_open
from matches import services
from teams.sequences import sequences_finish_overdue


@shared_task
def tick() -> None:
    """Sent by beat every few seconds."""
    sequences_finish_overdue(now=timezone.now())
    off_seasons_open()
    matches_send()


@shared_task(acks_late=True, reject_on_worker_lost=True)
def match_resolve(match_id: int) -> None:
    services.match_resolve(match_id=match_id)
    matches_send()  # the teams' next match may be overdue and was waiting for this one


def matches_send() -> None:
    """Lock what is due soon, claim what is due, and send one task for each claim."""
    now = timezone.now()
    services.matches_lock_due(now=now)
    for match_id in services.matches_claim_due(now=now, worker=socket.gethostname()):
        match_resolve.delay_on_commit(match_id)
