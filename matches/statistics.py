"""The statistics of a match: a row for each team and each player who took part."""

from collections.abc import Iterator, Mapping
from typing import Any

import engine
from matches.models import Match, PlayerStats, TeamStats
from teams.models import Player
from teams.roster.sheets import own_players

SIDES = ("home", "away")
MatchFile = Mapping[str, Any]


def stats_store(match: Match, file: MatchFile) -> None:
    teams = zip(SIDES, (match.fixture.home_id, match.fixture.away_id), strict=True)
    TeamStats.objects.bulk_create(
        TeamStats(match_id=match.pk, team_id=team, figures=file["result"]["stats"][side]) for side, team in teams
    )
    PlayerStats.objects.bulk_create(
        PlayerStats(match_id=match.pk, player_id=player, figures=figures)
        for player, figures in _player_stats(match, file)
    )


def _player_stats(match: Match, file: MatchFile) -> Iterator[tuple[int, dict[str, int]]]:
    rows = _player_rows(match, file)
    for side in SIDES:
        for listed, player in rows[side].items():
            figures = dict(file["result"]["players"][side].get(listed, {}))
            figures["matches"] = figures.pop("took_part", 1)  # games without substitutes do not say
            counted = {key: int(value) for key, value in figures.items() if value}
            if counted:
                yield player, counted


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
