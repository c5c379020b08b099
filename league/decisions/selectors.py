"""Every read of decisions, with a fixed number of queries."""

from typing import Any

from django.db.models import F, QuerySet

from accounts.models import User
from league.models import League
from league.people import Decision
from league.permissions import GRANTED, May, leagues_where

DECIDING = [role for role, granted in GRANTED.items() if May.RULE in granted]


def decisions_of(league: League) -> QuerySet[Decision]:
    """All of a league, the open ones first, then the newest."""
    found = Decision.objects.filter(league=league).select_related("proposer", "decider")
    return found.order_by(F("decided_at").desc(nulls_first=True), "-pk")


def decisions_waiting(user: Any) -> QuerySet[Decision]:
    """What others have proposed in the leagues for which the user decides."""
    open_ones = Decision.objects.filter(state=Decision.State.PROPOSED, league__in=leagues_where(user, May.RULE))
    return open_ones.exclude(proposer_id=user.pk).select_related("league", "proposer").order_by("pk")


def deciders_of(league: League) -> list[User]:
    """Who could confirm a decision: the owner and the commissioners."""
    staff = league.staff.filter(accepted_at__isnull=False, role__in=DECIDING).select_related("user")
    return [league.commissioner, *(each.user for each in staff)]
