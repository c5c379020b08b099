"""The tables of seasons: one for each stage that has one, or for each of its groups."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

from django.db.models import Count, prefetch_related_objects

from league.formats import format_of
from league.formats.base import Course
from league.models import Entrant, Fixture, Result, Round, Season, Stage
from league.seasons.courses import byes_of
from league.seasons.selectors import GAME_COLUMNS, rules_of
from league.standings.games import Game, Row
from league.standings.outlook import Pending
from league.standings.rules import TableRules
from league.standings.table import Table, table_of
from teams.models import Team

Place = dict[tuple[int, int], "StageTable"]  # by stage and team
OF_TEAM = ("team__name", "team__slug", "team__short", "team__colour")


@dataclass
class StageTable:
    """A table of a season, with what it is made of."""

    season: Season
    stage: Stage
    name: str  # of the stage and the group, where there are several
    teams: list[Team]
    games: list[Game] = field(default_factory=list)
    coming: list[Pending] = field(default_factory=list)  # drawn up and still to be played; see `coming_matches`
    complete: bool = True  # nothing more will be drawn up
    fillers: frozenset[int] = frozenset()  # teams that the site has made

    @cached_property
    def table(self) -> Table:
        return self.under(rules_of(self.season))

    @cached_property
    def rows(self) -> list[Row]:
        """Best first."""
        return sorted(self.table.rows.values(), key=lambda row: row.rank)

    @property
    def by_round(self) -> dict[int, list[Game]]:
        found = defaultdict[int, list[Game]](list)
        for game in self.games:
            found[game.round].append(game)
        return found

    def under(self, rules: TableRules) -> Table:
        """The same results under other rules."""
        return table_of(self.teams, self.games, rules, self.season.seed)

    def row_of(self, slug: str) -> Row | None:
        return next((self.table.rows[team.pk] for team in self.teams if team.slug == slug), None)


def season_tables(season: Season, courses: Mapping[int, Course] | None = None) -> list[StageTable]:
    """Those of one season, the latest stage first: without a query where the courses of its stages are known."""
    if not courses:
        return tables_of([season])[season.pk]
    shown = [each for each in season.stages.all() if each.pk in courses and format_of(each.format).has_table]
    return [
        table
        for stage in reversed(shown)
        for table in _tables(season, stage, courses[stage.pk], several=len(shown) > 1)
    ]


def _tables(season: Season, stage: Stage, course: Course, *, several: bool) -> list[StageTable]:
    """Results and byes where all teams are in the same table."""
    groups = {each.team: each.group for each in course.entrants}
    games = [game for each in course.rounds for game in each.games]
    fillers = frozenset(each.team for each in course.entrants if each.filler)
    return [
        StageTable(
            season,
            stage,
            _name(stage, group, several=several),
            [course.teams[team] for team, of in groups.items() if of == group],
            [game for game in games if {groups.get(team) for team in game.teams} == {group}],
            fillers=fillers,
        )
        for group in sorted(set(groups.values()))
    ]


def tables_of(seasons: Sequence[Season]) -> dict[int, list[StageTable]]:
    """Those of several seasons, by their ids: four queries, or three where their stages are known."""
    prefetch_related_objects(seasons, "stages")
    shown = [
        stage
        for season in seasons
        for stage in reversed(season.stages.all())
        if stage.started_at and format_of(stage.format).has_table
    ]
    fields, fillers = _fields(shown)
    found: dict[int, list[StageTable]] = {season.pk: [] for season in seasons}
    place: Place = {}
    for season in seasons:
        own = [stage for stage in shown if stage.season_id == season.pk]
        for stage in own:
            for group, teams in sorted(fields[stage.pk].items()):
                made = StageTable(season, stage, _name(stage, group, several=len(own) > 1), teams, fillers=fillers)
                found[season.pk].append(made)
                place |= {(stage.pk, team.pk): made for team in teams}
    _fill(shown, place)
    return found


def coming_matches(tables: Sequence[StageTable]) -> None:
    """Add to the tables of a season what is still to be played: two queries."""
    place: Place = {(each.stage.pk, team.pk): each for each in tables for team in each.teams}
    stages = {each.stage.pk: each.stage for each in tables}
    drawn = dict(Round.objects.filter(stage__in=stages).order_by().values_list("stage").annotate(Count("pk")))
    for each in tables:
        size = sum(len(other.teams) for other in tables if other.stage.pk == each.stage.pk)
        each.complete = drawn.get(each.stage.pk, 0) >= format_of(each.stage.format).length(each.stage.settings, size)
    coming = Fixture.objects.filter(round__stage__in=stages, result__isnull=True, match__resolved_at__isnull=True)
    columns = ("round__stage", "home_id", "away_id", "match", "round__number")
    for stage, *about in coming.order_by("round__number", "pk").values_list(*columns):
        if table := _both_in(place, stage, about[0], about[1]):
            table.coming.append(Pending(*about))


def _fields(stages: Iterable[Stage]) -> tuple[Mapping[int, Mapping[int, list[Team]]], frozenset[int]]:
    """The teams of each stage by their groups, and which of all are fillers."""
    fillers: set[int] = set()
    fields = defaultdict[int, defaultdict[int, list[Team]]](lambda: defaultdict(list))
    entrants = Entrant.objects.filter(stage__in=list(stages)).select_related("team")
    for each in entrants.only("stage", "group", "filler", *OF_TEAM).order_by("seed"):
        fields[each.stage_id][each.group].append(each.team)
        fillers |= {each.team_id} if each.filler else set()
    return fields, frozenset(fillers)


def _name(stage: Stage, group: int, *, several: bool) -> str:
    parts = [stage.name if several else "", format_of(stage.format).group_name(group) if group else ""]
    return ", ".join(part for part in parts if part)


def _fill(stages: Sequence[Stage], place: Place) -> None:
    """Put results and byes where all teams are in the same table."""
    results = Result.objects.filter(fixture__round__stage__in=stages).order_by("fixture__round__number", "fixture_id")
    for stage, *columns in results.values_list("fixture__round__stage", *GAME_COLUMNS):
        game = Game(*columns)
        if table := _both_in(place, stage, *game.teams):
            table.games.append(game)
    byes = byes_of(stages).order_by("round__number", "pk")
    for stage, team, number in byes.values_list("round__stage", "team", "round__number"):
        if table := place.get((stage, team)):
            table.games.append(Game(team, None, round=number))


def _both_in(place: Place, stage: int, home: int, away: int) -> StageTable | None:
    """The table that two teams of a stage have in common."""
    found = place.get((stage, home))
    return found if found is place.get((stage, away)) else None


class Standing(NamedTuple):
    """A line of a table with the values of the metrics that its rules name."""

    table: StageTable
    row: Row
    metrics: dict[str, float]


def standings_in_full(season: Season) -> list[Standing]:
    """The lines of all tables."""
    found = []
    for table in season_tables(season):
        shown = table.table.rules.shown
        values = {metric.key: metric.values(table.rows, table.table) for metric in shown}
        found += [
            Standing(table, row, {key: float(each[row.pk]) for key, each in values.items()})  # type: ignore[arg-type]  # columns are numbers
            for row in table.rows
        ]
    return found
