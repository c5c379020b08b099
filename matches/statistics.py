"""The statistics of a match: a row for each figure of a team or a player."""

from collections.abc import Iterator, Mapping
from typing import Any

import engine
from matches.models import Match, PlayerStat, TeamStat
from teams.models import Player
from teams.roster.sheets import own_players

SIDES = ("home", "away")
MatchFile = Mapping[str, Any]


def stats_store(match: Match, file: MatchFile) -> None:
    teams = zip(SIDES, (match.fixture.home_id, match.fixture.away_id), strict=True)
    TeamStat.objects.bulk_create(
        TeamStat(match_id=match.pk, team_id=team, key=key, value=value)
        for side, team in teams
        for key, value in file["result"]["stats"][side].items()
    )
    PlayerStat.objects.bulk_create(
        PlayerStat(match_id=match.pk, player_id=player, key=key, value=value)
        for player, key, value in _player_stats(match, file)
    )


def _player_stats(match: Match, file: MatchFile) -> Iterator[tuple[int, str, int]]:
    rows = _player_rows(match, file)
    for side in SIDES:
        for listed, player in rows[side].items():
            figures = dict(file["result"]["players"][side].get(listed, {}))
            figures["matches"] = figures.pop("took_part", 1)  # games without substitutes do not say
            yield from ((player, key, int(value)) for key, value in figures.items() if value)


def _player_rows(match: Match, file: MatchFile) -> dict[str, dict[str, int]]:
    """Those of each team on its sheet: what the sheet calls them, and their row."""
    listed = {side: _listed(sheet) for side, sheet in zip(SIDES, file["sheets"], strict=True)}
    if not engine.ruleset(file["ruleset"]).has_campaign:
        return {side: {each: int(each) for each in sorted(players, key=int)} for side, players in listed.items()}
    sides = {match.fixture.home_id: "home", match.fixture.away_id: "away"}
    members = {
        int(each) for players in listed.values() for each in players if each.isdigit()
    }  # others play for one match
    rows: dict[str, dict[str, int]] = {side: {} for side in SIDES}
    found = Player.objects.filter(team__in=sides, member__in=sorted(members)).order_by("pk")
    for team, member, player in found.values_list("team", "member", "pk"):
        if str(member) in listed[sides[team]]:
            rows[sides[team]][str(member)] = player
    return rows


def _listed(sheet: Mapping[str, Any]) -> set[str]:
    return {str(each["id"]) for each in own_players(sheet)} - set(sheet["absent"])
