"""Rulings in words."""

import re
from collections.abc import Iterable
from functools import cache, lru_cache
from typing import Any

from django import template

from engine.handbook import topics
from league.rulings.selectors import profile_name
from teams.templatetags.display import words

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
@lru_cache(maxsize=4096)
def choice_words(key: str, ruleset: str) -> str:
    """A choice or a case by name: denied-by-iron-hard-skin → Denied by Iron Hard Skin."""
    names = _skills(ruleset)
    pattern = r"\b(" + "|".join(map(re.escape, names)) + r")\b"
    return re.sub(pattern, lambda found: names.get(found[0].lower(), found[0]), words(key), flags=re.IGNORECASE)


@cache
def _skills(ruleset: str) -> dict[str, str]:
    """Names of skills by their words. Those of a single word are words of the language too, and left as they are."""
    skills = [topic for topic in topics(ruleset) if topic.kind == "skill" and "-" in topic.id]
    return {words(topic.id).lower(): topic.name.partition(" (")[0] for topic in skills}


@register.filter
def subject(entry: Any) -> str:
    """What an entry is about: the name of its skill, or its area."""
    return _areas(entry.id.partition(".")[0]).get(entry.area) or words(entry.subject)


@cache
def _areas(ruleset: str) -> dict[str, str]:
    """Names of the areas that are about one skill."""
    return {f"skill:{topic.id}": topic.name for topic in topics(ruleset)}
