"""The leagues of a fault run, and what is compared when all of their matches are played. Runs inside Django."""

import json
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from hashlib import sha256
from itertools import count, cycle
from typing import Any

from django.db.models import Q
from django.utils import timezone

import engine
from accounts.models import User
from journal.models import LogEntry
from league.models import League, Result, Round, Season
from league.seasons.places import season_places
from league.seasons.selectors import standings
from league.seasons.services import season_create, season_enter
from league.services import league_create
from matches.control.ripples import MOMENTS
from matches.models import Match, MatchRecord, PlayerStats, TeamStats
from matches.services import season_start
from scripts.faults.controls import STOOD_STILL
from scripts.faults.names import NEW, NUMBERED, match_names
from scripts.faults.plans import CUP, GROUPS, Shape, dated, shapes
from teams.drafting.services import team_found_ready
from teams.models import Player, Sequence, Team
from teams.services import team_create

BATTLEBALL, BLOOD_BOWL = "battleball", "bb2025"
# Absences reach from one match into the next. Players who leave for good would be replaced by rows whose ids depend on
# which team is served first, and the ids are in the records.
RULINGS = {
    BATTLEBALL: {"battleball.serious-injury-duration": {"choice": "league-absence", "matches": 2}},
    BLOOD_BOWL: {},
}
ACCIDENTS = ("match.failed", "match.retried", "job.failed", "job.retried")  # only a run with faults has them


def build(matches: int, of_blood_bowl: int) -> dict[str, Any]:
    """Leagues of both games with about so many matches, and what is to be decided in each season."""
    boss = User.objects.create_user("fault-run", "fault-run@example.org")
    rosters = cycle(engine.ruleset(BLOOD_BOWL).team_lists())
    numbers = count(1)
    plans = {}
    for ruleset, share in ((BATTLEBALL, matches - of_blood_bowl), (BLOOD_BOWL, of_blood_bowl)):
        for shape in shapes(share, first=(GROUPS if ruleset == BATTLEBALL else CUP)):
            coach = _coach()
            teams = [_team(coach, ruleset, next(numbers), rosters) for _ in range(shape.teams)]
            season = _season(boss, ruleset, shape, teams)
            plans[season.pk] = dated(shape.steps, season.started_at, [team.pk for team in teams])
    League.objects.update(decide_within=0)  # no hours of patience: the standing orders decide at once
    return {"matches": Match.objects.count(), "plans": plans}


def _coach() -> User:
    """Of all teams of one season; nobody may own those of all seasons."""
    name = f"coach{User.objects.count()}"
    return User.objects.create_user(name, f"{name}@example.org")


def _team(user: User, ruleset: str, number: int, rosters: Iterator[str]) -> Team:
    about = {"name": f"Team {number}", "short": "TEA", "colour": "#4a4f57"}
    if ruleset == BLOOD_BOWL:
        return team_found_ready(owner=user, ruleset=ruleset, roster=next(rosters), **about)
    return team_create(owner=user, ruleset=ruleset, **about)


def _season(boss: User, ruleset: str, shape: Shape, teams: list[Team]) -> Season:
    name = f"{engine.ruleset(ruleset).title} {League.objects.count() + 1}"
    profile = engine.ruleset(ruleset).catalogue.profiles[0]
    league = league_create(commissioner=boss, name=name, ruleset=ruleset, profile=profile, rulings=RULINGS[ruleset])
    season = season_create(
        actor=boss,
        league=league,
        name="",
        first_kick_off=shape.first_kick_off(timezone.now()),
        round_every=shape.every,
        stages=shape.stages,
        backdated=True,
    )
    for team in teams:
        season_enter(actor=team.owner, season=season, team=team)
    return season_start(actor=boss, season=season)


# What is compared -------------------------------------------------------------------------------------------------------


def fingerprint() -> dict[str, dict[str, Any]]:
    """Everything that came of the matches, by what it belongs to. Left out are times, the ids of requests, players and
    rows, and how often a match was attempted: these may differ between two runs, nothing else may.
    """
    names = match_names()
    return {
        "digests": _named(names, MatchRecord.objects.values_list("match_id", "digest")),
        "commitments": _named(names, Match.objects.values_list("pk", "commitment", "unplayed", "fixture__void")),
        "results": _named(names, Result.objects.order_by("pk").values_list("fixture__match", *_figures(Result))),
        "team statistics": _hashes(
            _renamed(names, TeamStats.objects.order_by("team_id").values_list("match_id", "team_id", "figures"))
        ),
        "player statistics": _hashes(
            _renamed(
                names,
                PlayerStats.objects.order_by("player__team", "player__member", "player__number").values_list(
                    "match_id", "player__team", "player__member", "player__number", "figures"
                ),
            )
        ),
        "rounds": dict(_by_first(_rounds())),
        "standings": {
            season.pk: [[row.team.name, row.played, row.points, row.difference] for row in standings(season)]
            for season in Season.objects.all()
        },
        "places": {season.pk: season_places(season) for season in Season.objects.all()},
        "states of seasons": dict(Season.objects.values_list("pk", "state")),
        "measures": {season.pk: _measures(names, season) for season in Season.objects.all()},
        "ledgers": _hashes(_ledger_rows(names)),
        "sequences": _hashes(_sequences(names)),
        "totals": dict(_by_first(Team.objects.values_list("name", "treasury", "value", "current_value", "step"))),
        "players": _hashes(
            Player.objects.annotate(left=Q(left_at__isnull=False))
            .order_by("member", "number")
            .values_list("team__name", "member", "number", "name", "position", "left")
        ),
        "log": _hashes(_log_rows(names)),
    }


def _figures(model: type[Result]) -> list[str]:
    return [each.name for each in model._meta.concrete_fields if each.name not in ("id", "fixture", "applied_at")]


def _rounds() -> Iterator[tuple[Any, ...]]:
    """Who meets whom, play-offs included."""
    for each in Round.objects.order_by("season", "number"):
        pairs = each.fixtures.order_by("slot", "pk").values_list("slot", "home", "away", "void")
        yield f"season {each.season_id}, {each} {each.name}", *pairs


def _measures(names: Mapping[int, str], season: Season) -> list[list[Any]]:
    """What was decided, and all that it changed where the season stood still: else that depends on what was over.

    What is decided about several matches at once is decided about the one that was locked first, first.
    """
    found = season.measures.values_list("kind", "match", "reason", "before", "result", "ripples")
    rows = [
        [kind, names.get(match), reason, before, result, _ripples(names, ripples) if reason == STOOD_STILL else ""]
        for kind, match, reason, before, result, ripples in found
    ]
    return sorted(rows, key=json.dumps)


def _ripples(names: Mapping[int, str], ripples: list[dict[str, Any]]) -> str:
    lasting = sorted(_text(names, each) for each in ripples if each["what"] not in MOMENTS)
    return sha256(NEW.sub("new match", "".join(lasting)).encode()).hexdigest()


def _ledger_rows(names: Mapping[int, str]) -> Iterable[tuple[Any, ...]]:
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
    )
    for team in Team.objects.order_by("pk"):
        for match, *row in team.ledger.order_by("number").values_list("match", *columns):
            yield team.name, names.get(match), _text(names, row)


def _sequences(names: Mapping[int, str]) -> Iterator[tuple[Any, ...]]:
    found = Sequence.objects.annotate(closed=Q(closed_at__isnull=False)).order_by("number")
    for each in found.select_related("team"):
        yield each.team.name, each.number, _text(names, each.cause), each.commitment, each.closed


def _log_rows(names: Mapping[int, str]) -> Iterator[tuple[Any, ...]]:
    rows = LogEntry.objects.exclude(action__in=ACCIDENTS).order_by("pk")
    for kind, pk, action, summary, data in rows.values_list("object_type", "object_id", "action", "summary", "data"):
        kept = {key: value for key, value in data.items() if key not in ("measure", "changes")}
        where = names[int(pk)] if kind == "matches.match" else f"{kind} {pk}"
        yield where, action, _text(names, summary), _text(names, kept)


def _text(names: Mapping[int, str], found: Any) -> str:
    """As JSON, with names for the numbers of matches."""
    return NUMBERED.sub(lambda number: names[int(number[1])], json.dumps(found, sort_keys=True))


def _named(names: Mapping[int, str], rows: Iterable[tuple[Any, ...]]) -> dict[str, Any]:
    return dict(_by_first(_renamed(names, rows)))


def _renamed(names: Mapping[int, str], rows: Iterable[tuple[Any, ...]]) -> Iterator[tuple[Any, ...]]:
    return ((names[match], *rest) for match, *rest in rows)


def _by_first(rows: Iterable[tuple[Any, ...]]) -> Iterator[tuple[Any, list[Any]]]:
    return ((first, rest) for first, *rest in rows)


def _hashes(rows: Iterable[tuple[Any, ...]]) -> dict[str, str]:
    """One hash over all rows that begin alike."""
    sums: dict[str, Any] = defaultdict(sha256)
    for first, *rest in rows:
        sums[str(first)].update(json.dumps(rest, sort_keys=True).encode())
    return {first: each.hexdigest() for first, each in sums.items()}
