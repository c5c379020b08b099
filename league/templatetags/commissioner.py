"""Whether a page shows what those who run a league can do."""

from typing import Any

from django import template

from league.log.selectors import league_of_team
from league.models import League
from league.permissions import May, powers

register = template.Library()
KEPT = "powers_over_teams"  # on the request, since a page asks more than once


@register.simple_tag(takes_context=True)
def acts_for(context: dict[str, Any], team: Any) -> bool:
    """The reader runs the league that the team plays in."""
    return May.RULE in _powers_over(context["request"], team)[1]


@register.simple_tag(takes_context=True)
def log_of(context: dict[str, Any], team: Any) -> League | None:
    """The league in whose log the reader finds the team."""
    league, can = _powers_over(context["request"], team)
    return league if May.READ_LOG in can else None


def _powers_over(request: Any, team: Any) -> tuple[League | None, frozenset[May]]:
    if not request.user.is_authenticated:
        return None, frozenset()
    kept = request.__dict__.setdefault(KEPT, {})
    if team.pk not in kept:
        league = league_of_team(team)
        kept[team.pk] = league, powers(request.user, league) if league else frozenset()
    found: tuple[League | None, frozenset[May]] = kept[team.pk]
    return found
