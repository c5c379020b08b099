"""What the planner answers where no plan helps: kicks, balls in the air, skills that may be declined, a Charge!"""

from typing import Any

import pytest

from engine.coaches.bloodbowl import BloodBowlPlanner
from engine.core.decisions import Decision, Listed
from engine.rules.answers import find
from engine.rules.game import BloodBowl
from tests.engine.positions import game_of, match_of


def position(text: str) -> BloodBowl:
    return game_of(match_of(f"{{position: {text}}}")[0])


def answer(game: BloodBowl, question: str, options: tuple[Any, ...], side: int = 0, **about: Any) -> Any:
    choice, _ = BloodBowlPlanner("moments").choose(Decision(side, question, Listed(options), about), game)
    return choice


def ids(game: BloodBowl, *names: str) -> tuple[int, ...]:
    return tuple(find(game, name).id for name in names)


@pytest.mark.parametrize(("side", "square"), [(0, "20,8"), (1, "7,8")])
def test_it_kicks_deep_and_never_out(side: int, square: str) -> None:
    game = position('{home: {A: "10,8"}, away: {x: "20,8"}}')
    aimed = answer(game, "aim", tuple(range(1000)), side)
    assert game.pitch.name(aimed) == square


def test_who_can_kick_kicks() -> None:
    game = position('{home: {A: "8,8", B: "9,8", C: "9,9"}, away: {x: "20,8"}, skills: {B: [kick]}}')
    assert answer(game, "kicker", ids(game, "A", "B", "C")) == find(game, "B").id


@pytest.mark.parametrize("question", ["touchback", "high-kick"])
def test_the_ball_is_for_the_surest_hands(question: str) -> None:
    game = position('{home: {A: "8,8", B: "9,8", C: "9,9"}, away: {x: "20,8"}, stats: {C: {ag: 2}}}')
    assert answer(game, question, (-1, *ids(game, "A", "B", "C"))) == find(game, "C").id


def test_the_best_placed_player_tries_to_intercept() -> None:
    game = position('{home: {A: "8,8", B: "10,8"}, away: {x: "9,7", y: "20,8"}, turn: away}')
    assert answer(game, "intercept", (-1, *ids(game, "A", "B"))) in ids(game, "A", "B")
    game = position('{home: {A: "8,8", B: "16,8"}, away: {x: "9,7", y: "20,8"}, turn: away}')
    assert answer(game, "intercept", (-1, *ids(game, "A", "B"))) == find(game, "B").id


@pytest.mark.parametrize(
    ("skill", "home", "used"),
    [
        ("fumblerooski", '{A: "8,8"}', False),
        ("dump-off", '{A: "8,8"}', False),
        ("dump-off", '{A: "8,8", B: "10,8"}', True),
        ("wrestle", '{A: "8,8"}', True),
        ("strip-ball", '{A: "8,8"}', True),
    ],
)
def test_skills_are_used_where_they_help(skill: str, home: str, used: bool) -> None:
    game = position(f'{{home: {home}, away: {{x: "9,7"}}, ball: A, skills: {{A: [{skill}]}}}}')
    assert answer(game, "use-skill", (True, False), player=find(game, "A").id, skill=skill) is used


def test_who_has_block_does_not_wrestle() -> None:
    game = position('{home: {A: "8,8"}, away: {x: "9,7"}, skills: {A: [block, wrestle]}}')
    assert answer(game, "use-skill", (True, False), player=find(game, "A").id, skill="wrestle") is False


def test_a_ball_is_dumped_off_into_hands() -> None:
    game = position('{home: {A: "8,8", B: "10,8", C: "7,6"}, away: {x: "9,7", y: "11,8"}, ball: A}')
    squares = tuple(find(game, name).square for name in ("B", "C"))
    assert answer(game, "dump-off", (game.pitch.square("8,9"), *squares), player=find(game, "A").id) == squares[1]


def test_in_a_charge_it_makes_a_plan_for_whoever_is_activated() -> None:
    game = position('{home: {A: "10,8", B: "12,9"}, away: {x: "11,8"}}')
    coach = BloodBowlPlanner("charge")
    stale = Decision(0, "activate", Listed((*ids(game, "B"), "end-turn")), {})
    coach.choose(stale, game)
    declare = Decision(0, "declare", Listed(("move", "blitz")), {"player": find(game, "A").id})
    choice, reason = coach.choose(declare, game)
    assert (choice, reason) == ("blitz", "blitz, 2 dice on x")
