"""Every read of matches, with a fixed number of queries. `Match.seed` stays empty until the match is over."""

import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, NamedTuple

from django.db.models import F, Q, QuerySet, Subquery
from django.db.models.functions import Abs
from django.http import Http404

import engine
from accounts.models import User
from engine.campaign import REVOKED
from journal.errors import Refused
from league.models import Result, Season
from league.visibility import visible
from matches.models import Match, MatchRecord, PlayerStats, TeamStats
from teams.models import LedgerRow, Player, Sequence, Team
from teams.permissions import coached_by
from teams.roster.moves import Kind, absences, newest_moves
from teams.selectors import bulky

LEAGUE = "fixture__round__season__league"  # the way from a match
FORM_LENGTH = 5  # so many letters tell how a team has played of late


class MatchStat(NamedTuple):
    key: str
    home: int
    away: int


@dataclass(slots=True)
class Totals:
    """A team's balance over all its matches, and as `form` the letters of its last ones, the oldest first."""

    played: int = 0
    won: int = 0
    drawn: int = 0
    lost: int = 0
    points_for: int = 0
    points_against: int = 0
    touchdowns: int = 0
    casualties: int = 0
    form: list[str] = field(default_factory=list)


@dataclass(slots=True)
class PlayerTotals:
    """A player with sums of statistics; `absent` is the number of matches still to miss."""

    player: Player
    totals: dict[str, int]
    absent: int = 0


@dataclass(slots=True)
class MatchPlayer:
    """A player who took part in a match; `side` is "home" or "away"."""

    player: Player
    side: str
    totals: dict[str, int]


@dataclass(slots=True)
class TeamMatches:
    totals: Totals
    upcoming: list[Match]
    played: QuerySet[Match]  # as many as there are, to be read page by page


@dataclass(frozen=True, slots=True)
class News:
    """What happened to a player, told."""

    player: str
    what: str
    why: str
    at: datetime


@dataclass(slots=True)
class TeamPage:
    team: Team
    totals: Totals
    players: list[PlayerTotals]
    upcoming: list[Match]
    played: QuerySet[Match]
    news: list[News]


def match_list() -> QuerySet[Match]:
    """Matches with fixture, teams, season, league, result and record, without the bulky parts."""
    listed = Match.objects.select_related(
        "fixture__home", "fixture__away", "fixture__round__season__league", "fixture__result", "record"
    )
    teams = (*bulky("fixture__home"), *bulky("fixture__away"))
    return listed.defer("lineup", "fixture__round__season__rulings", "record__payload", *teams)


def matches_seen(user: Any) -> QuerySet[Match]:
    """Of these, the ones in leagues that the reader sees."""
    return match_list().filter(visible(user, LEAGUE))


ON_A_LINE = (
    *(
        "due_at",
        "locked_at",
        "claimed_at",
        "failure",
        "failed_at",
        "resolved_at",
        "unplayed",
        "at_table",
        "fixture__void",
    ),
    *(f"fixture__{side}__{column}" for side in ("home", "away") for column in ("name", "short", "colour")),
    *(
        "fixture__result__winner",
        "fixture__result__home_score",
        "fixture__result__away_score",
        "fixture__result__home_penalties",
        "fixture__result__away_penalties",
        "fixture__result__ended",
    ),
    *("fixture__round__number", "fixture__round__season__league__name"),
)


def match_lines() -> QuerySet[Match]:
    """Matches for lists that give each a line: what `partials/fixture.html` shows of them, and nothing else."""
    listed = Match.objects.select_related(
        "fixture__home", "fixture__away", "fixture__round__season__league", "fixture__result"
    )
    return listed.only(*ON_A_LINE)


def played_matches(user: Any) -> QuerySet[Match]:
    """Those that are over and that the reader sees, the latest first."""
    return match_lines().filter(visible(user, LEAGUE), resolved_at__isnull=False).order_by("-resolved_at", "-pk")


def featured_match(user: Any) -> Match | None:
    """The best match of the latest round that the reader can watch: the closest, among those the one with the most
    touchdowns, then the latest. One query."""
    watched = played_matches(user).filter(record__isnull=False, at_table=False)
    margin = Abs(F("fixture__result__home_score") - F("fixture__result__away_score"))
    scored = F("fixture__result__home_touchdowns") + F("fixture__result__away_touchdowns")
    return (
        watched.filter(fixture__round=Subquery(watched.values("fixture__round")[:1]))
        .order_by(margin, scored.desc(), "-resolved_at", "-pk")
        .first()
    )


def coming_matches(user: Any) -> QuerySet[Match]:
    """Those that are not over and that the reader sees, the next first."""
    return match_lines().filter(visible(user, LEAGUE), resolved_at__isnull=True).order_by("due_at", "pk")


def asked_of_coach(offers: QuerySet[Any], user: Any) -> QuerySet[Any]:
    """Of what one side of a match proposes to the other, what waits for an answer of this coach."""
    own = Team.objects.filter(coached_by(user))
    asked = [
        Q(**{f"match__fixture__{side}__in": own}) & ~Q(team=F(f"match__fixture__{side}")) for side in ("home", "away")
    ]
    waiting = offers.filter(asked[0] | asked[1], match__locked_at__isnull=True, match__resolved_at__isnull=True)
    return waiting.filter(state="open").select_related("team", "match__fixture__home", "match__fixture__away")


def of_coach(user: User) -> Q:
    """Matches of all teams that somebody coaches, at home and away."""
    own = Team.objects.filter(coached_by(user))
    return Q(fixture__home__in=own) | Q(fixture__away__in=own)


def of_team(team: Team) -> Q:
    """Matches of a team, at home and away."""
    return Q(fixture__home=team) | Q(fixture__away=team)


def match_detail(pk: int, user: Any) -> Match:
    """One match with everything its page names; unknown, or not for the reader: Http404."""
    seen = matches_seen(user).select_related("fixture__round__season__league__commissioner")
    found = seen.filter(pk=pk).first()
    if found is None:
        raise Http404(f"There is no match {pk}.")
    return found


def who_may_keep(match: Match) -> dict[str, bool]:
    """For the header of an answer: anybody on its way, or in a private league the reader's browser alone."""
    private = match.fixture.round.season.league.private
    return {"private": private, "public": not private}


def match_file(match: Match) -> bytes:
    """The match file as JSON text, with the release that verifies it; refused before the match is over: it holds the seed."""
    if match.at_table:
        raise Refused(
            "played-at-a-table",
            "This match is played at a table: nothing can be played again, and there is its report.",
        )
    found = MatchRecord.objects.filter(match=match, match__resolved_at__isnull=False).first()
    if found is None:
        raise Refused("not-played-yet", "This match has not been played yet; its seed and file are published after it.")
    label = json.dumps({"verify_with": verify_with(match)}, ensure_ascii=False).encode()
    return label[:-1] + b"," + found.unpack()[1:]  # before the rest, which is sealed by the digest


def match_content(match: Match) -> dict[str, Any]:
    """What the record of a match holds, decoded, whoever has played it."""
    decoded: dict[str, Any] = json.loads(MatchRecord.objects.get(match=match).unpack())
    return decoded


def verify_with(match: Match) -> str:
    """Which release of the engine plays this match again to the same digest."""
    version = match.locked_lineup["ruleset_version"]
    release = engine.verifying_release(match.locked_lineup["ruleset"], version)
    return f"release {release} of the engine" if release else f"a release of the engine that plays version {version}"


def match_record(match: Match) -> dict[str, Any]:
    """The match file, decoded; refused before the match is over."""
    decoded: dict[str, Any] = json.loads(match_file(match))
    return decoded


def with_status(matches: QuerySet[Match], status: str) -> QuerySet[Match]:
    """Only matches whose `status` is this one; the same distinctions as the property makes."""
    over = Q(resolved_at__isnull=False)
    void = Q(fixture__void=True)
    failed = Q(failed_at__isnull=False)
    playing = Q(claimed_at__isnull=False, failure="")
    locked = Q(locked_at__isnull=False)
    cases = {
        "void": void,
        "resolved": over & ~void,
        "failed": ~over & failed,
        "playing": ~over & ~failed & playing,
        "locked": ~over & ~failed & ~playing & locked,
        "scheduled": ~over & ~failed & ~playing & ~locked,
    }
    return matches.filter(cases[status])


def match_stats(match: Match) -> list[MatchStat]:
    """Each statistic of both sides, by name: one query."""
    teams = dict(match.team_stats.values_list("team_id", "figures"))
    home, away = (teams.get(team, {}) for team in (match.fixture.home_id, match.fixture.away_id))
    return [MatchStat(key, home.get(key, 0), away.get(key, 0)) for key in sorted(home.keys() | away.keys())]


def match_player_stats(match: Match) -> list[MatchPlayer]:
    """Who took part and what they did, home first, by shirt number: one query."""
    home = match.fixture.home_id
    stats = match.player_stats.select_related("player").order_by("player__number", "pk")
    found = (
        MatchPlayer(each.player, "home" if each.player.team_id == home else "away", each.figures) for each in stats
    )
    return sorted(found, key=lambda each: each.side, reverse=True)


def match_awards(match: Match) -> dict[int, int]:
    """Who was named its most valuable player, by team: a member of its books. None that was taken back; one query."""
    teams = (match.fixture.home_id, match.fixture.away_id)
    named = Q(kind="mvp", sequence__kind=Sequence.Kind.MATCH, sequence__object_id=match.pk)
    rows = list(LedgerRow.objects.filter(named | Q(kind=REVOKED), team__in=teams).order_by("number"))
    void = {(row.team_id, number) for row in rows if row.kind == REVOKED for number in row.data["rows"]}
    awards = [row for row in rows if row.kind != REVOKED and (row.team_id, row.number) not in void]
    return {row.team_id: row.member for row in awards if row.member is not None}


def match_sequences(match: Match) -> list[Sequence]:
    """What both teams went through after it, home first, in games whose teams have books: one query."""
    teams = (match.fixture.home_id, match.fixture.away_id)
    found = Sequence.objects.filter(team__in=teams, kind=Sequence.Kind.MATCH, object_id=match.pk).select_related("team")
    return sorted(found, key=lambda each: teams.index(each.team_id))


def player_totals(team: Team, user: Any) -> list[PlayerTotals]:
    """The current roster with each player's sums and absence: three queries."""
    away = absences(team)
    sums: dict[int, Counter[str]] = defaultdict(Counter)
    stats = PlayerStats.objects.filter(
        visible(user, f"match__{LEAGUE}"), player__team=team, player__left_at__isnull=True
    )
    for player, figures in stats.values_list("player_id", "figures"):
        sums[player].update(figures)
    roster = team.players.filter(left_at__isnull=True)
    return [PlayerTotals(player, sums[player.pk], away.get(player.pk, 0)) for player in roster]


def team_totals(team: Team, user: Any) -> Totals:
    """One query."""
    totals = Totals()
    own = Q(fixture__home=team) | Q(fixture__away=team)
    results = Result.objects.filter(own, visible(user, LEAGUE)).order_by("applied_at", "pk")
    for at, winner, *figures in results.values_list("fixture__home_id", "winner", *TOTALLED):
        side = "home" if at == team.pk else "away"
        home_score, away_score, home_touchdowns, away_touchdowns, home_casualties, away_casualties = figures
        totals.played += 1
        totals.points_for += home_score if side == "home" else away_score
        totals.points_against += away_score if side == "home" else home_score
        totals.touchdowns += home_touchdowns if side == "home" else away_touchdowns
        totals.casualties += home_casualties if side == "home" else away_casualties
        totals.form.append(letter(winner, side))
    totals.won, totals.drawn, totals.lost = (totals.form.count(each) for each in "WDL")
    totals.form = totals.form[-FORM_LENGTH:]
    return totals


TOTALLED = ("home_score", "away_score", "home_touchdowns", "away_touchdowns", "home_casualties", "away_casualties")


def letter(winner: str, side: str) -> str:
    return "D" if winner == "draw" else "W" if winner == side else "L"


def team_stats(team: Team, user: Any) -> dict[str, int]:
    """Sums of a team's statistics over all its matches."""
    seen = visible(user, f"match__{LEAGUE}")
    totals = summed(TeamStats.objects.filter(seen, team=team).values_list("figures", flat=True))
    return dict(sorted(totals.items()))


def season_team_figures(season: Season) -> dict[int, Counter[str]]:
    """Sums of a season's statistics by team: one query."""
    sums: dict[int, Counter[str]] = defaultdict(Counter)
    stats = TeamStats.objects.filter(match__fixture__round__season=season).order_by()
    for team, figures in stats.values_list("team_id", "figures"):
        sums[team].update(figures)
    return sums


def team_page(team: Team, user: Any) -> TeamPage:
    """What the page of a team without books shows: eight queries, and those for a page of `played`."""
    matches = team_matches(team, user)
    return TeamPage(
        team=team,
        totals=matches.totals,
        players=player_totals(team, user),
        upcoming=matches.upcoming,
        played=matches.played,
        news=team_news(team),
    )


def team_news(team: Team, limit: int = 8) -> list[News]:
    """The newest moves of the roster, from the ledger: three queries."""
    rows = list(newest_moves(team, limit))
    players = dict(team.players.filter(member__in=[row.member for row in rows]).values_list("member", "name"))
    matches = Match.objects.filter(pk__in={row.match for row in rows if row.match})
    matches = matches.select_related("fixture__home", "fixture__away").only(
        "fixture__home__name", "fixture__away__name"
    )
    fixtures = {match.pk: f"{match.cause}, {match.fixture}" for match in matches}
    return [News(players[row.member], Kind(row.kind).label, _why(row, fixtures), row.at) for row in rows]


def _why(row: LedgerRow, fixtures: Mapping[int, str]) -> str:
    match row.data:
        case {"was": name}:
            return f"was {name}"
        case {"replaces": name}:
            return f"replaces {name}"
        case _:
            return fixtures.get(row.match or 0, row.why)


def team_matches(team: Team, user: Any, upcoming: int = 3) -> TeamMatches:
    """A team's balance, its next matches and, to be asked for, those it has played: two queries."""
    return TeamMatches(
        totals=team_totals(team, user),
        upcoming=list(coming_matches(user).filter(of_team(team))[:upcoming]),
        played=played_matches(user).filter(of_team(team)),
    )


def player_figures(team: Team, member: int, user: Any) -> dict[int, dict[str, int]]:
    """What a player of a team with books did in each match, by the number of the match: one query."""
    stats = PlayerStats.objects.filter(visible(user, f"match__{LEAGUE}"), player__team=team, player__member=member)
    return dict(stats.order_by("pk").values_list("match_id", "figures"))


def summed(figures: Iterable[Mapping[str, int]]) -> Counter[str]:
    """All that a team or a player did."""
    totals: Counter[str] = Counter()
    for each in figures:
        totals.update(each)
    return totals
