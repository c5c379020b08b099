"""What the settings of a game plan can be: how each kind of value is checked, read from a document and written to one."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from engine.core.errors import BadInput
from engine.core.shapes import LONGEST_NAME, Misplaced, many, one_of, record, text, whole

MOST_PLAYERS = 16  # of a list
DEEPEST, WIDEST = 50, 50  # squares that a place may name; whether a pitch has them is asked later
SQUARE, PLAYER = "square", "player"


@dataclass(frozen=True, slots=True)
class Place:
    """A place of a formation, seen from the own side."""

    behind: int  # rows behind the line of scrimmage, from 0
    column: int  # from the left, from 1
    player: str | None = None  # whose it is; without one it is for anybody


Formation = tuple[Place, ...]
Value = str | int | tuple[str, ...] | Formation


@dataclass(frozen=True, eq=False)
class Choice:
    """One of a few words; the first is the default."""

    name: ClassVar[str] = "choice"
    words: Mapping[str, str]  # by key, as people read them

    @property
    def default(self) -> str:
        return next(iter(self.words))

    def check(self, value: Any, *place: Any) -> None:
        one_of(self.words, "choice")(value, *place)

    def read(self, value: Any) -> str:
        return str(value)

    def write(self, value: Any) -> Any:
        return value


@dataclass(frozen=True, eq=False)
class Number:
    """From the lowest, which is the default, to the highest."""

    name: ClassVar[str] = "number"
    lowest: int
    highest: int

    @property
    def default(self) -> int:
        return self.lowest

    def check(self, value: Any, *place: Any) -> None:
        whole(self.lowest, self.highest)(value, *place)

    def read(self, value: Any) -> int:
        return int(value)

    def write(self, value: Any) -> Any:
        return value


@dataclass(frozen=True, eq=False)
class Players:
    """Players by their ids on the sheet, as text, the most wanted first."""

    name: ClassVar[str] = "players"
    most: int = MOST_PLAYERS
    default: tuple[str, ...] = ()

    def check(self, value: Any, *place: Any) -> None:
        many(_id, self.most)(value, *place)
        _no_two(list(value), "player", *place)

    def read(self, value: Any) -> tuple[str, ...]:
        return tuple(value)

    def write(self, value: Any) -> Any:
        return list(value)


@dataclass(frozen=True, eq=False)
class Places:
    """A formation, or none."""

    name: ClassVar[str] = "formation"
    default: Formation = ()

    def check(self, value: Any, *place: Any) -> None:
        many(_PLACE)(value, *place)
        if any(SQUARE not in each for each in value):
            raise Misplaced("a place has a square", *place)
        _no_two([tuple(each[SQUARE]) for each in value], "square", *place)
        _no_two([each[PLAYER] for each in value if each.get(PLAYER) is not None], "player", *place)

    def read(self, value: Any) -> Formation:
        return tuple(Place(each[SQUARE][0], each[SQUARE][1], each.get(PLAYER)) for each in value)

    def write(self, value: Any) -> Any:
        return [{SQUARE: [each.behind, each.column], PLAYER: each.player} for each in value]


Kind = Choice | Number | Players | Places


def _id(value: Any, *place: Any) -> None:
    text(value, *place)
    if not 0 < len(value) <= LONGEST_NAME:
        raise Misplaced(f"the id of a player has 1 to {LONGEST_NAME} letters", *place)


def _anybody(value: Any, *place: Any) -> None:
    if value is not None:
        _id(value, *place)


def _square(value: Any, *place: Any) -> None:
    if not isinstance(value, list | tuple) or len(value) != 2:
        raise Misplaced(f"rows behind the line of scrimmage and a column, not {value!r}", *place)
    whole(0, DEEPEST)(value[0], *place)
    whole(1, WIDEST)(value[1], *place)


_PLACE = record({SQUARE: _square, PLAYER: _anybody}, "a place")


def _no_two(values: list[Any], what: str, *place: Any) -> None:
    for value in values:
        if values.count(value) > 1:
            named = ", ".join(map(str, value)) if isinstance(value, tuple) else value
            raise Misplaced(f"{what} {named} is named twice", *place)


def is_of(kind: Kind, value: Any) -> bool:
    try:
        kind.check(value)
    except BadInput:
        return False
    return True
