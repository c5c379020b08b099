"""Tables of single figures: attack, defence, casualties, fair play.

Matches that were conceded, forfeited or not played are left out of all but fair play: nobody earned what stands in them.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

import engine
from league.seasons.tables import StageTable
from league.standings.bonuses import EARNING
from league.standings.games import NOBODY, Club, Outcome, Side
from league.standings.metrics import number_text


@dataclass(frozen=True)
class Record:
    """What a team did in a season."""

    team: Club
    sides: list[Side]  # of matches that were played
    given_up: int  # matches, by the team itself
    stats: Mapping[str, int]

    @property
    def matches(self) -> int:
        return len(self.sides)

    def sum(self, figure: str) -> int:
        return sum(getattr(side, figure) for side in self.sides)

    def most(self, figure: str) -> int:
        return max((getattr(side, figure) for side in self.sides), default=0)

    def per_match(self, figure: str) -> float:
        return self.sum(figure) / max(1, self.matches)

    def count(self, what: Callable[[Side], bool]) -> int:
        return sum(map(what, self.sides))

    def stat(self, key: str) -> int:
        return self.stats.get(key, 0)


Number = int | float


class Column(NamedTuple):
    abbr: str
    name: str
    of: Callable[[Record], Number]
    signed: bool = False
    stat: str = ""  # the statistic it comes from, which not every game has


class Kind(NamedTuple):
    key: str
    name: str
    about: str
    order: Callable[[Record], tuple[Number, ...]]  # the smallest comes first
    columns: tuple[Column, ...]
    counts: str = ""  # the figure it is about, which not every game counts


class FigureLine(NamedTuple):
    team: Club
    figures: list[str]


class FigureTable(NamedTuple):
    kind: Kind
    columns: list[Column]
    lines: list[FigureLine]


MATCHES = Column("M", "Matches that were played", lambda each: each.matches)
KINDS = (
    Kind(
        "attack",
        "Attack",
        "Most touchdowns per match first.",
        lambda each: (-each.per_match("touchdowns"), -each.sum("scored")),
        (
            MATCHES,
            Column("For", "Score over all matches", lambda each: each.sum("scored")),
            Column("TD", "Touchdowns scored", lambda each: each.sum("touchdowns")),
            Column("TD/M", "Touchdowns per match", lambda each: each.per_match("touchdowns")),
            Column("Most", "Touchdowns in the best match", lambda each: each.most("touchdowns")),
        ),
    ),
    Kind(
        "defence",
        "Defence",
        "Fewest touchdowns against per match first.",
        lambda each: (not each.matches, each.per_match("touchdowns_against"), each.sum("conceded")),
        (
            MATCHES,
            Column("Ag", "Score of the opponents over all matches", lambda each: each.sum("conceded")),
            Column("TDA", "Touchdowns against", lambda each: each.sum("touchdowns_against")),
            Column("TDA/M", "Touchdowns against per match", lambda each: each.per_match("touchdowns_against")),
            Column(
                "CS",
                "Matches without a touchdown against",
                lambda each: each.count(lambda side: not side.touchdowns_against),
            ),
        ),
    ),
    Kind(
        "casualties",
        "Casualties",
        "Most casualties per match first, as far as they count for a team.",
        lambda each: (-each.per_match("casualties"), each.sum("casualties_against")),
        (
            MATCHES,
            Column("Cas", "Casualties caused", lambda each: each.sum("casualties")),
            Column("Cas/M", "Casualties caused per match", lambda each: each.per_match("casualties")),
            Column("CasA", "Casualties suffered", lambda each: each.sum("casualties_against")),
            Column(
                "+/\N{MINUS SIGN}",
                "Casualties caused less casualties suffered",
                lambda each: each.sum("casualties") - each.sum("casualties_against"),
                signed=True,
            ),
        ),
        counts="casualties",
    ),
    Kind(
        "fair-play",
        "Fair play",
        "Fewest matches given up first, then fewest players sent off, then fewest fouls.",
        lambda each: (each.given_up, each.stat("sent_off"), each.stat("fouls")),
        (
            MATCHES,
            Column("Con", "Matches that the team conceded or forfeited", lambda each: each.given_up),
            Column("Off", "Players sent off", lambda each: each.stat("sent_off"), stat="sent_off"),
            Column("Foul", "Fouls", lambda each: each.stat("fouls"), stat="fouls"),
            Column("Foul/M", "Fouls per match", lambda each: each.stat("fouls") / max(1, each.matches), stat="fouls"),
        ),
    ),
)


def figure_tables(
    tables: Iterable[StageTable], stats: Mapping[int, Mapping[str, int]], ruleset: engine.Ruleset
) -> list[FigureTable]:
    """Of all the tables of a season together; `stats` are sums of figures of the matches, by team."""
    records = _records(tables, stats)
    counted = {"", *(figure.key for figure in ruleset.table_figures)}
    return [_table(kind, records, {"", *ruleset.team_figures}) for kind in KINDS if kind.counts in counted]


def _records(tables: Iterable[StageTable], stats: Mapping[int, Mapping[str, int]]) -> list[Record]:
    clubs: dict[int, Club] = {}
    sides: dict[int, list[Side]] = {}
    for table in tables:
        for row in table.rows:
            clubs[row.pk] = row.team
            sides.setdefault(row.pk, []).extend(row.sides)
    return [
        Record(
            team=team,
            sides=[side for side in sides[pk] if _was_played(side)],
            given_up=sum(side.given_up and side.outcome == Outcome.LOST for side in sides[pk]),
            stats=stats.get(pk, {}),
        )
        for pk, team in clubs.items()
    ]


def _was_played(side: Side) -> bool:
    return side.is_match and side.game.ended in EARNING and side.game.winner != NOBODY


def _table(kind: Kind, records: list[Record], kept: set[str]) -> FigureTable:
    """With the columns whose statistics are kept in this game."""
    columns = [column for column in kind.columns if column.stat in kept]
    ranked = sorted(records, key=lambda each: (kind.order(each), each.team.name.casefold()))
    return FigureTable(
        kind, columns, [FigureLine(each.team, [_text(column, each) for column in columns]) for each in ranked]
    )


def _text(column: Column, record: Record) -> str:
    value = column.of(record)
    return f"{value:.2f}" if isinstance(value, float) else number_text(value, signed=column.signed)
