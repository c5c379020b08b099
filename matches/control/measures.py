"""How a measure about a running season is made: permission, reason, locks, the change itself, its ripples, the log.

Each is one transaction. Asked for twice under one key, it is made once. Whoever has seen a preview says so with its fingerprint,
and is refused if the measure would by now change anything else.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, NotRequired, TypedDict, TypeVar
from uuid import UUID

from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.db.models import QuerySet

from accounts.models import User
from accounts.text import longest_of
from journal.errors import Refused
from journal.reasons import reason_or_refuse
from journal.services import record
from league.decisions.stakes import Matter
from league.models import Season
from league.permissions import May, may
from matches.control.ripples import Ripple, Watch, fingerprint
from matches.models import Match, Measure
from teams.ledger.services import ONE_CHANGE_AT_A_TIME

T = TypeVar("T")
OUTAGES = UUID("5a3c1a52-6b0e-4a6f-9a55-0c1b6a0f1d11")  # keys of what is announced after an outage
LONGEST = longest_of(Measure, "reason")


class Asked(TypedDict):
    """Who asks for a measure and why, under a key of its own. `seen` is the fingerprint of the preview, where there was one."""

    actor: User
    reason: str
    key: UUID
    seen: NotRequired[str]


def previewed(control: Callable[[], T]) -> T:
    """What a control would come to: it is done, looked at and taken back."""
    with transaction.atomic():
        done = control()
        transaction.set_rollback(True)
    return done


def ripples_of(measure: Measure) -> list[Ripple]:
    return [Ripple.from_json(row) for row in measure.ripples]


@transaction.atomic
def measure_take(
    asked: Asked,
    *,
    kind: str,
    season: Season,
    teams: Callable[[], Iterable[int]],
    act: Callable[[Measure], str],
    match: Match | None = None,
    power: May = May.RULE,
) -> Measure:
    """Let `act` change what it changes, and keep what came of it. `act` gives the sentence for the log.

    Matches are locked before their season and teams after it, as workers do.
    """
    list(season_matches(season).select_for_update(of=("self",), no_key=True).order_by("pk").values_list("pk"))
    season = Season.objects.select_for_update(of=("self",), no_key=True).select_related("league").get(pk=season.pk)
    if not may(asked["actor"], season.league, power):
        raise PermissionDenied(f"Only somebody who runs the {season.league} may decide that.")
    if done := Measure.objects.filter(key=asked["key"]).first():
        return done
    measure = Measure(
        season=season,
        match=match,
        kind=kind,
        reason=reason_or_refuse(asked["reason"], LONGEST),
        actor=asked["actor"],
        key=asked["key"],
    )
    return _carried_out(measure, teams, act, seen=asked.get("seen", ""))


def _carried_out(
    measure: Measure, teams: Callable[[], Iterable[int]], act: Callable[[Measure], str], *, seen: str = ""
) -> Measure:
    """Do it, keep what it changed, and log it."""
    measure.save()
    watch = Watch(measure.season, teams())
    summary = act(measure)
    ripples = [*watch.ripples(), *ripples_of(measure)]
    if seen and seen != fingerprint(ripples):
        message = "Something has changed since you looked at what this would come to. Look at it again, then decide."
        raise Refused("stale", message, rule=ONE_CHANGE_AT_A_TIME)
    measure.ripples = [each.to_json() for each in ripples]
    measure.save()
    data = {"measure": measure.pk, "reason": measure.reason, "changes": len(ripples)}
    record(
        actor=measure.actor,
        action=f"{'match' if measure.match else 'season'}.{measure.kind}",
        target=measure.match or measure.season,
        summary=f"{summary} Reason: {measure.reason}"[:500],
        data=data,
    )
    return measure


def measure_of_nobody(
    *,
    match: Match,
    kind: str,
    reason: str,
    key: UUID,
    teams: Callable[[], Iterable[int]],
    act: Callable[[Measure], str],
) -> Measure:
    """What the rules of a season bring about by themselves. The caller has locked its matches and its row."""
    season = match.fixture.round.season
    return _carried_out(Measure(season=season, match=match, kind=kind, reason=reason[:LONGEST], key=key), teams, act)


def measure_announce(
    *, season: Season, kind: str, reason: str, summary: str, key: UUID, match: Match | None = None
) -> Measure:
    """What was done by nobody, for everybody to read beside what people have decided."""
    measure = Measure.objects.create(season=season, kind=kind, reason=reason[:LONGEST], key=key, match=match)
    action = f"{'match' if match else 'season'}.{kind}"
    record(actor=None, action=action, target=match or season, summary=f"{summary} {reason}"[:500])
    return measure


def season_matches(season: Season) -> QuerySet[Match]:
    return Match.objects.filter(fixture__round__season=season)


def running_or_refuse(season: Season) -> None:
    if season.state != Season.State.RUNNING:
        raise Refused(
            "season-not-running", f"{season} is {season.get_state_display()}; this needs one that is running."
        )


def about_match(words: str, how: Callable[[Mapping[str, Any]], str] = lambda asked: "") -> Callable[..., Matter]:
    """What a measure about a match is about, for `league.decisions.second`: nobody decides about an own match alone.

    `how` gives the rest of the sentence from what was asked for, where whoever confirms it has to know that.
    """

    def about(*, match: Match, **asked: Any) -> Matter:
        fixture = match.fixture
        teams = fixture.home, fixture.away
        return Matter(fixture.round.season.league, f"{words} {fixture}{how(asked)}", teams=teams)

    return about
