"""Colours of teams: how far apart two of them look, a free one for a new team, and those that a match is shown in.

Distances are those of OKLab (Björn Ottosson, 2020), a space in which equal steps look equally large; black and white are 1 apart.
Nothing is told by colour alone: home is a filled disc and away a square with a rim, and charts have stripes for away.
"""

from collections.abc import Iterable
from functools import lru_cache
from math import dist

ENOUGH = 0.13  # apart at least, to be told apart at a glance as small discs
LINEAR_BELOW = 0.04045  # the first stretch of sRGB is a straight line
# Each told apart from every other, from the turf and from the chalk-white of a rim.
PALETTE = (
    "#a3312a", "#2b4c8c", "#f28f29", "#9d53c6", "#02a9f7", "#728426", "#ed4f8d", "#398699",
    "#42361f", "#56d75b", "#af95a8", "#710a62", "#c36a51", "#5fccc8", "#3a70ee", "#f485fe",
)  # fmt: skip


@lru_cache(maxsize=4096)
def oklab(colour: str) -> tuple[float, float, float]:
    """Lightness, from green to red, from blue to yellow."""
    channels = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    red, green, blue = (c / 12.92 if c <= LINEAR_BELOW else ((c + 0.055) / 1.055) ** 2.4 for c in channels)
    long = (0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue) ** (1 / 3)
    medium = (0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue) ** (1 / 3)
    short = (0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue) ** (1 / 3)
    return (
        0.2104542553 * long + 0.7936177850 * medium - 0.0040720468 * short,
        1.9779984951 * long - 2.4285922050 * medium + 0.4505937099 * short,
        0.0259040371 * long + 0.7827717662 * medium - 0.8086757660 * short,
    )


def distance(one: str, other: str) -> float:
    return dist(oklab(one), oklab(other))


def match_colours(home: str, away: str) -> tuple[str, str]:
    """What both sides of a match wear: their own colours, or for away the nearest to its own that home's cannot be taken for."""
    if distance(home, away) >= ENOUGH:
        return home, away
    other = [colour for colour in PALETTE if distance(home, colour) >= ENOUGH]
    return home, min(other, key=lambda colour: distance(away, colour))


def free_colour(taken: Iterable[str]) -> str:
    """The first colour that is told apart from all these, or else the one that is farthest from them."""
    worn = list(taken)
    apart = {colour: min((distance(colour, each) for each in worn), default=1.0) for colour in PALETTE}
    return next((colour for colour, far in apart.items() if far >= ENOUGH), max(PALETTE, key=apart.__getitem__))
