"""Keywords of the data as sentences want them: with capital letters."""

from collections.abc import Mapping
from typing import Any

EVERYBODY = "all"


def with_keywords(skills: Mapping[str, Any]) -> dict[str, Any]:
    """Skills and what their brackets hold, where that is a keyword or several: Skaven, Big Guy."""
    return {key: keywords(value) if isinstance(value, str) else value for key, value in skills.items()}


def keywords(value: str) -> str:
    return value if value == EVERYBODY else value.replace("-", " ").title()
