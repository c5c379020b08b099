"""The next match, for pages of the layers below."""

from typing import Any

from django import template
from django.db.models import Q

from matches.models import Match
from matches.selectors import matches_seen

register = template.Library()


@register.simple_tag(takes_context=True)
def next_match(context: dict[str, Any], team: Any) -> Match | None:
    """The next match that a team has to play."""
    own = matches_seen(context["request"].user).filter(
        Q(fixture__home=team) | Q(fixture__away=team), resolved_at__isnull=True
    )
    return own.order_by("due_at", "pk").first()
