"""Set-ups: as many on the line as must be, the strong in front; deeper when receiving."""

from typing import Any

from engine.coaches.base import Answer
from engine.core.decisions import Decision
from engine.core.pitch import Square
from engine.rules.game import BloodBowl
from engine.rules.state import Player

# (rows behind the line of scrimmage, columns from the middle), in the order in which players take them.
LINE = ((0, -1), (0, 0), (0, 1))
KICKING = ((1, -3), (1, 3), (2, -5), (2, 5), (3, -2), (3, 2), (5, 0), (4, 0))
MIDDLE = (3, 0)
RECEIVING = ((0, -2), (0, 2), (1, -4), (1, 4), (2, -1), (2, 1), (6, 0), (4, 0))


def squares(game: BloodBowl, side: int, options: Any) -> tuple[Square | None, ...]:
    """The strongest on the line, the surest hands at the back."""
    places = _places(game, side)
    toughest = sorted(options.players, key=lambda player: (player not in options.needed, *_toughness(player)))
    order = sorted(toughest[: options.size], key=_toughness)
    chosen = {player.id: _square(game, side, place) for player, place in zip(order, places, strict=False)}
    formation = tuple(chosen.get(player.id) for player in options.players)
    return options.some(lambda count: 0) if options.refusal(formation) else formation  # a pitch too narrow for it


def set_up_again(coach: Any, decision: Decision[Any], game: BloodBowl) -> Answer:
    """The first place of the formation that is free, or as near to its middle as there is room."""
    places = [_square(game, decision.side, place) for place in _places(game, decision.side)]
    free = [square for square in places if square in decision.listed]
    middle = _square(game, decision.side, MIDDLE)
    nearest = min(decision.listed, key=lambda square: (game.pitch.apart(square, middle), square))
    return (free[0], "fills a gap") if free else (nearest, "close to the others")


def _places(game: BloodBowl, side: int) -> tuple[tuple[int, int], ...]:
    return LINE + (KICKING if game.state.kicking == side else RECEIVING)


def _toughness(player: Player) -> tuple[int, int, int]:
    return (-player.st, -player.av, player.id)


def _square(game: BloodBowl, side: int, place: tuple[int, int]) -> Square:
    behind, aside = place
    row = game.pitch.half - behind if side == 0 else game.pitch.length - game.pitch.half + 1 + behind
    return game.pitch.at(row, (game.pitch.width + 1) // 2 + aside)
