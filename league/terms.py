"""What a league asks of the teams that play in it: its rulings and its money, as a team keeps them."""

from collections.abc import Mapping
from typing import Any

from django.db.models import Q

import engine
from engine.campaign import PLAYS
from journal.errors import Refused
from league.drafting import Draft
from league.models import League
from league.rulings.selectors import league_rulings
from teams.models import Team

TERMS = ("play", "draft_budget", "redraft_cap", "decide_within", "approves_drafts")


def terms_of(league: League, rulings: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """The rulings of the league, or those that a season of it pinned, and its settings."""
    pinned = dict(rulings) if rulings is not None else league_rulings(league).to_json()
    return {"rulings": pinned, "settings": settings_of(league)}


def settings_of(league: League) -> dict[str, int]:
    return {"budget": league.draft_budget, "cap": league.redraft_cap}


def check_entry(*, league: League, team: Team) -> None:
    """Refuse a newcomer with more money than the league gives, or without the approval it asks for."""
    if not engine.ruleset(league.ruleset).has_campaign:
        return
    refuse_other_play(league=league, team=team)
    budget = team.ledger.filter(kind="founded").values_list("gold", flat=True).get()
    has_grown = team.campaign.teams_change and team.ledger.filter(kind="played").exists()
    if budget > league.draft_budget and not has_grown:
        message = f"{team} was drafted with {budget}k, and the {league} gives {league.draft_budget}k."
        raise Refused("over-budget", message, rule=team.campaign.draft.rule)
    known = Q(entries__season__league=league) | Q(draft__league=league, draft__state=Draft.State.APPROVED)
    if league.approves_drafts and not Team.objects.filter(known, pk=team.pk).exists():
        message = f"The commissioner of the {league} approves its teams: draft one for this league."
        raise Refused("not-approved", message, rule=team.campaign.draft.rule)


def refuse_other_play(*, league: League, team: Team) -> None:
    """A team is drafted for league play or for matched play."""
    if team.play != league.play:
        message = f"{team} was drafted for {PLAYS[team.play].lower()}, and the {league} is played as {PLAYS[league.play].lower()}."
        raise Refused("other-play", message, rule=team.campaign.draft.rule)
