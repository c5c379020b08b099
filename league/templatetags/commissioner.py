"""Whether a page shows what a commissioner can do."""

from typing import Any

from django import template

from league.commissioner.services import may_act
from league.log.selectors import league_of_team
from league.models import League
from league.permissions import May, may

register = template.Library()


@register.simple_tag(takes_context=True)
def acts_for(context: dict[str, Any], team: Any) -> bool:
    """The reader runs a league that the team plays in."""
    return may_act(context["request"].user, team)


@register.simple_tag(takes_context=True)
def log_of(context: dict[str, Any], team: Any) -> League | None:
    """The league in whose log the reader finds the team."""
    user = context["request"].user
    league = league_of_team(team) if user.is_authenticated else None
    return league if league and may(user, league, May.READ_LOG) else None
