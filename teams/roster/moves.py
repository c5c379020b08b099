"""The ledger of a team without a life between its matches: who was signed and renamed, who was hurt and who is absent.

An absence is a balance: it begins with the matches to miss, every match missed takes one away, and a player for whom more than
none are left is absent.
"""

from collections import Counter
from typing import Any
from uuid import uuid4

from django.db import models
from django.db.models import Max, OuterRef, QuerySet, Subquery

from accounts.models import User
from teams.models import LedgerRow, Player, Team

FOUND, RENAME, PREPARE, RECORD = "found", "rename", "prepare", "record"  # actions, named as those of other ledgers


class Kind(models.TextChoices):
    SIGNED = "signed", "signed"
    RENAMED = "renamed", "renamed"
    INJURED = "injured", "seriously injured"
    ABSENT = "absent", "absent"
    RETURNED = "returned", "returned"
    DEPARTED = "departed", "departed"
    REINSTATED = "reinstated", "back on the team"


Move = tuple[Kind, Player, dict[str, Any]]


def moves_enter(
    team: Team,
    *moves: Move,
    action: str,
    by: str,
    actor: User | None = None,
    match: int | None = None,
    reason: str = "",
) -> None:
    """Add rows to the ledger of a team whose row is locked."""
    last = team.ledger.aggregate(last=Max("number"))["last"] or 0
    how = {"request": uuid4(), "action": action, "by": by, "actor": actor, "match": match, "reason": reason}
    LedgerRow.objects.bulk_create(
        LedgerRow(team=team, number=number, kind=kind, member=player.member, data=data, **how)
        for number, (kind, player, data) in enumerate(moves, start=last + 1)
    )


def signing(player: Player, **more: str) -> Move:
    return Kind.SIGNED, player, {"number": player.number, "name": player.name, "position": player.position, **more}


def newest_moves(team: Team, limit: int) -> QuerySet[LedgerRow]:
    """The newest rows of the ledger; the first roster is left out."""
    return team.ledger.exclude(action=FOUND).order_by("-number")[:limit]


def absences(team: Team) -> dict[int, int]:
    """Player id → matches still to miss, by the ledger; only players who miss at least one."""
    present = Player.objects.filter(team=OuterRef("team"), member=OuterRef("member"), left_at__isnull=True)
    rows = team.ledger.filter(kind__in=(Kind.ABSENT, Kind.RETURNED)).annotate(player=Subquery(present.values("pk")))
    left: Counter[int] = Counter()
    for player, data in rows.exclude(player=None).values_list("player", "data"):
        left[player] += data["matches"]
    return dict(+left)
