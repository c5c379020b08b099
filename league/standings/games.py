"""What a table is made of: results, and what a team made of its own."""

from dataclasses import dataclass, field
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


GIVEN_UP = (Ending.CONCEDED, Ending.FORFEITED)
DRAW, NOBODY = "draw", "none"  # what stands for the winner where there is none: a point for each, or a loss for both


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

    @property
    def teams(self) -> tuple[int, ...]:
        return (self.home,) if self.away is None else (self.home, self.away)


@dataclass(slots=True)
class Row:
    team: Club
    pk: int = field(init=False)  # of the team, which takes longer to say it
    rank: int = 0
    played: int = 0
    won: int = 0
    drawn: int = 0
    lost: int = 0
    points_for: int = 0
    points_against: int = 0
    touchdowns: int = 0
    casualties: int = 0
    points: int = 0

    def __post_init__(self) -> None:
        self.pk = self.team.pk

    @property
    def difference(self) -> int:
        return self.points_for - self.points_against
