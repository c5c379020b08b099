"""Founding a team from a draft: the first rows of its books."""

from collections.abc import Mapping
from typing import Any, Unpack
from uuid import uuid4

from django.db import transaction

import engine
from accounts.models import User
from engine.campaign import LEAGUE, Refusal
from journal.errors import Refused
from journal.services import record
from teams.ledger.services import columns, project, rulings_of, team_club
from teams.models import LedgerRow, Team
from teams.services import (
    TeamFields,
    check_fields,
    refuse_too_many_teams,
    refuse_unknown,
    ruleset_or_refuse,
    suggested_names,
    team_slug,
)


@transaction.atomic
def team_found(
    *,
    owner: User,
    ruleset: str,
    draft: Mapping[str, Any],
    terms: Mapping[str, Any] | None = None,
    play: str = LEAGUE,
    actor: User | None = None,
    **fields: Unpack[TeamFields],
) -> Team:
    """A new team as its draft says. `terms` are the rulings and settings of the league it is made for."""
    ruleset_or_refuse(ruleset)
    refuse_unknown(fields)
    terms = dict(terms or {})
    team = Team(owner=owner, ruleset=ruleset, roster=str(draft.get("roster", "")), play=play, terms=terms, **fields)
    team.colour, team.slug = team.colour.lower(), team_slug(team.name)
    check_fields(team)
    try:
        entries = team.campaign.draft.found(draft, terms.get("settings", {}), rulings_of(team))
    except Refusal as refusal:
        raise Refused(refusal.code, str(refusal), rule=refusal.rule) from refusal
    refuse_too_many_teams(owner)
    team.save()
    request = uuid4()
    LedgerRow.objects.bulk_create(
        LedgerRow(
            team=team,
            number=number,
            request=request,
            action="found",
            by=LedgerRow.By.COACH,
            actor=actor or owner,
            **columns(row),
        )
        for number, row in enumerate(entries, start=1)
    )
    project(team, team_club(team))
    team.refresh_from_db()
    record(actor=actor or owner, action="team.created", target=team, summary=f"{owner} created {team}.", about=owner)
    return team


def team_found_ready(*, owner: User, ruleset: str, roster: str, **fields: Unpack[TeamFields]) -> Team:
    """The ready team of a roster, for whoever does not want to draft."""
    draft = ready_draft(ruleset, roster, fields.get("name", ""))
    return team_found(owner=owner, ruleset=ruleset, draft=draft, **fields)


def ready_draft(ruleset: str, roster: str, key: str, purse: int | None = None, play: str = LEAGUE) -> dict[str, Any]:
    """A good draft of a roster with suggested names, for a coach who wants one to begin with."""
    rules = engine.campaign_of(ruleset, play).draft
    if roster not in engine.ruleset(ruleset).team_lists():
        raise Refused("no-such-roster", f"There is no roster {roster!r}.", rule=rules.rule)
    draft = rules.standard(roster, purse)
    names = suggested_names(engine.ruleset(ruleset), key, roster)
    players = [{**each, "name": name} for each, name in zip(draft["players"], names, strict=False)]
    return {**draft, "players": players}
