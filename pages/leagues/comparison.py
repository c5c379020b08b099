"""One table under two sets of rules, side by side."""

from dataclasses import dataclass
from typing import NamedTuple

from league.seasons.tables import StageTable
from league.standings.games import Club
from league.standings.rules import TableRules


class Change(NamedTuple):
    team: Club
    now: int  # place
    then: int
    points_now: int
    points_then: int

    @property
    def up(self) -> int:
        """Places gained, or lost where it is negative."""
        return self.now - self.then

    @property
    def down(self) -> int:
        return -self.up


@dataclass(frozen=True)
class Comparison:
    name: str
    now: list[Change]  # by the places they have
    then: list[Change]  # by the places they would have

    @property
    def moved(self) -> list[Change]:
        return [each for each in self.then if each.up]

    @property
    def other_first(self) -> bool:
        return self.now[0] != self.then[0]


def compared(table: StageTable, rules: TableRules) -> Comparison:
    other = table.under(rules).rows
    changes = [Change(row.team, row.rank, other[row.pk].rank, row.points, other[row.pk].points) for row in table.rows]
    return Comparison(table.name, changes, sorted(changes, key=lambda each: each.then))
