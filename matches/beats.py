"""A stream of events cut into beats: the pieces of a match that are told and shown in one go.

A beat has a head, the event it is about, with the rolls and choices that led to it before, and what it changed on the
board after it. Every board event ends up in exactly one beat and in its old order, so that applying the changes of all
beats gives the same position as applying the events.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

Event = dict[str, Any]

BOARD = frozenset({"put", "move", "stance", "off", "ball", "token", "clear", "score"})
PRELUDES = frozenset({"activate", "take-half", "roll"})
COMPANIONS = frozenset({"put", "stance", "off", "ball", "token", "clear", "pick-up"})


@dataclass(slots=True)
class Phase:
    """Where in the match a beat stands."""

    half: str = ""
    turn: int = 0
    side: int | None = None

    def to_json(self) -> dict[str, Any]:
        return {"half": self.half, "turn": self.turn, "side": self.side}


@dataclass(slots=True)
class Beat:
    phase: Phase
    head: Event | None = None
    preludes: list[Event] = field(default_factory=list)
    choices: list[Event] = field(default_factory=list)
    changes: list[Event] = field(default_factory=list)
    notes: list[Event] = field(default_factory=list)
    holder: int | None = None  # who has the ball when the beat begins

    @property
    def rolls(self) -> list[Event]:
        return [event for event in self.preludes if event["e"] == "roll"]

    @property
    def worth_showing(self) -> bool:
        """A new turn alone is a heading, not a step."""
        if self.changes or self.rolls:
            return True
        return self.head is not None and not (self.head["e"] == "phase" and self.head["name"] in {"turn", "end"})

    def found(self, kind: str) -> list[Event]:
        return [event for event in (*self.preludes, *self.changes, *self.notes) if event["e"] == kind]


def beats(events: Iterable[Event]) -> Iterator[Beat]:
    """Cut the events into beats, in order; beats with nothing to show are left out."""
    phase, waiting = Phase(), []
    beat, holder = Beat(phase), None
    for event in events:
        if event["e"] == "choice":
            waiting.append(event)
            continue
        if event["e"] == "phase":
            phase = _next_phase(phase, event)
        if _opens(beat, event):
            if beat.worth_showing:
                yield beat
            beat = Beat(phase, holder=holder)
        beat.choices += waiting
        waiting = []
        _join(beat, event)
        if event["e"] == "ball":
            holder = event["holder"]
    if beat.worth_showing:
        yield beat


def _next_phase(phase: Phase, event: Event) -> Phase:
    match event["name"]:
        case "half":
            return Phase(half={1: "First half", 2: "Second half"}.get(event["number"], f"Half {event['number']}"))
        case "overtime":
            return Phase(half=f"Overtime {event['number']}")
        case "turn":
            return Phase(half=phase.half, turn=event["number"], side=event["side"])
        case "end":
            return Phase(half="Full time")
    return Phase(half=phase.half)


def _opens(beat: Beat, event: Event) -> bool:
    kind = event["e"]
    if kind in {"phase", "activate"}:
        return True
    if kind == "off" and event["where"] == "scored":
        return True  # the run into the end zone is seen before the scorer leaves the field
    if kind in COMPANIONS:
        return False
    if kind == "move" and beat.head is not None and beat.head["e"] == "move":
        return bool(beat.head["player"] != event["player"])
    return beat.head is not None


def _join(beat: Beat, event: Event) -> None:
    kind = event["e"]
    if kind in BOARD:
        beat.changes.append(event)
    elif kind in PRELUDES:
        beat.preludes.append(event)
    else:
        beat.notes.append(event)
    if beat.head is None and kind not in PRELUDES and kind not in COMPANIONS:
        beat.head = event
