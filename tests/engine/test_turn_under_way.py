"""What a coach weighs again in the middle of a turn, and what it takes over."""

from collections.abc import Callable

import pytest

from engine.coaches.bloodbowl.board import Board
from engine.coaches.bloodbowl.steps import Step
from engine.coaches.bloodbowl.turn import Turn
from engine.rules.scenario.answers import find
from engine.rules.state import NOBODY, STUNNED, Player
from tests.engine.positions import game_of, match_of

POSITION = """{position: {home: {A: "10,8", B: "9,6", C: "8,8", D: "8,10"}, away: {x: "18,8", y: "18,5", z: "18,11"},
ball: A, turns: [3, 3]}}"""


@pytest.fixture
def turn() -> Turn:
    game = game_of(match_of(POSITION)[0])
    return Turn(Board(game, 0), [player.id for player in game.boards.standing[0]])


def goes_on(turn: Turn, *gone: Player) -> bool:
    """After an activation, with a new look at the position."""
    game = turn.board.game
    game.changed()
    ids = [player.id for player in game.boards.standing[0] if player not in gone]
    return turn.goes_on(Board(game, 0), ids)


def put(turn: Turn, name: str, square: int) -> Player:
    player = find(turn.board.game, name)
    player.square = square
    return player


def test_nobody_is_weighed_again_for_a_move_that_went_as_planned(turn: Turn, monkeypatch: pytest.MonkeyPatch) -> None:
    step, _ = turn.best()
    assert step is not None
    assert step.odds == 1.0
    assert step.player is not turn.board.carrier
    step.player.square = step.path()[-1]
    assert goes_on(turn, step.player)
    monkeypatch.setattr(Turn, "_weigh", lambda *_: pytest.fail("weighed again"))
    following, _ = turn.best()
    assert following is not None
    assert following.player is not step.player


@pytest.mark.parametrize("to", [lambda turn: NOBODY, lambda turn: find(turn.board.game, "B").id], ids=["lost", "given"])
def test_everything_is_weighed_anew_when_the_ball_is_in_other_hands(turn: Turn, to: Callable[[Turn], int]) -> None:
    turn.board.game.state.ball.carrier = to(turn)
    turn.board.game.state.ball.square = turn.board.pitch.at(11, 8)
    assert not goes_on(turn)


def test_everything_is_weighed_anew_for_somebody_who_was_not_weighed(turn: Turn) -> None:
    game = turn.board.game
    assert not turn.goes_on(Board(game, 0), [*(player.id for player in game.boards.standing[0]), 10])


def test_the_carrier_goes_elsewhere_when_its_way_is_blocked(turn: Turn) -> None:
    assert turn.haven is not None
    blocked = turn.haven.square
    moved = put(turn, "D", blocked)
    assert goes_on(turn, moved)
    turn._look()
    turn._plan()
    carrier = turn.board.carrier
    assert carrier is not None
    assert turn.haven is not None
    assert turn.haven.square != blocked
    assert turn.routes[carrier.id].area >> turn.haven.square & 1


def test_places_are_worked_out_anew_only_when_opponents_have_moved(turn: Turn, monkeypatch: pytest.MonkeyPatch) -> None:
    planned = []
    assign = Turn._assigned
    monkeypatch.setattr(Turn, "_assigned", lambda turn: planned.append(turn) or assign(turn))
    moved = put(turn, "C", turn.board.pitch.at(7, 8))
    assert goes_on(turn, moved)
    turn._look()
    turn._plan()
    assert not planned
    find(turn.board.game, "x").status = STUNNED
    assert goes_on(turn, moved)
    turn._look()
    turn._plan()
    assert planned


def test_everything_is_weighed_anew_when_a_loose_ball_has_moved() -> None:
    game = game_of(match_of(POSITION.replace("ball: A", 'ball: "12,8"'))[0])
    turn = Turn(Board(game, 0), [player.id for player in game.boards.standing[0]])
    assert goes_on(turn)
    game.state.ball.square = turn.board.pitch.at(12, 9)
    assert not goes_on(turn)


def test_a_guess_is_worked_out_before_it_is_played(turn: Turn) -> None:
    player = find(turn.board.game, "B")
    exact = Step(player, "move", 5.0, "worked out")
    guess = Step(player, "move", 9.0, "a guess", closer=lambda: iter([exact]))
    turn.weighed[player.id] = [guess]
    assert turn.options(player.id) == [exact]
    assert turn.best()[0] is exact


def test_a_guess_about_the_ball_that_others_made_old_is_made_again() -> None:
    game = game_of(match_of(POSITION.replace("ball: A", 'ball: "12,8"'))[0])
    turn = Turn(Board(game, 0), [player.id for player in game.boards.standing[0]])
    player = find(game, "B")
    old = Step(player, "pass", 99.0, "a guess", shared=True, closer=lambda: pytest.fail("of an older position"))
    turn.weighed[player.id].append(old)
    moved = put(turn, "C", turn.board.pitch.at(7, 8))
    assert goes_on(turn, moved)
    turn.best()
    assert old not in turn.weighed[player.id]
