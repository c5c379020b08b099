"""Scenario files as they are read: what they are about, in which editions they are played, and with what outcomes.

The format is described in docs/scenarios.md.
"""

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import Any

from engine.core.catalogue import RULE
from engine.core.errors import BadInput
from engine.core.ruleset import SCENARIOS, Ruleset
from engine.core.translation import Translation
from engine.core.yamlfile import line_numbers, parse_yaml, read_text
from engine.rulesets import ruleset

KINDS = {"ruling": "outcomes", "rule": "expect", "skill": "cases", "table": "cases"}  # and what comes of each
SHARED = {"title", "text", "also", "with", "sheets", "position", "team", "script", "dice", "expect"}
CASE_FIELDS = {"with", "position", "team", "script", "then", "dice", "expect"}
OUTCOME_FIELDS = {*CASE_FIELDS, "settings"}
ABOUT = re.compile(rf"^({'|'.join(KINDS)}): *(\S+)", re.MULTILINE)
ALSO = re.compile(r"^also:", re.MULTILINE)
NAMELESS = "a scenario names either a ruling or a rule (or a skill, or a row of a table)"


@dataclass(slots=True)
class Outcome:
    """What is played under one choice, with everything the file gives for it."""

    position: dict[str, Any]
    script: list[Any]
    dice: list[int]
    expect: dict[str, Any]
    overrides: dict[str, Any]
    sheets: Any
    team: dict[str, Any] | None = None  # instead of a position, for what happens between matches


@dataclass(slots=True)
class Scenario:
    path: Path
    ruleset: Ruleset
    kind: str  # ruling, rule, skill or table
    id: str
    title: str
    text: str
    source: str = ""  # what the file says, for the lines of complaints
    outcomes: dict[str, Outcome] = field(default_factory=dict)
    also: dict[str, "Scenario"] = field(default_factory=dict)  # the same in other editions, in their words

    @property
    def choices(self) -> tuple[str, ...]:
        return tuple(self.outcomes)

    @property
    def editions(self) -> "tuple[Scenario, ...]":
        return (self, *self.also.values())

    def nonsense(self, error: BadInput, part: str, choice: str) -> BadInput:
        """The complaint with the line of what it is about: in the outcome itself, or in the file's part of it."""
        place = (part, *getattr(error, "place", ()))
        homes = (("outcomes", choice), ("cases", choice), ())
        paths = ((*home, *place[:length]) for length in range(len(place), 0, -1) for home in homes)
        lines = line_numbers(self.source)
        line = next((lines[path] for path in paths if path in lines), 1)
        return BadInput(f"{self.path.name}: line {line}: {error}")


@dataclass(frozen=True, slots=True)
class Head:
    """What a file is about, and the editions in which it is played: first the one it is written for."""

    path: Path
    kind: str
    id: str
    editions: tuple[str, ...]


def heads() -> tuple[Head, ...]:
    return _heads(SCENARIOS)


@cache
def _heads(folder: Path) -> tuple[Head, ...]:
    """The heads of all files. Their YAML is left alone where possible: hundreds of files would take a second."""
    return tuple(_head(path) for path in sorted(folder.rglob("*.yaml")))


def _head(path: Path) -> Head:
    text = read_text(path)
    about = ABOUT.search(text)
    if about is None:
        raise BadInput(f"{path.name}: line 1: {NAMELESS}")
    kind, id = about.groups()
    also = load(path).also if ALSO.search(text) else ()
    return Head(path, kind, id, (id.partition(".")[0], *also))


def files(key: str) -> list[Path]:
    """All scenario files that are played in a ruleset: its own, and those of others that also hold for it."""
    return [head.path for head in heads() if key in head.editions]


def load(path: Path, edition: str = "") -> Scenario:
    """A file as it is played in an edition, or else in the one that it is written for."""
    text = read_text(path)
    scenario = Reader(path, parse_yaml(text, path.name, dict), text).scenario()
    played = {each.ruleset.key: each for each in scenario.editions}
    if edition and edition not in played:
        raise BadInput(f"{path.name}: is not played in {edition}, but in {', '.join(played)}")
    return played[edition or scenario.ruleset.key]


class Reader:
    """Makes a scenario of a file, and says the line where it makes no sense."""

    def __init__(self, path: Path, content: dict[str, Any], source: str = "") -> None:
        self.path = path
        self.content = content
        self.source = source

    def fail(self, message: str, *place: str | int) -> BadInput:
        return BadInput(f"{self.path.name}: line {line_numbers(self.source).get(place, 1)}: {message}")

    def scenario(self) -> Scenario:
        content = self.content
        kinds = [kind for kind in KINDS if kind in content]
        if len(kinds) != 1:
            raise self.fail(NAMELESS)
        kind = kinds[0]
        for name in content.keys() - SHARED - {kind, KINDS[kind]}:
            raise self.fail(f"a scenario about a {kind} has no field {name!r}", name)
        id = str(content[kind])
        try:
            rules = ruleset(id.partition(".")[0])
            choices = self._choices_of(rules, kind, id)
        except BadInput as error:
            raise self.fail(str(error), kind) from None
        self._check_sheets(rules.stage.teams)
        title, text = str(content.get("title", "")), str(content.get("text", ""))
        scenario = Scenario(self.path, rules, kind, id, title, text, self.source)
        scenario.outcomes = OUTCOMES[kind](self, id, choices)
        scenario.also = self._also(scenario)
        return scenario

    @staticmethod
    def _choices_of(rules: Ruleset, kind: str, id: str) -> Collection[str]:
        if kind in ("skill", "table"):
            _check_topic(rules, kind, id)
            return ()
        entry = rules.catalogue.entry(id)
        if entry.fixed != (kind == "rule"):
            raise BadInput(f"{id} is {'a fixed rule' if entry.fixed else 'an open point'}, not a {kind}")
        return entry.choices

    def _also(self, scenario: Scenario) -> dict[str, Scenario]:
        made: dict[str, Scenario] = {}
        for number, key in enumerate(self._part(list, "also", [])):
            if key in (scenario.ruleset.key, *made):
                raise self.fail(f"{key} is named already", "also", number)
            try:
                made[key] = inherited(scenario, ruleset(str(key)))
            except BadInput as error:
                raise self.fail(str(error), "also", number) from None
        return made

    def rule(self, id: str, choices: Collection[str]) -> dict[str, Outcome]:
        return {RULE: self._outcome({}, {}, ())}

    def ruling(self, id: str, choices: Collection[str]) -> dict[str, Outcome]:
        made = {}
        missing = "a ruling has outcomes, one for each choice"
        for choice, raw in self._several("outcomes", OUTCOME_FIELDS, missing):
            if choice not in choices:
                raise self.fail(f"{id} has no choice {choice!r}", "outcomes", choice)
            place = ("outcomes", choice)
            settings = self._part(dict, "settings", {}, raw, place)
            made[choice] = self._outcome(raw, {id: {"choice": choice, **settings} if settings else choice}, place)
        return made

    def cases(self, id: str, choices: Collection[str]) -> dict[str, Outcome]:
        missing = "a skill or a row of a table has cases: it works, it is refused, …"
        cases = self._several("cases", CASE_FIELDS, missing)
        return {name: self._outcome(raw, {}, ("cases", name)) for name, raw in cases}

    def _several(self, field: str, known: set[str], missing: str) -> Iterator[tuple[str, dict[str, Any]]]:
        several = self.content.get(field)
        if not isinstance(several, dict) or not several:
            raise self.fail(missing, field)
        for name, raw in several.items():
            if not isinstance(raw, dict) or raw.keys() - known:
                raise self.fail(f"one of the {field} has the fields {', '.join(sorted(known))}", field, name)
            yield name, raw

    def _outcome(self, raw: dict[str, Any], chosen: dict[str, Any], place: tuple[str, ...]) -> Outcome:
        position = self._part(dict, "position", {}) | self._part(dict, "position", {}, raw, place)
        script = self._part(list, "script", self._part(list, "script", []), raw, place)
        script = [*script, *self._part(list, "then", [], raw, place)]
        dice = self._part(list, "dice", self._part(list, "dice", []), raw, place)
        if not all(type(face) is int for face in dice):
            raise self.fail("dice are a list of numbers", *((*place, "dice") if "dice" in raw else ("dice",)))
        expect = self._part(dict, "expect", {}) | self._part(dict, "expect", {}, raw, place)
        if not expect:
            raise self.fail("nothing is expected here", *place)
        overrides = self._part(dict, "with", {}) | self._part(dict, "with", {}, raw, place) | chosen
        return Outcome(
            position, script, dice, expect, overrides, self.content.get("sheets", {}), self._team(raw, place)
        )

    def _team(self, raw: dict[str, Any], place: tuple[str, ...]) -> dict[str, Any] | None:
        """What an outcome has instead of a position, if it is about a team between matches."""
        if "team" not in self.content and "team" not in raw:
            return None
        for name, home in (("position", ()), ("position", place), ("sheets", ())):
            if name in (raw if home else self.content):
                raise self.fail(f"a team between matches has no {name}", *home, name)
        return {**self._part(dict, "team", {}), **self._part(dict, "team", {}, raw, place)}

    def _check_sheets(self, teams: Collection[str]) -> None:
        for side, team in self._part(dict, "sheets", {}).items():
            if side != "home" or team not in teams:
                raise self.fail(f"there is no team {team!r} for the {side} coach to take", "sheets", side)

    def _part(
        self, shape: type, name: str, otherwise: Any, raw: dict[str, Any] | None = None, place: tuple[str, ...] = ()
    ) -> Any:
        source = self.content if raw is None else raw
        value = source.get(name, otherwise)
        if not isinstance(value, shape):
            raise self.fail(f"{name} has to be a {'mapping' if shape is dict else 'list'}", *place, name)
        return value


def _check_topic(rules: Ruleset, kind: str, id: str) -> None:
    name = id.partition(".")[2]
    if kind == "skill" and name not in rules.skill_names():
        raise BadInput(f"no skill is called {id!r}")
    if kind == "table" and tuple(name.split(".")) not in rules.table_rows():
        raise BadInput(f"no row of a table is called {id!r}")


def inherited(scenario: Scenario, rules: Ruleset) -> Scenario:
    """The scenario in another edition: about the same skill, row or point, in the words of that edition's catalogue."""
    translation = Translation(scenario.ruleset.catalogue, rules.catalogue, rules.key)
    if scenario.kind in ("skill", "table"):
        kind, id = scenario.kind, f"{rules.key}.{scenario.id.partition('.')[2]}"
        _check_topic(rules, kind, id)
        chosen = {choice: choice for choice in scenario.choices}
    else:
        kind, id, chosen = _same_point(scenario, rules, translation)
    made = replace(scenario, ruleset=rules, kind=kind, id=id, also={})
    made.outcomes = {choice: _translated(translation, scenario.outcomes[own]) for choice, own in chosen.items()}
    return made


def _same_point(scenario: Scenario, rules: Ruleset, translation: Translation) -> tuple[str, str, dict[str, str]]:
    """What the file is about in the other edition, and each choice there with the outcome that shows it."""
    entry, point = translation.entry(scenario.id), scenario.ruleset.catalogue.entry(scenario.id).point
    if entry is None and point not in rules.catalogue.settled:
        raise BadInput(f"{rules.key} does not decide the point {point} of {scenario.id}")
    if scenario.kind == "rule":
        chosen = {RULE: RULE} if entry is not None and entry.fixed else {}
    else:
        chosen = translation.choices(scenario.id, scenario.choices)
    if not chosen:
        raise BadInput(f"{rules.key} decides the point {point} of {scenario.id} with no choice that the file shows")
    if entry is None:
        return "rule", f"{rules.key}.{point}", chosen
    return "rule" if entry.fixed else "ruling", entry.id, chosen


def _translated(translation: Translation, outcome: Outcome) -> Outcome:
    overrides = translation.overrides(outcome.overrides)
    return replace(outcome, overrides=overrides, expect=translation.words(outcome.expect))


OUTCOMES = {"rule": Reader.rule, "ruling": Reader.ruling, "skill": Reader.cases, "table": Reader.cases}
