"""The outcome of a match, applied to everything it changes in one transaction, at most once."""

from collections.abc import Iterator, Mapping
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

import engine
from journal.services import record
from league.services import result_apply
from matches.models import Match, MatchRecord, PlayerStat, TeamStat
from teams.models import Player, Team
from teams.sequences import sequence_record
from teams.services import player_hurt, player_sit_out
from teams.snapshot import absences, own_players

SIDES = ("home", "away")


@transaction.atomic
def outcome_apply(*, match_id: int, played: engine.Record) -> bool:
    """Store record, result, statistics and injuries under the match's row lock; False when that was done before.

    A match that was locked again while it was played has another seed by now: what was played counts for nothing.
    """
    rows = Match.objects.select_for_update(of=("self",), no_key=True).select_related(
        "fixture__home", "fixture__away", "fixture__round__season__league"
    ).defer("fixture__round__season__rulings", "fixture__home__terms", "fixture__away__terms")
    match = rows.get(pk=match_id)
    file = played.to_json()
    if match.resolved_at or engine.commitment(file["seed"]) != match.commitment:
        return False
    MatchRecord.objects.create(match=match, digest=played.digest, engine=file["engine"], payload=MatchRecord.pack(file))
    result = result_apply(fixture=match.fixture, result=file["result"])
    _stats_store(match, file["result"])
    for side, team in zip(SIDES, (match.fixture.home, match.fixture.away), strict=True):
        update = _books_update if engine.ruleset(match.lineup["ruleset"]).has_campaign else _roster_update
        update(match, side, team, file["result"])
    match.resolved_at = timezone.now()
    match.failed_at, match.failure = None, ""
    match.publish()
    match.save(update_fields=["resolved_at", "failed_at", "failure", "sealed_seed"])
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
    for side, team in zip(SIDES, (match.fixture.home, match.fixture.away), strict=True):
        for on_sheet, player in _players(match, side, team).items():
            deeds = dict(result["players"][side].get(on_sheet, {}))
            deeds["matches"] = deeds.pop("took_part", 1)  # games without substitutes do not say
            yield from ((player, key, value) for key, value in deeds.items() if value)


def _players(match: Match, side: str, team: Team) -> dict[str, int]:
    """Those of the team on the sheet: what the sheet calls them, and their row."""
    sheet = match.lineup["sheets"][SIDES.index(side)]
    listed = {str(each["id"]) for each in own_players(sheet)} - set(sheet["absent"])
    if engine.ruleset(match.lineup["ruleset"]).has_campaign:
        members = team.players.filter(member__isnull=False).values_list("member", "pk")
        return {str(member): player for member, player in members if str(member) in listed}
    return {each: int(each) for each in sorted(listed, key=int)}


def _books_update(match: Match, side: str, team: Team, result: Mapping[str, Any]) -> None:
    """Open the post-match sequence."""
    other = match.fixture.away if team == match.fixture.home else match.fixture.home
    sequence_record(
        team=team,
        result=result,
        side=side,
        match=match.cause,
        opponent=other.name,
        deadline=_deadline(match, team),
    )


def _deadline(match: Match, team: Team) -> datetime:
    """The end of the league's patience, or earlier: the next match of the team is locked with everything decided."""
    patience = timezone.now() + timedelta(hours=match.fixture.round.season.league.decide_within)
    own = Match.objects.filter(Q(fixture__home=team) | Q(fixture__away=team), resolved_at__isnull=True)
    others = own.exclude(pk=match.pk).select_related("fixture__round__season").defer("lineup", "fixture__round__season__rulings")
    following = others.order_by("due_at", "pk").first()
    return min(patience, following.locks_at) if following else patience


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
