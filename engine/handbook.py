"""What skills and the rows of dice tables do, in words, and the scenario files that play anything a game has a name for."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from engine.core.ruleset import DATA, Ruleset
from engine.core.yamlfile import read_yaml
from engine.rulesets import ruleset
from engine.scenario import heads, load

ENDLESS = 99  # the upper end of a roll that has none


@dataclass(frozen=True, slots=True)
class Topic:
    """A skill or a row of a table."""

    kind: str  # skill or table, as in scenario files
    id: str  # as there, without the ruleset: pile-driver, weather.blizzard
    name: str
    group: str  # the category of the skill, or the table
    text: str
    marks: tuple[str, ...]  # active, elite…, or what is rolled


@cache
def topics(key: str) -> tuple[Topic, ...]:
    rules = ruleset(key)
    return (*_skills(rules), *_rows(rules))


@cache
def played(key: str) -> Mapping[tuple[str, str], tuple[Path, ...]]:
    """Scenario files by kind and id, as this ruleset calls what they are about."""
    found: dict[tuple[str, str], tuple[Path, ...]] = {}
    for head in heads():
        own, *others = head.editions
        if key == own:
            about = head.kind, head.id
        elif key in others:
            about = (inherited := load(head.path, key)).kind, inherited.id
        else:
            continue
        found[about] = (*found.get(about, ()), head.path)
    return found


def _skills(rules: Ruleset) -> Iterator[Topic]:
    lists = [each for each in _data(rules, "skills.yaml").values() if isinstance(each, list)]
    for each in (each for listed in lists for each in listed):
        marks = [each["mode"], *(mark for mark in ("compulsory", "elite") if each[mark])]
        yield Topic("skill", each["id"], each["name"], each["category"], each["effect"], tuple(marks))


def _rows(rules: Ruleset) -> Iterator[Topic]:
    tables = _data(rules, "tables.yaml")
    for kind, id in rules.table_rows():
        table: dict[str, Any] = next(
            (each for name, each in tables.items() if name.replace("_", "-").startswith(kind)), {}
        )
        rows = table.get("results") or table.get("normal", ())  # what is normal has exceptions, told elsewhere
        row: dict[str, Any] = next((each for each in rows if _row_id(each) == id), {})
        roll = f"{table['dice']}: {_roll(row['roll'])}" if row else ""
        name, text = row.get("name") or id.replace("-", " ").capitalize(), row.get("effect", "")
        yield Topic("table", f"{kind}.{id}", name, kind, text, (roll,) if roll else ())


def _row_id(row: Mapping[str, Any]) -> str:
    return str(row.get("id") or row.get("result", "")).replace("_", "-")


def _roll(given: Any) -> str:
    """One number, or several of which the ends count."""
    if not given:
        return ""
    faces = given if isinstance(given, list) else [given]
    low, high = min(faces), max(faces)
    return f"{low} or more" if high == ENDLESS else str(low) if low == high else f"{low} to {high}"


def _data(rules: Ruleset, name: str) -> dict[str, Any]:
    path = DATA / (rules.edition.data if rules.edition else rules.key) / name
    return read_yaml(path, dict) if path.exists() else {}
