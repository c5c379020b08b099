"""Set-ups: three on the line, the strong in front; deeper when receiving."""

from typing import Any

from engine.core.pitch import Square
from engine.rules.game import BloodBowl
from engine.rules.state import Player

# (rows behind the line of scrimmage, column), in the order in which players take them.
LINE = ((0, 7), (0, 8), (0, 9))
KICKING = ((1, 5), (1, 11), (2, 3), (2, 13), (3, 6), (3, 10), (5, 8), (4, 8))
RECEIVING = ((0, 6), (0, 10), (1, 4), (1, 12), (2, 7), (2, 9), (6, 8), (4, 8))


def squares(game: BloodBowl, side: int, options: Any) -> tuple[Square | None, ...]:
    """The strongest on the line, the surest hands at the back."""
    places = LINE + (KICKING if game.state.kicking == side else RECEIVING)
    toughest = sorted(options.players, key=lambda player: (player not in options.needed, *_toughness(player)))
    order = sorted(toughest[: options.size], key=_toughness)
    chosen = {player.id: _square(game, side, place) for player, place in zip(order, places, strict=False)}
    return tuple(chosen.get(player.id) for player in options.players)


def _toughness(player: Player) -> tuple[int, int, int]:
    return (-player.st, -player.av, player.id)


def _square(game: BloodBowl, side: int, place: tuple[int, int]) -> Square:
    behind, column = place
    return game.pitch.at(13 - behind if side == 0 else 14 + behind, column)
