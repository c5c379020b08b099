"""The leagues of a fault run, and what is compared when all of their matches are played. Runs inside Django."""

import json
from collections import defaultdict
from collections.abc import Iterable, Iterator
from datetime import timedelta
from hashlib import sha256
from itertools import count, cycle
from typing import Any

from django.db.models import Q
from django.utils import timezone

import engine
from accounts.models import User
from journal.models import LogEntry
from league.models import Entry, League, Result, Season
from league.seasons.selectors import standings
from league.seasons.services import season_create, season_enter
from league.seasons.stages import round_robin
from league.services import league_create
from matches.models import Match, MatchRecord, PlayerStats, TeamStats
from matches.services import season_start
from teams.drafting.services import team_found_ready
from teams.models import Player, Sequence, Team
from teams.services import team_create

BATTLEBALL, BLOOD_BOWL = "battleball", "bb2025"
SHAPES = ((6, 2), (4, 2), (4, 1), (2, 2), (2, 1))  # teams and legs: 30, 12, 6, 2 matches, or 1
# Absences reach from one match into the next. Players who leave for good would be replaced by rows whose ids depend on
# which team is served first, and the ids are in the records.
RULINGS = {
    BATTLEBALL: {"battleball.serious-injury-duration": {"choice": "league-absence", "matches": 2}},
    BLOOD_BOWL: {},
}
ACCIDENTS = ("match.failed", "match.retried", "job.failed", "job.retried")  # only a run with faults has them


def build(matches: int) -> dict[str, int]:
    """Leagues of both games with so many matches, all of them overdue; how much there will be in the end."""
    user = User.objects.create_user("fault-run", "fault-run@example.org")
    rosters = cycle(engine.ruleset(BLOOD_BOWL).team_lists())
    numbers = count(1)
    for ruleset, share in ((BATTLEBALL, matches - matches // 2), (BLOOD_BOWL, matches // 2)):
        for teams, legs in _shapes(share):
            _season(user, ruleset, legs, [_team(user, ruleset, next(numbers), rosters) for _ in range(teams)])
    League.objects.update(decide_within=0)  # no hours of patience: the standing orders decide at once
    off_seasons = Entry.objects.filter(season__league__ruleset=BLOOD_BOWL).count()
    return {"matches": Match.objects.count(), "off_seasons": off_seasons, "teams": Team.objects.count()}


def _shapes(matches: int) -> Iterator[tuple[int, int]]:
    for teams, legs in SHAPES:
        size = teams * (teams - 1) // 2 * legs
        while matches >= size:
            yield teams, legs
            matches -= size


def _team(user: User, ruleset: str, number: int, rosters: Iterator[str]) -> Team:
    about = {"name": f"Team {number}", "short": "TEA", "colour": "#4a4f57"}
    if ruleset == BLOOD_BOWL:
        return team_found_ready(owner=user, ruleset=ruleset, roster=next(rosters), **about)
    return team_create(owner=user, ruleset=ruleset, **about)


def _season(user: User, ruleset: str, legs: int, teams: list[Team]) -> None:
    name = f"{engine.ruleset(ruleset).title} {League.objects.count() + 1}"
    profile = engine.ruleset(ruleset).catalogue.profiles[0]
    league = league_create(commissioner=user, name=name, ruleset=ruleset, profile=profile, rulings=RULINGS[ruleset])
    long_ago = timezone.now() - timedelta(days=1)
    season = season_create(
        actor=user,
        league=league,
        name="",
        first_kick_off=long_ago,
        round_every=1,
        stages=round_robin(legs),
        backdated=True,
    )
    for team in teams:
        season_enter(actor=user, season=season, team=team)
    season_start(actor=user, season=season)


# What is compared -------------------------------------------------------------------------------------------------------


def fingerprint() -> dict[str, dict[str, Any]]:
    """Everything that came of the matches, by what it belongs to. Left out are times, the ids of requests, players and
    rows, and how often a match was attempted: these may differ between two runs, nothing else may.
    """
    return {
        "digests": dict(MatchRecord.objects.values_list("match_id", "digest")),
        "commitments": dict(Match.objects.values_list("pk", "commitment")),
        "results": dict(_by_first(Result.objects.order_by("pk").values_list("fixture_id", *_figures(Result)))),
        "team statistics": _hashes(TeamStats.objects.order_by("team_id").values_list("match_id", "team_id", "figures")),
        "player statistics": _hashes(
            PlayerStats.objects.order_by("player__team", "player__member", "player__number").values_list(
                "match_id", "player__team", "player__member", "player__number", "figures"
            )
        ),
        "standings": {
            season.pk: [[row.team.name, row.played, row.points, row.difference] for row in standings(season)]
            for season in Season.objects.all()
        },
        "states of seasons": dict(Season.objects.values_list("pk", "state")),
        "ledgers": _hashes(_ledger_rows()),
        "sequences": _hashes(
            Sequence.objects.annotate(closed=Q(closed_at__isnull=False))
            .order_by("number")
            .values_list("team__name", "number", "kind", "object_id", "commitment", "closed")
        ),
        "totals": dict(_by_first(Team.objects.values_list("name", "treasury", "value", "current_value", "step"))),
        "players": _hashes(
            Player.objects.annotate(left=Q(left_at__isnull=False))
            .order_by("member", "number")
            .values_list("team__name", "member", "number", "name", "position", "left")
        ),
        "log": _hashes(
            (f"{kind} {pk}", *rest)
            for kind, pk, *rest in LogEntry.objects.exclude(action__in=ACCIDENTS)
            .order_by("pk")
            .values_list("object_type", "object_id", "action", "summary", "data")
        ),
    }


def _figures(model: type[Result]) -> list[str]:
    return [each.name for each in model._meta.concrete_fields if each.name not in ("id", "fixture", "applied_at")]


def _ledger_rows() -> Iterable[tuple[Any, ...]]:
    columns = (
        "number",
        "kind",
        "member",
        "gold",
        "spp",
        "data",
        "rolls",
        "rule",
        "sequence__number",
        "action",
        "by",
        "reason",
        "match",
    )
    for team in Team.objects.order_by("pk"):
        yield from ((team.name, *row) for row in team.ledger.order_by("number").values_list(*columns))


def _by_first(rows: Iterable[tuple[Any, ...]]) -> Iterator[tuple[Any, list[Any]]]:
    return ((first, rest) for first, *rest in rows)


def _hashes(rows: Iterable[tuple[Any, ...]]) -> dict[str, str]:
    """One hash over all rows that begin alike."""
    sums: dict[str, Any] = defaultdict(sha256)
    for first, *rest in rows:
        sums[str(first)].update(json.dumps(rest, sort_keys=True).encode())
    return {first: each.hexdigest() for first, each in sums.items()}
