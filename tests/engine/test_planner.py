"""The planner gives the ball away and fouls where that wins something, and only there; and it says truly why."""

from typing import Any

import pytest

from engine.coaches.bloodbowl import BloodBowlPlanner
from engine.coaches.classic.cover import Cover
from engine.coaches.classic.giving import _arrives
from engine.coaches.classic.plans import plans
from engine.coaches.classic.view import View
from engine.core.decisions import Decision, Listed
from engine.core.match import Match
from engine.rules.push import PUSH
from engine.rules.scenario.answers import Naming, find
from engine.rules.state import NOBODY
from tests.engine.positions import game_of, match_of


def played(position: str, dice: str = "[]") -> tuple[list[tuple[str, Any]], Match]:
    """What the home coach does with its first activation, and the match after it."""
    match, _ = match_of(f"{{position: {position}, dice: {dice}}}")
    coach = BloodBowlPlanner("planner")
    done: list[tuple[str, Any]] = []
    while match.pending and match.pending.question.key in (("declare", "step") if done else ("activate",)):
        choice, _ = coach.choose(match.pending, game_of(match))
        done.append((match.pending.question.key, choice))
        match.choose(choice)
    return done, match


def test_a_cover_counts_the_areas_over_a_square() -> None:
    cover = Cover([0b0111, 0b0110, 0b1100])
    assert [cover.count(square) for square in range(5)] == [1, 2, 3, 1, 0]
    assert (cover.whole, cover.least(0b0110), cover.least(0b10111)) == (0b1111, 0b0010, 0b10000)
    assert (Cover([]).whole, Cover([]).count(0), Cover([]).least(0b11)) == (0, 0, 0b11)


HAND_OFF = '{home: {A: "14,8", B: "21,9"}, away: {x: "2,2", y: "17,3"}, ball: A, turns: [8, 8]'


def test_it_hands_off_to_somebody_who_scores() -> None:
    done, match = played(HAND_OFF + "}", "[3]")
    assert ("declare", "hand-off") in done
    assert game_of(match).carrier() is find(game_of(match), "B")


def test_it_runs_in_itself_where_it_can() -> None:
    done, _ = played('{home: {A: "21,8", B: "22,9"}, away: {x: "2,2"}, ball: A, turns: [8, 8]}')
    assert ("declare", "move") in done


def test_it_gives_the_ball_to_nobody_who_has_acted() -> None:
    done, _ = played(HAND_OFF + ", used: [B]}")
    assert ("declare", "hand-off") not in done


def test_a_carrier_uses_no_skill_that_loses_the_ball() -> None:
    position = '{home: {A: "21,8", B: "2,9"}, away: {x: "2,2"}, ball: A, skills: {A: [fumblerooski]}, turns: [8, 8]}'
    match, _ = match_of(f"{{position: {position}}}")
    coach = BloodBowlPlanner("planner")
    while match.pending and not game_of(match).team(0).score:
        choice, _ = coach.choose(match.pending, game_of(match))
        match.choose(choice)
    assert game_of(match).team(0).score == 1


@pytest.mark.parametrize(("name", "expected"), [("x", "crowd"), ("B", "11,1")])
def test_where_the_crowd_can_be_chosen_it_is_for_opponents(name: str, expected: str) -> None:
    match, _ = match_of('{position: {home: {A: "9,2", B: "10,1"}, away: {x: "10,2", y: "11,1"}}}')
    game = game_of(match)
    options = Listed([game.pitch.square("11,1"), NOBODY])
    asked: Decision[Any] = Decision(PUSH, 0, options, {"player": find(game, name).id})
    choice, _ = BloodBowlPlanner("planner").choose(asked, game)
    assert PUSH.describe(choice, Naming(game)) == expected


PASS = '{home: {A: "8,8", B: "21,8"}, away: {x: "2,2"}, ball: A, stats: {A: {pa: 3}}'


def test_it_passes_to_somebody_who_scores() -> None:
    done, match = played(PASS + ", turns: [8, 8]}", "[5, 3]")
    assert ("declare", "pass") in done
    assert game_of(match).carrier() is find(game_of(match), "B")


def test_with_time_left_it_runs_no_such_risk() -> None:
    done, _ = played(PASS + ", turns: [3, 3]}")
    assert ("declare", "move") in done


def test_it_passes_to_somebody_who_takes_the_ball_farther() -> None:
    ahead = '{home: {A: "10,8", B: "18,8"}, away: {x: "12,4", y: "12,10", z: "12,13"}, ball: A, turns: [5, 5]'
    good_hands = "stats: {A: {pa: 2}, B: {ag: 2}}, skills: {A: [pass], B: [catch]}"
    done, match = played(f"{ahead}, {good_hands}}}", "[5, 5]")
    assert ("declare", "pass") in done
    assert game_of(match).carrier() is find(game_of(match), "B")
    assert ("declare", "pass") not in played(f"{ahead}, stats: {{A: {{pa: 6}}}}}}", "[5, 5]")[0]


def test_a_marked_carrier_who_cannot_get_away_hands_the_ball_over() -> None:
    marked = '{home: {A: "10,8", B: "9,8"}, away: {x: "11,8"}, ball: A, stats: {A: {ag: 6}, x: {st: 5, ma: 1}, B: {ag: 2}}, used: [B], turns: [4, 4]}'
    done, match = played(marked, "[2]")
    assert ("declare", "hand-off") in done
    assert game_of(match).carrier() is find(game_of(match), "B")


@pytest.mark.parametrize(
    ("away", "more", "odds"),
    [
        ('{x: "2,2"}', "", 3 / 6),  # PA 3+, Short Pass
        ('{x: "2,2"}', ", skills: {A: [pass]}", 3 / 4),
        ('{x: "2,2"}', ", weather: very-sunny", 2 / 6),
        ('{x: "9,9"}', "", 2 / 6),  # marked, from behind
        ('{x: "12,8"}', "", 3 / 6 * 5 / 6),  # somebody in the way
        ('{x: "12,8", y: "13,8"}', ", prone: [y]", 3 / 6 * 5 / 6),
    ],
)
def test_the_odds_of_a_pass(away: str, more: str, odds: float) -> None:
    match, _ = match_of(
        f'{{position: {{home: {{A: "10,8", B: "14,8"}}, away: {away}, ball: A, stats: {{A: {{pa: 3}}}}{more}}}}}'
    )
    game = game_of(match)
    thrower, catcher = find(game, "A"), find(game, "B")
    assert _arrives(View(game, 0), thrower, thrower.square, catcher.square) == pytest.approx(odds)


LYING = '{home: {A: "10,8", B: "11,9", C: "12,9"}, away: {x: "11,8", y: "25,2"}, prone: [x], turns: [3, 3]'


def test_it_fouls_when_the_others_have_acted_and_hold_the_victim() -> None:
    done, _ = played(LYING + ", used: [B, C], stats: {x: {av: 5}}, ball: y}", "[3, 4, 1, 2]")
    assert ("declare", "foul") in done
    assert ("step", ("foul", 3)) in done


@pytest.mark.parametrize(
    "more",
    [
        ", stats: {x: {av: 5}}",  # everybody has still to act
        ", used: [B, C], stats: {x: {av: 11}}",
        ", used: [B, C], stats: {x: {av: 5}}, ball: A",
    ],
)
def test_it_does_not_foul_where_more_is_at_stake(more: str) -> None:
    done, _ = played(LYING + more + "}", "[3, 3, 3, 3, 3, 3]")
    assert ("declare", "foul") not in done


@pytest.mark.parametrize(
    ("position", "reason"),
    [
        ('{home: {A: "10,8"}, away: {x: "11,8"}}', "1 die on x"),
        ('{home: {A: "10,8", B: "12,9"}, away: {x: "11,8"}, used: [B]}', "2 dice on x"),
        ('{home: {A: "10,8"}, away: {x: "13,8"}, ball: x}', "blitz, 1 die hoped for on x"),
        ('{home: {A: "10,8"}, away: {x: "13,8"}, ball: x, skills: {A: [horns]}}', "blitz, 2 dice hoped for on x"),
        (
            '{home: {A: "10,8"}, away: {x: "13,8"}, ball: x, stats: {x: {st: 4}}, turns: [8, 8]}',
            "blitz, 2 dice hoped for on x, the other coach chooses",
        ),
    ],
)
def test_it_says_how_many_dice_it_counts_on(position: str, reason: str) -> None:
    match, _ = match_of(f"{{position: {position}}}")
    view, player = View(game_of(match), 0), find(game_of(match), "A")
    assert reason in [plan.reason for plan in plans(view, player)]


def test_it_secures_no_ball_that_it_may_not() -> None:
    done, _ = played('{home: {A: "10,8"}, away: {x: "20,8"}, ball: "12,8", skills: {A: [unsteady]}}', "[3]")
    assert ("declare", "move") in done


def test_it_spends_no_re_roll_on_a_direction() -> None:
    match, _ = match_of(
        '{position: {home: {A: "10,8"}, away: {x: "20,8"}, skills: {A: [ball-and-chain]}, rerolls: [1, 0]}, dice: [1]}'
    )
    for choice in (0, "ball-and-chain-move", "east"):
        match.choose(choice)
    assert match.pending is not None
    assert match.pending.question.key == "re-roll"
    assert BloodBowlPlanner("planner").choose(match.pending, game_of(match))[0] == "no"


def test_of_several_kinds_of_team_re_rolls_it_spends_the_one_that_is_lost_soonest() -> None:
    kinds = "mascot: [true, false], inducements: {home: {extra-team-training: 1}}, rerolls: [1, 0]"
    match, _ = match_of(f'{{position: {{home: {{A: "10,8"}}, away: {{x: "11,8"}}, {kinds}}}, dice: [1]}}')
    for choice in (0, "move", ("move", (game_of(match).pitch.at(9, 8),))):
        match.choose(choice)
    assert match.pending is not None
    assert match.pending.listed == ("no", "mascot", "extra-team-training", "bought")
    assert BloodBowlPlanner("planner").choose(match.pending, game_of(match))[0] == "mascot"
