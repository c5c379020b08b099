"""The roster moves of teams that have no ledger: signed once, gone for good, and never absent for less than nothing."""

from collections.abc import Iterator
from itertools import groupby

from teams.models import Player, RosterMove, Team

SIGNED, DEPARTED = RosterMove.Kind.SIGNED, RosterMove.Kind.DEPARTED


def roster_breaches(team: Team) -> Iterator[str]:
    """All that is wrong with the moves of one team."""
    for player in team.players.filter(moves__isnull=True):
        yield f"{player} has no roster move"
    moves = team.moves.select_related("player").order_by("player_id", "pk").iterator()
    for _, own in groupby(moves, key=lambda move: move.player_id):
        yield from _of_player(list(own))


def _of_player(moves: list[RosterMove]) -> Iterator[str]:
    player: Player = moves[0].player
    kinds = [move.kind for move in moves]
    if kinds[0] != SIGNED or kinds.count(SIGNED) != 1:
        yield f"{player} was signed {kinds.count(SIGNED)} times, and first {moves[0].get_kind_display()}"
    if (player.left_at is not None) != (DEPARTED in kinds):
        yield f"{player} {'has' if player.left_at else 'has not'} left by lists, and the roster moves say otherwise"
    absence = 0
    for move in moves:
        absence += move.matches or 0
        if absence < 0:
            yield f"{player} missed more matches than there were to miss"
            return
