"""One step on its way to becoming a few sentences: a walk over its events, with what is known at each of them."""

from collections.abc import Callable, Mapping, Sequence
from itertools import takewhile
from typing import TYPE_CHECKING

from replays.narration.bloodbowl.words import TURNOVERS
from replays.story_steps import Event, StoryStep, names_of, topic

LONG = (":", ". ", " and ")  # in what is long enough already
if TYPE_CHECKING:
    from replays.narration.bloodbowl import Bloodbowl


class Board:
    """Where everybody is, and how: standing, prone, reserves, …"""

    def __init__(self) -> None:
        self.at: dict[int, int] = {}
        self.status: dict[int, str] = {}

    def copy(self) -> "Board":
        other = Board()
        other.at, other.status = dict(self.at), dict(self.status)
        return other

    def note(self, event: Event) -> None:
        match event["e"]:
            case "put":
                self.at[event["player"]], self.status[event["player"]] = event["square"], "standing"
            case "move":
                self.at[event["player"]] = event["path"][-1]
            case "stance":
                self.status[event["player"]] = event["stance"]
            case "off":
                self.at.pop(event["player"], None)
                self.status[event["player"]] = event["where"]
            case _:
                pass


class Story:
    """Each event in turn gets a sentence, which may cover later events as well."""

    def __init__(self, narrator: "Bloodbowl", step: StoryStep) -> None:
        self.narrator = narrator
        self.step = step
        self.board = narrator.board.copy()
        self.holder = step.holder
        self.actor, self.action = narrator.actor, narrator.action
        self.pusher: int | None = None  # whose block or swing is under way
        self.left: int | None = None  # the square of whoever is hit
        self.in_the_air = False  # the ball
        self.down: set[int] = set()  # of whom it was said already that they go down
        self.place = 0
        self._crowded: set[int] = set()  # of whom it was said already that they are in the crowd
        self._settled = False  # the turnover has its sentence
        self._covered: set[int] = set()  # places of events that need no sentence any more

    def texts(self, sentences: "Mapping[str, Sentence]", ends: Sequence[int] = ()) -> list[str]:
        """The text in parts: one up to each of these places, and the rest."""
        parts: list[list[str]] = [[]]
        for place, event in enumerate(self.step.events):
            self.place = place
            if place not in self._covered:
                parts[-1].append(self._sentence(sentences, event))
            self._note(event)
            if place in ends:
                parts.append([])
        parts[-1].append(self.settle())
        return [" ".join(self._joined(sentences)) or self._nothing() for sentences in parts]

    def _joined(self, sentences: list[str]) -> list[str]:
        """What somebody does and does next, in one sentence: X stands up. X runs. X stands up and runs."""
        players = dict.fromkeys(event["player"] for event in self.step.events if event.get("player") is not None)
        names = [f"{self.name(player)} " for player in players]
        out = [""]
        for sentence in filter(None, sentences):
            subject = next((name for name in names if sentence.startswith(name) and out[-1].startswith(name)), None)
            if subject and not any(mark in out[-1] for mark in LONG):
                out[-1] = f"{out[-1][:-1]} and {sentence.removeprefix(subject)}"
            else:
                out.append(sentence)
        return out[1:]

    def _sentence(self, sentences: "Mapping[str, Sentence]", event: Event) -> str:
        """Choices have sentences by their question: choice:argue, choice:step:foul."""
        name = f"choice:{topic(event)}" if event["e"] == "choice" else topic(event)
        sentence = sentences.get(name) or sentences.get(event["e"])
        return sentence(self, event) if sentence else ""

    def _nothing(self) -> str:
        """Somebody was activated, and nothing came of it; or the ball was only taken up."""
        if self.step.found("declare"):
            return f"{self.who} stays put."
        return "The ball is out of play." if self.in_the_air else "Play goes on."

    def _note(self, event: Event) -> None:
        self.board.note(event)
        if event["e"] == "ball":
            self.holder = event["holder"]
            self.in_the_air = event["holder"] is None and event["square"] is None
        elif event["e"] == "declare":
            self.actor, self.action = event["player"], event["action"]

    def settle(self) -> str:
        """The turnover of the step, once: after what caused it and before the end of the turn."""
        events = [] if self._settled else self.step.found("turn-over")
        self._settled = True
        return " ".join(
            f"Turnover for {self.side(event['side'])}: {TURNOVERS.get(event['why'], event['why'])}." for event in events
        )

    def crowd(self) -> str:
        """Whoever is being pushed into the crowd, once: the injury roll may be some time in coming."""
        if self.pusher is None:
            return ""
        fell = {roll["player"] for roll in self.step.rolls if roll["what"] == "trapdoor"}
        others = {self.pusher, *fell, *self._crowded}
        there = [event["player"] for event in self.after("injury") if event["cause"] == "crowd"]
        new = [player for player in there if player not in others]
        self._crowded.update(new)
        return " ".join(f"{self.name(player)} is pushed into the crowd." for player in new)

    def is_pushed(self, player: int) -> bool:
        """Whether it was said that somebody is pushed into the crowd."""
        return player in self._crowded

    # --- what sentences ask -------------------------------------------------------------------------------------------------

    def name(self, player: int) -> str:
        return self.narrator.name(player)

    def side(self, side: int) -> str:
        return self.narrator.sides[side]

    def team(self, player: int) -> str:
        return self.side(self.narrator.side(player))

    def title(self, id: str) -> str:
        return self.narrator.title(id)

    def vary(self, *wordings: str) -> str:
        return self.narrator.vary(*wordings)

    def square(self, square: int) -> str:
        """The name of a square of the pitch."""
        return self.narrator.squares.get(square, "the crowd")

    def whom_or_where(self, square: int) -> str:
        """Whoever stands there, else the square."""
        return next((self.name(player) for player, at in self.board.at.items() if at == square), self.square(square))

    @property
    def who(self) -> str:
        return "Somebody" if self.actor is None else self.name(self.actor)

    def before(self, kind: str) -> list[Event]:
        """The events of a kind so far, by their kind or topic."""
        return self._of(kind, self.step.events[: self.place])

    def after(self, kind: str) -> list[Event]:
        return self._of(kind, self.step.events[self.place + 1 :])

    def _of(self, kind: str, events: Sequence[Event]) -> list[Event]:
        if kind not in self.step.named:
            return []
        return [event for event in events if kind in names_of(event)]

    def last(self) -> Event | None:
        """The event just before that is no choice."""
        return next((event for event in reversed(self.step.events[: self.place]) if event["e"] != "choice"), None)

    def next(self) -> Event | None:
        """The event just after that is no choice."""
        return next((event for event in self.step.events[self.place + 1 :] if event["e"] != "choice"), None)

    def following(self, kind: str) -> list[Event]:
        """The events of a kind that come next, before any other."""
        later = (event for event in self.step.events[self.place + 1 :] if event["e"] != "choice")
        return list(takewhile(lambda event: kind in names_of(event), later))

    def until_dice(self, kind: str) -> list[Event]:
        """The events of a kind before the next roll."""
        later = takewhile(lambda event: event["e"] != "roll", self.step.events[self.place + 1 :])
        return [event for event in later if kind in names_of(event)]

    def row(self, kind: str) -> list[Event]:
        """This event and those of its kind that come next; one sentence covers them."""
        row = [self.step.events[self.place], *self.following(kind)]
        for event in row:
            self.cover(event)
        return row

    def answer(self, question: str) -> Event | None:
        """The last choice of this question so far."""
        asked = [event for event in self.before("choice") if event["question"] == question]
        return asked[-1] if asked else None

    def cover(self, event: Event) -> None:
        """A later event needs no sentence of its own."""
        self._covered.update(place for place, each in enumerate(self.step.events) if each is event)


Sentence = Callable[[Story, Event], str]  # what is said of a kind of event
