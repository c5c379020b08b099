"""The table: sorted by an ordered list of metrics.

The first parts the teams into groups, the next parts each group that is still level, and so on; so a metric may look at
the level teams alone, as head-to-head must.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby

from league.standings.games import Club, Game, Row, Side
from league.standings.metrics import Metric
from league.standings.rules import DEFAULT, TableRules


class Table:
    """Teams with what they have made of the games so far. Metrics ask it what they need to know."""

    def __init__(self, teams: Iterable[Club], rules: TableRules = DEFAULT, seed: str = "") -> None:
        self.rules, self.seed = rules, seed
        self.rows: Mapping[int, Row] = {team.pk: Row(team) for team in teams}
        self.teams = frozenset(self.rows)
        self._earned = dict.fromkeys(self.rows, (0, 0))  # points and bonus points from single games

    def add(self, games: Iterable[Game]) -> None:
        for game in games:
            for side in game.sides(forfeit_scores=self.rules.forfeit_scores):
                self.rows[side.team].sides.append(side)
                points, bonus = self._earned[side.team]
                self._earned[side.team] = (points + self.rules.points.of(side), bonus + self.bonus(side))

    def bonus(self, side: Side) -> int:
        """The bonus points of one game."""
        return sum(each.of_side(side) for each in self.rules.bonuses)

    def worth(self, side: Side) -> int:
        """What one game adds to the points."""
        return self.rules.points.of(side) + (self.bonus(side) if self.rules.bonuses_added else 0)

    def season_bonus(self, row: Row) -> int:
        """Bonus points for all games together."""
        others = self.teams - {row.pk}
        return sum(each.of_all(row.pk, row.sides, others) for each in self.rules.bonuses)

    def among(self, level: Iterable[Row]) -> dict[int, Row]:
        """What level teams have made of the games among themselves."""
        ids = {row.pk: row for row in level}
        found = {}
        for pk, row in ids.items():
            small = found[pk] = Row(row.team)
            small.sides = [side for side in row.sides if side.opponent in ids]
            small.points = sum(map(self.worth, small.sides))
        return found

    def ranked(self) -> list[Row]:
        """All rows, best first, each with its points and its rank."""
        for row in self.rows.values():
            points, bonus = self._earned[row.pk]
            row.bonus = bonus + self.season_bonus(row)
            row.points = points + (row.bonus if self.rules.bonuses_added else 0)
        ranked = self._sorted(list(self.rows.values()), self.rules.metrics)
        for rank, row in enumerate(ranked, start=1):
            row.rank = rank
        return ranked

    def _sorted(self, level: Sequence[Row], metrics: Sequence[Metric]) -> list[Row]:
        if len(level) < 2 or not metrics:
            return list(level)
        groups = parted(level, metrics[0], self)
        following = metrics if metrics[0].restarts and len(groups) > 1 else metrics[1:]
        return [row for group in groups for row in self._sorted(group, following)]


def parted(level: Sequence[Row], metric: Metric, table: Table) -> list[list[Row]]:
    """Level teams in groups that have the same value, the best group first."""
    keys = {pk: metric.order(value) for pk, value in metric.values(level, table).items()}
    return [list(group) for _, group in groupby(sorted(level, key=lambda row: keys[row.pk]), lambda row: keys[row.pk])]


def table_of(teams: Iterable[Club], games: Iterable[Game], rules: TableRules = DEFAULT, seed: str = "") -> Table:
    """A table with its places, to be asked for more than its rows."""
    made = Table(teams, rules, seed)
    made.add(games)
    made.ranked()
    return made


def table(teams: Iterable[Club], games: Iterable[Game], rules: TableRules = DEFAULT, seed: str = "") -> list[Row]:
    """The standings, best first, ranked from 1."""
    (rows,) = tables(teams, [games], rules, seed)
    return rows


def tables(
    teams: Iterable[Club], rounds: Iterable[Iterable[Game]], rules: TableRules = DEFAULT, seed: str = ""
) -> Iterator[list[Row]]:
    """The standings after each round. The rows are always the same ones: read them before you ask for the next table."""
    made = Table(teams, rules, seed)
    for games in rounds:
        made.add(games)
        yield made.ranked()
