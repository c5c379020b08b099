"""Before a match: what both teams still have to decide is decided, journeymen join, inducements are bought (Core p.94)."""

from typing import Any
from uuid import uuid4

from django.db import transaction

from engine.campaign import before, orders, sheets
from journal.services import record
from teams.books import office_of, store
from teams.models import LedgerRow, Team
from teams.sequences import sequence_finish


@transaction.atomic
def teams_prepare(*, home: Team, away: Team, match: str) -> list[dict[str, Any]]:
    """The sheets of both teams for a match. The rows of both teams are locked; what it cost them is in their books."""
    locked = Team.objects.select_for_update(no_key=True).in_bulk([home.pk, away.pk])
    teams = [locked[home.pk], locked[away.pk]]
    for team in teams:
        sequence_finish(team=team)
    offices = [office_of(team, None) for team in teams]
    for team, office in zip(teams, offices, strict=True):
        orders.run(office, team.orders)
        before.journeymen(office)
    wishes = [orders.complete(team.ruleset, team.orders)["inducements"] for team in teams]
    bought = before.induce_both(offices[0], offices[1], wishes)
    made = []
    for team, office, hired in zip(teams, offices, bought, strict=True):
        rows = store(team, office, None, uuid4(), action="prepare", by=LedgerRow.By.ORDERS, actor=None, reason=match)
        if rows:
            data = {"rows": [row.number for row in rows]}
            record(actor=None, action="team.prepared", target=team, summary=f"{team} prepared for {match}.", data=data)
        sheet = sheets.sheet(office.club, team.name, team.short, hired)
        made.append({**sheet, "key": team.slug, "absent": []})
    return made
