"""Before a match: what both teams still have to decide is decided, journeymen join, inducements are bought (Core p.94)."""

from collections.abc import Collection, Mapping
from typing import Any
from uuid import uuid4

from engine.campaign import TeamEditor
from journal.services import record
from teams.gameplans.services import plans_follow
from teams.ledger.services import Books, NoDice, editors_of, open_sequences, rows_written, store
from teams.models import LedgerRow, Sequence, Team
from teams.prematch.inducements import inducements_wanted, is_planned
from teams.sequence.services import rows_by_orders


def prepare_locked(*teams: Team, match: int, by_ai: Collection[int] = ()) -> list[dict[str, Any]]:
    """The sheets of two teams for a match, whose rows the caller has locked. What it cost them is in their books.

    Teams `by_ai` line up and buy by the standard orders, and play by the default plan.
    """
    sequences = open_sequences(*teams)
    editors = editors_of({team: sequences.get(team.pk) for team in teams})
    home, away = (
        _ready(team, editor, sequences.get(team.pk), match, by_ai=team.pk in by_ai)
        for team, editor in zip(teams, editors, strict=True)
    )
    bought = teams[0].campaign.prematch.induce_both(
        home.editor, away.editor, [inducements_wanted(team, match) for team in teams]
    )
    for ready in (home, away):
        _enter(ready, match, LedgerRow.By.COACH if is_planned(ready.team, match) else LedgerRow.By.ORDERS)
        _use_up_plan(ready.team, match)
    store(*(ready for ready in (home, away) if ready.rows))
    sheets = [_sheet(ready, hired) for ready, hired in zip((home, away), bought, strict=True)]
    return plans_follow(teams, sheets, match=match, rulings=home.editor.rulings, without=by_ai)


def _sheet(ready: Books, hired: Mapping[str, Any]) -> dict[str, Any]:
    team = ready.team
    sheet = team.campaign.sheet(ready.editor.club, team.name, team.short, hired)
    return {**sheet, "key": team.slug, "absent": []}


def _ready(team: Team, editor: TeamEditor, sequence: Sequence | None, match: int, *, by_ai: bool) -> Books:
    ready = Books(team, editor, sequence, rows_by_orders(team, editor, sequence) if sequence else [])
    editor.dice = NoDice()
    if by_ai:
        team.orders, team.match_plan = {}, {}  # here alone: what the coach has set stays for the next match
    team.campaign.orders.run(editor, team.orders)
    team.campaign.prematch.journeymen(editor)
    if is_planned(team, match):
        _enter(ready, match, LedgerRow.By.ORDERS)  # only the inducements are the coach's own choice
    return ready


def _enter(ready: Books, match: int, by: str) -> None:
    if not ready.editor.written:
        return
    how = {"action": "prepare", "by": by, "match": match}
    rows = rows_written(ready.team, ready.editor, None, request=uuid4(), **how)
    ready.rows += rows
    summary = f"{ready.team} prepared for {Sequence.Kind.MATCH.named(match)}."
    record(
        actor=None,
        action="team.prepared",
        target=ready.team,
        summary=summary,
        data={"rows": [row.number for row in rows]},
    )


def _use_up_plan(team: Team, match: int) -> None:
    if is_planned(team, match):
        team.match_plan = {}
        team.save(update_fields=["match_plan"])
