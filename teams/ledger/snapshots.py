"""Snapshots of ledgers: a club is the nearest snapshot and the few rows after it, however long the ledger is.

They are a cache that can be deleted at any time. `manage.py check_books` compares them with the whole ledger.
"""

from collections.abc import Iterable, Mapping

from django.db.models import OuterRef, Subquery

from engine.campaign import Snapshot, TeamEditor, freeze, is_current
from teams.models import LedgerSnapshot, Team

ROWS_APART = 40  # about two matches


def nearest_snapshot(team: Team, rows: int | None = None) -> Snapshot | None:
    """The last one, or the last one with no more than so many rows; None where there is none that this release can read."""
    stored = team.snapshots.order_by("-rows")
    latest = (stored if rows is None else stored.filter(rows__lte=rows)).first()
    return latest.club if latest and is_current(latest.club) else None


def last_snapshots(teams: Iterable[Team]) -> dict[int, Snapshot]:
    """The last one of each team, by its id, where it has one that this release can read."""
    own = LedgerSnapshot.objects.filter(team=OuterRef("team")).order_by("-rows").values("rows")[:1]
    last = LedgerSnapshot.objects.filter(team__in=list(teams), rows=Subquery(own))
    return {each.team_id: each.club for each in last if is_current(each.club)}


def snapshots_keep(*, editors: Mapping[Team, TeamEditor]) -> dict[int, Snapshot]:
    """Store what ledgers amount to once enough rows have come in. Only while no sequence is open: undo goes back to its first row.

    What was stored, by the team's id.
    """
    frozen: dict[int, Snapshot] = {
        team.pk: freeze(editor.club)
        for team, editor in editors.items()
        if editor.club.rows - editor.earlier >= ROWS_APART
    }
    LedgerSnapshot.objects.bulk_create(
        [LedgerSnapshot(team_id=team, rows=club["rows"], club=club) for team, club in frozen.items()],
        update_conflicts=True,
        unique_fields=["team", "rows"],
        update_fields=["club"],
    )
    return frozen
