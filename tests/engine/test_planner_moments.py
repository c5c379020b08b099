"""What the planner answers where no plan helps: balls in the air, skills that may be declined, a Charge!"""

from typing import Any

import pytest

from engine.coaches.bloodbowl import BloodBowlPlanner
from engine.coaches.classic.odds import block_chances
from engine.coaches.classic.plans import _trouble, _wish
from engine.coaches.classic.view import View
from engine.core.decisions import Decision, Listed
from engine.rules.game import BloodBowl
from engine.rules.scenario.answers import find
from engine.rulesets import ruleset
from tests.engine.positions import game_of, match_of

QUESTIONS = ruleset("bb2025").questions


def position(text: str) -> BloodBowl:
    return game_of(match_of(f"{{position: {text}}}")[0])


def answer(game: BloodBowl, question: str, options: tuple[Any, ...], side: int = 0, **about: Any) -> Any:
    choice, _ = BloodBowlPlanner("moments").choose(Decision(QUESTIONS[question], side, Listed(options), about), game)
    return choice


def ids(game: BloodBowl, *names: str) -> tuple[int, ...]:
    return tuple(find(game, name).id for name in names)


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
    stale = Decision(QUESTIONS["activate"], 0, Listed((*ids(game, "B"), "end-turn")), {})
    coach.choose(stale, game)
    declare = Decision(QUESTIONS["declare"], 0, Listed(("move", "blitz")), {"player": find(game, "A").id})
    choice, reason = coach.choose(declare, game)
    assert (choice, reason) == ("blitz", "blitz, 2 dice on x")


def first_choices(text: str, dice: str, number: int) -> list[tuple[str, Any]]:
    """The first answers of the home coach from a position."""
    match, _ = match_of(f"{{position: {text}, dice: {dice}}}")
    coach = BloodBowlPlanner("first")
    done: list[tuple[str, Any]] = []
    while match.pending and len(done) < number:
        choice, _ = coach.choose(match.pending, game_of(match))
        done.append((match.pending.question.key, choice))
        match.choose(choice)
    return done


RISKY = '{home: {A: "10,8", B: "4,4", C: "4,12"}, away: {x: "11,8", y: "12,8"}, ball: x, skills: {A: [block]}'


def test_safe_moves_come_before_a_risky_block() -> None:
    """The one die on the carrier is worth most, and is rolled last: a turnover would cost the others their moves."""
    match, _ = match_of(f"{{position: {RISKY}}}}}")
    game = game_of(match)
    risky, safe = ids(game, "A"), ids(game, "B", "C")
    assert match.pending is not None
    choice, _ = BloodBowlPlanner("risk").choose(match.pending, game)
    assert (choice in safe, choice in risky) == (False, True)  # 1 in 6 is no great risk …
    game.state.players[risky[0]].skills.clear()
    game.state.ball.carrier = ids(game, "y")[0]
    choice, _ = BloodBowlPlanner("risk").choose(match.pending, game)
    assert choice in safe  # … 2 in 6 for an ordinary opponent is


def test_it_runs_on_with_a_ball_that_it_has_picked_up() -> None:
    steps = first_choices('{home: {A: "10,8"}, away: {x: "13,8"}, ball: "11,8"}', "[4]", 4)
    paths = [choice[1] for question, choice in steps if question == "step" and choice[0] == "move"]
    assert [len(path) for path in paths][:1] == [1]
    assert 1 <= len(paths[1]) <= 5


@pytest.mark.parametrize(
    ("dice", "match", "down", "fall"),
    [
        (1, (False, False, False), 3 / 6, 2 / 6),  # POW, Stumble, Both Down; Player Down, Both Down
        (1, (True, False, False), 3 / 6, 1 / 6),
        (1, (True, True, True), 1 / 6, 1 / 6),
        (2, (False, True, False), 20 / 36, 4 / 36),
        (2, (True, True, False), 20 / 36, 1 / 36),
        (-2, (False, True, False), 4 / 36, 20 / 36),
    ],
)
def test_the_chances_of_a_block(dice: int, match: tuple[bool, bool, bool], down: float, fall: float) -> None:
    assert block_chances(dice, match) == pytest.approx((down, fall))


def test_a_cage_has_a_player_at_each_corner() -> None:
    game = position('{home: {A: "10,8", B: "9,6", C: "11,6", D: "9,10", E: "11,10"}, away: {x: "25,8"}, ball: A}')
    view = View(game, 0)
    wishes = {game.pitch.name(_wish(view, find(game, name))) for name in "BCDE"}
    assert wishes == {"9,7", "11,7", "9,9", "11,9"}


@pytest.mark.parametrize(
    ("more", "trouble"),
    [
        ("", 14 + 2),  # rows to go, and two opponents who may come
        (', D: "12,9", E: "12,7"', 14),  # as many friends as opponents
        (', D: "19,7", E: "19,9"', 14),  # the opponents are marked
    ],
)
def test_a_carrier_keeps_away_from_opponents_or_among_friends(more: str, trouble: float) -> None:
    used = ", used: [D, E]" if more else ""
    game = position(f'{{home: {{A: "10,8"{more}}}, away: {{x: "18,8", y: "18,9"}}, ball: A, turns: [2, 2]{used}}}')
    assert _trouble(View(game, 0), find(game, "A"))(game.pitch.square("12,8")) == trouble


def test_a_carrier_who_is_late_hurries() -> None:
    """With two turns to go each row beyond what those allow counts three times."""
    game = position('{home: {A: "10,8"}, away: {x: "2,2"}, ball: A, turns: [6, 6]}')
    trouble = _trouble(View(game, 0), find(game, "A"))
    assert trouble(game.pitch.square("10,8")) == 16 + 2.0 * 4
    assert trouble(game.pitch.square("16,8")) == 10


@pytest.mark.parametrize(("face", "dives"), [(3, True), (5, False)])
def test_nobody_dives_at_who_gets_away_all_the_same(face: int, dives: bool) -> None:
    position = '{home: {A: "10,8"}, away: {x: "11,8"}, skills: {x: [diving-tackle]}, stats: {A: {ag: 3}}}'
    match, _ = match_of(f"{{position: {position}, dice: [{face}, 1, 1]}}")
    game = game_of(match)
    for choice in (0, "move", ("move", (game.pitch.at(9, 8),))):
        match.choose(choice)
    assert match.pending is not None
    while match.pending.question.key != "use-skill":
        match.choose("no")
    assert BloodBowlPlanner("moments").choose(match.pending, game)[0] is dives


def test_who_hits_and_runs_gets_out_of_their_reach() -> None:
    game = position('{home: {A: "10,8"}, away: {x: "11,8", y: "11,9"}, ball: y, skills: {A: [hit-and-run]}}')
    squares = tuple(game.pitch.square(name) for name in ("10,7", "9,8", "10,9"))
    assert answer(game, "hit-and-run", squares, player=find(game, "A").id) == game.pitch.square("9,8")
