"""What a team goes through after a match and between seasons. Nothing waits for a coach for ever: what is not decided by the
deadline is decided by the team's standing orders, and marked as such.
"""

from collections.abc import Mapping
from datetime import datetime
from typing import Any
from uuid import UUID

from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.db.models import QuerySet

from accounts.models import User
from engine.campaign import REDRAFT, Refusal, TeamEditor
from teams.ledger.services import (
    ONE_CHANGE_AT_A_TIME,
    Books,
    editor_of,
    ledger_append,
    locked_team,
    locked_teams,
    open_sequence,
    rows_by,
    sequence_open,
    store,
)
from teams.models import LedgerRow, Sequence, Team
from teams.permissions import is_coach


@transaction.atomic
def sequence_record(
    *, team: Team, result: Mapping[str, Any], side: str, match: int, opponent: str, deadline: datetime | None
) -> None:
    """Open the post-match sequence of a match and enter what the match itself settles. Once for each match."""
    team = locked_team(team)
    begun = sequence_open(team=team, kind=Sequence.Kind.MATCH, object_id=match, deadline=deadline)
    store(books_of_result(team, editor_of(team, begun), begun, result=result, side=side, opponent=opponent))


def books_of_result(
    team: Team, editor: TeamEditor, begun: Sequence, *, result: Mapping[str, Any], side: str, opponent: str
) -> Books:
    """What a match itself settles, for a team whose row is locked and whose sequence has begun; still to be stored."""
    match = begun.cause
    rows = rows_by(
        team,
        editor,
        begun,
        effect=lambda editor: editor.campaign.postmatch.record(editor, dict(result), side, match, opponent=opponent),
        action="record",
        by=LedgerRow.By.MATCH,
    )
    return Books(team, editor, begun, rows)


@transaction.atomic
def sequence_finish(*, team: Team) -> bool:
    """Let the standing orders decide whatever is still open; False when nothing is."""
    return finish_locked(locked_team(team))


def finish_locked(team: Team) -> bool:
    """The same for a team whose row the caller has locked."""
    undecided = open_sequence(team)
    if undecided is None:
        return False
    editor = editor_of(team, undecided)
    store(Books(team, editor, undecided, rows_by_orders(team, editor, undecided)))
    return True


def rows_by_orders(team: Team, editor: TeamEditor, undecided: Sequence) -> list[LedgerRow]:
    """What the standing orders decide of an open sequence, still to be stored."""
    return rows_by(
        team,
        editor,
        undecided,
        effect=lambda editor: by_orders(editor, team.orders),
        action="orders",
        by=LedgerRow.By.ORDERS,
    )


@transaction.atomic
def team_leave_to_orders(*, actor: User, team: Team, version: int, key: UUID | None = None) -> list[LedgerRow]:
    """A coach who wants to decide no more lets the standing orders do the rest at once."""
    if not is_coach(actor, team):
        raise PermissionDenied(f"Only a coach of {team} may do that.")
    team = locked_team(team)
    return ledger_append(
        team=team,
        effect=lambda editor: by_orders(editor, team.orders),
        action="orders",
        by=LedgerRow.By.ORDERS,
        actor=actor,
        version=version,
        key=key,
    )


def by_orders(editor: TeamEditor, given: Mapping[str, Any]) -> None:
    campaign = editor.campaign
    if editor.club.step == REDRAFT:
        campaign.season.redraft(editor, *campaign.orders.redraft(editor, given))
    else:
        campaign.orders.run(editor, given)


def overdue_sequences(now: datetime) -> QuerySet[Sequence]:
    """The open sequences whose deadline has passed, the most overdue first."""
    return (
        Sequence.objects.filter(closed_at__isnull=True, deadline__lte=now)
        .select_related("team")
        .order_by("deadline", "pk")
    )


@transaction.atomic
def sequence_close_overdue(*, sequence_id: int) -> bool:
    """Let the standing orders finish a sequence, if it is still open; Busy while a coach is deciding something."""
    sequence = Sequence.objects.filter(pk=sequence_id, closed_at__isnull=True).first()
    if sequence is None:
        return False
    (team,) = locked_teams(sequence.team_id, wait=False)
    undecided = open_sequence(team)  # another one may have begun before the team was locked
    return undecided is not None and undecided.pk == sequence_id and finish_locked(team)


@transaction.atomic
def off_season_open(*, team: Team, season: int, prize: int, trophy: bool, deadline: datetime | None) -> None:
    """End a season for a team: prizes, rest and relaxation, and the re-draft is open. Once for each season."""
    team = locked_team(team)
    if team.sequences.filter(kind=Sequence.Kind.SEASON, object_id=season).exists():
        return
    sequence_open(team=team, kind=Sequence.Kind.SEASON, object_id=season, deadline=deadline)

    def end(editor: TeamEditor) -> None:
        team.campaign.season.end(editor, prize, trophy)
        team.campaign.season.rest(editor)

    ledger_append(team=team, effect=end, action="end-season", by=LedgerRow.By.MATCH)


@transaction.atomic
def team_redraft(
    *, actor: User, team: Team, keep: list[int], draft: dict[str, Any], version: int, key: UUID | None = None
) -> list[LedgerRow]:
    """Buy the list anew for the next season."""
    if not is_coach(actor, team):
        raise PermissionDenied(f"Only a coach of {team} may do that.")
    return ledger_append(
        team=team,
        effect=lambda editor: team.campaign.season.redraft(editor, keep, draft),
        action="redraft",
        by=LedgerRow.By.COACH,
        actor=actor,
        version=version,
        key=key,
    )


@transaction.atomic
def team_undo(*, actor: User, team: Team, version: int, key: UUID | None = None) -> list[LedgerRow]:
    """Take back the coach's last request, while the sequence is open and no dice were rolled for it."""
    if not is_coach(actor, team):
        raise PermissionDenied(f"Only a coach of {team} may do that.")
    team = locked_team(team)

    def take_back(editor: TeamEditor) -> None:
        rows = last_request(team)
        if not rows:
            raise Refusal("nothing-to-undo", "There is no move of yours to take back.", ONE_CHANGE_AT_A_TIME)
        team.campaign.undo(editor, [row.number for row in rows])

    return ledger_append(
        team=team,
        effect=take_back,
        action="undo",
        by=LedgerRow.By.COACH,
        actor=actor,
        version=version,
        key=key,
    )


def last_request(team: Team) -> list[LedgerRow]:
    """The rows of the latest request of a coach in the open sequence that still stands."""
    rows = list(team.ledger.filter(sequence__closed_at__isnull=True, sequence__isnull=False).order_by("-number"))
    void = {number for row in rows if row.kind == "revoked" for number in row.data["rows"]}
    standing = [row for row in rows if row.kind != "revoked" and row.number not in void]
    if not standing or standing[0].by != LedgerRow.By.COACH:
        return []
    return [row for row in reversed(standing) if row.request == standing[0].request]
