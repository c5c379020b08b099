"""Where bombs and fireballs go: among as many opponents and as few of our own as can be."""

from typing import Any

from engine.coaches.base import Answer
from engine.coaches.classic.view import View
from engine.core.decisions import Decision
from engine.core.pitch import Square
from engine.rules.game import BloodBowl
from engine.rules.state import STANDING
from engine.skills.traits.bombs import BOMB

CARRIER = 3.0  # who has the ball is worth so many others
LYING = 0.2  # who lies on the ground is worth so much of a standing player
BESIDE = 0.5  # of those next to it every second one is hit
FARTHER = {"Q": 0.0, "S": 0.1, "L": 0.3, "B": 0.5}  # what is lost by the range, on average


def fireball(coach: Any, decision: Decision[Any], game: BloodBowl) -> Answer:
    view = View(game, decision.side)
    return max(decision.listed, key=lambda square: (_hits(view, square), -square)), "where most of them stand"


def bomb_way(coach: Any, decision: Decision[Any], game: BloodBowl) -> Answer:
    return BOMB, "where it can be aimed"


def bomb_target(coach: Any, decision: Decision[Any], game: BloodBowl) -> Answer:
    view, thrower = View(game, decision.side), game.state.players[decision.about["player"]]

    def worth(square: Square) -> float:
        return _hits(view, square) - FARTHER.get(game.pitch.range(thrower.square, square) or "", 1.0)

    return max(decision.listed, key=lambda square: (worth(square), -square)), "where most of them stand"


def _hits(view: View, square: Square) -> float:
    """Opponents in the square and next to it, less our own."""
    game = view.game
    area = game.pitch.neighbours(square) | 1 << square
    return sum(
        (-1 if player.side == view.side else 1)
        * (CARRIER if game.has_ball(player) else 1)
        * (1 if player.status == STANDING else LYING)
        * (1 if player.square == square else BESIDE)
        for side in (0, 1)
        for player in game.players(side)
        if area >> player.square & 1
    )
