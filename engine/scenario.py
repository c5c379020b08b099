"""Scenarios: a position, scripted dice and choices, and what must come of it for each choice of a ruling.

A ruleset's *stage* knows how its positions and answers are written; `scenario_file` knows files; this module plays them.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from engine.core.dice import ScriptedDice
from engine.core.errors import BadInput, IllegalChoice, ScriptExhausted
from engine.core.expectations import SIDE_NAMES, Speaks, refused
from engine.core.game import Game
from engine.core.match import Match
from engine.core.ruleset import Sheet
from engine.core.ruling import Rulings
from engine.scenario_file import Head, Outcome, Reader, Scenario, files, heads, load

__all__ = ["Head", "Outcome", "Played", "Reader", "Scenario", "Stage", "files", "heads", "load", "play", "run"]


class Stage(Speaks, Protocol):
    """How scenario files of one game speak."""

    @property
    def teams(self) -> Collection[str]: ...  # that the home coach may take, where a game brings its own
    def sheets(self, spec: Any, position: Mapping[str, Any], rulings: Rulings) -> tuple[Sheet, Sheet]: ...
    def build(self, spec: Mapping[str, Any], game: Any) -> None: ...
    def start(self, game: Any) -> list[dict[str, Any]]: ...
    def differences(self, expect: Mapping[str, Any], match: Match, rulings: Rulings) -> list[str]: ...


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
