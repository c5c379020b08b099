"""What things mean in Battleball. Board events (moves, tokens, scores, rolls) are the kernel's."""

from dataclasses import dataclass
from typing import ClassVar

from engine.core.events import Event


@dataclass(slots=True)
class Activate(Event):
    kind: ClassVar[str] = "activate"
    player: int


@dataclass(slots=True)
class TakeHalf(Event):
    kind: ClassVar[str] = "take-half"
    player: int
    spaces: int


@dataclass(slots=True)
class Tackle(Event):
    kind: ClassVar[str] = "tackle"
    player: int
    target: int
    outcome: str


@dataclass(slots=True)
class Block(Event):
    kind: ClassVar[str] = "block"
    player: int
    target: int
    outcome: str


@dataclass(slots=True)
class PileOn(Event):
    kind: ClassVar[str] = "pile-on"
    player: int
    target: int
    outcome: str


@dataclass(slots=True)
class Pass(Event):
    kind: ClassVar[str] = "pass"
    player: int
    target: int
    distance: int
    outcome: str


@dataclass(slots=True)
class Interception(Event):
    kind: ClassVar[str] = "interception"
    player: int


@dataclass(slots=True)
class HandOff(Event):
    kind: ClassVar[str] = "hand-off"
    player: int
    target: int
    outcome: str


@dataclass(slots=True)
class FieldGoal(Event):
    kind: ClassVar[str] = "field-goal"
    player: int
    distance: int
    outcome: str


@dataclass(slots=True)
class Fumble(Event):
    kind: ClassVar[str] = "fumble"
    player: int


@dataclass(slots=True)
class PickUp(Event):
    kind: ClassVar[str] = "pick-up"
    player: int


@dataclass(slots=True)
class Malfunction(Event):
    """A heavy tackle's movement dice came up equal."""

    kind: ClassVar[str] = "malfunction"
    player: int


@dataclass(slots=True)
class Halt(Event):
    kind: ClassVar[str] = "halt"
    why: str


@dataclass(slots=True)
class Restart(Event):
    kind: ClassVar[str] = "restart"


@dataclass(slots=True)
class TurnOver(Event):
    kind: ClassVar[str] = "turn-over"
    side: int
    why: str


@dataclass(slots=True)
class TeamRule(Event):
    kind: ClassVar[str] = "team-rule"
    side: int
    rule: str


@dataclass(slots=True)
class Result(Event):
    kind: ClassVar[str] = "result"
    winner: str
    score: tuple[int, int]
