"""Tables as pages show them: what every table shows, what its rules add, and what all of it means."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

import engine
from league.seasons.selectors import rules_of
from league.seasons.tables import StageTable
from league.standings.games import Game, Row
from league.standings.metrics import METRICS, Metric
from league.standings.rules import TableRules
from league.standings.words import Term, bonus_terms, points_terms
from matches.selectors import FORM_LENGTH, letter
from pages.leagues.charts import RankChart, rank_chart
from pages.leagues.going_on import GoingOn

if TYPE_CHECKING:
    from league.models import Season
    from league.seasons.selectors import CountedRound

# Metrics that every table shows without being asked, and the words for what has no metric of its own.
ALWAYS = frozenset({"points", "wins", "fewest-losses", "difference", "scored", "fewest-conceded"})
# Those that say something only in games which count such a figure beside the score.
SHOWN_WITH = {
    "touchdowns": ("touchdowns", "touchdown-difference"),
    "casualties": ("casualties", "casualty-difference", "net-touchdowns-casualties"),
}
PLAYED = ("P", "Matches that count, also those that were conceded or not played")
DRAWN = ("D", "Draws")


class Line(NamedTuple):
    row: Row
    form: list[str]
    figures: list[str]  # one for each column of the table
    goes_on: bool = False  # to the next stage
    is_last: bool = False  # of those who do, where others do not


@dataclass(frozen=True)
class ShownTable:
    of: StageTable
    number: int  # on the page, from 1
    columns: list[Metric]
    lines: list[Line]
    chart: RankChart | None
    going_on: GoingOn | None  # where another stage follows

    @property
    def has_cut(self) -> bool:
        """Some of its teams go on, and others do not."""
        return {line.goes_on for line in self.lines} == {True, False}


@dataclass(frozen=True)
class Meaning:
    """How a table is made."""

    points: list[Term]
    bonuses: list[Term]
    bonuses_added: bool
    forfeit_scores: bool
    order: list[Metric]
    legend: list[tuple[str, str]]  # abbreviation and what it stands for


def columns_of(rules: TableRules, ruleset: engine.Ruleset) -> list[Metric]:
    """What counts in this game beside the score, then what the rules ask for."""
    figures = [figure.key for figure in ruleset.table_figures]
    hidden = (
        ALWAYS if "touchdowns" in figures else ALWAYS | {"touchdowns", "touchdown-difference"}
    )  # they are the score
    keys = dict.fromkeys((*figures, *(metric.key for metric in rules.shown if metric.key not in hidden)))
    return [METRICS[key] for key in keys]


def meaning_of(rules: TableRules, columns: Iterable[Metric]) -> Meaning:
    always = [METRICS[key] for key in ("wins", "fewest-losses", "difference", "points")]
    shown = dict.fromkeys((*always, *columns, *rules.metrics[:-1]))
    legend = [PLAYED, DRAWN, *((metric.abbr, f"{metric.name}. {metric.about}") for metric in shown)]
    return Meaning(
        points=points_terms(rules),
        bonuses=bonus_terms(rules),
        bonuses_added=rules.bonuses_added,
        forfeit_scores=rules.forfeit_scores,
        order=rules.metrics,
        legend=legend,
    )


def shown_tables(
    season: "Season",
    tables: Iterable[StageTable],
    rounds: "list[CountedRound]",
    ruleset: engine.Ruleset,
    on: Mapping[int, GoingOn],
) -> list[ShownTable]:
    rules = rules_of(season)
    columns = columns_of(rules, ruleset)
    return [
        _shown(number, each, rounds, rules, columns, on.get(each.stage.pk))
        for number, each in enumerate(tables, start=1)
    ]


def _shown(
    number: int,
    each: StageTable,
    rounds: "list[CountedRound]",
    rules: TableRules,
    columns: list[Metric],
    on: GoingOn | None,
) -> ShownTable:
    form, values = _letters(each.games), values_of(each.rows, each, columns)
    known = on is not None and (on.settled or any(row.played for row in each.rows))  # who goes on: not before a match
    through = [row.pk for row in each.rows if on and known and row.pk in on.teams]
    last = through[-1:] if len(through) < len(each.rows) else []
    lines = [
        Line(row, form[row.pk][-FORM_LENGTH:], values[row.pk], row.pk in through, row.pk in last) for row in each.rows
    ]
    own = [one for one in rounds if one.stage_id == each.stage.pk]
    chart = rank_chart([row.team for row in each.rows], own, each.by_round, rules, each.season.seed)
    return ShownTable(each, number, columns, lines, chart, on)


def values_of(rows: list[Row], of: StageTable, columns: Iterable[Metric]) -> Mapping[int, list[str]]:
    found = defaultdict[int, list[str]](list)
    for metric in columns:
        for pk, value in metric.values(rows, of.table).items():
            found[pk].append(metric.text(value))
    return found


def _letters(games: Iterable[Game]) -> Mapping[int, list[str]]:
    """How each team's matches ended, the last at the end."""
    letters: dict[int, list[str]] = defaultdict(list)
    for game in games:
        if game.away is not None:
            letters[game.home].append(letter(game.winner, "home"))
            letters[game.away].append(letter(game.winner, "away"))
    return letters


def table_context(
    season: "Season", rounds: "list[CountedRound]", tables: list[StageTable], on: Mapping[int, GoingOn]
) -> dict[str, Any]:
    """What `league/_tables.html` needs."""
    ruleset = engine.ruleset(season.league.ruleset)
    rules = rules_of(season)
    return {
        "tables": shown_tables(season, tables, rounds, ruleset, on),
        "meaning": meaning_of(rules, columns_of(rules, ruleset)),
        "rules": rules,
    }
