"""A team as the engine's plain records."""

from collections.abc import Mapping
from typing import Any

from teams.models import Player, Team
from teams.roster.moves import absences


def team_sheet(team: Team) -> dict[str, Any]:
    """The sheet of a stored team as it stands now, absent players marked."""
    players = [_player(each) for each in team.players.filter(left_at__isnull=True)]
    return {**sheet_of(team, players), "absent": [str(player) for player in sorted(absences(team))]}


def sheet_of(team: Team, players: list[dict[str, Any]]) -> dict[str, Any]:
    return {"key": team.slug, "name": team.name, "short": team.short, "rule": None, "players": players}


def own_players(sheet: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """The rows of a sheet that are players of the team, without those who only wait to join for this match."""
    return [each for each in sheet["players"] if not each.get("spare")]


def _player(player: Player) -> dict[str, Any]:
    return {
        "id": str(player.pk),
        "number": player.number,
        "name": player.name,
        "position": player.position,
        "skills": player.skills,
    }
