"""Small positions in the language of scenario files, for tests of what has no entry in a catalogue."""

from collections.abc import Iterable
from copy import deepcopy
from pathlib import Path
from typing import Any

from engine.core.dice import ScriptedDice
from engine.core.match import Match
from engine.core.ruleset import Ruleset
from engine.core.yamlfile import parse_yaml
from engine.rules.game import BloodBowl
from engine.rulesets import ruleset
from engine.scenario import Outcome, Reader, Scenario, play

HERE = Path("here.yaml")


def played(text: str) -> list[str]:
    """Plays a position, script and dice; what differs from `expect`."""
    content = {"skill": "bb2025.block", "cases": {"it": parse_yaml(text, HERE.name, dict)}}
    return play(Reader(HERE, content).scenario(), "it").differences


def match_of(text: str) -> tuple[Match, ScriptedDice]:
    """The match of a position, for a test that asks more of it than an expectation can."""
    content = {"skill": "bb2025.block", "cases": {"it": parse_yaml(text, HERE.name, dict) | {"expect": {"half": 1}}}}
    scenario: Scenario = Reader(HERE, content).scenario()
    outcome: Outcome = scenario.outcomes["it"]
    rules = ruleset("bb2025")
    rulings = rules.rulings()
    dice = ScriptedDice(outcome.dice)
    game = rules.new_game(rules.stage.sheets(None, outcome.position, rulings), dice, rulings)
    rules.stage.build(outcome.position, game)
    return Match(game, rules.play), dice


def sheet(key: str, **changes: Any) -> dict[str, Any]:
    return deepcopy(dict(ruleset("bb2025").standard_sheet(key))) | changes


def play_script(
    position: dict[str, Any],
    dice: Iterable[int],
    script: Iterable[dict[str, Any]] = (),
    rules: Ruleset | None = None,
) -> Match:
    """Play a script from a position of a scenario; all the dice have to be used."""
    rules = rules or ruleset("bb2025")
    rulings = rules.rulings()
    scripted = ScriptedDice(list(dice))
    game = rules.new_game(rules.stage.sheets(None, position, rulings), scripted, rulings)
    rules.stage.build(position, game)
    match = Match(game, rules.play)
    for step in script:
        ((question, answer),) = step.items()
        assert match.pending is not None
        assert match.pending.question.key == question
        match.choose(match.pending.question.read(answer, rules.stage.names(game), match.pending))
    scripted.finish()
    return match


def game_of(match: Match) -> BloodBowl:
    assert isinstance(match.game, BloodBowl)
    return match.game
