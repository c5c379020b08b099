"""Bonus points: what a team can earn beside the points for the result, one class each.

Only matches that were played, or whose figures the commissioner decided, earn them: what a concession gives is all that it
gives. `outcomes` are those that a bonus can come with, so that the outlook knows what a match can still bring.
"""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from league.standings.games import Ending, Outcome, Side

ANY = frozenset({Outcome.WON, Outcome.DRAWN, Outcome.LOST})
EARNING = (Ending.PLAYED, Ending.DECIDED)


@dataclass(frozen=True, slots=True)
class Bonus(ABC):
    """So many points, `at` this figure."""

    key: ClassVar[str]
    words: ClassVar[str]  # with {at}
    outcomes: ClassVar[frozenset[Outcome]] = ANY
    usual: ClassVar[int | None] = None  # the figure that most leagues take; None where there is no figure
    per_match: ClassVar[bool] = True

    points: int
    at: int = 0

    def __str__(self) -> str:
        return self.words.format(at=self.at)

    def of_side(self, side: Side) -> int:
        """What one game earns."""
        counts = self.per_match and side.is_match and side.game.ended in EARNING
        return self.points if counts and self.earned(side) else 0

    def of_all(self, team: int, sides: Sequence[Side], others: frozenset[int]) -> int:
        """What all games of a team together earn."""
        return 0

    @abstractmethod
    def earned(self, side: Side) -> bool: ...


class Touchdowns(Bonus):
    key, words, usual = "touchdowns", "{at} or more touchdowns scored", 3

    def earned(self, side: Side) -> bool:
        return side.touchdowns >= self.at


class TouchdownMargin(Bonus):
    key, words, usual = "touchdown-margin", "{at} or more touchdowns ahead", 3
    outcomes = frozenset({Outcome.WON})

    def earned(self, side: Side) -> bool:
        return side.outcome == Outcome.WON and side.touchdowns - side.touchdowns_against >= self.at


class WinMargin(Bonus):
    key, words, usual = "win-margin", "a win by {at} or more", 3
    outcomes = frozenset({Outcome.WON})

    def earned(self, side: Side) -> bool:
        return side.outcome == Outcome.WON and side.scored - side.conceded >= self.at


class NarrowLoss(Bonus):
    key, words, usual = "narrow-loss", "a loss by {at} or less", 1
    outcomes = frozenset({Outcome.LOST})

    def earned(self, side: Side) -> bool:
        both_lost = side.game.winner == "none"
        return side.outcome == Outcome.LOST and not both_lost and side.conceded - side.scored <= self.at


class CleanSheet(Bonus):
    """Possible in a defeat as well: in overtime, on penalties, or where other things than touchdowns score."""

    key, words = "clean-sheet", "no touchdown against"

    def earned(self, side: Side) -> bool:
        return side.touchdowns_against == 0


class Casualties(Bonus):
    key, words, usual = "casualties", "{at} or more casualties", 3

    def earned(self, side: Side) -> bool:
        return side.casualties >= self.at


class MostCasualties(Bonus):
    key, words = "most-casualties", "more casualties than the other team"

    def earned(self, side: Side) -> bool:
        return side.casualties > side.casualties_against


class GrandSlam(Bonus):
    """Once, not for each match. Whoever has beaten everybody has it, and loses it with the first match that is not won."""

    key, words, per_match = "grand-slam", "every other team beaten and no match lost or drawn", False

    def earned(self, side: Side) -> bool:
        return side.outcome in (Outcome.WON, Outcome.BYE)

    def of_all(self, team: int, sides: Sequence[Side], others: frozenset[int]) -> int:
        beaten = {side.opponent for side in sides}
        return self.points if others and others <= beaten and all(map(self.earned, sides)) else 0


BONUSES: dict[str, type[Bonus]] = {
    each.key: each
    for each in (
        Touchdowns,
        TouchdownMargin,
        WinMargin,
        NarrowLoss,
        CleanSheet,
        Casualties,
        MostCasualties,
        GrandSlam,
    )
}
