"""Matches are struck from the books of a team whose row is locked. Rows are added for that, and none is deleted."""

from collections.abc import Collection
from typing import Any

from django.db import models
from django.db.models import Q

from engine.campaign import REVOKED, TeamEditor
from teams.ledger.reading import forget
from teams.ledger.services import Books, NoDice, entries_of, open_sequence, rows_by, rulings_of, store
from teams.models import LedgerRow, Sequence, Team

STRIKE = "strike"


def matches_strike(*, team: Team, matches: Collection[int], whole: bool, **how: Any) -> list[str]:
    """Take matches out of the books, as `engine.campaign.striking` does it; what could not be taken back, in sentences."""
    counted = [] if whole else [record_of(team, match) for match in matches]
    if not whole:
        matches = [match for match in matches if not is_struck(team, match)]
    numbers = list(rows_of_matches(team, matches).values_list("number", flat=True))
    said: list[str] = []
    editor = _editor(team)
    sequence = open_sequence(team)

    def effect(editor: TeamEditor) -> None:
        said.extend(team.campaign.strike(editor, numbers, whole=whole))
        for record in counted:
            team.campaign.recount(editor, **{what: -number for what, number in record.items()})

    rows = rows_by(team, editor, sequence, effect=effect, action=STRIKE, by=LedgerRow.By.COMMISSIONER, **how)
    if rows:
        if numbers:
            snapshots_drop(team, numbers)
        store(Books(team, editor, sequence, rows))
    return said


def record_recount(*, team: Team, played: int, won: int, drawn: int, **how: Any) -> None:
    """Change what counts of a season at the re-draft."""
    sequence, editor = open_sequence(team), _editor(team)
    changes = {"played": played, "won": won, "drawn": drawn}
    rows = rows_by(
        team,
        editor,
        sequence,
        effect=lambda editor: team.campaign.recount(editor, **changes),
        action="recount",
        by=LedgerRow.By.COMMISSIONER,
        **how,
    )
    store(Books(team, editor, sequence, rows))


def record_of(team: Team, match: int) -> dict[str, int]:
    """What a match counts as in the books, with what decisions have changed in it."""
    marks = team.ledger.filter(kind=REVOKED).values_list("data", flat=True)
    void = {number for data in marks for number in data["rows"]}
    counted = dict.fromkeys(("played", "won", "drawn"), 0)
    named = Q(kind="played", data__match=Sequence.Kind.MATCH.named(match)) | Q(kind="recounted", match=match)
    for row, kind, data in team.ledger.filter(named).values_list("number", "kind", "data"):
        if row in void:
            continue
        of_match = {
            "played": data.get("counts"),
            "won": data.get("outcome") == "win",
            "drawn": data.get("outcome") == "draw",
        }
        for what, number in (of_match if kind == "played" else data).items():
            counted[what] += int(number)
    return counted


def rows_of_matches(team: Team, matches: Collection[int]) -> models.QuerySet[LedgerRow]:
    """What prepared a team for some matches and what followed them."""
    followed = Q(sequence__kind=Sequence.Kind.MATCH, sequence__object_id__in=matches)
    return team.ledger.filter(followed | Q(match__in=matches)).order_by("number")


def is_struck(team: Team, match: int) -> bool:
    """Whether the books have been rid of a match before: that is done once."""
    return team.ledger.filter(match=match, action=STRIKE).exists()


def snapshots_drop(team: Team, rows: Collection[int]) -> None:
    """Those that cover one of these rows say what is no longer so."""
    team.snapshots.filter(rows__gte=min(rows)).delete()
    forget([team.pk])


def _editor(team: Team) -> TeamEditor:
    """With the whole ledger and no dice."""
    return TeamEditor(team.campaign, entries_of(team), rulings_of(team), NoDice(), team.terms.get("settings", {}))
