"""A superuser acts for a league that somebody else runs: with a reason that goes into every row of the log, and not for long."""

from datetime import timedelta

from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from accounts.models import User
from accounts.text import longest_of
from journal.errors import Refused
from journal.reasons import reason_or_refuse
from journal.services import record
from league.models import League
from league.people import Intervention
from league.permissions import is_superuser, owns_league

LASTS = timedelta(hours=1)
LONGEST = longest_of(Intervention, "reason")


@transaction.atomic
def intervention_open(*, actor: User, league: League, reason: str) -> Intervention:
    """Until it ends, the superuser may do what the commissioner may. Another one takes the place of one that is open."""
    if not is_superuser(actor):
        raise PermissionDenied("Only a superuser may act for a league.")
    league = League.objects.select_for_update(no_key=True).get(pk=league.pk)
    if owns_league(actor, league):
        raise Refused("own-league", f"You run the {league} yourself.")
    reason = checked_reason(reason)
    now = timezone.now()
    _unended(actor, league).update(ended_at=now)
    opened = Intervention.objects.create(league=league, user=actor, reason=reason, opened_at=now, until=now + LASTS)
    summary = f"{actor} acts for the {league}."
    record(actor=actor, action="league.intervention-opened", target=league, summary=summary)
    return opened


@transaction.atomic
def intervention_end(*, actor: User, league: League) -> None:
    """Ending what is over already changes nothing."""
    league = League.objects.select_for_update(no_key=True).get(pk=league.pk)
    running = _unended(actor, league).filter(until__gt=timezone.now())
    if running.exists():
        summary = f"{actor} no longer acts for the {league}."
        record(actor=actor, action="league.intervention-ended", target=league, summary=summary)
    _unended(actor, league).update(ended_at=timezone.now())


def checked_reason(reason: str) -> str:
    return reason_or_refuse(reason, LONGEST, "Give the reason: it stands in the log of the league.")


def _unended(actor: User, league: League) -> QuerySet[Intervention]:
    return Intervention.objects.filter(league=league, user=actor, ended_at__isnull=True)
