"""What things are called: skills, rows of tables, inducements and special rules by their id, as in the data of an edition."""

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

from engine.core.ruleset import DATA
from engine.core.yamlfile import read_yaml


@cache
def titles(edition: str) -> Mapping[str, str]:
    """Name by id. The bracket of a skill that has one is left out."""
    return {entry["id"]: entry["name"].partition(" (")[0] for entry in _entries(edition) if entry.get("name")}


@cache
def brackets(edition: str) -> Mapping[str, str]:
    """What stands in the brackets of the skills that have a value, with X for it: (X+)."""
    named = ((entry["id"], entry.get("name", "").partition(" (")) for entry in _entries(edition))
    return {id: f"({rest}" for id, (_, bracket, rest) in named if bracket}


def _entries(edition: str) -> Iterator[dict[str, Any]]:
    for file in ("skills", "tables", "inducements"):
        yield from _within(read_yaml(DATA / edition / f"{file}.yaml", dict))
    yield from read_yaml(DATA / edition / "rosters.yaml", dict)["special_rules"]


def _within(content: Any) -> Iterator[dict[str, Any]]:
    """Everything with an id, however deep."""
    if isinstance(content, dict):
        if "id" in content:
            yield content
        for value in content.values():
            yield from _within(value)
    elif isinstance(content, list):
        for value in content:
            yield from _within(value)
