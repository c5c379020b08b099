"""Rulings in words."""

from collections.abc import Iterable
from typing import Any

from django import template

from engine.handbook import topics
from league.rulings import profile_name
from teams.templatetags.chalk import words

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


@register.filter
def subject(entry: Any) -> str:
    """What an entry is about: the name of its skill, or its area."""
    names = {f"skill:{topic.id}": topic.name for topic in topics(entry.id.partition(".")[0])}
    return names.get(entry.area) or words(entry.subject)
