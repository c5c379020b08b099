"""What the coach fears for a carrier: who may come, past whom, and with how many dice."""

import pytest

from engine.coaches.bloodbowl.board import Board
from engine.coaches.bloodbowl.fights import outlook
from engine.coaches.bloodbowl.guidance import Guidance
from engine.coaches.bloodbowl.places import GUARDS
from engine.coaches.bloodbowl.possession import fear, holder, promise, turned_over
from engine.coaches.bloodbowl.turn import Turn
from engine.coaches.gameplan import GamePlan
from engine.rules.scenario.answers import find
from engine.rules.state import STUNNED
from tests.engine.positions import game_of, match_of

CAGE = 'B: "11,9", C: "11,7", D: "9,9", E: "9,7"'


def board_of(home: str, away: str, more: str = "") -> Board:
    match, _ = match_of(f'{{position: {{home: {{A: "10,8"{home}}}, away: {{{away}}}, ball: A{more}}}, dice: []}}')
    return Board(game_of(match), 0)


def feared(home: str, away: str, more: str = "") -> float:
    board = board_of(home, away, more)
    return fear(board, find(board.game, "A"))


def test_nobody_in_reach_is_nothing_to_fear() -> None:
    assert feared("", 'x: "25,8"') == 0.0


def test_nobody_assists_itself() -> None:
    one_die = outlook(1, (False, False, False)).down
    assert feared("", 'x: "13,8"') == pytest.approx(one_die)
    assert feared("", 'x: "11,8"') == pytest.approx(one_die)
    assert feared("", 'x: "13,8", y: "13,7"') == pytest.approx(outlook(2, (False, False, False)).down)


def test_getting_up_costs_nothing_with_jump_up_and_nobody_rooted_comes() -> None:
    assert feared("", 'x: "15,8", y: "25,1"', ", prone: [x], skills: {x: [jump-up]}") > 0
    board = board_of("", 'x: "13,8", y: "25,1"', ", skills: {x: [take-root]}")
    find(board.game, "x").rooted = True
    assert fear(board, find(board.game, "A")) == 0.0


def test_a_cage_keeps_most_of_them_away() -> None:
    alone, caged = feared("", 'x: "14,8"'), feared(f", {CAGE}", 'x: "14,8"')
    assert alone > 0.25
    assert caged < alone / 2


def test_a_cage_without_a_corner_is_open() -> None:
    three = CAGE.partition(", ")[2]
    assert feared(f", {three}", 'x: "14,10"') > feared(f", {CAGE}", 'x: "14,10"')


def test_an_opponent_who_is_marked_has_to_dodge_first() -> None:
    assert feared(', B: "15,8"', 'x: "14,8"') < feared(', B: "1,1"', 'x: "14,8"')


def test_whoever_stands_beside_the_carrier_needs_no_blitz() -> None:
    assert feared("", 'x: "11,8", y: "14,8"') > feared("", 'x: "13,8", y: "14,8"')


def test_a_strong_carrier_has_less_to_fear() -> None:
    assert feared("", 'x: "14,8"', ", stats: {A: {st: 5}}") < feared("", 'x: "14,8"')


def test_an_opponent_on_the_ground_needs_movement_to_get_up() -> None:
    prone = ", prone: [x]"
    assert feared("", 'x: "12,8", y: "25,1"', prone) > 0
    assert feared("", 'x: "15,8", y: "25,1"', prone) == 0.0


@pytest.mark.parametrize("turns", range(1, 8))
def test_nearer_and_sooner_is_worth_more(turns: int) -> None:
    by_rows = [promise(rows, turns, 6) for rows in range(26)]
    assert by_rows == sorted(by_rows, reverse=True)
    assert all(promise(rows, turns - 1, 6) <= promise(rows, turns, 6) for rows in range(26))


def test_a_ball_that_is_lost_near_our_end_zone_costs_more() -> None:
    board = board_of("", 'x: "25,8"', ", turns: [2, 2]")
    near, far = board.pitch.at(3, 8), board.pitch.at(20, 8)
    assert turned_over(board, near) > turned_over(board, far)


def test_the_sideline_is_worth_less_than_the_middle() -> None:
    board = board_of("", 'x: "25,8"', ", turns: [2, 2]")
    having = holder(board, find(board.game, "A"))
    assert having.promise(board.pitch.at(10, 1)) < having.promise(board.pitch.at(10, 8))


def test_a_plan_makes_guards_worth_more_or_less() -> None:
    board = board_of(', B: "9,8", C: "8,8", D: "10,6"', 'x: "14,8", y: "14,6"', ", turns: [3, 3]")
    ids = [mate.id for mate in board.mates]

    def guarded(style: str) -> float:
        turn = Turn(board, ids, Guidance(GamePlan(style=style)))
        return max(place.worth for place in turn.places.values() if place.why == GUARDS)

    assert guarded("cage") > guarded("balanced") > guarded("run")


def test_the_carrier_goes_where_the_others_have_cleared_the_way() -> None:
    board = board_of(', B: "13,9"', 'x: "14,8", y: "14,6", z: "14,10"', ", turns: [3, 3]")
    ids = [mate.id for mate in board.mates]
    meant = Turn(board, ids).focus
    for rival in board.rivals:
        rival.status = STUNNED
    board.game.changed()
    turn = Turn(Board(board.game, 0), ids, meant=meant)
    assert any(step.reason == "carries the ball forward" for step in turn.weighed[find(board.game, "A").id])
