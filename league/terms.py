"""What a league asks of the teams that play in it: its rulings and its money, as a team keeps them."""

from collections.abc import Mapping
from datetime import timedelta
from typing import Any

from django.db.models import CharField, Exists, OuterRef, Q, QuerySet, Value
from django.db.models.functions import Cast, Concat
from django.utils import timezone

import engine
from engine.campaign.steps import READY
from engine.rules.tables import tables
from journal.errors import Refused
from league.models import Draft, Entry, League, Season
from league.rulings import league_rulings
from league.selectors import standings
from teams.models import Sequence, Team
from teams.sequences import off_season_open, sequence_finish

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
        for entry in _over().filter(team=team):
            _open(entry)
            sequence_finish(team=team)
        Team.objects.filter(pk=team.pk).update(terms=terms)


def off_seasons_open() -> list[int]:
    """Send every team whose season is over, and that has nothing left to decide, into its off-season. Safe to repeat."""
    opened = []
    for entry in _over():
        _open(entry)
        opened.append(entry.team_id)
    return opened


def _over() -> QuerySet[Entry]:
    """Entries of finished seasons whose teams are ready for an off-season that they have not had."""
    cause = Concat(Value("season "), Cast(OuterRef("season_id"), CharField()))
    had = Sequence.objects.filter(team=OuterRef("team"), cause=cause)
    finished = Entry.objects.filter(~Exists(had), season__state=Season.State.FINISHED, team__step=READY)
    return finished.select_related("season__league", "team").order_by("season_id", "pk")


def _open(entry: Entry) -> None:
    place = [row.team.pk for row in standings(entry.season)].index(entry.team_id)
    prizes = tables(entry.season.league.ruleset)["prizes_k"]
    off_season_open(
        team=entry.team,
        cause=f"season {entry.season_id}",
        prize=prizes[PLACES[place]] if place < len(PLACES) else 0,
        trophy=place == 0,
        deadline=timezone.now() + timedelta(hours=entry.season.league.decide_within),
    )
