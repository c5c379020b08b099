"""What the planner answers at a kick-off: it looks at the board, the ball in the air and the game plan."""

from typing import Any

import pytest

from engine.coaches.bloodbowl import BloodBowlPlanner, kickoff
from engine.coaches.bloodbowl.planner import ANSWERS
from engine.coaches.classic.planner import ANSWERS as CLASSIC
from engine.coaches.gameplan import GamePlan
from engine.core.decisions import Decision, Listed
from engine.core.events import Chosen, Roll
from engine.core.pitch import squares_of
from engine.rules.events import UsedSkill
from engine.rules.field import DIRECTIONS
from engine.rules.game import BloodBowl
from engine.rules.scenario.answers import find
from engine.rules.state import NOWHERE
from engine.rulesets import ruleset
from tests.engine.positions import game_of, match_of

QUESTIONS = ruleset("bb2025").questions
OWN = ("aim", "kicker", "touchback", "high-kick", "quick-snap", "quick-snap-to", "solid-defence", "bugman", "swarming")
OWN += ("set-up", "set-up-again", "charge")


def position(text: str) -> BloodBowl:
    return game_of(match_of(f"{{position: {text}}}")[0])


def answer(
    game: BloodBowl, question: str, names: str, side: int = 0, plan: GamePlan | None = None, **about: Any
) -> str | None:
    """Who is chosen of those with these names, or nobody."""
    options = Listed((-1, *(find(game, name).id for name in names)))
    coach = BloodBowlPlanner("kick-off", plan) if plan else BloodBowlPlanner("kick-off")
    choice, _ = coach.choose(Decision(QUESTIONS[question], side, options, about), game)
    return next((name for name in names if find(game, name).id == choice), None)


def square(game: BloodBowl, question: str, squares: tuple[int, ...], side: int = 0, **about: Any) -> str:
    choice, _ = BloodBowlPlanner("kick-off").choose(Decision(QUESTIONS[question], side, Listed(squares), about), game)
    return game.pitch.name(choice) if choice >= 0 else "nobody"


def kicked(game: BloodBowl, aim: str, direction: int, distance: int, *, measured: bool = False) -> None:
    """A kick of the away side that is in the air."""
    game.emit(Chosen(1, "aim", game.pitch.square(aim), ""))
    if measured:
        game.emit(UsedSkill(0, "kick"))
    game.emit(Roll("kick direction", None, 1, ((8, direction),)))
    game.emit(Roll("kick distance", None, 1, ((6, distance),)))


@pytest.mark.parametrize("question", OWN)
def test_each_question_of_a_kick_off_has_an_answer_of_its_own(question: str) -> None:
    assert ANSWERS[question] is not CLASSIC[question]


# The kick


@pytest.mark.parametrize("side", [0, 1])
@pytest.mark.parametrize("skills", ["[]", "[kick]"])
def test_a_kick_is_deep_and_seldom_goes_too_far(side: int, skills: str) -> None:
    game = position(f'{{home: {{A: "10,8"}}, away: {{x: "17,8"}}, skills: {{A: {skills}, x: {skills}}}}}')
    game.emit(Chosen(side, "kicker", find(game, "Ax"[side]).id, ""))
    half = game.pitch.halves[1 - side]
    x, y = map(int, square(game, "aim", tuple(squares_of(half)), side).split(","))
    depth = x - 14 if side == 0 else 13 - x
    far = 3 if skills == "[kick]" else 6
    inside = [
        1 <= y + dy * steps <= 15 and 0 <= depth + dx * steps <= 12
        for dx, dy in DIRECTIONS
        for steps in range(1, far + 1)
    ]
    assert sum(inside) / len(inside) >= 0.85
    assert depth >= (8 if far == 3 else 6)


def test_with_one_turn_to_go_no_kick_is_a_touchback_for_want_of_care() -> None:
    game = position('{home: {A: "10,8"}, away: {x: "17,8"}, turns: [7, 7]}')
    assert square(game, "aim", tuple(squares_of(game.pitch.halves[1]))) == "20,8"


def test_who_can_kick_kicks() -> None:
    game = position('{home: {A: "8,8", B: "9,8"}, away: {x: "20,8"}, skills: {B: [kick]}}')
    assert answer(game, "kicker", "AB") == "B"


@pytest.mark.parametrize(
    ("direction", "distance", "measured", "there"),
    [(5, 3, False, "10,8"), (1, 6, True, "4,5"), (4, 6, False, "1,8"), (5, 6, False, "13,8")],
)
def test_everybody_sees_where_a_kick_comes_down(direction: int, distance: int, measured: bool, there: str) -> None:
    game = position('{home: {A: "8,8"}, away: {x: "20,8"}}')
    assert kickoff.landing(game) == NOWHERE
    kicked(game, "7,8", direction, distance, measured=measured)
    assert game.pitch.name(kickoff.landing(game)) == there


def test_a_kick_off_the_pitch_comes_down_nowhere() -> None:
    game = position('{home: {A: "8,8"}, away: {x: "20,8"}}')
    kicked(game, "3,8", 4, 6)
    assert kickoff.landing(game) == NOWHERE


# Who gets the ball


def test_a_touchback_is_for_a_runner_whom_nobody_marks() -> None:
    game = position(
        '{home: {A: "13,8", B: "9,8", C: "9,9"}, away: {x: "14,8"}, stats: {A: {ma: 9}, B: {ma: 8}, C: {ma: 4}}}'
    )
    assert answer(game, "touchback", "ABC") == "B"
    find(game, "B").skills["bone-head"] = None
    find(game, "B").ma = 5
    assert answer(game, "touchback", "BC") == "C"


@pytest.mark.parametrize("question", ["touchback", "high-kick"])
def test_the_ball_goes_to_the_carrier_of_the_plan(question: str) -> None:
    game = position('{home: {A: "8,8", B: "9,8"}, away: {x: "20,8"}, stats: {A: {ag: 2, ma: 8}}}')
    assert answer(game, question, "AB") == "A"
    assert answer(game, question, "AB", plan=GamePlan(carriers=(str(find(game, "B").number),))) == "B"


def test_sure_hands_go_under_a_high_kick_and_nobody_who_may_not_have_the_ball() -> None:
    game = position(
        '{home: {A: "8,8", B: "9,8"}, away: {x: "20,8"}, skills: {A: [no-ball], B: [catch]}, stats: {A: {ag: 1}}}'
    )
    assert answer(game, "high-kick", "AB") == "B"
    assert answer(game, "high-kick", "A") is None


# Quick Snap


def test_a_step_is_for_who_gains_by_it() -> None:
    """Two dice on x from beside it are worth more than a row; with nothing to gain nobody moves."""
    game = position('{home: {A: "12,8", B: "5,8", C: "13,10"}, away: {x: "14,9"}, stats: {A: {st: 4}}}')
    assert answer(game, "quick-snap", "AB") == "A"
    near = tuple(each for each in squares_of(game.pitch.neighbours(find(game, "A").square)) if game.free(each))
    assert square(game, "quick-snap-to", (-1, *near), player=find(game, "A").id) in ("13,8", "13,9")
    weak = position('{home: {A: "13,8"}, away: {x: "15,7", y: "15,8", z: "15,9"}, stats: {A: {st: 1}}}')
    assert answer(weak, "quick-snap", "A") is None


def test_whoever_is_to_pick_the_ball_up_steps_towards_it() -> None:
    game = position('{home: {A: "7,8", B: "12,8"}, away: {x: "20,8"}}')
    kicked(game, "7,8", 4, 5)
    near = tuple(squares_of(game.pitch.neighbours(find(game, "A").square)))
    assert square(game, "quick-snap-to", (-1, *near), player=find(game, "A").id) == "6,7"


# Set up again


WINGED = '{home: {A: "13,7", B: "13,8", C: "13,9", D: "9,8", E: "9,9"}, away: {x: "14,8", y: "15,%d"}, kicking: home, stats: {y: {ma: 8}}}'


@pytest.mark.parametrize("question", ["solid-defence", "bugman"])
def test_whoever_guards_nothing_is_set_up_before_a_runner_whom_nobody_watches(question: str) -> None:
    game = position(WINGED % 14)
    assert answer(game, question, "DE") in ("D", "E")
    assert square(game, "set-up-again", tuple(squares_of(game.pitch.halves[0])), player=find(game, "D").id) == "10,14"
    watched = position(WINGED % 9)
    assert answer(watched, question, "DE") is None


def test_one_for_each_gap_is_enough() -> None:
    assert answer(position(WINGED % 14), "solid-defence", "D") is None


def test_receivers_who_have_seen_the_others_stay_as_they_are() -> None:
    assert answer(position((WINGED % 14).replace("kicking: home", "kicking: away")), "bugman", "DE") is None


def test_the_sturdiest_swarm_in_first() -> None:
    game = position('{home: {A: "8,8", B: "9,8"}, away: {x: "20,8"}, stats: {A: {av: 7}, B: {av: 9}}}')
    assert answer(game, "swarming", "AB") == "B"


# Charge!


def test_a_charge_goes_for_the_ball_in_the_air() -> None:
    """Of two who have the same way to the middle, the one on the side where the ball comes down; and that is where it runs."""
    game = position(
        '{home: {A: "13,3", B: "13,13"}, away: {x: "24,8"}, kicking: home, stats: {A: {ma: 7}, B: {ma: 7}}}'
    )
    kicked(game, "18,13", 5, 1)
    assert answer(game, "charge", "AB") == "B"
    coach, runner = BloodBowlPlanner("charge"), find(game, "B")
    game.state.active = 0
    declare = Decision(QUESTIONS["declare"], 0, Listed(("move", "blitz")), {"player": runner.id})
    assert coach.choose(declare, game)[0] == "move"
    assert coach._step is not None
    assert game.pitch.name(coach._step.path()[-1]) == "19,13"
