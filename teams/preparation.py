"""Before a match: what both teams still have to decide is decided, journeymen join, inducements are bought (Core p.94)."""

from typing import Any
from uuid import uuid4

from engine.campaign import Office, before, orders, sheets
from journal.services import record
from teams.books import office_of, store
from teams.models import LedgerRow, Team
from teams.plans import inducements_wanted, is_planned
from teams.sequences import finish_locked


def prepare_locked(*teams: Team, match: str) -> list[dict[str, Any]]:
    """The sheets of two teams for a match, whose rows the caller has locked. What it cost them is in their books."""
    offices = [_ready_office(team, match) for team in teams]
    bought = before.induce_both(offices[0], offices[1], [inducements_wanted(team, match) for team in teams])
    made = []
    for team, office, hired in zip(teams, offices, bought, strict=True):
        _enter(team, office, match, LedgerRow.By.COACH if is_planned(team, match) else LedgerRow.By.ORDERS)
        _use_up_plan(team, match)
        sheet = sheets.sheet(office.club, team.name, team.short, hired)
        made.append({**sheet, "key": team.slug, "absent": []})
    return made


def _ready_office(team: Team, match: str) -> Office:
    office = finish_locked(team) or office_of(team, None)
    orders.run(office, team.orders)
    before.journeymen(office)
    if is_planned(team, match):
        _enter(team, office, match, LedgerRow.By.ORDERS)  # only the inducements are the coach's own choice
    return office


def _enter(team: Team, office: Office, match: str, by: str) -> None:
    if not office.written:
        return
    rows = store(team, office, None, uuid4(), action="prepare", by=by, actor=None, reason=match)
    data = {"rows": [row.number for row in rows]}
    record(actor=None, action="team.prepared", target=team, summary=f"{team} prepared for {match}.", data=data)


def _use_up_plan(team: Team, match: str) -> None:
    if is_planned(team, match):
        team.match_plan = {}
        team.save(update_fields=["match_plan"])
