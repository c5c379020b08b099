"""A team as the engine's plain records."""

from typing import Any

from django.db.models import Sum

from teams.models import Player, RosterMove, Team


def absences(team: Team) -> dict[int, int]:
    """Player id → matches still to miss, by the ledger; only players who miss at least one."""
    balances = (
        RosterMove.objects.filter(team=team, player__left_at__isnull=True)
        .order_by()
        .values_list("player_id")
        .annotate(matches=Sum("matches"))
        .filter(matches__gt=0)
    )
    return dict(balances)


def team_sheet(team: Team) -> dict[str, Any]:
    """The sheet of a stored team as it stands now, absent players marked."""
    players = list(team.players.filter(left_at__isnull=True))
    sheet = sheet_of(key=team.slug, name=team.name, short=team.short, players=[_player(each) for each in players])
    return {**sheet, "absent": [str(player) for player in sorted(absences(team))]}


def sheet_of(*, key: str, name: str, short: str, players: list[dict[str, Any]]) -> dict[str, Any]:
    return {"key": key, "name": name, "short": short, "rule": None, "players": players}


def _player(player: Player) -> dict[str, Any]:
    return {
        "id": str(player.pk),
        "number": player.number,
        "name": player.name,
        "position": player.position,
        "skills": player.skills,
    }
