"""The field: spaces are small integers, and a set of spaces is one Python integer with a bit per space.

Growing a set by one step is a handful of shifts, so reach, zones and walls are `&`, `|` and popcounts. Spaces are
numbered row by row, with an unused column at the end of each row so that a shift never wraps round the edge.
"""

from collections.abc import Callable, Iterator
from functools import cache, lru_cache

from engine.core.errors import BadInput

Mask = int
Square = int
ANYWHERE: Mask = -1  # every bit is set: no limit on any field


def lowest(area: Mask) -> Square:
    """The first space of an area that is not empty."""
    return (area & -area).bit_length() - 1


def squares_of(area: Mask) -> Iterator[Square]:
    """The spaces of an area, lowest first."""
    while area:
        bit = area & -area
        yield bit.bit_length() - 1
        area ^= bit


class Pitch:
    """Rows 1 to `rows`; which columns a row has and which steps lead away from it depends on the grid."""

    def __init__(self, rows: int, columns: int, grid: str) -> None:
        self.rows = rows
        self.columns = columns
        self.grid = grid
        self.stride = columns + 2
        self.middle = (rows + 1) // 2
        self.everywhere: Mask = 0
        for row in range(1, rows + 1):
            for column in self.columns_of(row):
                self.everywhere |= 1 << self.at(row, column)
        self._left, self._right = self._slants()
        # Asked many thousand times a match, and always with the same answers.
        self.neighbours: Callable[[Square], Mask] = cache(self._neighbours)
        self.rings: Callable[[Square], tuple[Mask, ...]] = cache(self._rings)
        self.within: Callable[[Square, int], Mask] = cache(self._within)
        self.regions: Callable[[Mask], tuple[Mask, ...]] = lru_cache(maxsize=64)(self._regions)
        self.distances: Callable[[Square], dict[Square, int]] = cache(self._distances)

    def full(self, row: int) -> bool:
        """On a staggered grid the middle row and every second row from it have whole spaces only."""
        return self.grid != "staggered-six" or (row - self.middle) % 2 == 0

    def columns_of(self, row: int) -> range:
        return range(1 if self.full(row) else 0, self.columns + 1)

    def at(self, row: int, column: int) -> Square:
        return row * self.stride + column

    def name(self, square: Square) -> str:
        row, column = divmod(square, self.stride)
        return f"r{row}c{column}"

    def square(self, name: str) -> Square:
        """The space called r16c8 and the like."""
        row, _, column = name[1:].partition("c")
        if name[:1] == "r" and row.isdecimal() and column.isdecimal():
            square = self.at(int(row), int(column))
            if int(column) <= self.columns and self.everywhere >> square & 1:
                return square
        raise BadInput(f"this field has no space {name!r}")

    def row(self, number: int) -> Mask:
        """All spaces of a row."""
        return self.everywhere & (((1 << self.stride) - 1) << number * self.stride)

    def rows_between(self, first: int, last: int) -> Mask:
        area = 0
        for number in range(first, last + 1):
            area |= self.row(number)
        return area

    def _slants(self) -> tuple[Mask, Mask]:
        """The rows from which a step up or down may also lead one column to the left, and those with one to the right."""
        whole_row = (1 << self.stride) - 1
        full = half = 0
        for number in range(1, self.rows + 1):
            if self.full(number):
                full |= whole_row << number * self.stride
            else:
                half |= whole_row << number * self.stride
        slants = {"staggered-six": (full, half), "square-eight": (full, full), "square-four": (0, 0)}
        return slants[self.grid]

    def grow(self, area: Mask) -> Mask:
        """The area and everything one step away from it."""
        left, right = area >> 1, area << 1
        ahead = area | left & self._left | right & self._right
        return (area | left | right | ahead << self.stride | ahead >> self.stride) & self.everywhere

    def around(self, area: Mask) -> Mask:
        """Everything one step away from some space of an area."""
        left, right = area >> 1, area << 1
        ahead = area | left & self._left | right & self._right
        return (left | right | ahead << self.stride | ahead >> self.stride) & self.everywhere

    def flood(self, start: Mask, ground: Mask) -> Mask:
        """Everything that can be reached from `start` over `ground`."""
        area = start & ground
        while True:
            grown = self.grow(area) & ground
            if grown == area:
                return area
            area = grown

    def _regions(self, ground: Mask) -> tuple[Mask, ...]:
        """The parts of some ground that hang together."""
        regions = []
        while ground:
            regions.append(self.flood(ground & -ground, ground))
            ground ^= regions[-1]
        return tuple(regions)

    def region(self, square: Square, ground: Mask) -> Mask:
        """Everything that can be reached from a space over some ground that seldom changes."""
        return next((region for region in self.regions(ground) if region >> square & 1), 0)

    def _rings(self, square: Square) -> tuple[Mask, ...]:
        """The spaces at distance 0, 1, 2, … from a space, as far as the field goes."""
        rings = []
        area, ring = 0, 1 << square if square >= 0 else 0  # nowhere is next to nothing
        while ring:
            rings.append(ring)
            area |= ring
            ring = self.grow(area) & ~area
        return tuple(rings)

    def nearest(self, square: Square, area: Mask) -> Mask:
        """The spaces of an area that are nearest to a space."""
        return next((ring & area for ring in self.rings(square) if ring & area), 0)

    def _neighbours(self, square: Square) -> Mask:
        """Everything one step away."""
        return self.around(1 << square) if square >= 0 else 0  # nowhere is next to nothing

    def _within(self, square: Square, steps: int) -> Mask:
        """Everything at most so many steps away, the space itself included."""
        area = 0
        for ring in self.rings(square)[: max(0, steps + 1)]:
            area |= ring
        return area

    def distance(self, one: Square, other: Square) -> int:
        return self.distances(one)[other]

    def _distances(self, square: Square) -> dict[Square, int]:
        """The steps from a space to every other one."""
        return {other: number for number, ring in enumerate(self.rings(square)) for other in squares_of(ring)}


@lru_cache(maxsize=32)
def pitch(rows: int, columns: int, grid: str) -> Pitch:
    """Pitches never change, so every match on the same field shares one."""
    return Pitch(rows, columns, grid)
