"""Every write that keeps a league in order."""

from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.utils import timezone

from accounts.models import User
from engine.core.text import look_of
from journal.errors import Refused
from journal.services import record
from league.models import Fixture, League, Season
from league.permissions import May, may
from league.services import clean_or_refuse, league_locked


@transaction.atomic
def league_rename(*, actor: User, league: League, name: str) -> League:
    """The address of its pages stays as it is."""
    league = league_locked(league, actor, May.SET_RULES)
    old, league.name = league.name, name
    clean_or_refuse(league)
    if league.name == old:
        return league
    if other := League.objects.exclude(pk=league.pk).filter(name_look=look_of(league.name)).first():
        raise Refused("name-taken", f"There is already a league called {other.name}.")
    league.save(update_fields=["name", "name_look"])
    changes = {"name": {"old": old, "new": league.name}}
    record(
        actor=actor, action="league.renamed", target=league, summary=f"{actor} renamed {old} to {league}.", data=changes
    )
    return league


@transaction.atomic
def season_rename(*, actor: User, season: Season, name: str) -> Season:
    """Whatever its state is."""
    season = Season.objects.select_for_update(of=("self",), no_key=True).select_related("league").get(pk=season.pk)
    if not may(actor, season.league, May.RUN_SEASONS):
        raise PermissionDenied(f"Only somebody who runs the {season.league} may do that.")
    old, season.name = season.name, name
    clean_or_refuse(season)
    if season.name != old:
        season.save(update_fields=["name"])
        changes = {"name": {"old": old, "new": season.name}}
        summary = f"{actor} renamed {old} to {season}."
        record(actor=actor, action="season.renamed", target=season, summary=summary, data=changes)
    return season


@transaction.atomic
def league_archive(*, actor: User, league: League) -> League:
    """It stands in no list any more and opens no season. All that happened in it can still be read."""
    league = league_locked(league, actor, May.DELETE)
    if league.archived_at:
        raise Refused("archived-already", f"The {league} is archived already.")
    if league.seasons.exclude(state=Season.State.FINISHED).exists():
        raise Refused("season-unfinished", "First end the season that is not finished, or cancel it.")
    league.archived_at = timezone.now()
    league.save(update_fields=["archived_at"])
    record(actor=actor, action="league.archived", target=league, summary=f"{actor} archived the {league}.")
    return league


@transaction.atomic
def league_restore(*, actor: User, league: League) -> League:
    league = league_locked(league, actor, May.DELETE)
    if not league.archived_at:
        raise Refused("not-archived", f"The {league} is not archived.")
    league.archived_at = None
    league.save(update_fields=["archived_at"])
    record(
        actor=actor, action="league.restored", target=league, summary=f"{actor} took the {league} out of the archive."
    )
    return league


@transaction.atomic
def league_delete(*, actor: User, league: League, name: str) -> None:
    """A league in which nothing was ever drawn up; its name is typed, so that nobody deletes one by a slip."""
    league = league_locked(league, actor, May.DELETE)
    if Fixture.objects.filter(round__season__league=league).exists():
        raise Refused("has-matches", f"The {league} has matches, which stay. You can archive it.")
    if look_of(name) != league.name_look:
        raise Refused("bad-name", "This is not the name of the league.")
    record(actor=actor, action="league.deleted", target=league, summary=f"{actor} deleted the {league}.")
    league.delete()
