"""Events in plain sentences. The same match is always told in the same words; which of several wordings a sentence
gets depends on its place in the match alone. Here is what the games share; each has a narrator of its own.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar

from engine import Ruleset
from replays.story_steps import Cut, Event, StoryStep, reason_of

Dice = list[tuple[int, int, str]]


def listed(parts: Sequence[str]) -> str:
    """One, two and three."""
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} and {parts[-1]}" if parts else ""


def faces_words(name: str, faces: Sequence[int]) -> str:
    """3 on the D6; 1 and 3 on two D6."""
    number = {1: "the", 2: "two", 3: "three"}.get(len(faces), str(len(faces)))
    return f"{listed([str(face) for face in faces])} on {number} {name}"


def figure(number: int) -> str:
    """A sum of dice, with a true minus sign below nothing."""
    return str(number).replace("-", "\N{MINUS SIGN}")


def signed(number: int) -> str:
    """What is added to dice: +1, −1."""
    return f"+{number}" if number >= 0 else figure(number)


def upper(words: str) -> str:
    """The same words with a capital letter, for the start of a sentence."""
    return words[:1].upper() + words[1:]


class Narrator(ABC):
    """Tells a match, step by step. `pieces` have a name and a side, `sides` are the two team names, `squares` names by id."""

    cut: ClassVar[Cut]

    def __init__(
        self, pieces: Sequence[Mapping[str, Any]], sides: Sequence[str], squares: Mapping[int, str], rules: Ruleset
    ) -> None:
        self.rules = rules
        self.pieces = pieces
        self.sides = sides
        self.squares = squares
        self.owned: tuple[set[str], set[str]] = (set(), set())  # inducements and the like, by side
        self.watched = 0  # so many lots of events

    @abstractmethod
    def narrate(self, step: StoryStep) -> str:
        """One step in a few sentences."""

    def narrate_parts(self, step: StoryStep) -> list[tuple[str, StoryStep]]:
        """The same for a step that is shown in several parts, with what happens in each."""
        return [(self.narrate(step), step)]

    @abstractmethod
    def kind(self, step: StoryStep) -> str:
        """What the step is about, for marks and colours."""

    @abstractmethod
    def is_key(self, step: StoryStep) -> bool:
        """Whether it is a moment to jump to."""

    def moment(self, step: StoryStep) -> str:
        """What the step is called among the moments, where its sentences do not begin with that."""
        return ""

    @abstractmethod
    def purpose(self, roll: Event) -> str:
        """What a roll is for, in a word or two."""

    def judged(self, step: StoryStep, roll: Event) -> Event:
        """A roll with what it needed and whether that was reached, where the step says more than the roll."""
        return roll

    def verdict(self, roll: Event) -> str:
        """What became of a roll, in a word; nothing where there was nothing to reach."""
        return "" if roll["passed"] is None else "made" if roll["passed"] else "missed"

    def source(self, name: str) -> str:
        """Where a modifier comes from."""
        return name.replace("-", " ")

    def dice(self, roll: Event) -> Dice:
        """The dice of a roll as (sides, face, name)."""
        return [(sides, face, f"D{sides}") for sides, face in roll["dice"]]

    def reason(self, step: StoryStep) -> str:
        """Why the coach did it: the last reason given on the way to the step's event."""
        reasons = [reason for choice in step.choices if (reason := reason_of(choice))]
        return reasons[-1] if reasons else ""

    def block_dice(self, step: StoryStep) -> dict[str, Any] | None:
        """The block dice of the step, where the game has such dice."""
        return None

    def pushes(self, step: StoryStep, part: StoryStep) -> list[dict[str, Any]]:
        """Who was pushed from where to where, and whether that happens in this part of the step."""
        return []

    def trapdoors(self, part: StoryStep) -> list[int]:
        """The squares of trapdoors that are there from now on, where the game has such things."""
        return []

    def describe(self, state: Any, piece: int) -> dict[str, Any]:
        """What else the viewer should know about a piece, from the engine's state before the match."""
        return {"about": "", "big": False}

    def owns(self, side: int, what: Iterable[str]) -> None:
        """Take note of what a team has before anything happens, in games that have such things."""
        self.owned[side].update(what)

    def opening(self, state: Any) -> list[Event]:
        """Where everybody is before the match, in games that have a place for that."""
        return []

    def standing(self, part: StoryStep) -> list[Event]:
        """What this part of the step changes beside the board, in games that have such things: see `packing.STANDING`."""
        return []

    def watch(self, events: Sequence[Event]) -> None:
        """Take note of what has happened, for later sentences."""
        self.watched += 1

    def actors(self, step: StoryStep) -> list[int]:
        """Who is at work: those the event is about, else whoever was chosen or rolled."""
        events = [step.head] if step.head else [event for event in step.events if event["e"] in self.cut.preludes]
        actors = [event[role] for event in events for role in ("player", "target") if event.get(role) is not None]
        return list(dict.fromkeys(actors))

    def name(self, player: int) -> str:
        return str(self.pieces[player]["name"])

    def side(self, player: int) -> int:
        return int(self.pieces[player]["side"])

    def vary(self, *wordings: str) -> str:
        return wordings[self.watched % len(wordings)]
