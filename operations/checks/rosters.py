"""The ledger of a team without a campaign: each player signed once, gone for good, and never absent for less than nothing."""

from collections import defaultdict
from collections.abc import Iterator, Sequence

from operations.checks.ledgers import number_gaps
from teams.models import LedgerRow, Player, Team
from teams.roster.moves import Kind

PROFILE = ("number", "name", "position")


def roster_breaches(team: Team) -> Iterator[str]:
    """All that is wrong with the ledger of one team."""
    rows = list(team.ledger.order_by("number"))
    yield from number_gaps("ledger row", [row.number for row in rows])
    yield from (
        f"ledger row {row.number} is of no known kind: {row.kind}" for row in rows if row.kind not in Kind.values
    )
    about: dict[int | None, list[LedgerRow]] = defaultdict(list)
    for row in rows:
        about[row.member].append(row)
    for player in team.players.order_by("pk"):
        yield from _of_player(player, about.pop(player.member, []))
    for member, (first, *_) in about.items():
        yield f"ledger row {first.number} is about player {member}, whom no list has"


def _of_player(player: Player, rows: Sequence[LedgerRow]) -> Iterator[str]:
    kinds = [row.kind for row in rows]
    if kinds[:1] != [Kind.SIGNED] or kinds.count(Kind.SIGNED) != 1:
        yield f"{player} was signed {kinds.count(Kind.SIGNED)} times, and first {kinds[0] if kinds else 'not in the ledger'}"
        return
    if (player.left_at is not None) != (kinds.count(Kind.DEPARTED) > kinds.count(Kind.REINSTATED)):
        yield f"{player} {'has' if player.left_at else 'has not'} left by lists, and the ledger says otherwise"
    yield from _profile(player, rows)
    yield from _absence(player, rows)


def _profile(player: Player, rows: Sequence[LedgerRow]) -> Iterator[str]:
    """The number, name and position that the rows give, against the lists."""
    told = {name: value for row in rows for name, value in row.data.items() if name in PROFILE}
    for name in PROFILE:
        if told.get(name) != getattr(player, name):
            yield f"the {name} of {player} is {told.get(name)} by the ledger"


def _absence(player: Player, rows: Sequence[LedgerRow]) -> Iterator[str]:
    left = 0
    for row in rows:
        left += row.data.get("matches", 0)
        if left < 0:
            yield f"{player} missed more matches than there were to miss"
            return
