"""What written input may look like: small checks that are put together, and say what is wrong and where.

A shape is called with a value and the place where it stands, as keys and numbers from the outside in.
"""

from collections.abc import Callable, Collection, Mapping
from typing import Any

from engine.core.errors import BadInput

Shape = Callable[..., None]
FEW = 16  # words that still fit into a complaint
LONGEST_NAME = 80  # of anybody and anything
MOST = 1000  # entries of a list, unless its shape says another number


class Misplaced(BadInput):
    """Input that makes no sense, with its place, so that a file's reader can name the line."""

    def __init__(self, message: str, *place: Any) -> None:
        named = " ".join(str(each) for each in place if not isinstance(each, int))
        super().__init__(f"{named}: {message}" if named else message)
        self.place = place


def whole(lowest: int, highest: int, rule: str = "") -> Shape:
    """A whole number; the rule is the page of the book that gives the limits, where one does."""
    source = f" ({rule})" if rule else ""

    def check(value: Any, *place: Any) -> None:
        if type(value) is not int or not lowest <= value <= highest:
            raise Misplaced(f"a whole number from {lowest} to {highest}, not {value!r}{source}", *place)

    return check


def flag(value: Any, *place: Any) -> None:
    if type(value) is not bool:
        raise Misplaced(f"true or false, not {value!r}", *place)


def text(value: Any, *place: Any) -> None:
    if not isinstance(value, str):
        raise Misplaced(f"has to be text, not {value!r}", *place)


def name(value: Any, *place: Any) -> None:
    """A short text. How it is written was checked when it was given: sheets of old teams must stay playable."""
    text(value, *place)
    if len(value) > LONGEST_NAME:
        raise Misplaced(f"at most {LONGEST_NAME} letters, not {len(value)}", *place)


def anything(value: Any, *place: Any) -> None:
    """Whatever it is, somebody else looks at it."""


def one_of(words: Collection[Any], what: str) -> Shape:
    def check(value: Any, *place: Any) -> None:
        if not isinstance(value, str | int) or value not in words:
            known = f"; there are {', '.join(map(str, words))}" if 0 < len(words) <= FEW else ""
            raise Misplaced(f"no {what} is called {value!r}{known}", *place)

    return check


def many(shape: Shape, most: int = MOST) -> Shape:
    """A list of what has this shape, of so many entries at most."""

    def check(value: Any, *place: Any) -> None:
        if not isinstance(value, list | tuple):
            raise Misplaced(f"has to be a list, not {value!r}", *place)
        if len(value) > most:
            raise Misplaced(f"a list of at most {most}, not of {len(value)}", *place)
        for number, each in enumerate(value):
            shape(each, *place, number)

    return check


def pair(shape: Shape) -> Shape:
    """One for the home team and one for the away team."""

    def check(value: Any, *place: Any) -> None:
        if not isinstance(value, list | tuple) or len(value) != 2:
            raise Misplaced(f"a list of two, home and away, not {value!r}", *place)
        many(shape)(value, *place)

    return check


def table(keys: Shape, shape: Shape) -> Shape:
    """A mapping whose keys and values have these shapes."""

    def check(value: Any, *place: Any) -> None:
        _mapping(value, *place)
        for key, each in value.items():
            keys(key, *place)
            shape(each, *place, key)

    return check


def record(fields: Mapping[str, Shape], what: str) -> Shape:
    """A mapping that has no other fields than these."""

    def check(value: Any, *place: Any) -> None:
        _mapping(value, *place)
        for name, each in value.items():
            if name not in fields:
                raise Misplaced(f"{what} has no field {name!r}", *place)
            fields[name](each, *place, name)

    return check


def _mapping(value: Any, *place: Any) -> None:
    if not isinstance(value, Mapping):
        raise Misplaced(f"has to be a mapping, not {value!r}", *place)
