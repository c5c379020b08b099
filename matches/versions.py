"""A running season and the version of its rules. A newer engine touches no running season until its commissioner says so."""

from dataclasses import dataclass
from typing import Any

from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.db.models import QuerySet

import engine
from accounts.models import User
from journal.errors import Refused
from journal.services import record
from league.models import Season
from league.permissions import May, may
from league.rulings.selectors import sentences
from league.seasons.off_season import teams_rebind
from matches.models import Match
from teams.gameplans.services import plan_carried_over
from teams.seeds import draw_seed


@dataclass(frozen=True, slots=True)
class TakeOver:
    """What it means to play the rest of a season by the rules of this server."""

    version: str
    rulings: dict[str, Any]  # as they would be pinned
    lost: list[str]  # choices that do not exist any more, a sentence each
    locked: list[Match]  # with line-ups and a seed of the older version

    @property
    def needs_consent(self) -> bool:
        return bool(self.lost or self.locked)


def take_over(season: Season | None) -> TakeOver | None:
    """None where nothing is to be taken over: the season is not running, or this server plays its version."""
    if season is None or season.state != Season.State.RUNNING:
        return None
    rules = engine.ruleset(season.league.ruleset)
    locked = _unresolved(season).filter(locked_at__isnull=False).exclude(lineup__ruleset_version=rules.version)
    waiting = list(locked.select_related("fixture__home", "fixture__away").defer("lineup").order_by("due_at", "pk"))
    if rules.version == season.ruleset_version and not waiting:
        return None
    rulings, lost = rules.catalogue.carried_over(season.rulings, season.league.profile)
    return TakeOver(rules.version, rulings.to_json(), sentences(lost.values()), waiting)


def _unresolved(season: Season) -> QuerySet[Match]:
    return Match.objects.filter(fixture__round__season=season, resolved_at__isnull=True)


@transaction.atomic
def season_take_version(*, actor: User, season: Season, agreed: bool = False) -> Season:
    """Play the rest of a running season by the rules of this server. Every choice stays; points that are new take their default.

    Choices that no longer exist and matches that are locked already are listed first: only who has agreed loses the former, and
    has the latter locked again with the same line-ups and a new seed. Matches that could not be locked are tried again.
    """
    # Matches before their season, as a worker locks them that applies a result; none can be locked or applied meanwhile.
    matches = _unresolved(season).select_for_update(of=("self",), no_key=True).select_related("fixture").order_by("pk")
    held = {match.pk: match for match in matches}
    season = Season.objects.select_for_update(of=("self",), no_key=True).select_related("league").get(pk=season.pk)
    if not may(actor, season.league, May.RUN_SEASONS):
        raise PermissionDenied(f"Only the commissioner of the {season.league} may do that.")
    change = take_over(season)
    if change is None:
        raise Refused("same-version", f"{season.name} is not waiting for another version of the rules.")
    if change.needs_consent and not agreed:
        locked = [f"{match.fixture} is locked under the older version." for match in change.locked]
        raise Refused("needs-consent", " ".join(["This cannot be carried over as it is.", *change.lost, *locked]))
    old = season.ruleset_version
    season.ruleset_version, season.rulings = change.version, change.rulings
    season.save(update_fields=["ruleset_version", "rulings"])
    teams_rebind(season=season)
    for match in change.locked:
        _lock_again(actor, held[match.pk], season)
    stranded = Match.objects.filter(fixture__round__season=season, failed_at__isnull=False, locked_at__isnull=True)
    stranded.update(failed_at=None, claimed_at=None, failure="", attempts=0)
    record(
        actor=actor,
        action="season.version-taken",
        target=season,
        summary=f"{actor} took {season} from version {old} of the rules to version {change.version}.",
        data={"old": old, "new": change.version, "lost": change.lost},
    )
    return season


def _lock_again(actor: User, match: Match, season: Season) -> None:
    """The same line-ups, which are paid for, under the new rules; a new seed, because the old one was drawn for another match."""
    rules = engine.ruleset(season.league.ruleset)
    rulings = rules.rulings(overrides=season.rulings)
    sheets = [plan_carried_over(sheet, rules.key, rulings) for sheet in match.locked_lineup["sheets"]]
    try:
        for sheet in sheets:
            rules.check_sheet(sheet, rulings)
    except engine.BadInput as error:
        raise Refused("sheet-refused", f"{match.fixture} cannot be played under the new rules: {error}.") from error
    old = match.commitment
    changed = {"engine": engine.VERSION, "ruleset_version": rules.version, "rulings": season.rulings, "sheets": sheets}
    match.lineup = match.locked_lineup | changed
    match.seal(draw_seed(f"match {match.pk} again, version {rules.version}"))
    match.failed_at = match.claimed_at = None
    match.failure, match.attempts = "", 0
    match.save()
    summary = f"{match.fixture} was locked again under version {rules.version} of the rules, with a new seed."
    data = {"old": old, "commitment": match.commitment}
    record(actor=actor, action="match.locked-again", target=match, summary=summary, data=data)
