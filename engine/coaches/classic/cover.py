"""How many of some areas a square lies in."""

from collections.abc import Iterable, Iterator

from engine.core.pitch import Mask, Square


class Cover:
    """Kept as layers: the squares that lie in at least one of the areas, in at least two, three …"""

    __slots__ = ("layers",)

    def __init__(self, areas: Iterable[Mask]) -> None:
        self.layers: list[Mask] = []
        for area in areas:
            rest = area
            for number, layer in enumerate(self.layers):
                self.layers[number], rest = layer | rest, layer & rest
            if rest:
                self.layers.append(rest)

    @property
    def whole(self) -> Mask:
        return self.layers[0] if self.layers else 0

    def count(self, square: Square) -> int:
        number = 0
        for layer in self.layers:
            if not layer >> square & 1:
                break
            number += 1
        return number

    def rings(self, squares: Mask) -> Iterator[Mask]:
        """Those of some squares that lie in none of the areas, in one, in two …, each in one set."""
        for layer in self.layers:
            yield squares & ~layer
            squares &= layer
        yield squares

    def least(self, squares: Mask) -> Mask:
        """Those of some squares that lie in the fewest areas."""
        for layer in self.layers:
            if squares & ~layer:
                return squares & ~layer
        return squares
