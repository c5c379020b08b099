"""Scenario files: a position, scripted dice and choices, and what must come of it for each choice of a ruling.

The format is described in docs/scenarios.md. A ruleset's *stage* knows how its positions and answers are written; this
module knows files, outcomes and differences.
"""

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import Any, Protocol

from engine.core.catalogue import RULE
from engine.core.dice import ScriptedDice
from engine.core.errors import BadInput, IllegalChoice, ScriptExhausted
from engine.core.expectations import SIDE_NAMES, Speaks, refused
from engine.core.game import Game
from engine.core.match import Match
from engine.core.ruleset import SCENARIOS, Ruleset, Sheet
from engine.core.ruling import Rulings
from engine.core.translation import Translation
from engine.core.yamlfile import line_numbers, parse_yaml, read_text
from engine.rulesets import ruleset

KINDS = ("ruling", "rule", "skill", "table")
SHARED = {"title", "text", "with", "sheets", "position", "team", "script", "dice", "expect"}
FIELDS = {*KINDS, *SHARED, "also", "outcomes", "cases"}
OUTCOME_FIELDS = {"settings", "with", "position", "team", "script", "then", "dice", "expect"}
ABOUT = re.compile(rf"^({'|'.join(KINDS)}): *(\S+)", re.MULTILINE)
ALSO = re.compile(r"^also:", re.MULTILINE)
NAMELESS = "a scenario names either a ruling or a rule (or a skill, or a row of a table)"


class Stage(Speaks, Protocol):
    """How scenario files of one game speak."""

    def sheets(self, spec: Any, position: Mapping[str, Any], rulings: Rulings) -> tuple[Sheet, Sheet]: ...
    def build(self, spec: Mapping[str, Any], game: Any) -> None: ...
    def start(self, game: Any) -> list[dict[str, Any]]: ...
    def differences(self, expect: Mapping[str, Any], match: Match, rulings: Rulings) -> list[str]: ...


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


@dataclass(slots=True)
class Played:
    sheets: tuple[Sheet, ...]  # none, where a team between matches is played
    rulings: Rulings
    start: list[dict[str, Any]]
    events: list[dict[str, Any]]
    differences: list[str]
    seen: set[str]  # skills and rulings that came into play

    @property
    def passed(self) -> bool:
        return not self.differences


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
        for name in content.keys() - FIELDS:
            raise self.fail(f"a scenario has no field {name!r}", name)
        kinds = [kind for kind in KINDS if kind in content]
        if len(kinds) != 1:
            raise self.fail(NAMELESS)
        kind = kinds[0]
        id = str(content[kind])
        try:
            rules = ruleset(id.partition(".")[0])
            choices = self._choices_of(rules, kind, id)
        except BadInput as error:
            raise self.fail(str(error), kind) from None
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
        if "outcomes" in self.content:
            raise self.fail("a rule has one outcome: give it as expect", "outcomes")
        return {RULE: self._outcome({}, {}, ())}

    def ruling(self, id: str, choices: Collection[str]) -> dict[str, Outcome]:
        made = {}
        for choice, raw in self._several("outcomes", "a ruling has outcomes, one for each choice"):
            if choice not in choices:
                raise self.fail(f"{id} has no choice {choice!r}", "outcomes", choice)
            value = {"choice": choice, **raw["settings"]} if "settings" in raw else choice
            made[choice] = self._outcome(raw, {id: value}, ("outcomes", choice))
        return made

    def cases(self, id: str, choices: Collection[str]) -> dict[str, Outcome]:
        cases = self._several("cases", "a skill or a row of a table has cases: it works, it is refused, …")
        return {name: self._outcome(raw, {}, ("cases", name)) for name, raw in cases}

    def _several(self, field: str, missing: str) -> Iterator[tuple[str, dict[str, Any]]]:
        several = self.content.get(field)
        if not isinstance(several, dict) or not several:
            raise self.fail(missing, field)
        for name, raw in several.items():
            if not isinstance(raw, dict) or raw.keys() - OUTCOME_FIELDS:
                raise self.fail(f"an outcome has the fields {', '.join(sorted(OUTCOME_FIELDS))}", field, name)
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
        team = None
        if "team" in self.content or "team" in raw:
            team = self._part(dict, "team", {}) | self._part(dict, "team", {}, raw, place)
        return Outcome(position, script, dice, expect, overrides, self.content.get("sheets"), team)

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


def play(scenario: Scenario, choice: str) -> Played:
    """Play the script of one choice and compare what comes of it."""
    return run(scenario, scenario.outcomes[choice], choice)


def run(scenario: Scenario, outcome: Outcome, choice: str) -> Played:
    """Play an outcome's script under a choice, which may be another one than it was written for."""
    rules = scenario.ruleset
    overrides = dict(outcome.overrides)
    if scenario.kind == "ruling":
        given = overrides.get(scenario.id)
        written_for = given["choice"] if isinstance(given, dict) else given
        overrides[scenario.id] = given if written_for == choice else choice
    try:
        rulings = rules.rulings(overrides=overrides)
    except BadInput as error:
        raise scenario.nonsense(error, "with", choice) from None
    if outcome.team is not None:
        return _play_team(scenario, outcome, outcome.team, rulings, choice)
    stage: Stage = rules.stage
    try:
        sheets = stage.sheets(outcome.sheets, outcome.position, rulings)
        dice = ScriptedDice(outcome.dice)
        game = rules.new_game(sheets, dice, rulings)
        stage.build(outcome.position, game)
        game.seen = set()
        start = stage.start(game)
    except BadInput as error:
        raise scenario.nonsense(error, "position", choice) from None
    differences = _differences(scenario, outcome, choice, (game, dice, rulings))
    events = [event.to_json() for event in game.events]
    return Played(sheets, rulings, start, events, differences, game.seen)


def _play_team(scenario: Scenario, outcome: Outcome, team: dict[str, Any], rulings: Rulings, choice: str) -> Played:
    """The requests of a team between matches, each granted or refused."""
    campaign = scenario.ruleset.campaign
    if campaign is None:
        raise scenario.nonsense(
            BadInput(f"teams of {scenario.ruleset.title} have no life between matches"), "team", choice
        )
    dice, part = ScriptedDice(outcome.dice), "team"
    try:
        script = campaign.scenario(campaign, team, rulings, dice)
        part = "script"
        for number, step in enumerate(outcome.script, start=1):
            script.request(number, step)
        part = "expect"
        dice.finish()
        differences = script.differences(outcome.expect)
    except ScriptExhausted as error:
        differences = [str(error)]
    except BadInput as error:
        raise scenario.nonsense(error, part, choice) from None
    return Played((), rulings, [], script.events, differences, script.seen)


def _differences(
    scenario: Scenario, outcome: Outcome, choice: str, made: tuple[Game[Any], ScriptedDice, Rulings]
) -> list[str]:
    game, dice, rulings = made
    stage: Stage = scenario.ruleset.stage
    match = None
    try:
        match = Match(game, scenario.ruleset.play)
        for number, step in enumerate(outcome.script, start=1):
            _answer(stage, match, step, number)
        asked = match.pending
        dice.finish(f"{SIDE_NAMES[asked.side]} {asked.question.key}" if asked else "")
        return stage.differences(outcome.expect, match, rulings)
    except (ScriptExhausted, IllegalChoice) as error:
        return [str(error)]
    except BadInput as error:
        raise scenario.nonsense(error, "expect", choice) from None
    finally:
        if match is not None:
            match.close()


def _answer(stage: Stage, match: Match, step: Any, number: int) -> None:
    """Give the answer of one step, which names the question it answers: {activate: W-RB}, {away place-ball: r9c8}."""
    if not isinstance(step, dict) or len(step) != 1:
        raise IllegalChoice(f"step {number}: a step is one question and its answer")
    ((key, answer),) = step.items()
    side, _, question = str(key).rpartition(" ")
    pending = match.pending
    if pending is None:
        raise IllegalChoice(f"step {number}: the match is over, and the script answers {key!r}")
    asked = f"{SIDE_NAMES[pending.side]} {pending.question.key}"
    if question != pending.question.key or (side and f"{side} {question}" != asked):
        raise IllegalChoice(f"step {number}: the match asks {asked!r}, and the script answers {key!r}")
    try:
        choice = pending.question.read(answer, stage.names(match.game), pending)
        if refusal := refused(stage, match, answer, choice):
            raise IllegalChoice(refusal)
        match.choose(choice)
    except BadInput as error:
        raise IllegalChoice(f"step {number}: {error}") from None
