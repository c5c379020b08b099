"""Fouls, where they pay: team-mates hold the victim, it is worth hurting, and the fouler is no great loss."""

from collections.abc import Iterator
from functools import partial

from engine.coaches.bloodbowl.board import Board
from engine.coaches.bloodbowl.fights import at_least, off_or_stunned, quality
from engine.coaches.bloodbowl.routes import Routes
from engine.coaches.bloodbowl.steps import Step
from engine.core.pitch import lowest
from engine.rules.foul import helpers
from engine.rules.state import STANDING, Player

DOUBLE = 1 / 6
BRIBED = 0.35  # what is left of that with a bribe
STAR = "star"


def fouls(board: Board, player: Player, routes: Routes) -> Iterator[Step]:
    """Against whoever lies beside a square that is reached without a die."""
    if player.status != STANDING or STAR in player.keywords:
        return
    for victim in board.fallen:
        spots = board.pitch.neighbours(victim.square) & routes.area
        if spots:
            quiet = board.marks.least(spots)
            spot = player.square if quiet >> player.square & 1 else lowest(quiet)
            yield _foul(board, player, victim, routes, spot)


def _foul(board: Board, player: Player, victim: Player, routes: Routes, spot: int) -> Step:
    game = board.game
    help = len(helpers(game, player, victim, victim)) - board.exposed(spot) + ("dirty-player" in player.skills)
    broken = at_least(board.value(victim, "av") - help)
    gain = broken * off_or_stunned(board, victim)
    seen = DOUBLE * (1 + broken) * (BRIBED if game.team(board.side).bribes else 1.0)
    why = f"{victim.name} is down, {broken:.0%} to break the armour"
    path = partial(routes.path_to, spot)
    lost = board.weights.sent_off * quality(player)
    return Step(player, "foul", gain, why, path, ("foul", victim.id), 1 - seen, 1 - seen, lost)
