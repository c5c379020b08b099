"""What a player could do with its activation, and what comes of it on average."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any

from engine.coaches.bloodbowl.routes import Path
from engine.core.pitch import Square
from engine.rules.state import NOBODY, NOWHERE, Player

WORTH_IT = 0.03  # less than that is nothing to act for


@dataclass(slots=True)
class Step:
    """One activation as a coach weighs it. Values are in tenths of a touchdown."""

    player: Player
    action: str
    gain: float  # if it comes off
    reason: str
    path: Callable[[], Path] = tuple  # worked out for the step that is taken
    last: tuple[str, Any] | None = None  # what is done at the end of the path
    odds: float = 1.0  # that it comes off; otherwise the turn is over
    odds_again: float = 1.0  # the same with a team re-roll
    loss: float = 0.0  # if it does not, beside the rest of the turn
    more: tuple[tuple[str, Any], ...] = ()  # what is done after that, one after the other
    target: int = NOBODY  # who is named before the first move, unless it is whom `last` is done to
    aim: Square = NOWHERE  # where something or somebody is thrown
    shared: bool = False  # only one of the team can do it
    scores: bool = False  # it ends in the end zone, or may
    closer: "Callable[[], Iterator[Step]] | None" = None  # what works it out, where it is the most that may come of it
    needs: int = NOBODY  # the team-mate who has to act after that
    idle: float | None = None  # what it costs if the player does not act at all; None: as much as any failed die

    def net(self, rest: float, price: float, caution: float = 1.0) -> float:
        """The expected value, when so much is still to be gained this turn and a team re-roll is worth so much.

        A cautious coach weighs what may be lost more heavily.
        """
        if self.odds >= 1.0:
            return self.gain
        stake = (self.loss + rest) * caution
        plain = self.odds * self.gain - (1 - self.odds) * stake
        if self.odds_again <= self.odds:
            return plain
        spent = self.odds_again * self.gain - (1 - self.odds_again) * stake - (1 - self.odds) * price
        return max(plain, spent)

    def stake(self, rest: float) -> float:
        """What a failed die costs."""
        return self.gain + self.loss + rest


def changed(steps: Iterator[Step], change: Callable[[Step], None]) -> Iterator[Step]:
    """Steps and what comes of a closer look at them, each changed in the same way."""
    for step in steps:
        change(step)
        if step.closer:
            step.closer = partial(_closer_and_changed, step.closer, change)
        yield step


def _closer_and_changed(closer: Callable[[], Iterator[Step]], change: Callable[[Step], None]) -> Iterator[Step]:
    return changed(closer(), change)
