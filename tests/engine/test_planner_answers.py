"""What the planner of Blood Bowl answers where a skill, a prayer or a kick-off event asks."""

from typing import Any

import pytest

from engine.coaches.bloodbowl import BloodBowlPlanner
from engine.coaches.classic.view import Plan
from engine.core.decisions import Decision, Listed
from engine.rules.game import BloodBowl
from engine.rules.scenario.answers import find
from engine.rulesets import ruleset
from tests.engine.positions import game_of, match_of, play_script

QUESTIONS = ruleset("bb2025").questions
ABOUT = ("player", "mate", "target")  # players, who are named in the cases
# Question, position, what may be answered, what is, what the question is about.
CASES: dict[str, tuple[str, str, list[Any], Any, dict[str, Any]]] = {
    "bites who lies down": (
        "bite",
        '{home: {A: "9,8", T: "10,8", U: "9,9"}, away: {x: "20,8"}, prone: [U]}',
        ["nobody", "T", "U"],
        "U",
        {"player": "A"},
    ),
    "does not bite who has the ball": (
        "bite",
        '{home: {A: "9,8", T: "10,8"}, away: {x: "20,8"}, ball: T}',
        ["nobody", "T"],
        "nobody",
        {"player": "A"},
    ),
    "lashes out at who has acted": (
        "lash-out",
        '{home: {A: "9,8", B: "10,8", C: "9,9"}, away: {x: "20,8"}, used: [C]}',
        ["B", "C"],
        "C",
        {"player": "A"},
    ),
    "spares the ball carrier": (
        "lash-out",
        '{home: {A: "9,8", B: "10,8", C: "9,9"}, away: {x: "20,8"}, used: [C], ball: C}',
        ["B", "C"],
        "B",
        {"player": "A"},
    ),
    "stays with the action beside a Thrall": (
        "change-to-move",
        '{home: {A: "9,8", T: "10,8"}, away: {x: "20,8"}, keywords: {T: [thrall]}}',
        [True, False],
        False,
        {"player": "A"},
    ),
    "goes to a Thrall": (
        "change-to-move",
        '{home: {A: "9,8", T: "13,8"}, away: {x: "20,8"}, keywords: {T: [thrall]}}',
        [True, False],
        True,
        {"player": "A"},
    ),
    "acts all the same where no Thrall is near": (
        "change-to-move",
        '{home: {A: "2,8", T: "25,8"}, away: {x: "20,1"}, keywords: {T: [thrall]}}',
        [True, False],
        False,
        {"player": "A"},
    ),
    "throws a bomb among them": (
        "bomb-target",
        '{home: {A: "9,8", B: "12,8"}, away: {x: "12,9", y: "12,11", z: "13,11"}}',
        ["12,9", "12,11"],
        "12,11",
        {"player": "A"},
    ),
    "aims a bomb rather than heave it": (
        "bomb-way",
        '{home: {A: "9,8"}, away: {x: "12,9"}}',
        ["bomb", "hail-mary-pass"],
        "bomb",
        {"player": "A"},
    ),
    "burns them and not us": (
        "fireball",
        '{home: {A: "9,8", B: "9,9"}, away: {x: "9,7", y: "20,8", z: "20,9"}}',
        ["9,7", "20,8", "1,1"],
        "20,8",
        {},
    ),
    "swings at opponents": (
        "facing",
        '{home: {A: "9,8", B: "8,8"}, away: {x: "10,8"}}',
        ["north", "south", "east", "west", "end"],
        "east",
        {"player": "A", "rush": False},
    ),
    "swings no farther than without a Rush": (
        "facing",
        '{home: {A: "9,8"}, away: {x: "10,8"}}',
        ["north", "south", "east", "west", "end"],
        "end",
        {"player": "A", "rush": True},
    ),
    "stops among its own": (
        "facing",
        '{home: {A: "9,8", B: "8,7", C: "10,9", D: "8,9", E: "10,7"}, away: {x: "20,8"}}',
        ["north", "south", "east", "west", "end"],
        "end",
        {"player": "A", "rush": False},
    ),
    "the best hands catch first": (
        "first-catcher",
        '{home: {A: "9,8", B: "9,9"}, away: {x: "10,9"}, stats: {B: {ag: 2}, x: {ag: 1}}}',
        ["A", "B", "x"],
        "B",
        {},
    ),
    "their worst hands catch first": (
        "first-catcher",
        '{home: {A: "1,1"}, away: {x: "10,9", y: "10,8"}, stats: {x: {ag: 2}}}',
        ["x", "y"],
        "y",
        {},
    ),
    "runs on with the ball": (
        "hit-and-run",
        '{home: {A: "9,8"}, away: {x: "12,12"}, ball: A}',
        ["8,8", "10,7"],
        "10,7",
        {"player": "A"},
    ),
    "runs to the ball": (
        "hit-and-run",
        '{home: {A: "9,8"}, away: {x: "12,12"}, ball: "2,8"}',
        ["8,8", "10,7"],
        "8,8",
        {"player": "A"},
    ),
    "picks the ball up": ("pick-up", '{home: {A: "9,8"}, away: {x: "12,12"}}', [True, False], True, {"player": "A"}),
    "knuckle-dusters are for a blocker": (
        "prayer-player",
        '{home: {A: "9,8", B: "9,9"}, away: {x: "12,12"}, skills: {B: [block]}, stats: {A: {ag: 2}}}',
        ["A", "B"],
        "B",
        {"prayer": "knuckle-dusters"},
    ),
    "armour is for the ball carrier": (
        "prayer-player",
        '{home: {A: "9,8", B: "9,9"}, away: {x: "12,12"}, skills: {B: [block]}, stats: {A: {ag: 2}}}',
        ["A", "B"],
        "A",
        {"prayer": "iron-man"},
    ),
    "learns what is of use": (
        "prayer-skill",
        '{home: {A: "9,8"}, away: {x: "12,12"}}',
        ["catch", "tackle", "block"],
        "block",
        {"player": "A"},
    ),
    "puts the ball beside a friend": (
        "put-down",
        '{home: {A: "9,8", B: "7,8"}, away: {x: "10,9"}, ball: A}',
        ["10,8", "8,8", "9,7"],
        "8,8",
        {"player": "A"},
    ),
    "snaps forward": (
        "quick-snap-to",
        '{home: {A: "9,8"}, away: {x: "20,8"}}',
        ["nobody", "8,8", "10,8"],
        "10,8",
        {"player": "A"},
    ),
    "does not snap into a tackle zone": (
        "quick-snap-to",
        '{home: {A: "9,8"}, away: {x: "11,8"}}',
        ["nobody", "8,8", "10,8"],
        "nobody",
        {"player": "A"},
    ),
    "rolls the worst die again": (
        "re-roll-die",
        '{home: {A: "9,8"}, away: {x: "10,8"}}',
        [6, 1, 3],
        1,
        {"player": "A"},
    ),
    "blocks two who are weak": (
        "second-target",
        '{home: {A: "9,8"}, away: {x: "10,8", y: "10,9"}, stats: {A: {st: 7}, y: {st: 1}}}',
        ["nobody", "y"],
        "y",
        {"player": "A"},
    ),
    "does not block two who are strong": (
        "second-target",
        '{home: {A: "9,8"}, away: {x: "10,8", y: "10,9"}}',
        ["nobody", "y"],
        "nobody",
        {"player": "A"},
    ),
    "fills a gap in the line": (
        "set-up-again",
        '{home: {A: "9,8", B: "13,8"}, away: {x: "20,8"}, kicking: home}',
        ["1,1", "13,9", "13,7"],
        "13,7",
        {"player": "A"},
    ),
    "stays close to the others": (
        "set-up-again",
        '{home: {A: "9,8"}, away: {x: "20,8"}, kicking: home}',
        ["1,1", "9,9", "2,15"],
        "9,9",
        {"player": "A"},
    ),
    "stabs the carrier": (
        "special-target",
        '{home: {A: "9,8"}, away: {x: "10,8", y: "10,9"}, ball: x, stats: {y: {av: 7}}}',
        ["x", "y"],
        "x",
        {"player": "A"},
    ),
    "stabs thin armour": (
        "special-target",
        '{home: {A: "9,8"}, away: {x: "10,8", y: "10,9"}, stats: {y: {av: 7}}}',
        ["x", "y"],
        "y",
        {"player": "A"},
    ),
    "swoops to the end zone": (
        "swoop",
        '{home: {A: "9,8"}, away: {x: "10,8"}}',
        ["no", "north", "south", "east", "west"],
        "east",
        {"player": "A"},
    ),
    "lets it drift where it cannot": (
        "swoop",
        '{home: {A: "9,8"}, away: {x: "10,8"}}',
        ["no", "north"],
        "no",
        {"player": "A"},
    ),
    "throws the carrier ahead": (
        "throw-target",
        '{home: {A: "9,8", M: "9,9"}, away: {x: "20,8"}, ball: M}',
        ["10,8", "12,8", "13,1"],
        "12,8",
        {"player": "A", "mate": "M"},
    ),
    "throws anybody else to the ball": (
        "throw-target",
        '{home: {A: "9,8", M: "9,9"}, away: {x: "20,8"}, ball: "6,8"}',
        ["10,8", "7,8"],
        "7,8",
        {"player": "A", "mate": "M"},
    ),
    "a rock is thrown at once": ("throw-a-rock", '{home: {A: "9,8"}, away: {x: "20,8"}}', [True, False], True, {}),
    "a touchback goes far from them": (
        "touchback-square",
        '{home: {A: "9,8"}, away: {x: "14,8"}, prone: [A]}',
        ["13,8", "4,8"],
        "4,8",
        {},
    ),
    "reappears where fewer help": (
        "trickster",
        '{home: {A: "9,8"}, away: {x: "10,8", y: "9,9"}, turn: away}',
        ["nobody", "10,7", "11,7"],
        "10,7",
        {"player": "A"},
    ),
    "stays away from the crowd": (
        "trickster",
        '{home: {A: "9,2"}, away: {x: "10,2"}, turn: away}',
        ["nobody", "9,1", "10,1"],
        "nobody",
        {"player": "A"},
    ),
    "zaps the carrier": ("zap", '{home: {A: "9,8"}, away: {x: "20,8", y: "20,9"}, ball: y}', ["A", "x", "y"], "y", {}),
    "zaps an opponent at any rate": ("zap", '{home: {A: "9,8"}, away: {x: "20,8"}, ball: A}', ["A", "x"], "x", {}),
}


@pytest.mark.parametrize("case", CASES.values(), ids=CASES.keys())
def test_the_planner_answers_like_a_coach(case: tuple[str, str, list[Any], Any, dict[str, Any]]) -> None:
    key, position, offered, expected, about = case
    game = game_of(match_of(f"{{position: {position}}}")[0])
    question, names = QUESTIONS[key], ruleset("bb2025").stage.names(game)
    named = {name: find(game, value).id if name in ABOUT else value for name, value in about.items()}
    decision: Decision[Any] = Decision(question, 0, Listed(()), named)
    last = sorted(offered, key=lambda each: each == expected)  # the first is what is taken where an answer does not fit
    decision.options = Listed([question.read(each, names, decision) for each in last])
    choice, _ = BloodBowlPlanner("answers").choose(decision, game)
    assert question.describe(choice, names) == question.describe(question.read(expected, names, decision), names)


def test_a_charge_is_for_those_who_gain_by_it() -> None:
    game: BloodBowl = game_of(
        match_of('{position: {home: {A: "10,8", B: "2,2"}, away: {x: "11,8"}, stats: {A: {st: 5}}}}')[0]
    )
    listed = Listed((-1, find(game, "A").id, find(game, "B").id))
    assert BloodBowlPlanner("charge").choose(Decision(QUESTIONS["charge"], 0, listed), game)[0] == find(game, "A").id


def test_nobody_charges_for_nothing() -> None:
    game: BloodBowl = game_of(
        match_of('{position: {home: {A: "10,8"}, away: {x: "11,8"}, stats: {x: {st: 7}}, skills: {A: [take-root]}}}')[0]
    )
    find(game, "A").rooted = True
    listed = Listed((-1, find(game, "A").id))
    assert BloodBowlPlanner("charge").choose(Decision(QUESTIONS["charge"], 0, listed), game)[0] == -1


def test_a_plan_that_came_to_nothing_ends_the_activation() -> None:
    match = play_script({"home": {"A": "10,8"}, "away": {"x": "20,8"}}, [], [{"activate": "A"}, {"declare": "move"}])
    game, coach = game_of(match), BloodBowlPlanner("late")
    coach._plan = Plan(find(game, "A"), "move", 1.0, lambda: (game.pitch.square("20,8"),))
    assert match.pending is not None
    assert coach.choose(match.pending, game)[0] == ("end",)
