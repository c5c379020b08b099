"""Answers to single questions in the middle of an action that a look at the board or at the last die makes better."""

from typing import Any

from engine.coaches.base import Answer
from engine.coaches.bloodbowl import negatraits
from engine.coaches.bloodbowl.board import Board
from engine.coaches.bloodbowl.steps import Step
from engine.coaches.classic import moments
from engine.core.decisions import Decision
from engine.core.events import Roll
from engine.core.pitch import Square
from engine.rules.game import BloodBowl
from engine.rules.state import NOBODY
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


def change_to_move(coach: Any, decision: Decision[Any], game: BloodBowl) -> Answer:
    """For somebody thirsty whom the action would lead away from all Thralls."""
    board, player, step = Board(game, decision.side), game.state.players[decision.about["player"]], coach.step_under_way
    path = step.path() if step is not None and step.player is player else ()
    way = negatraits.to_a_thrall(board, player, path)
    if way == path:
        return False, "a Thrall is at hand, or none in reach"
    coach.step_under_way = Step(player, "move", 0.0, "to a Thrall", lambda: way)
    return True, "to a Thrall"


def bite(coach: Any, decision: Decision[Any], game: BloodBowl) -> Answer:
    """Whoever can be spared most easily, unless little is lost with the rest of the turn."""
    board = Board(game, decision.side)
    costs = {id: negatraits.bitten(board, game.state.players[id]) for id in decision.listed if id != NOBODY}
    best = min(costs, key=lambda id: (costs[id], id))
    thirsty = board.carrier is not None and board.carrier.id == decision.about["player"]
    lost = coach.left_to_lose + (board.weights.own_ball if thirsty else 0.0)
    return (best, "can be spared") if costs[best] < lost else (NOBODY, "worth more than the rest of the turn")
