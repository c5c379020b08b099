"""Out of contact: for those who had rather not be hit and are needed nowhere else."""

from collections.abc import Iterator

from engine.coaches.bloodbowl.board import Board
from engine.coaches.bloodbowl.routes import Routes
from engine.coaches.bloodbowl.steps import Step
from engine.core.pitch import Square, lowest
from engine.rules.state import STANDING, Player


def away(board: Board, player: Player, routes: Routes, focus: Square, gain: float, loss: float) -> Iterator[Step]:
    """By the safest Dodge to where nobody marks it, as near as can be to where the game is."""
    if player.status != STANDING or not gain or gain * routes.at_best <= (1 - routes.at_best) * loss:
        return
    spots = routes.safest(routes.free & ~board.zones)
    if spots:
        path = routes.path_to(lowest(board.pitch.nearest(focus, spots)))
        odds, again = routes.odds(path), routes.odds(path, min(1, board.rerolls))
        yield Step(player, "move", gain, f"away from them, {again:.0%}", lambda: path, None, odds, again, loss)
