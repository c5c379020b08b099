"""A stream of events cut into story steps: the pieces of a match that are told and shown in one go.

A step has a head, the event it is about, with the rolls and choices that led to it before, and what it changed on the
board after it. Every board event ends up in exactly one step and in its old order, so that applying the changes of all
steps gives the same position as applying the events. Where the cuts are is different from game to game: see `Cut`.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise, takewhile
from typing import Any

from engine import intent_and_reason

Event = dict[str, Any]
Names = frozenset[str]

BOARD = frozenset({"put", "move", "stance", "off", "ball", "token", "clear", "score"})
SHOWN = BOARD | {"roll"}
NOTHING: Names = frozenset()
FINER = frozenset({"roll", "off", "phase", "choice"})  # kinds with topics of their own


@dataclass(frozen=True, slots=True)
class Cut:
    """Where one step ends and the next begins.

    Events are named by their kind, and rolls, players who leave and phases also by what they are: roll:catch, off:scored.
    Choices are named by their question and, where an answer begins with a word, by that too: step:block.
    """

    opens: Names  # what always begins a step
    preludes: Names  # what leads to the head of a step
    companions: Names  # what belongs to the head that was before it
    headings: Names = NOTHING  # phases that are not worth a step by themselves
    one_head: bool = True  # whatever else could be a head begins a step of its own
    rolls: Names = NOTHING  # rolls that begin a step, unless the last thing was one of the same
    scenes: Names = NOTHING  # choices that begin a step if something has changed on the board in the one under way
    acts: Names = NOTHING  # the same, where what is chosen is no movement
    runs: Names = NOTHING  # choices to move, which begin a step if there is an action in the one under way
    contests: Names = NOTHING  # events that are actions; against another target they are a step of their own
    ends: dict[str, Names] = field(default_factory=dict)  # what begins a step after a certain head
    answers: Names = NOTHING  # choices about what is under way, not about what comes next


@dataclass(slots=True)
class Phase:
    """Where in the match a step stands."""

    half: str = ""
    turn: int = 0
    side: int | None = None
    intent: str = ""  # what the coach said that the turn is for

    def to_json(self) -> dict[str, Any]:
        return {"half": self.half, "turn": self.turn, "side": self.side, "intent": self.intent}


@dataclass(slots=True)
class StoryStep:
    phase: Phase
    head: Event | None = None
    events: list[Event] = field(default_factory=list)  # in order, with the choices
    holder: int | None = None  # who has the ball when the step begins
    acted: bool = False  # it holds more than movement
    named: dict[str, list[Event]] = field(init=False, default_factory=dict)  # its events by kind and by topic, in order

    def __post_init__(self) -> None:
        for event in self.events:
            self._name(event)

    def add(self, events: Iterable[Event]) -> None:
        for event in events:
            self.events.append(event)
            self._name(event)

    def _name(self, event: Event) -> None:
        for name in names_of(event):
            self.named.setdefault(name, []).append(event)

    @property
    def choices(self) -> list[Event]:
        return self.found("choice")

    @property
    def rolls(self) -> list[Event]:
        return self.found("roll")

    @property
    def changes(self) -> list[Event]:
        return [event for event in self.events if event["e"] in BOARD]

    def found(self, kind: str) -> list[Event]:
        return [event for event in self.named.get(kind, ()) if event["e"] == kind]

    def parts(self, ends: Sequence[int]) -> list["StoryStep"]:
        """The step in pieces, each up to and with one of these places among its events, and the rest."""
        if not ends:
            return [self]
        bounds = [0, *(place + 1 for place in ends), len(self.events)]
        return [replace(self, events=self.events[start:end]) for start, end in pairwise(bounds)]

    def worth_showing(self, cut: Cut) -> bool:
        """A new turn alone is a heading, not a step."""
        if not SHOWN.isdisjoint(event["e"] for event in self.events):
            return True
        return self.head is not None and cut.headings.isdisjoint(names_of(self.head))


def reason_of(choice: Event) -> str:
    """Why a choice was made, without what the whole turn is for."""
    return intent_and_reason(choice.get("reason", ""))[1].strip()


def topic(event: Event) -> str:
    """What an event is, more closely than its kind says."""
    if event["e"] not in FINER:
        return str(event["e"])
    match event["e"]:
        case "roll":
            return f"roll:{event['what']}"
        case "off":
            return f"off:{event['where']}"
        case "phase":
            return f"phase:{event['name']}"
        case _:
            answer = event["answer"]
            word = answer[0] if isinstance(answer, list | tuple) and answer else None
            return f"{event['question']}:{word}" if isinstance(word, str) else str(event["question"])


def names_of(event: Event) -> tuple[str, ...]:
    """The kind of an event, and its topic where that says more."""
    kind = event["e"]
    return (kind, topic(event)) if kind in FINER else (kind,)


def story_steps(events: Iterable[Event], cut: Cut, holder: int | None = None) -> Iterator[StoryStep]:
    """Cut the events into story steps, in order; those with nothing to show are left out. `holder` has the ball before."""
    phase, waiting = Phase(), list[Event]()
    step = StoryStep(phase, holder=holder)
    for event in events:
        if event["e"] == "choice":
            waiting.append(event)
            if event["side"] == phase.side and not phase.intent:
                phase.intent = intent_and_reason(event.get("reason", ""))[0]
            continue
        if event["e"] == "phase":
            phase = _next_phase(phase, event)
        names, topics = names_of(event), {topic(choice) for choice in waiting}
        if _opens(cut, step, event, names, topics):
            answers = list(takewhile(lambda choice: topic(choice) in cut.answers, waiting))
            step.add(answers)
            waiting = waiting[len(answers) :]
            if step.worth_showing(cut):
                yield step
            step = StoryStep(phase, holder=holder)
        _join(cut, step, event, names, waiting)
        waiting = []
        if event["e"] == "ball":
            holder = event["holder"]
    step.add(waiting)
    if step.worth_showing(cut):
        yield step


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
        case _:
            return Phase(half=phase.half)


def _opens(cut: Cut, step: StoryStep, event: Event, names: Sequence[str], topics: set[str]) -> bool:
    """Whether an event with these names begins a step, after choices of these topics."""
    head = step.head
    if not cut.opens.isdisjoint(names) or (head is not None and not cut.ends.get(head["e"], NOTHING).isdisjoint(names)):
        return True
    if not cut.rolls.isdisjoint(names):
        return bool(step.events) and topic(step.events[-1]) != topic(event)
    if _begins(cut, step, event, names, topics):
        return True
    if not cut.one_head or not cut.companions.isdisjoint(names):
        return False
    if event["e"] == "move" and head is not None and head["e"] == "move":
        return bool(head["player"] != event["player"])
    return head is not None


def _begins(cut: Cut, step: StoryStep, event: Event, names: Sequence[str], topics: set[str]) -> bool:
    """Whether a choice was made that begins something else, or a contest comes up."""
    if step.acted and not cut.runs.isdisjoint(topics):
        return True
    if not cut.contests.isdisjoint(names):
        others = [each["target"] for each in step.found(event["e"])]
        return bool(step.changes or (others and event["target"] not in others))
    chosen = not cut.scenes.isdisjoint(topics) or not cut.acts.isdisjoint(topics)
    return bool(chosen and step.changes)


def _join(cut: Cut, step: StoryStep, event: Event, names: Sequence[str], choices: list[Event]) -> None:
    step.add([*choices, event])
    step.acted = (
        step.acted or not cut.contests.isdisjoint(names) or any(topic(choice) in cut.acts for choice in choices)
    )
    if step.head is None and cut.preludes.isdisjoint(names) and cut.companions.isdisjoint(names):
        step.head = event
