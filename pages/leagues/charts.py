"""Numbers that change over a season, ready to be drawn."""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import takewhile
from typing import TYPE_CHECKING

from django.utils import timezone

from league.standings.games import Club, Game
from league.standings.rules import TableRules
from league.standings.table import tables

if TYPE_CHECKING:
    from league.seasons.selectors import CountedRound

WIDTH, LEFT, RIGHT, TOP = 640, 24, 60, 16
HIGHEST_STEP, HIGHEST = 30, 480  # between two ranks, and between the first and the last
MOST_NUMBERS = 24  # below the chart; more would not fit side by side


@dataclass(slots=True)
class Line:
    """A team's way through the table: a point for each round, and where its name goes."""

    team: Club
    points: list[tuple[int, int]]
    ranks: list[int]

    @property
    def path(self) -> str:
        return " ".join(f"{x},{y}" for x, y in self.points)

    @property
    def words(self) -> str:
        return ", ".join(map(str, self.ranks))

    @property
    def end(self) -> tuple[int, int]:
        return self.points[-1]


@dataclass(slots=True)
class RankChart:
    lines: list[Line]
    rounds: list[tuple[int, int]]  # number and x
    width: int
    height: int
    dotted: bool  # with many rounds the dots would touch each other


def rank_chart(
    teams: list[Club], rounds: "list[CountedRound]", games: Mapping[int, list[Game]], rules: TableRules, seed: str
) -> RankChart | None:
    """Each team's rank by these rules after every round that has been played to its end; nothing to draw before the second."""
    complete = list(takewhile(is_complete, rounds))
    if len(complete) < 2:
        return None
    ranks: dict[int, list[int]] = {team.pk: [] for team in teams}
    for rows in tables(teams, [games.get(each.number, []) for each in complete], rules, seed):
        for row in rows:
            ranks[row.pk].append(row.rank)
    across = [LEFT + (WIDTH - LEFT - RIGHT) * number // (len(rounds) - 1) for number in range(len(rounds))]
    step = min(HIGHEST_STEP, HIGHEST // len(teams))
    lines = [Line(team, _points(across, ranks[team.pk], step), ranks[team.pk]) for team in teams]
    every = -(-len(rounds) // MOST_NUMBERS)
    axis = [(number, x) for number, x in enumerate(across, start=1) if number % every == 0 or number == 1]
    return RankChart(lines, axis, WIDTH, TOP + len(teams) * step + 12, dotted=len(rounds) <= MOST_NUMBERS)


def _points(across: list[int], ranks: list[int], step: int) -> list[tuple[int, int]]:
    return [(x, TOP + (rank - 1) * step) for x, rank in zip(across, ranks, strict=False)]


def is_complete(each: "CountedRound") -> bool:
    """Whether a round has been played to its end. One without matches may still get some until it begins."""
    return each.played == each.size and (each.size > 0 or each.kick_off <= timezone.now())
