"""The outcome of a match, applied to everything it changes in one transaction, at most once."""

from collections.abc import Iterator, Mapping
from typing import Any

from django.db import transaction
from django.utils import timezone

import engine
from journal.services import record
from league.services import result_apply
from matches.models import Match, MatchRecord, PlayerStat, TeamStat
from teams.models import Player, Team
from teams.services import player_hurt, player_sit_out
from teams.snapshot import absences, own_players

SIDES = ("home", "away")


@transaction.atomic
def outcome_apply(*, match_id: int, played: engine.Record) -> bool:
    """Store record, result, statistics and injuries under the match's row lock; False when that was done before."""
    rows = Match.objects.select_for_update(of=("self",), no_key=True).select_related(
        "fixture__home", "fixture__away", "fixture__round__season"
    )
    match = rows.get(pk=match_id)
    if match.resolved_at:
        return False
    file = played.to_json()
    MatchRecord.objects.create(match=match, digest=played.digest, engine=file["engine"], payload=MatchRecord.pack(file))
    result = result_apply(fixture=match.fixture, result=file["result"])
    _stats_store(match, file["result"])
    for side, team in zip(SIDES, (match.fixture.home, match.fixture.away), strict=True):
        _roster_update(match, side, team, file["result"])
    match.resolved_at = timezone.now()
    match.failed_at, match.failure = None, ""
    match.save(update_fields=["resolved_at", "failed_at", "failure"])
    record(
        actor=None,
        action="match.resolved",
        target=match,
        summary=f"{match.fixture} ended {result.home_score}:{result.away_score}.",
        data={"digest": played.digest, "score": file["result"]["score"], "winner": result.winner},
    )
    return True


def _stats_store(match: Match, result: Mapping[str, Any]) -> None:
    teams = dict(zip(SIDES, (match.fixture.home_id, match.fixture.away_id), strict=True))
    TeamStat.objects.bulk_create(
        TeamStat(match=match, team_id=teams[side], key=key, value=value)
        for side in SIDES
        for key, value in result["stats"][side].items()
    )
    PlayerStat.objects.bulk_create(
        PlayerStat(match=match, player_id=player, key=key, value=value)
        for player, key, value in _player_stats(match, result)
    )


def _player_stats(match: Match, result: Mapping[str, Any]) -> Iterator[tuple[int, str, int]]:
    for side, sheet in zip(SIDES, match.lineup["sheets"], strict=True):
        for player in (each["id"] for each in own_players(sheet) if each["id"] not in sheet["absent"]):
            deeds = dict(result["players"][side].get(player, {}))
            deeds["matches"] = deeds.pop("took_part", 1)  # games without substitutes do not say
            yield from ((int(player), key, value) for key, value in deeds.items() if value)


def _roster_update(match: Match, side: str, team: Team, result: Mapping[str, Any]) -> None:
    """Absent players have sat out one match; those whom it hurt for longer pay what the rules ask."""
    sheet = match.lineup["sheets"][SIDES.index(side)]
    cause = f"match {match.pk}, {match.fixture}"
    players = Player.objects.in_bulk([int(each["id"]) for each in own_players(sheet)])
    for player, remaining in absences(team).items():
        if str(player) in sheet["absent"]:
            player_sit_out(player=players[player], remaining=remaining, cause=cause)
    rules = engine.ruleset(match.lineup["ruleset"])
    costs = rules.after_match(rules.rulings(overrides=match.lineup["rulings"]), result)[side]
    for player, cost in costs.items():
        player_hurt(
            player=players[int(player)],
            cause=cause,
            absent=cost.get("absent", 0),
            permanent=cost.get("permanent", False),
        )
