"""Rulings in words."""

from collections.abc import Iterable
from typing import Any

from django import template

from engine.handbook import topics
from league.rulings import profile_name

register = template.Library()
register.filter("profile", profile_name)


@register.filter
def profiles(keys: Iterable[str]) -> str:
    return ", ".join(map(profile_name, keys))


@register.filter
def describes(ruleset: Any, kind: str) -> bool:
    """Whether there are pages about the skills or tables of a game."""
    return any(topic.kind == kind for topic in topics(ruleset.key))


@register.filter
def choice_in(entry: Any, profile: str) -> str:
    return str(entry.choice_in(profile))
