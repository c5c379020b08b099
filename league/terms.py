"""What a league asks of the teams that play in it: its rulings and its money, as a team keeps them."""

from collections.abc import Mapping
from datetime import timedelta
from typing import Any

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

import engine
from engine.campaign.steps import READY
from engine.rules.tables import tables
from journal.errors import Refused
from league.models import Draft, Entry, League, Season
from league.rulings import league_rulings
from league.selectors import standings
from teams.ledger.services import locked_teams
from teams.models import Team
from teams.sequence.services import off_season_open, sequence_finish

TERMS = ("draft_budget", "redraft_cap", "decide_within", "approves_drafts")
PLACES = ("first", "second", "third")


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
    budget = team.ledger.filter(kind="founded").values_list("gold", flat=True).get()
    if budget > league.draft_budget and not team.ledger.filter(kind="played").exists():
        message = f"{team} was drafted with {budget}k, and the {league} gives {league.draft_budget}k."
        raise Refused("over-budget", message, rule="Core p.86")
    known = Q(entries__season__league=league) | Q(draft__league=league, draft__state=Draft.State.APPROVED)
    if league.approves_drafts and not Team.objects.filter(known, pk=team.pk).exists():
        message = f"The commissioner of the {league} approves its teams: draft one for this league."
        raise Refused("not-approved", message, rule="Core p.86")


def teams_bind(*, season: Season, teams: list[Team]) -> None:
    """A season begins: whatever the teams still have to decide is decided, and from now on they play by its rules."""
    if not engine.ruleset(season.league.ruleset).has_campaign:
        return
    terms = terms_of(season.league, season.rulings)
    for team in teams:
        sequence_finish(team=team)
        for entry in off_seasons_due().filter(team=team):
            _open(entry)
            sequence_finish(team=team)
        Team.objects.filter(pk=team.pk).update(terms=terms)


def teams_rebind(*, season: Season) -> None:
    """The rules of a running season have changed: its teams play by the new ones from now on."""
    if engine.ruleset(season.league.ruleset).has_campaign:
        teams = locked_teams(*season.entries.values_list("team", flat=True))
        terms = terms_of(season.league, season.rulings)
        Team.objects.filter(pk__in=[team.pk for team in teams]).update(terms=terms)


def off_seasons_due() -> QuerySet[Entry]:
    """Entries of finished seasons whose teams have nothing left to decide, and have not had their off-season."""
    due = Entry.objects.filter(off_season_due=True, team__step=READY)
    return due.select_related("season__league", "team").order_by("season_id", "pk")


def off_seasons_open() -> list[int]:
    """All that are due, one after the other, where nothing else runs; the tick does each in a task of its own."""
    return [entry.team_id for entry in off_seasons_due() if off_season_enter(entry_id=entry.pk)]


@transaction.atomic
def off_season_enter(*, entry_id: int) -> bool:
    """Send a team whose season is over into its off-season, once; Busy while a coach is changing the team."""
    entry = off_seasons_due().filter(pk=entry_id).first()
    if entry is None:
        return False
    (entry.team,) = locked_teams(entry.team_id, wait=False)
    _open(entry)
    return True


def _open(entry: Entry) -> None:
    place = [row.team.pk for row in standings(entry.season)].index(entry.team_id)
    prizes = tables(entry.season.league.ruleset)["prizes_k"]
    Entry.objects.filter(pk=entry.pk).update(off_season_due=False)
    off_season_open(
        team=entry.team,
        cause=f"season {entry.season_id}",
        prize=prizes[PLACES[place]] if place < len(PLACES) else 0,
        trophy=place == 0,
        deadline=timezone.now() + timedelta(hours=entry.season.league.decide_within),
    )
