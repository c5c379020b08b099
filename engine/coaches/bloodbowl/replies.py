"""Answers to single questions in the middle of an action that a look at the board or at the last die makes better."""

from typing import Any

from engine.coaches.base import Answer
from engine.coaches.bloodbowl.board import Board
from engine.coaches.classic import moments
from engine.core.decisions import Decision
from engine.core.events import Roll
from engine.core.pitch import Square
from engine.rules.game import BloodBowl
from engine.skills.footwork import DIVE, diving_tackle


def use_skill(coach: Any, decision: Decision[Any], game: BloodBowl) -> Answer:
    """A dive that changes nothing puts the diver on the ground for nothing."""
    if decision.about["skill"] == diving_tackle.key and not _spoils(game):
        return False, "gets away all the same"
    return moments.use_skill(coach, decision, game)


def _spoils(game: BloodBowl) -> bool:
    rolled = next((event for event in reversed(game.events) if isinstance(event, Roll)), None)
    if rolled is None or not rolled.target or rolled.total is None:
        return True
    return rolled.total + DIVE < rolled.target


def hit_and_run(coach: Any, decision: Decision[Any], game: BloodBowl) -> Answer:
    """With the ball onward; else out of their reach, and nearer to the ball where that is all the same."""
    board, player = Board(game, decision.side), game.state.players[decision.about["player"]]

    def trouble(square: Square) -> tuple[int, int, Square]:
        far = board.rows_to_go(square) if board.carrier is player else board.pitch.apart(square, board.ball)
        return board.exposed(square), far, square

    return min(decision.listed, key=trouble), "away from them"
