"""The pitch. A square is (x, y): x along the pitch, y across, both from 1.

Home defends x 1 and scores at the other end. North is smaller y, as on the random-direction template (Core p.25).
"""

from collections.abc import Callable
from functools import cache

from engine.core.errors import BadInput
from engine.core.pitch import Mask, Pitch, Square, squares_of

Step = tuple[int, int]

# The D8 template lies beside the pitch and is never turned (Core p.25).
DIRECTIONS: tuple[Step, ...] = ((-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1))
RING: tuple[Step, ...] = ((0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1))  # clockwise from north


class Gridiron(Pitch):
    """Length, width, depth of a half and of a wide zone are the edition's, and so is the range chart.

    The chart has a row for each |dx| and a character for each |dy|: Q, S, L or B; no character is out of range.
    """

    def __init__(
        self,
        length: int,
        width: int,
        *,
        half: int,
        wide: int,
        trapdoors: tuple[Step, ...],
        ranges: tuple[str, ...],
        ruler: float,
    ) -> None:
        super().__init__(length, width, "square-eight")
        if 2 * half > length or 2 * wide >= width:
            raise BadInput(f"a pitch of {length} by {width} has no room for halves of {half} and wide zones of {wide}")
        self.length, self.width, self.half, self.wide_zone = length, width, half, wide
        self.ranges = ranges
        self.ruler = ruler  # half the width of the range ruler, in squares
        self.middle_square = self.at(length // 2, (width + 1) // 2)
        self.halves: tuple[Mask, Mask] = (self.rows_between(1, half), self.rows_between(length - half + 1, length))
        self.end_zones: tuple[Mask, Mask] = (self.row(1), self.row(length))  # whose it is; the other side scores there
        self.scrimmage: tuple[Mask, Mask] = (self.row(half), self.row(length - half + 1))
        self.wide: tuple[Mask, Mask] = (self._columns(1, wide), self._columns(width - wide + 1, width))
        self.centre_field: Mask = self._columns(wide + 1, width - wide)
        self.in_range: Callable[[Square, str], tuple[Square, ...]] = cache(self._in_range)
        self.beyond: Callable[[Square, Square], tuple[Square, Square, Square]] = cache(self._beyond)
        self.corners: Callable[[Square], Mask] = cache(self._corners)
        self.trapdoors: Mask = sum(1 << self.at(x, y) for x, y in trapdoors)  # shut unless a prayer opens them

    def _columns(self, first: int, last: int) -> Mask:
        area = 0
        for x in range(1, self.length + 1):
            for y in range(first, last + 1):
                area |= 1 << self.at(x, y)
        return area

    def _corners(self, square: Square) -> Mask:
        """The squares that touch a square at a corner."""
        straight = 1 << square - 1 | 1 << square + 1 | 1 << square - self.stride | 1 << square + self.stride
        return self.neighbours(square) & ~straight

    def grow(self, area: Mask) -> Mask:
        """As on any field; where every slant is a step, a row on either side of three columns is all there is to it."""
        wide = area | area >> 1 | area << 1
        return (wide | wide << self.stride | wide >> self.stride) & self.everywhere

    def name(self, square: Square) -> str:
        x, y = self.xy(square)
        return f"{x},{y}"

    def square(self, name: str) -> Square:
        x, _, y = name.partition(",")
        if x.strip().isdecimal() and y.strip().isdecimal() and int(x) <= self.length and int(y) <= self.width:
            square = self.at(int(x), int(y))
            if self.everywhere >> square & 1:
                return square
        raise BadInput(f"the pitch has no square {name!r}; squares are written 12,8")

    def xy(self, square: Square) -> tuple[int, int]:
        return divmod(square, self.stride)

    def on(self, square: Square) -> bool:
        return square >= 0 and bool(self.everywhere >> square & 1)

    def step(self, square: Square, step: Step) -> Square:
        """The square one step away, which may be off the pitch; ask `on`."""
        return square + step[0] * self.stride + step[1]

    def towards(self, one: Square, other: Square) -> Step:
        """The step from a square to a neighbour."""
        (x, y), (to_x, to_y) = self.xy(one), self.xy(other)
        return (to_x - x, to_y - y)

    def apart(self, one: Square, other: Square) -> int:
        """Squares between two, diagonals counting as one. Nowhere is far from everywhere."""
        if one < 0 or other < 0:
            return self.length
        (x, y), (to_x, to_y) = divmod(one, self.stride), divmod(other, self.stride)
        return max(abs(x - to_x), abs(y - to_y))

    def _beyond(self, one: Square, other: Square) -> tuple[Square, Square, Square]:
        """The three squares behind `other` as seen from its neighbour `one`: straight, and 45 degrees to either side."""
        at = RING.index(self.towards(one, other))
        straight, left, right = RING[at], RING[at - 1], RING[(at + 1) % 8]
        return (self.step(other, left), self.step(other, straight), self.step(other, right))

    def range(self, one: Square, other: Square) -> str:
        """Q, S, L or B; empty when out of range."""
        (x, y), (to_x, to_y) = self.xy(one), self.xy(other)
        dx, dy = abs(x - to_x), abs(y - to_y)
        return self.ranges[dx][dy] if dx < len(self.ranges) and dy < len(self.ranges[dx]) else ""

    def _in_range(self, square: Square, ranges: str) -> tuple[Square, ...]:
        """The other squares at one of these ranges."""
        others = squares_of(self.everywhere & ~(1 << square))
        return tuple(other for other in others if (far := self.range(square, other)) and far in ranges)

    def under_ruler(self, thrower: Square, landing: Square, square: Square) -> bool:
        """Whether the ruler from thrower to landing square touches a square between them (Core p.72)."""
        (x, y), (land_x, land_y), (at_x, at_y) = self.xy(thrower), self.xy(landing), self.xy(square)
        rx, ry, px, py = land_x - x, land_y - y, at_x - x, at_y - y
        length = rx * rx + ry * ry
        if not length or px * px + py * py >= length or (rx - px) ** 2 + (ry - py) ** 2 >= length:
            return False
        corners = [abs(ry * (px + i) - rx * (py + j)) for i in (-0.5, 0.5) for j in (-0.5, 0.5)]
        return bool(min(corners) / length**0.5 < self.ruler)
