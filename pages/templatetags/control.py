"""How the pages of measures show what changes."""

from datetime import datetime
from typing import Any

from django import template

from teams.templatetags.display import when

register = template.Library()


@register.simple_tag
def ripple_value(text: str) -> Any:
    """A moment as pages show them, anything else as it is."""
    try:
        return when(datetime.fromisoformat(text)) if "T" in text else text or "…"
    except ValueError:
        return text


@register.filter
def as_sentence(reason: str) -> str:
    """What somebody gave as a reason, with an end where something follows."""
    return reason if reason.endswith((".", "!", "?", "…")) else f"{reason}."
