"""Where things come down that are thrown or kicked."""

from collections.abc import Iterator
from functools import cache

from engine.coaches.bloodbowl.board import Board
from engine.core.pitch import Square
from engine.rules.ball import FACING, THROW_IN
from engine.rules.field import DIRECTIONS, Step

Spread = tuple[tuple[Step, float], ...]
FACES = 6


@cache
def scatter(times: int) -> Spread:
    """How likely so many steps at random lead where."""
    spread: dict[Step, float] = {(0, 0): 1.0}
    for _ in range(times):
        after: dict[Step, float] = {}
        for (x, y), odds in spread.items():
            for dx, dy in DIRECTIONS:
                after[x + dx, y + dy] = after.get((x + dx, y + dy), 0.0) + odds / len(DIRECTIONS)
        spread = after
    return tuple(spread.items())


@cache
def kicked(facing: str) -> Spread:
    """The throw-in template turned that way, and a die for the distance."""
    steps = THROW_IN[FACING[facing]]
    odds = 1 / (len(steps) * FACES)
    return tuple(((dx * far, dy * far), odds) for dx, dy in steps for far in range(1, FACES + 1))


def landings(board: Board, target: Square, spread: Spread) -> Iterator[tuple[Square, float]]:
    """The squares of the pitch, with their odds; what is missing leaves it."""
    x, y = board.pitch.xy(target)
    for (dx, dy), odds in spread:
        square = board.at(x + dx, y + dy)
        if square is not None:
            yield square, odds
