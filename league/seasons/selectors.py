"""Every read of seasons, with a fixed number of queries."""

from collections import defaultdict
from typing import TYPE_CHECKING, Any, TypedDict

from django.db.models import Case, Count, Exists, OuterRef, Q, QuerySet, Value, When
from django.db.models.functions import Coalesce
from django.http import Http404

from accounts.models import User
from league.models import Entry, Fixture, Result, Round, Season
from league.standings.games import Game, Row
from league.standings.rules import TableRules
from league.standings.table import table
from league.visibility import visible
from teams.models import Team
from teams.selectors import bulky

if TYPE_CHECKING:
    from django_stubs_ext import WithAnnotations

    class Progress(TypedDict):
        size: int
        played: int

    class Size(TypedDict):
        size: int

    CountedRound = WithAnnotations[Round, Progress]
    SizedSeason = WithAnnotations[Season, Size]


def season_list(user: Any) -> "QuerySet[SizedSeason]":
    """All seasons that the reader sees, with their league and `size` in teams, without the rulings that they pinned."""
    return season_rows().filter(visible(user, "league"))


def season_rows() -> "QuerySet[SizedSeason]":
    """The same of all leagues, for what a reader of a league gets with it."""
    seasons = Season.objects.select_related("league").defer("rulings")
    return seasons.annotate(size=Count("entries", filter=Q(entries__replaced_by=None))).order_by(
        "league__name", "-number"
    )


def season_detail(slug: str, number: int, user: Any) -> Season:
    """A league's season by number, with league and commissioner. Unknown, or not for the reader: Http404."""
    seasons = Season.objects.filter(visible(user, "league")).select_related("league__commissioner")
    found = seasons.filter(league__slug=slug, number=number).first()
    if found is None:
        raise Http404(f"The league {slug} has no season {number}.")
    return found


def entered_teams(season: Season) -> list[Team]:
    return [entry.team for entry in season.entries.select_related("team__owner").defer(*bulky("team"))]


def waiting_entries(user: Any) -> QuerySet[Entry]:
    """Entries in seasons that have not started and that the reader sees, with team, season and league."""
    waiting = Entry.objects.filter(visible(user, "season__league"), season__state=Season.State.OPEN)
    waiting = waiting.select_related("team", "season__league").defer("season__rulings", *bulky("team"))
    return waiting.order_by("season__first_kick_off", "pk")


def unfinished(entries: QuerySet[Entry]) -> QuerySet[Entry]:
    """Those of teams that are still in a season."""
    return entries.filter(withdrawn_at__isnull=True).exclude(season__state=Season.State.FINISHED)


def enterable_teams(user: User, season: Season) -> QuerySet[Team]:
    """The user's teams that are free to enter this season."""
    return free_teams(user, season.league.ruleset)


def free_teams(user: User, ruleset: str) -> QuerySet[Team]:
    """The user's teams of a game that play in no season."""
    busy = unfinished(Entry.objects.filter(team=OuterRef("pk")))
    free = Team.objects.filter(~Exists(busy), owner=user, retired_at__isnull=True)
    return free.filter(ruleset=ruleset)


def season_games(season: Season) -> dict[int, list[Game]]:
    """The results of a season by the number of their round, each round in its order: one query."""
    results = Result.objects.filter(fixture__round__season=season).order_by("fixture__round__number", "fixture_id")
    games: dict[int, list[Game]] = defaultdict(list)
    for columns in results.values_list(*GAME_COLUMNS):
        game = Game(*columns)
        games[game.round].append(game)
    return games


HOME_COUNTS = Coalesce("fixture__home_heir", "fixture__home")  # for whom results count, see `Fixture.heirs`
AWAY_COUNTS = Coalesce("fixture__away_heir", "fixture__away")


def _played_by(side: str) -> Case:
    """The name of the team that played, where another one has its place."""
    return Case(When(**{f"fixture__{side}_heir__isnull": False}, then=f"fixture__{side}__name"), default=Value(""))


GAME_COLUMNS = (
    HOME_COUNTS,
    AWAY_COUNTS,
    "home_score",
    "away_score",
    "home_touchdowns",
    "away_touchdowns",
    "winner",
    "home_casualties",
    "away_casualties",
    "ended",
    "fixture__match",
    "fixture__round__number",
    _played_by("home"),
    _played_by("away"),
)  # in the order of Game's own fields


def standings(season: Season) -> list[Row]:
    """All its results in one table, whatever stages and groups there are (see `league.seasons.tables`): two queries."""
    own = season.entries.filter(replaced_by__isnull=True)
    shown = ("season", "team__name", "team__slug", "team__short", "team__colour")
    teams = [entry.team for entry in own.select_related("team").only(*shown)]
    games = (game for each in season_games(season).values() for game in each)
    return table(teams, games, rules_of(season), season.seed)


def rules_of(season: Season) -> TableRules:
    return TableRules.from_json(season.table_rules)


def rounds(season: Season) -> "list[CountedRound]":
    """Rounds with `size` and `played`: how many fixtures each has, and how many of them have a result. One query."""
    return list(season.rounds.annotate(size=Count("fixtures"), played=Count("fixtures__result")))


def round_fixtures(shown: Round) -> list[Fixture]:
    """The fixtures of a round with home, away and, where they exist, result and match: one query."""
    fixtures = shown.fixtures.select_related("home", "away", "result", "match")
    return list(fixtures.defer("match__lineup", *bulky("home"), *bulky("away")))
