"""Every read of matches, with a fixed number of queries. No selector loads a seed for somebody to see too early."""

from collections import defaultdict
from dataclasses import dataclass, field
from typing import Any

from django.db.models import Q, QuerySet, Sum
from django.http import Http404

from journal.errors import Refused
from league.models import Result
from matches.models import Heartbeat, Match, MatchRecord, PlayerStat, TeamStat
from teams.models import Player, RosterMove, Team
from teams.selectors import roster_moves
from teams.snapshot import absences


@dataclass(slots=True)
class Totals:
    """A team's balance over all its matches."""

    played: int = 0
    won: int = 0
    drawn: int = 0
    lost: int = 0
    points_for: int = 0
    points_against: int = 0


@dataclass(slots=True)
class PlayerTotals:
    """A player with sums of all statistics; `absent` is the number of matches still to miss."""

    player: Player
    totals: dict[str, int]
    absent: int = 0


@dataclass(slots=True)
class TeamPage:
    team: Team
    totals: Totals
    players: list[PlayerTotals]
    upcoming: list[Match]
    played: list[Match]
    moves: list[RosterMove]
    stats: dict[str, int] = field(default_factory=dict)


def match_list() -> QuerySet[Match]:
    """Matches with fixture, teams, season, league and result, without their bulky or secret parts."""
    return Match.objects.select_related(
        "fixture__home", "fixture__away", "fixture__round__season__league", "fixture__result"
    ).defer("lineup", "sealed_seed", "fixture__round__season__rulings")


def next_matches(limit: int) -> list[Match]:
    return list(match_list().filter(resolved_at__isnull=True).order_by("due_at", "pk")[:limit])


def latest_results(limit: int) -> list[Match]:
    return list(match_list().filter(resolved_at__isnull=False).order_by("-resolved_at", "-pk")[:limit])


def match_detail(pk: int) -> Match:
    """One match with everything its page names; unknown: Http404."""
    match = match_list().select_related("record", "fixture__round__season__league__commissioner").filter(pk=pk)
    found = match.defer("lineup", "sealed_seed", "fixture__round__season__rulings", "record__payload").first()
    if found is None:
        raise Http404(f"There is no match {pk}.")
    return found


def match_record(match: Match) -> dict[str, Any]:
    """The match file; refused before the match is over, because it holds the seed."""
    found = MatchRecord.objects.filter(match=match, match__resolved_at__isnull=False).first()
    if found is None:
        raise Refused("not-played-yet", "This match has not been played yet; its seed and file are published after it.")
    return found.unpack()


def match_stats(match: Match) -> list[tuple[str, int, int]]:
    """(key, home, away) for each statistic, in the order in which the record names them: one query."""
    values: dict[str, dict[int, int]] = defaultdict(dict)
    for key, team, value in match.team_stats.order_by("pk").values_list("key", "team_id", "value"):
        values[key][team] = value
    home, away = match.fixture.home_id, match.fixture.away_id
    return [(key, each.get(home, 0), each.get(away, 0)) for key, each in values.items()]


def match_player_stats(match: Match) -> list[PlayerTotals]:
    """Who took part and what they did, home first: one query."""
    return _grouped(PlayerStat.objects.filter(match=match), home=match.fixture.home_id)


def player_totals(team: Team) -> list[PlayerTotals]:
    """The current roster with each player's sums and absence: three queries."""
    away = absences(team)
    sums: dict[int, dict[str, int]] = defaultdict(dict)
    stats = PlayerStat.objects.filter(player__team=team, player__left_at__isnull=True)
    for player, key, value in stats.order_by().values_list("player_id", "key").annotate(value=Sum("value")):
        sums[player][key] = value
    roster = team.players.filter(left_at__isnull=True)
    return [PlayerTotals(player, sums.get(player.pk, {}), away.get(player.pk, 0)) for player in roster]


def team_totals(team: Team) -> Totals:
    totals = Totals()
    for result in Result.objects.filter(Q(fixture__home=team) | Q(fixture__away=team)).select_related("fixture"):
        at_home = result.fixture.home_id == team.pk
        scores = (result.home_score, result.away_score)
        totals.played += 1
        totals.points_for += scores[0 if at_home else 1]
        totals.points_against += scores[1 if at_home else 0]
        totals.drawn += result.winner == "draw"
        totals.won += result.winner == ("home" if at_home else "away")
        totals.lost += result.winner == ("away" if at_home else "home")
    return totals


def team_page(team: Team, limit: int = 10) -> TeamPage:
    """Everything the page of a team shows: eight queries."""
    matches = match_list().filter(Q(fixture__home=team) | Q(fixture__away=team))
    stats = TeamStat.objects.filter(team=team).order_by("key").values_list("key").annotate(value=Sum("value"))
    return TeamPage(
        team=team,
        totals=team_totals(team),
        players=player_totals(team),
        upcoming=list(matches.filter(resolved_at__isnull=True).order_by("due_at", "pk")[:limit]),
        played=list(matches.filter(resolved_at__isnull=False).order_by("-resolved_at", "-pk")[:limit]),
        moves=list(roster_moves(team)),
        stats=dict(stats),
    )


def heartbeats() -> dict[str, Any]:
    """Name → when last seen, for the scheduler ("beat") and the workers ("worker")."""
    return dict(Heartbeat.objects.values_list("name", "at"))


def _grouped(stats: QuerySet[PlayerStat], *, home: int) -> list[PlayerTotals]:
    grouped: dict[int, PlayerTotals] = {}
    for stat in stats.select_related("player").order_by("player__number", "pk"):
        grouped.setdefault(stat.player_id, PlayerTotals(stat.player, {})).totals[stat.key] = stat.value
    return sorted(grouped.values(), key=lambda each: each.player.team_id != home)
