"""Reading game plans. They are for coaches of the team alone until the match is over; whoever calls this has seen to that."""

from collections.abc import Mapping
from typing import Any

from django.db.models import F, Q, QuerySet

from teams.models import GamePlan, Team


def plans_of(team: Team) -> QuerySet[GamePlan]:
    """All plans of a team: the one for every match first, then by opponent, then by match."""
    return team.game_plans.select_related("opponent", "team").order_by(
        F("match").asc(nulls_first=True), F("opponent__name").asc(nulls_first=True), "pk"
    )


def plan_of(team: Team, *, opponent: Team | None = None, match: int | None = None) -> GamePlan | None:
    """The plan for exactly this."""
    return team.game_plans.filter(opponent=opponent, match=match).first()


def plans_in_force(pairs: Mapping[Team, Team], match: int) -> dict[int, GamePlan]:
    """The most specific plan of each team against its opponent in a match, by the team's id."""
    opponents = {team.pk: opponent.pk for team, opponent in pairs.items()}
    found = GamePlan.objects.filter(Q(match=None) | Q(match=match), team__in=opponents)
    fitting = (plan for plan in found if plan.opponent_id in (None, opponents[plan.team_id]))
    return {plan.team_id: plan for plan in sorted(fitting, key=lambda plan: plan.specific)}


def names_of(team: Team, players: set[str]) -> dict[str, str]:
    """The names of players by their ids in plans, of those as well who have left."""
    members = [int(player) for player in players if player.isdecimal() and len(player) < 10]
    return {str(member): name for member, name in _named(team, members)} if members else {}


def _named(team: Team, members: list[int]) -> Any:
    return team.players.filter(member__in=members).values_list("member", "name")
