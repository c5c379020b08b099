"""Whether a page shows what a commissioner can do."""

from typing import Any

from django import template

from league.acting import may_act

register = template.Library()


@register.simple_tag(takes_context=True)
def acts_for(context: dict[str, Any], team: Any) -> bool:
    """The reader runs a league that the team plays in."""
    return may_act(context["request"].user, team)
