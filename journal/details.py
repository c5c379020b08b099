"""The data of a log row as lines for people: what was there before and what is there now."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

OLD_AND_NEW = {"old", "new"}


@dataclass(frozen=True)
class Line:
    key: str  # may be empty, where the summary says what it is about
    new: str
    old: str | None = None  # None where the row tells of no change


def details(data: Mapping[str, Any]) -> list[Line]:
    return list(_lines("", data))


def _lines(key: str, value: Any) -> Iterator[Line]:
    if isinstance(value, Mapping) and set(value) == OLD_AND_NEW:
        yield from _changes(key, value["old"], value["new"])
    elif isinstance(value, Mapping):
        for name, each in value.items():
            yield from _lines(name, each)
    elif value not in (None, "", []):
        yield Line(key, text(value))


def _changes(key: str, old: Any, new: Any) -> Iterator[Line]:
    """Where both are tables, only the rows that differ."""
    if old == new:
        return
    if not (isinstance(old, Mapping) and isinstance(new, Mapping)):
        yield Line(key, text(new), text(old))
        return
    for name in dict.fromkeys([*old, *new]):
        yield from _changes(name, old.get(name), new.get(name))


def text(value: Any) -> str:
    if value is None or value in ("", [], {}):
        return "nothing"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Mapping):
        return ", ".join(f"{name}: {text(each)}" for name, each in value.items())
    if isinstance(value, list):
        return ", ".join(map(text, value))
    return str(value)
