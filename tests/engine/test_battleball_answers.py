"""What the planner of Battleball answers to questions that only some leagues and some moments ask."""

from typing import Any

import pytest

from engine.coaches.battleball import BattleballPlanner
from engine.core.decisions import Decision, Listed, Options
from engine.core.dice import ScriptedDice
from engine.rulesets import ruleset
from engine.rulesets.battleball.setup import OnePlacement, reserves

RULES = ruleset("battleball")
FEW: dict[str, Any] = {"pieces": {"W-RB": "r10c8", "B-RB": "r20c8"}}


def bout(position: dict[str, Any]) -> Any:
    rulings = RULES.rulings()
    game = RULES.new_game(RULES.stage.sheets({}, position, rulings), ScriptedDice([]), rulings)
    RULES.stage.build(position, game)
    return game


def answer(game: Any, key: str, options: Options) -> Any:
    return BattleballPlanner("answers").choose(Decision(RULES.questions[key], 0, options), game)[0]


@pytest.mark.parametrize(
    ("key", "position", "offered", "expected"),
    [
        ("token", FEW, ["r11c8", "r19c8"], "r19c8"),  # in their way
        ("step-back-on", FEW, ["r31c1", "r31c8"], "r31c8"),
        ("step-back-on", {"pieces": {"W-RB": "r10c8", "B-RB": "r30c8"}}, ["r31c8", "r31c1"], "r31c1"),  # beside nobody
    ],
)
def test_spaces_are_chosen_to_our_advantage(
    key: str, position: dict[str, Any], offered: list[str], expected: str
) -> None:
    game = bout(position)
    names = RULES.stage.names(game)
    assert names.square(answer(game, key, Listed([names.find_square(each) for each in offered]))) == expected


def test_the_team_rule_that_helps_most_is_taken() -> None:
    assert answer(bout(FEW), "team-rule", Listed(["drilled-passing", "iron-wall", "long-strides"])) == "long-strides"


def test_players_are_placed_one_by_one_and_the_heavy_tackle_first() -> None:
    game = bout(FEW | {"others": "reserve"})
    order = []
    while reserves(game, 0):
        options = OnePlacement(game, 0)
        id, square = answer(game, "place", options)
        assert options.refusal((id, square)) is None
        order.append(game.state.pieces[id].abbr)
        game.put(game.state.pieces[id], square)
    assert order[0] == "HT"
    assert len(order) == len(game.standing(0)) - 1
