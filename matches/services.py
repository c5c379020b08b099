"""Every write to matches: from a fixture to a locked, claimed and resolved match, each step safe to repeat.

The row is the queue. A tick locks what is about to be due and claims what is due; a worker plays a claimed match
outside any transaction and applies its outcome in one. Whatever is lost on the way is claimed again.
"""

import logging
from collections.abc import Iterable
from datetime import datetime, timedelta
from enum import StrEnum
from math import ceil

from celery.exceptions import SoftTimeLimitExceeded
from django.conf import settings
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.db.models import F, Q, QuerySet, Window
from django.db.models.functions import RowNumber
from django.utils import timezone

import engine
from accounts.models import User
from journal.errors import Busy, Refused
from journal.services import log_together, record
from league.models import Fixture, Season
from league.permissions import May, may
from league.seasons import services as season_services
from matches.applying import outcome_apply
from matches.drawing import matches_create
from matches.lineups import lineup_of
from matches.models import MAX_ATTEMPTS, Match
from matches.playing import play
from teams.models import Sequence
from teams.seeds import draw_seed

logger = logging.getLogger(__name__)

EARLIER, UNKNOWN = "earlier-match", "unknown-match"
TOO_LONG = "It took too long."  # why work was given up that ran into its time limit
CLAIMS_PER_TICK = 50
FOR_JOB = ("fixture__round__season", "fixture__home", "fixture__away")
JOB_FIELDS = ("fixture__round__season__league_id", "fixture__home__name", "fixture__away__name")
LOCK_FIELDS = ("lineup", "sealed_seed", "commitment", "locked_at", "claimed_at", "claimed_by", "attempts")
MOST_UNDER_WAY = 100  # claimed and not resolved


class Outcome(StrEnum):
    RESOLVED = "resolved"
    NOTHING_TO_DO = "nothing-to-do"
    FAILED = "failed"


@transaction.atomic
def season_start(*, actor: User, season: Season) -> Season:
    """Start a season and make its matches."""
    season = season_services.season_start(actor=actor, season=season)
    matches_create(season=season, fixtures=Fixture.objects.filter(round__season=season, match__isnull=True))
    return season


@transaction.atomic
def match_lock(*, match_id: int) -> Match:
    """Freeze both line-ups and the rulings, draw the seed and publish its commitment. A locked match stays as it is."""
    match = _locked_row(match_id)
    if not match.locked_at:
        _lock(match, wait=True)
    return match


def match_lock_due(*, match_id: int, worker: str) -> Match | None:
    """Lock a match that the tick has found, without waiting for rows that somebody else is changing.

    A match that is due already is claimed for this worker, which gets it back to play it at once. What the rules refuse cannot be
    mended by trying again: the match is given up, and a person has to look at it.
    """
    try:
        return _lock_and_claim(match_id, worker)
    except Refused as error:
        if error.code == EARLIER:
            raise Busy(error.message) from error
        if error.code != UNKNOWN:  # or its season is gone
            _failure_record(match_id, error, final=True)
    except engine.BadInput as error:
        _failure_record(match_id, error, final=True)
    return None


@transaction.atomic
def _lock_and_claim(match_id: int, worker: str) -> Match | None:
    match = _locked_row(match_id, wait=False)
    if match.locked_at or match.failed_at:
        return None
    _lock(match, wait=False, claim_for=worker)
    return match if match.claimed_at else None


def _lock(match: Match, *, wait: bool, claim_for: str = "") -> None:
    if _is_blocked(match):
        raise Refused(EARLIER, "A team of this match has an earlier match that is not resolved yet.")
    with log_together(match.fixture.round.season.league_id):
        match.lineup = lineup_of(match.fixture, wait=wait)
        match.seal(draw_seed(match.cause))
        match.locked_at = timezone.now()
        if claim_for and match.due_at <= match.locked_at and not match.at_table:
            match.claimed_at, match.claimed_by, match.attempts = match.locked_at, claim_for, 1
        match.save(update_fields=LOCK_FIELDS)
        record(
            actor=None,
            action="match.locked",
            target=match,
            summary=f"The line-ups of {match.fixture} are locked.",
            data={"commitment": match.commitment},
        )


def matches_to_lock(now: datetime) -> QuerySet[Match]:
    """Every match whose line-ups are to be locked by now and whose teams have nothing older to play."""
    soon = now + timedelta(seconds=settings.LOCK_LEAD)
    free = next_in_turn(soon).filter(locked_at__isnull=True, failed_at__isnull=True)
    return fairly(
        free.filter(_locking_time(now)).exclude(_waits_for_coaches(now)).select_related(*FOR_JOB).only(*JOB_FIELDS)
    )


def _waits_for_coaches(now: datetime) -> Q:
    """A match at a table whose coaches have still time for what follows a report that came late: see `decide_until`."""
    deciding = Sequence.objects.filter(closed_at__isnull=True, deadline__gt=now).values("team")
    return Q(at_table=True) & (Q(fixture__home__in=deciding) | Q(fixture__away__in=deciding))


def _locking_time(now: datetime) -> Q:
    """`Match.locks_at` has come: at most half of the time between two rounds before the kick-off."""
    every = "fixture__round__season__round_every"
    lead = timedelta(seconds=settings.LOCK_LEAD)
    half_rounds = ceil(2 * lead / timedelta(minutes=1))
    hurried = Season.objects.exclude(state=Season.State.FINISHED).filter(round_every__lt=half_rounds)
    time = Q(**{f"{every}__gte": half_rounds}, due_at__lte=now + lead)
    for minutes in hurried.order_by().values_list("round_every", flat=True).distinct():
        time |= Q(**{every: minutes}, due_at__lte=now + timedelta(minutes=minutes) / 2)
    return time


def fairly(matches: QuerySet[Match]) -> QuerySet[Match]:
    """The oldest match of each league first, then the second of each, so that no league waits for the backlog of another."""
    league = F("fixture__round__season__league")
    turn = Window(RowNumber(), partition_by=[league], order_by=["due_at", "pk"])
    return matches.annotate(turn=turn).order_by("turn", "due_at", "pk")


@transaction.atomic
def matches_claim_due(*, now: datetime, worker: str) -> list[int]:
    """Claim due matches for one sender: no match twice, stale claims again, and each team's matches in order.

    There is a limit on what is under way, so that a match which becomes due never waits behind a long queue.
    """
    room = MOST_UNDER_WAY - Match.objects.filter(~_claimable(now), resolved_at=None, failed_at=None, failure="").count()
    due = next_in_turn(now).filter(_claimable(now), locked_at__isnull=False, failed_at__isnull=True, at_table=False)
    chosen = list(fairly(due).values_list("pk", flat=True)[: max(0, min(room, CLAIMS_PER_TICK))])
    free = Match.objects.filter(_claimable(now), pk__in=chosen, resolved_at=None).select_for_update(skip_locked=True)
    claimed = set(free.values_list("pk", flat=True))
    Match.objects.filter(pk__in=claimed).update(claimed_at=now, claimed_by=worker, failure="")
    return [pk for pk in chosen if pk in claimed]


def match_resolve(*, match_id: int) -> Outcome:
    """Play a locked match and apply its outcome, once. Says so when there is nothing (left) to do."""
    match = _begin(match_id)
    if match is None:
        logger.info("Match %s: nothing to do.", match_id)
        return Outcome.NOTHING_TO_DO
    return match_resolve_claimed(match=match)


def match_resolve_claimed(*, match: Match) -> Outcome:
    """Play a match that was claimed for this worker."""
    try:
        played = play(match.locked_lineup, match.secret_seed)
        applied = outcome_apply(match_id=match.pk, played=played)
    except Exception as error:  # whatever went wrong belongs on the row, where the next claim and a person see it
        _failure_record(match.pk, error, final=isinstance(error, Refused | engine.EndlessMatch))
        return Outcome.FAILED
    return Outcome.RESOLVED if applied else Outcome.NOTHING_TO_DO


@transaction.atomic
def match_retry(*, actor: User, match: Match) -> Match:
    """Let a match that was given up be tried again; the commissioner may."""
    match = _locked_row(match.pk)
    if not may(actor, match.fixture.round.season.league, May.RUN_SEASONS):
        raise PermissionDenied("Only the commissioner may have a match tried again.")
    if not match.failed_at:
        raise Refused("not-failed", f"{match.fixture} has not failed.")
    match.failed_at = match.claimed_at = None
    match.failure, match.attempts = "", 0
    match.save(update_fields=["failed_at", "claimed_at", "failure", "attempts"])
    record(actor=actor, action="match.retried", target=match, summary=f"{actor} had {match.fixture} tried again.")
    return match


def following_to_lock(*, teams: Iterable[int], now: datetime) -> list[Match]:
    """The next matches of these teams, where nothing else holds them up and their line-ups are to be locked by now."""
    soon = now + timedelta(seconds=settings.LOCK_LEAD)
    nearest = _in_turn(_unresolved_of(teams).filter(due_at__lte=soon))
    if not nearest:
        return []
    rivals = {team for pair in nearest.values() for team in pair}
    free = nearest.keys() & _in_turn(_unresolved_of(rivals).filter(due_at__lte=soon))
    waiting = Match.objects.filter(pk__in=free, locked_at__isnull=True, failed_at__isnull=True)
    found = waiting.select_related(*FOR_JOB).only("due_at", "fixture__round__season__round_every", *JOB_FIELDS)
    return [match for match in found.order_by("due_at", "pk") if match.locks_at <= now]


def next_in_turn(until: datetime | None = None) -> QuerySet[Match]:
    """Unresolved matches, with a kick-off until then if a time is given, whose teams have nothing older to play.

    All unresolved ones are read once: if the database looked for older ones of each team, it would go through all that the
    teams ever played.
    """
    unresolved = Match.objects.filter(resolved_at__isnull=True)
    unresolved = unresolved.filter(due_at__lte=until) if until else unresolved
    return unresolved.filter(pk__in=_in_turn(unresolved)).order_by("due_at", "pk")


def _in_turn(matches: QuerySet[Match]) -> dict[int, tuple[int, int]]:
    """Those of these matches whose teams have no older one among them, each with its teams."""
    busy: set[int] = set()
    free = {}
    for match, home, away in matches.order_by("due_at", "pk").values_list("pk", "fixture__home", "fixture__away"):
        if busy.isdisjoint((home, away)):
            free[match] = home, away
        busy.update((home, away))
    return free


def _unresolved_of(teams: Iterable[int]) -> QuerySet[Match]:
    return Match.objects.filter(Q(fixture__home__in=teams) | Q(fixture__away__in=teams), resolved_at__isnull=True)


def _is_blocked(match: Match) -> bool:
    """Whether one of its teams has an older match that is not resolved."""
    own = _unresolved_of((match.fixture.home_id, match.fixture.away_id))
    return own.filter(Q(due_at__lt=match.due_at) | Q(due_at=match.due_at, pk__lt=match.pk)).exists()


def _claimable(now: datetime) -> Q:
    """Never claimed, or claimed too long ago; the wait grows with every attempt."""
    free = Q(claimed_at__isnull=True)
    for attempts in range(MAX_ATTEMPTS + 1):
        wait = timedelta(seconds=settings.CLAIM_TIMEOUT * max(1, attempts))
        free |= Q(attempts=attempts, claimed_at__lte=now - wait)
    return free


def _locked_row(match_id: int, *, wait: bool = True) -> Match:
    """A match whose row is locked, with its season and league. Without `wait` it is Busy where somebody has it."""
    rows = Match.objects.select_for_update(of=("self",), no_key=True, skip_locked=not wait).select_related(
        "fixture__round__season__league", "fixture__round__stage"
    )
    match = rows.filter(pk=match_id).first()
    if match is None and Match.objects.filter(pk=match_id).exists():
        raise Busy(f"Match {match_id} is being changed.")
    if match is None:
        raise Refused(UNKNOWN, f"There is no match {match_id}.")
    return match


@transaction.atomic
def _begin(match_id: int) -> Match | None:
    """Count an attempt; None when the match is not (or no longer) to be played by a worker."""
    match = Match.objects.select_for_update(no_key=True).filter(pk=match_id).first()
    if match is None:
        raise Refused(UNKNOWN, f"There is no match {match_id}.")
    if match.resolved_at or match.failed_at or not match.locked_at or match.at_table:
        return None
    if match.attempts >= MAX_ATTEMPTS:
        _give_up(match, f"No worker finished this match in {MAX_ATTEMPTS} attempts.")
        return None
    Match.objects.filter(pk=match.pk).update(attempts=F("attempts") + 1, claimed_at=timezone.now(), failure="")
    return match


@transaction.atomic
def _failure_record(match_id: int, error: Exception, *, final: bool = False) -> None:
    """Put a failure on the row, unless another worker has finished the match meanwhile."""
    match = _locked_row(match_id)
    if match.resolved_at:
        return
    slow = isinstance(error, SoftTimeLimitExceeded)
    text = TOO_LONG if slow else match.redacted(f"{type(error).__name__}: {error}")
    logger.error("Match %s failed in attempt %s: %s", match_id, match.attempts, text)
    if final or match.attempts >= MAX_ATTEMPTS:
        _give_up(match, text)
    else:
        Match.objects.filter(pk=match.pk).update(failure=text[:500])


def _give_up(match: Match, failure: str) -> None:
    match.failed_at, match.failure = timezone.now(), failure[:500]
    match.save(update_fields=["failed_at", "failure"])
    summary = f"{match.fixture} could not be played; the commissioner can have it tried again."
    record(actor=None, action="match.failed", target=match, summary=summary, data={"failure": match.failure})
