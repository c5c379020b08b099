"""The position of a Battleball match: flat, slotted, and all there is at a quiet point."""

from dataclasses import asdict, dataclass, field, replace
from typing import Any

HOME, AWAY = 0, 1
NOBODY = -1  # no piece
NOWHERE = -1  # no space

# Where a piece is. Only the first two are on the field.
STANDING, DOWN = ON_FIELD = ("standing", "down")
RESERVE, SCORED, INJURED, SERIOUS, ABSENT = "reserve", "scored", "injured", "serious", "absent"

# What the match is about to do (`play.STAGES`).
OPENING, TURN_START, TURN, HALF_END, HALT, RESTART, OVER = (
    "opening",
    "turn-start",
    "turn",
    "half-end",
    "halt",
    "restart",
    "over",
)


@dataclass(slots=True)
class Piece:
    id: int
    side: int
    position: str
    abbr: str
    number: int
    name: str
    dice: tuple[int, ...]
    half: int
    wide: bool
    skills: tuple[str, ...] = ()
    status: str = RESERVE
    square: int = NOWHERE
    lies_for: int = 0  # ends of own turns until it stands up
    felled_by: int = NOBODY

    @property
    def on_field(self) -> bool:
        return self.status in ON_FIELD

    @property
    def standing(self) -> bool:
        return self.status == STANDING


@dataclass(slots=True)
class State:
    pieces: list[Piece]
    stage: str = OPENING
    ball: int = NOWHERE  # where it lies loose
    holder: int = NOBODY
    last_holder: int = NOBODY  # the side that held it last in this half
    tokens: int = 0
    tokens_placed: int = 0  # in this half, for leagues that count them
    score: list[int] = field(default_factory=lambda: [0, 0])
    touchdowns: list[int] = field(default_factory=lambda: [0, 0])
    half: int = 1  # 3 and above are overtime rounds
    began: int = HOME  # the side that moved first in this half
    scored_by: int = NOBODY  # the side whose score ended the half
    half_over: str = ""
    halted: str = ""
    seconds: int = 0  # on the clock of this half
    side: int = HOME
    turns: list[int] = field(default_factory=lambda: [0, 0])  # finished in this half
    turn_over: str = ""
    activations: int = 0
    used: int = 0  # bit per piece activated this turn
    passed: bool = False
    passers: int = 0  # bit per piece that passed this turn
    hand_offs: int = 0
    proposed_halt: bool = False
    idle: int = 0  # turns in a row in which nobody could be activated
    team_rules: list[str] = field(default_factory=lambda: ["", ""])
    winner: str = ""

    def copy(self) -> "State":
        return replace(
            self,
            pieces=[replace(piece) for piece in self.pieces],
            score=self.score[:],
            touchdowns=self.touchdowns[:],
            turns=self.turns[:],
            team_rules=self.team_rules[:],
        )

    def to_json(self) -> dict[str, Any]:
        return asdict(self)


def load_state(saved: dict[str, Any]) -> State:
    """A position as `State.to_json` wrote it, also after a trip through JSON."""
    pieces = [Piece(**piece | {name: tuple(piece[name]) for name in ("dice", "skills")}) for piece in saved["pieces"]]
    return State(**saved | {"pieces": pieces})
