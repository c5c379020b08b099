"""Every write to standing orders."""

from typing import Any

from django.core.exceptions import PermissionDenied
from django.db import transaction

from accounts.models import User
from engine.campaign import Refusal
from journal.errors import Refused
from journal.services import record
from teams.ledger.services import locked_team, team_club
from teams.models import Team
from teams.permissions import is_coach


@transaction.atomic
def team_orders_set(*, actor: User, team: Team, given: dict[str, Any]) -> Team:
    """Change the standing orders."""
    if not is_coach(actor, team):
        raise PermissionDenied(f"Only a coach of {team} may do that.")
    team = locked_team(team)
    try:
        team.campaign.orders.check(given, team_club(team))
    except Refusal as refusal:
        raise Refused(refusal.code, str(refusal), rule=refusal.rule) from refusal
    old, team.orders = team.orders, given
    team.save(update_fields=["orders"])
    summary = f"{actor} changed the standing orders of {team}."
    record(actor=actor, action="team.orders", target=team, summary=summary, data={"old": old, "new": given})
    return team
