"""The outcome of a match, played or reported, applied to everything it changes in one transaction, at most once."""

import json
from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta
from hashlib import sha256
from typing import Any, NamedTuple

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

import engine
from journal.services import log_together, record
from league.models import Fixture, Season
from league.seasons.services import result_apply
from matches.drawing import matches_follow
from matches.models import Match, MatchRecord, decide_until, lock_time
from matches.statistics import SIDES, MatchFile, stats_store
from teams.ledger.services import editors_of, locked_teams, sequences_open, store
from teams.models import Player, Sequence, Team
from teams.roster.moves import absences
from teams.roster.sheets import own_players
from teams.sequence.services import books_of_result
from teams.services import player_hurt, player_sit_out

SEASON, STAGE = "fixture__round__season", "fixture__round__stage"
APPLY_FIELDS = (
    *("fixture_id", "at_table", "locked_at", "sealed_seed", "commitment", "resolved_at", "failed_at", "failure"),
    *("fixture__round_id", "fixture__home_id", "fixture__away_id", "fixture__round__season_id"),
    *(f"{SEASON}__league_id", f"{SEASON}__name", f"{SEASON}__state", f"{SEASON}__finished_at"),
    *(f"{STAGE}__number", f"{STAGE}__format", f"{STAGE}__settings", f"{STAGE}__season_id"),
    *(f"{SEASON}__number", f"{SEASON}__round_every", f"{SEASON}__first_kick_off"),
    *(f"{SEASON}__league__name", f"{SEASON}__league__ruleset", f"{SEASON}__league__decide_within"),
)


@transaction.atomic
def outcome_apply(*, match_id: int, played: engine.Record) -> bool:
    """Store record, result, statistics and injuries under the match's row lock; False when that was done before.

    A match that was locked again while it was played has another seed by now: what was played counts for nothing.
    What is played at a table comes from its report alone.
    """
    match, file = match_held(match_id), played.to_json()
    if match.resolved_at or match.at_table or engine.commitment(file["seed"]) != match.commitment:
        return False
    _apply(match, file, played.digest, played.to_text())
    return True


@transaction.atomic
def report_apply(*, match_id: int, report: Mapping[str, Any], result: Mapping[str, Any]) -> bool:
    """The same for a match at a table, with the report that was accepted and the result that it amounts to."""
    match = match_held(match_id)
    if match.resolved_at or not match.at_table or not match.locked_at:
        return False
    about = {"seed": match.secret_seed, "commitment": match.commitment, "report": report, "result": result}
    file = {**match.locked_lineup, **about}
    file["digest"] = report_digest(file)
    _apply(match, file, file["digest"], json.dumps(file, ensure_ascii=False))
    return True


def report_digest(file: MatchFile) -> str:
    """What seals the file of a reported match, however a database keeps the order of its keys."""
    content = {key: value for key, value in file.items() if key != "digest"}
    return sha256(json.dumps(content, sort_keys=True, ensure_ascii=False).encode()).hexdigest()


def match_held(match_id: int) -> Match:
    """A match with its season and league, its row and its season's locked: one result of a season comes after the other."""
    rows = Match.objects.select_for_update(of=("self", SEASON), no_key=True).select_related(f"{SEASON}__league", STAGE)
    return rows.only(*APPLY_FIELDS).get(pk=match_id)


def _apply(match: Match, file: MatchFile, digest: str, text: str) -> None:
    with log_together(match.fixture.round.season.league_id):
        _apply_together(match, file, digest, text)


def _apply_together(match: Match, file: MatchFile, digest: str, text: str) -> None:
    MatchRecord.objects.create(match=match, digest=digest, engine=file["engine"], payload=MatchRecord.pack(text))
    following = _following(match)
    more = any(other.season == match.fixture.round.season_id for other in following)
    match.fixture.round.stage.season = match.fixture.round.season
    result, drawn = result_apply(fixture=match.fixture, result=file["result"], more_to_come=more)
    following += _drawn(drawn, match.fixture.round.season)
    match.fixture.home, match.fixture.away = locked_teams(match.fixture.home_id, match.fixture.away_id)
    stats_store(match, file)
    if engine.ruleset(file["ruleset"]).has_campaign:
        _books_update(match, file, _deadlines(match, following))
    else:
        _rosters_update(match, file)
    match.resolved_at = timezone.now()
    match.failed_at, match.failure = None, ""
    match.publish()
    match.save(update_fields=["resolved_at", "failed_at", "failure", "sealed_seed"])
    record(
        actor=None,
        action="match.resolved",
        target=match,
        summary=f"{match.fixture} ended {result.home_score}:{result.away_score}.",
        data={"digest": digest, "score": file["result"]["score"], "winner": result.winner},
    )


class Following(NamedTuple):
    """Another match of one of the teams that is not resolved."""

    home: int
    away: int
    season: int
    due_at: datetime
    round_every: int
    at_table: bool


def _following(match: Match) -> list[Following]:
    """Those of both teams, the next one last."""
    teams = (match.fixture.home_id, match.fixture.away_id)
    own = Match.objects.filter(Q(fixture__home__in=teams) | Q(fixture__away__in=teams), resolved_at__isnull=True)
    columns = ("fixture__home", "fixture__away", SEASON, "due_at", f"{SEASON}__round_every", "at_table")
    return [Following(*row) for row in own.exclude(pk=match.pk).order_by("-due_at", "-pk").values_list(*columns)]


def _drawn(fixtures: list[Fixture], season: Season) -> list[Following]:
    """The matches that this result has brought, the next one last; the teams of this match had nothing else to play."""
    matches = matches_follow(season=season, fixtures=fixtures) if fixtures else []
    return [
        Following(*each.fixture.teams, season.pk, each.due_at, season.round_every, each.at_table)
        for each in matches[::-1]
    ]


def _books_update(match: Match, file: MatchFile, deadlines: Mapping[Team, datetime]) -> None:
    """Open the post-match sequences."""
    home, away = match.fixture.home, match.fixture.away
    begun = sequences_open(deadlines=deadlines, kind=Sequence.Kind.MATCH, object_id=match.pk)
    editors = dict(zip(begun, editors_of(begun), strict=True))
    store(
        *(
            books_of_result(team, editors[team], begun[team], result=file["result"], side=side, opponent=opponent.name)
            for side, team, opponent in (("home", home, away), ("away", away, home))
        )
    )


def _deadlines(match: Match, following: Iterable[Following]) -> dict[Team, datetime]:
    """The end of the league's patience, or earlier: the next match of a team is locked with everything decided."""
    now, patience = timezone.now(), timedelta(hours=match.fixture.round.season.league.decide_within)
    ends = {}  # by team: the next match comes last, and stays
    for other in following:
        locks_at = lock_time(other.due_at, other.round_every)
        ends[other.home] = ends[other.away] = decide_until(now, patience, locks_at, at_table=other.at_table)
    return {team: ends.get(team.pk, now + patience) for team in (match.fixture.home, match.fixture.away)}


def _rosters_update(match: Match, file: MatchFile) -> None:
    for side, team in zip(SIDES, (match.fixture.home, match.fixture.away), strict=True):
        _roster_update(match, side, team, file)


def _roster_update(match: Match, side: str, team: Team, file: MatchFile) -> None:
    """Absent players have sat out one match; those whom it hurt for longer pay what the rules ask."""
    sheet = file["sheets"][SIDES.index(side)]
    players = Player.objects.select_related("team").in_bulk([int(each["id"]) for each in own_players(sheet)])
    for player, remaining in absences(team).items():
        if str(player) in sheet["absent"]:
            player_sit_out(player=players[player], remaining=remaining, match=match.pk)
    rules = engine.ruleset(file["ruleset"])
    costs = rules.after_match(rules.rulings(overrides=file["rulings"]), file["result"])[side]
    for player, cost in costs.items():
        player_hurt(
            player=players[int(player)],
            match=match.pk,
            absent=cost.get("absent", 0),
            permanent=cost.get("permanent", False),
        )
