"""What a league asks of the teams that play in it: its rulings and its money, as a team keeps them."""

from collections.abc import Mapping
from datetime import timedelta
from typing import Any

from django.db import transaction
from django.utils import timezone

import engine
from engine.rules.tables import tables
from league.models import Entry, League, Season
from league.rulings import league_rulings
from league.selectors import standings
from teams.models import Team
from teams.sequences import off_season_open, sequence_finish

TERMS = ("draft_budget", "redraft_cap", "decide_within", "approves_drafts")
PLACES = ("first", "second", "third")


def terms_of(league: League, rulings: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """The rulings of the league, or those that a season of it pinned, and its settings."""
    pinned = dict(rulings) if rulings is not None else league_rulings(league).to_json()
    return {"rulings": pinned, "settings": settings_of(league)}


def settings_of(league: League) -> dict[str, int]:
    return {"budget": league.draft_budget, "cap": league.redraft_cap}


def teams_bind(*, season: Season, teams: list[Team]) -> None:
    """A season begins: whatever the teams still have to decide is decided, and from now on they play by its rules."""
    if not engine.ruleset(season.league.ruleset).has_campaign:
        return
    terms = terms_of(season.league, season.rulings)
    for team in teams:
        sequence_finish(team=team)
        Team.objects.filter(pk=team.pk).update(terms=terms)


@transaction.atomic
def off_seasons_open() -> list[int]:
    """Send every team whose season is over, and that has nothing left to decide, into its off-season. Safe to repeat."""
    waiting = Entry.objects.filter(season__state=Season.State.FINISHED, team__step="ready").select_related(
        "season__league", "team"
    )
    opened = []
    for entry in waiting:
        cause = f"season {entry.season_id}"
        if not entry.team.sequences.filter(cause=cause).exists():
            _open(entry, cause)
            opened.append(entry.team_id)
    return opened


def _open(entry: Entry, cause: str) -> None:
    place = [row.team.pk for row in standings(entry.season)].index(entry.team_id)
    prizes = tables(entry.season.league.ruleset)["prizes_k"]
    off_season_open(
        team=entry.team,
        cause=cause,
        prize=prizes[PLACES[place]] if place < len(PLACES) else 0,
        trophy=place == 0,
        deadline=timezone.now() + timedelta(hours=entry.season.league.decide_within),
    )
