"""What a table is made of: results, and what each of the two teams made of them."""

from collections import Counter
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Protocol

from django.db.models import TextChoices


class Club(Protocol):
    pk: int
    name: str


class Ending(TextChoices):
    """How a match came to its result."""

    PLAYED = "played", "played"  # to its end, or given up without a penalty by a team that could not go on
    CONCEDED = "conceded", "conceded"  # a coach gave up while it was played; the other team has won
    FORFEITED = "forfeited", "forfeited"  # a coach gave it up before it began; the other team has won
    UNPLAYED = "unplayed", "not played"  # lost for both
    DECIDED = "decided", "by decision"  # the commissioner set the result, with whatever winner


class Outcome(StrEnum):
    WON = "won"
    DRAWN = "drawn"
    LOST = "lost"
    BYE = "bye"


GIVEN_UP = (Ending.CONCEDED, Ending.FORFEITED)
DRAW, NOBODY = "draw", "none"  # what stands for the winner where there is none: a draw, or a loss for both


@dataclass(frozen=True, slots=True)
class Game:
    """One result: teams by id, scores, touchdowns; `winner` is "home", "away", "draw" or "none". A bye has no `away`."""

    home: int
    away: int | None
    home_score: int = 0
    away_score: int = 0
    home_touchdowns: int = 0
    away_touchdowns: int = 0
    winner: str = "home"
    home_casualties: int = 0
    away_casualties: int = 0
    ended: str = Ending.PLAYED
    match: int | None = None  # its page
    round: int = 0
    home_by: str = ""  # who played it, where another team has taken over the place
    away_by: str = ""

    @property
    def teams(self) -> tuple[int, ...]:
        return (self.home,) if self.away is None else (self.home, self.away)

    def sides(self, *, forfeit_scores: bool = True) -> "tuple[Side, ...]":
        """The game as each team sees it. Without `forfeit_scores` nobody scored in a match that never began."""
        if self.away is None:
            return (Side(self, self.home, None, Outcome.BYE),)
        home, away = _outcomes(self.winner)
        if self.ended == Ending.FORFEITED and not forfeit_scores:
            return Side(self, self.home, self.away, home), Side(self, self.away, self.home, away)
        first = (self.home_score, self.home_touchdowns, self.home_casualties)
        second = (self.away_score, self.away_touchdowns, self.away_casualties)
        return (
            Side(self, self.home, self.away, home, *first, *second),
            Side(self, self.away, self.home, away, *second, *first),
        )


def _outcomes(winner: str) -> tuple[Outcome, Outcome]:
    if winner == DRAW:
        return Outcome.DRAWN, Outcome.DRAWN
    home, away = winner == "home", winner == "away"
    return (Outcome.WON if home else Outcome.LOST), (Outcome.WON if away else Outcome.LOST)


@dataclass(frozen=True, slots=True)
class Side:
    """A game as one of its teams sees it."""

    game: Game
    team: int
    opponent: int | None
    outcome: Outcome
    scored: int = 0
    touchdowns: int = 0
    casualties: int = 0
    conceded: int = 0
    touchdowns_against: int = 0
    casualties_against: int = 0

    @property
    def is_match(self) -> bool:
        return self.outcome != Outcome.BYE

    @property
    def played_by(self) -> str:
        """The team that played it, where this one has taken over its place."""
        return self.game.home_by if self.team == self.game.home else self.game.away_by

    @property
    def opponent_by(self) -> str:
        return self.game.away_by if self.team == self.game.home else self.game.home_by

    @property
    def given_up(self) -> bool:
        """Somebody conceded or forfeited it, this team or the other."""
        return self.is_match and self.game.ended in GIVEN_UP


@dataclass(slots=True)
class Row:
    """A line of the table: a team, its place, and what it has made of its games."""

    team: Club
    pk: int = field(init=False)  # of the team, which takes longer to say it
    rank: int = 0
    points: int = 0  # with bonus points, where they are added
    bonus: int = 0
    sides: list[Side] = field(default_factory=list, compare=False, repr=False)

    def __post_init__(self) -> None:
        self.pk = self.team.pk

    def count(self, outcome: Outcome) -> int:
        return sum(side.outcome == outcome for side in self.sides)

    @property
    def played(self) -> int:
        """Matches that count: also those that were given up or lost for both, and no byes."""
        return sum(side.is_match for side in self.sides)

    @property
    def inherited(self) -> dict[str, int]:
        """How many matches each team has played whose place it has taken over."""
        return dict(Counter(side.played_by for side in self.sides if side.played_by))

    @property
    def won(self) -> int:
        return self.count(Outcome.WON)

    @property
    def drawn(self) -> int:
        return self.count(Outcome.DRAWN)

    @property
    def lost(self) -> int:
        return self.count(Outcome.LOST)

    @property
    def points_for(self) -> int:
        return sum(side.scored for side in self.sides)

    @property
    def points_against(self) -> int:
        return sum(side.conceded for side in self.sides)

    @property
    def difference(self) -> int:
        return self.points_for - self.points_against

    @property
    def touchdowns(self) -> int:
        return sum(side.touchdowns for side in self.sides)

    @property
    def casualties(self) -> int:
        return sum(side.casualties for side in self.sides)
