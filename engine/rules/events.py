"""What things mean in Blood Bowl. Board events (moves, stances, the ball, rolls) are the kernel's."""

from dataclasses import dataclass
from typing import ClassVar

from engine.core.events import Event


@dataclass(slots=True)
class Declare(Event):
    kind: ClassVar[str] = "declare"
    player: int
    action: str
    target: int | None = None


@dataclass(slots=True)
class Turnover(Event):
    kind: ClassVar[str] = "turn-over"
    side: int
    why: str


@dataclass(slots=True)
class Distracted(Event):
    kind: ClassVar[str] = "distracted"
    player: int


@dataclass(slots=True)
class Held(Event):
    kind: ClassVar[str] = "held"
    player: int
    by: int


@dataclass(slots=True)
class Gouged(Event):
    kind: ClassVar[str] = "gouged"
    player: int
    by: int


@dataclass(slots=True)
class Stalled(Event):
    """Noted without a die of the crowd, since the turn is over anyway."""

    kind: ClassVar[str] = "stalled"
    player: int


@dataclass(slots=True)
class BlockDice(Event):
    kind: ClassVar[str] = "block-dice"
    player: int
    target: int
    faces: tuple[int, ...]
    chooser: int
    strengths: tuple[int, int]
    made_of: tuple[tuple[tuple[str, int], ...], tuple[tuple[str, int], ...]] = ((), ())  # each of them by source


@dataclass(slots=True)
class BlockResult(Event):
    kind: ClassVar[str] = "block"
    player: int
    target: int
    result: str


@dataclass(slots=True)
class Injured(Event):
    kind: ClassVar[str] = "injury"
    player: int
    result: str
    cause: str
    by: int | None
    credit: tuple[int, ...] = ()  # who earns something for a casualty


@dataclass(slots=True)
class UsedReroll(Event):
    kind: ClassVar[str] = "re-roll"
    player: int
    source: str


@dataclass(slots=True)
class SpentReroll(Event):
    """A team re-roll for dice that are no player's."""

    kind: ClassVar[str] = "staff-re-roll"
    side: int
    source: str


@dataclass(slots=True)
class UsedSkill(Event):
    """A skill that its owner's coach might have declined."""

    kind: ClassVar[str] = "used-skill"
    player: int
    skill: str
    adds: int = 0  # to a die that has been rolled


@dataclass(slots=True)
class CameDown(Event):
    """A kick, a throw-in or a pass beside its catcher is over its square, where it may be caught or bounces."""

    kind: ClassVar[str] = "came-down"
    square: int


@dataclass(slots=True)
class Kicked(Event):
    kind: ClassVar[str] = "kick-off"
    side: int
    event: str


@dataclass(slots=True)
class Conceded(Event):
    kind: ClassVar[str] = "conceded"
    side: int
    penalty: bool


@dataclass(slots=True)
class Hired(Event):
    kind: ClassVar[str] = "inducement"
    side: int
    inducement: str
    player: int | None = None


@dataclass(slots=True)
class Prayed(Event):
    kind: ClassVar[str] = "prayer"
    side: int
    prayer: str
    players: tuple[int, ...] = ()  # whom it touches


@dataclass(slots=True)
class Weather(Event):
    kind: ClassVar[str] = "weather"
    weather: str


@dataclass(slots=True)
class Thrown(Event):
    kind: ClassVar[str] = "pass"
    player: int
    square: int
    outcome: str


@dataclass(slots=True)
class HandedOff(Event):
    kind: ClassVar[str] = "hand-off"
    player: int
    target: int


@dataclass(slots=True)
class Fouled(Event):
    kind: ClassVar[str] = "foul"
    player: int
    target: int
    seen: bool


@dataclass(slots=True)
class Hurled(Event):
    kind: ClassVar[str] = "throw-team-mate"
    player: int
    mate: int
    square: int
    outcome: str


@dataclass(slots=True)
class Landed(Event):
    kind: ClassVar[str] = "landing"
    player: int
    safe: bool


@dataclass(slots=True)
class Bombed(Event):
    kind: ClassVar[str] = "bomb"
    player: int
    square: int
    outcome: str  # accurate, inaccurate, fumble


@dataclass(slots=True)
class Exploded(Event):
    kind: ClassVar[str] = "explosion"
    square: int
