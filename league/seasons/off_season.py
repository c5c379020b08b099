"""Teams between seasons: prizes, rest and the re-draft once a season is over, and the terms of the next one when it starts."""

from datetime import timedelta

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

import engine
from engine.campaign import READY
from league.models import Entry, Season
from league.seasons.places import season_places
from league.terms import terms_of
from teams.ledger.services import locked_teams
from teams.models import Sequence, Team
from teams.sequence.services import finish_locked, off_season_open, sequence_finish


def teams_bind(*, season: Season, teams: list[Team]) -> None:
    """A season begins: whatever the teams still have to decide is decided, and from now on they play by its rules."""
    if not engine.ruleset(season.league.ruleset).has_campaign:
        return
    terms = terms_of(season.league, season.rulings)
    locked = locked_teams(*sorted(team.pk for team in teams))
    deciding = set(Sequence.objects.filter(team__in=locked, closed_at__isnull=True).values_list("team", flat=True))
    for team in locked:
        if team.pk in deciding:
            finish_locked(team)
    for entry in off_seasons_due().filter(team__in=teams):
        _open(entry)
        sequence_finish(team=entry.team)
    Team.objects.filter(pk__in=[team.pk for team in teams]).update(terms=terms)


def teams_rebind(*, season: Season) -> None:
    """The rules of a running season have changed: its teams play by the new ones from now on, and those that have left keep theirs."""
    if engine.ruleset(season.league.ruleset).has_campaign:
        teams = locked_teams(*season.entries.filter(withdrawn_at__isnull=True).values_list("team", flat=True))
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
    Season.objects.select_for_update(no_key=True).get(pk=entry.season_id)  # no measure reopens it meanwhile
    (entry.team,) = locked_teams(entry.team_id, wait=False)
    if not off_seasons_due().filter(pk=entry_id).exists():
        return False
    _open(entry)
    return True


def _open(entry: Entry) -> None:
    place = season_places(entry.season).index(entry.team_id)
    prizes = entry.team.campaign.words.prizes
    Entry.objects.filter(pk=entry.pk).update(off_season_due=False)
    off_season_open(
        team=entry.team,
        season=entry.season_id,
        prize=prizes[place] if place < len(prizes) else 0,
        trophy=place == 0,
        deadline=timezone.now() + timedelta(hours=entry.season.league.decide_within),
    )
