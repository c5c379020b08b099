"""What happened: slotted records, appended by the procedure that causes them. Sentences are written elsewhere.

The records here change what stands on the board, so a viewer that knows only these can draw any game. A ruleset adds
records of its own for the meaning of things.
"""

from collections.abc import Callable
from dataclasses import dataclass, fields
from operator import attrgetter
from types import ModuleType
from typing import Any, ClassVar

Reader = tuple[tuple[str, ...], Callable[[Any], tuple[Any, ...]]]  # the names of an event's fields, and what reads them
_READERS: dict[type, Reader] = {}


@dataclass(slots=True)
class Event:
    kind: ClassVar[str] = ""

    def to_json(self) -> dict[str, Any]:
        names, read = _READERS.get(type(self)) or _reader(type(self))
        return dict(zip(names, read(self), strict=True))


def _reader(kind: type[Event]) -> Reader:
    names = [each.name for each in fields(kind)]
    read = attrgetter("kind", *names) if names else lambda event: (event.kind,)
    _READERS[kind] = ("e", *names), read
    return _READERS[kind]


@dataclass(slots=True)
class Phase(Event):
    kind: ClassVar[str] = "phase"
    name: str
    number: int
    side: int | None = None


@dataclass(slots=True)
class Put(Event):
    kind: ClassVar[str] = "put"
    player: int
    square: int


@dataclass(slots=True)
class Move(Event):
    kind: ClassVar[str] = "move"
    player: int
    path: tuple[int, ...]


@dataclass(slots=True)
class Stance(Event):
    kind: ClassVar[str] = "stance"
    player: int
    stance: str


@dataclass(slots=True)
class Off(Event):
    kind: ClassVar[str] = "off"
    player: int
    where: str


@dataclass(slots=True)
class Ball(Event):
    kind: ClassVar[str] = "ball"
    square: int | None
    holder: int | None


@dataclass(slots=True)
class Token(Event):
    kind: ClassVar[str] = "token"
    square: int


@dataclass(slots=True)
class Clear(Event):
    kind: ClassVar[str] = "clear"


@dataclass(slots=True)
class Score(Event):
    kind: ClassVar[str] = "score"
    side: int
    points: int
    why: str
    score: tuple[int, int]


@dataclass(slots=True)
class Roll(Event):
    """Dice on the table: what for, by whom, with the modifiers by source and the number to reach, where there is one."""

    kind: ClassVar[str] = "roll"
    what: str
    player: int | None
    side: int
    dice: tuple[tuple[int, int], ...]
    total: int | None = None
    target: int | None = None
    modifiers: tuple[tuple[str, int], ...] = ()
    passed: bool | None = None


@dataclass(slots=True)
class Chosen(Event):
    kind: ClassVar[str] = "choice"
    side: int
    question: str
    answer: Any
    reason: str


def kinds_in(module: ModuleType) -> frozenset[str]:
    """The kinds of events that a module declares."""
    declared = [each for each in vars(module).values() if isinstance(each, type) and issubclass(each, Event)]
    return frozenset(each.kind for each in declared if each.kind)
