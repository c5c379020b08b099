"""Matches are struck from the ledger of a team without a life between its matches: whom they hurt is fit again."""

from collections.abc import Collection

from accounts.models import User
from teams.models import LedgerRow, Player, Team
from teams.roster.moves import RECORD, Kind, Move, absences, moves_enter

STRIKE = "strike"


def moves_strike(
    *, team: Team, matches: Collection[int], whole: bool, match: int, actor: User | None, reason: str
) -> list[str]:
    """Absences end as far as they are not over; who left comes back, where nobody else wears the shirt."""
    struck = team.ledger.filter(match__in=matches, action=STRIKE).values("match")
    rows = team.ledger.filter(match__in=matches, action=RECORD).exclude(match__in=struck)
    players = {player.member: player for player in team.players.all()}
    left, moves, said = absences(team), list[Move](), list[str]()
    for row in rows.order_by("number"):
        player = players[row.member]
        if (
            row.kind == Kind.ABSENT
            and row.data["matches"] > 0
            and (still := min(left.get(player.pk, 0), row.data["matches"]))
        ):
            left[player.pk] -= still
            moves.append((Kind.RETURNED, player, {"matches": -still}))
        elif row.kind == Kind.DEPARTED and player.left_at:
            said += _reinstate(team, player, moves)
    if moves:
        moves_enter(team, *moves, action=STRIKE, by=LedgerRow.By.COMMISSIONER, actor=actor, match=match, reason=reason)
    return said


def _reinstate(team: Team, player: Player, moves: list[Move]) -> list[str]:
    if team.players.filter(left_at__isnull=True, number=player.number).exists():
        return [f"{player.name} stays away: somebody else wears number {player.number} by now."]
    player.left_at = None
    player.save(update_fields=["left_at"])
    moves.append((Kind.REINSTATED, player, {}))
    return []
