"""A running season and the version of its rules. A newer engine touches no running season until its commissioner says so."""

from django.core.exceptions import PermissionDenied
from django.db import transaction

import engine
from accounts.models import User
from journal.errors import Refused
from journal.services import record
from league.models import Season
from league.rules import is_commissioner
from matches.models import Match


def newer_version(season: Season | None) -> str:
    """The version of the rules that this server plays, where a running season was started with another."""
    if season is None or season.state != Season.State.RUNNING:
        return ""
    version = engine.ruleset(season.league.ruleset).version
    return "" if version == season.ruleset_version else version


@transaction.atomic
def season_take_version(*, actor: User, season: Season) -> Season:
    """Play the rest of a running season by the rules of this server. Every choice stays; points that are new take their default.

    Matches that were given up because they could not be locked are tried again.
    """
    season = Season.objects.select_for_update(of=("self",), no_key=True).select_related("league").get(pk=season.pk)
    if not is_commissioner(actor, season.league):
        raise PermissionDenied(f"Only the commissioner of the {season.league} may do that.")
    version = newer_version(season)
    if not version:
        raise Refused("same-version", f"{season.name} is not waiting for another version of the rules.")
    rules = engine.ruleset(season.league.ruleset)
    known = {entry.id for entry in rules.catalogue.open_points()}
    kept = {id: choice for id, choice in season.rulings.items() if id in known}
    old = season.ruleset_version
    season.ruleset_version, season.rulings = version, rules.rulings(overrides=kept).to_json()
    season.save(update_fields=["ruleset_version", "rulings"])
    stranded = Match.objects.filter(fixture__round__season=season, failed_at__isnull=False, locked_at__isnull=True)
    stranded.update(failed_at=None, claimed_at=None, failure="", attempts=0)
    record(
        actor=actor,
        action="season.version-taken",
        target=season,
        summary=f"{actor} took {season} from version {old} of the rules to version {version}.",
        data={"old": old, "new": version},
    )
    return season
