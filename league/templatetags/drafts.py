"""Drafts in words."""

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString

import engine
from league.drafting import Draft

register = template.Library()
SHAPES = {"open": "scheduled", "submitted": "locked", "returned": "failed", "approved": "finished"}  # as other states


@register.filter
def draft_roster(draft: Draft) -> str:
    return str(engine.ruleset(draft.ruleset).team_lists()[draft.document["roster"]])


@register.filter
def draft_title(draft: Draft) -> str:
    return draft.name or f"New {draft_roster(draft)} team"


@register.filter
def title_words(key: str) -> str:
    """A league or a god by name: old-world-classic → Old World Classic."""
    return key.replace("-", " ").title()


@register.simple_tag
def draft_state(draft: Draft) -> SafeString:
    """A state by word and shape."""
    label = str(draft.get_state_display())
    return format_html('<span class="chip" data-state="{}">{}</span>', SHAPES[draft.state], label.capitalize())
