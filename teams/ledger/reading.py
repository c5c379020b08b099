"""Reading the ledgers of teams: the last snapshot and the rows after it.

A ledger only grows, so a process remembers the rows that it has read, and asks for those after them. The last of them is read
again: its request has a name that no other has, and tells that they are still the rows of this ledger.
"""

import json
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from functools import partial
from threading import Lock
from uuid import UUID

from django.db import transaction
from django.db.models import Q

from engine.campaign import REVOKED, Entry, Snapshot
from teams.ledger.snapshots import ROWS_APART, last_snapshots
from teams.models import LedgerRow, Sequence, Team

COLUMNS = ("team", "number", "request", "sequence", "kind", "member", "gold", "spp", "data", "rolls", "rule")
MOST_REMEMBERED = 200  # teams


@dataclass(frozen=True, slots=True)
class Row:
    number: int
    request: UUID
    sequence: int | None
    entry: Entry

    @property
    def name(self) -> tuple[int, UUID]:
        return self.number, self.request


@dataclass(frozen=True, slots=True)
class Ledger:
    """What is needed of one: the rows after `start`, or all."""

    start: Snapshot | None
    rows: list[Row]
    last: tuple[int, UUID]  # the name of the last row, which may be in the snapshot

    @property
    def entries(self) -> list[Entry]:
        return [row.entry for row in self.rows]

    def dice_rolled(self, sequence: Sequence) -> int:
        """How many dice an open sequence has rolled. No snapshot is taken while it is open, so these are all of its rows."""
        return sum(len(row.entry.rolls) for row in self.rows if row.sequence == sequence.pk)


_remembered: dict[int, Ledger] = {}
_remembering = Lock()  # a web process has several threads


def ledgers_of(teams: Collection[Team]) -> dict[int, Ledger]:
    """Those of some teams, by the team's id. They are read together."""
    with _remembering:
        known = {team.pk: _remembered[team.pk] for team in teams if team.pk in _remembered}
    unknown = [team for team in teams if team.pk not in known]
    starts = last_snapshots(unknown) if unknown else {}
    firsts = {pk: ledger.last[0] for pk, ledger in known.items()}
    for team in unknown:
        firsts[team.pk] = starts[team.pk]["rows"] if team.pk in starts else 1
    rows = _rows_from(firsts)
    strange = [pk for pk, ledger in known.items() if not _goes_on(ledger, rows[pk])]
    if strange:
        forget(strange)
        return ledgers_of(teams)
    found = {pk: Ledger(ledger.start, [*ledger.rows, *rows[pk][1:]], rows[pk][-1].name) for pk, ledger in known.items()}
    for pk in (team.pk for team in unknown if rows[team.pk]):
        found[pk] = Ledger(starts.get(pk), rows[pk][1:] if pk in starts else rows[pk], rows[pk][-1].name)
    transaction.on_commit(partial(_remember, found))  # what is rolled back has never been there
    return found


def _goes_on(ledger: Ledger, rows: list[Row]) -> bool:
    """Whether rows follow those that are remembered, and take nothing back that is remembered only as part of a snapshot."""
    if not rows or rows[0].name != ledger.last:
        return False
    covered = ledger.start["rows"] if ledger.start else 0
    return all(min(row.entry.data["rows"]) > covered for row in rows[1:] if row.entry.kind == REVOKED)


def ledgers_shortened(snapshots: Mapping[int, Snapshot], last: Mapping[int, LedgerRow]) -> None:
    """Go on from new snapshots, as they will be read, after whose last rows nothing has come."""
    found = {
        team: Ledger(json.loads(json.dumps(snapshot)), [], (last[team].number, last[team].request))
        for team, snapshot in snapshots.items()
    }
    transaction.on_commit(partial(_remember, found))


def _rows_from(firsts: Mapping[int, int]) -> dict[int, list[Row]]:
    wanted = Q()
    for team, first in firsts.items():
        wanted |= Q(team=team, number__gte=first)
    rows: dict[int, list[Row]] = {team: [] for team in firsts}
    for team, number, request, sequence, kind, member, gold, spp, data, rolls, rule in (
        LedgerRow.objects.filter(wanted).order_by("number").values_list(*COLUMNS)
    ):
        entry = Entry(kind, member, gold, spp, data, tuple((what, sides, face) for what, sides, face in rolls), rule)
        rows[team].append(Row(number, request, sequence, entry))
    return rows


def _remember(ledgers: Mapping[int, Ledger]) -> None:
    """But for a long one: there is a newer snapshot by now or soon."""
    with _remembering:
        for team, ledger in ledgers.items():
            _remembered.pop(team, None)
            if len(ledger.rows) < ROWS_APART:
                _remembered[team] = ledger
        for team in list(_remembered)[:-MOST_REMEMBERED]:
            del _remembered[team]


def forget(teams: Iterable[int]) -> None:
    """Read these ledgers from the database the next time."""
    with _remembering:
        for team in teams:
            _remembered.pop(team, None)
