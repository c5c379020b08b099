"""When and where a match is played: moving it, swapping home and away, playing it now, and until when a round is played.

A match whose line-ups are locked stays where it is: its line-ups are published, the dice are committed to, and inducements are
paid for. It is at most minutes from its kick-off; what is wrong with it is put right by a measure about its result.
"""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Unpack

from django.db.models import F, Q, QuerySet
from django.utils import timezone

from journal.errors import Refused
from league.decisions.second import needs_second
from league.models import Fixture, Round
from league.permissions import May
from league.seasons.dates import LATEST, LEEWAY
from matches.control.measures import Asked, about_match, measure_take, running_or_refuse
from matches.models import Match, Measure, decide_until
from teams.models import Sequence

Kind = Measure.Kind


@needs_second("match.moved", about_match("play at another time"), by=May.SET_TIMES)
def match_move(*, match: Match, due_at: datetime, **asked: Unpack[Asked]) -> Measure:
    """Play a match at another time: later, earlier, whenever."""

    def act(measure: Measure) -> str:
        moved = open_match(match)
        check_time(due_at)
        old = moved.due_at
        if due_at == old:
            raise Refused("bad-due_at", "The match is due at that time already.")
        match_set_time(moved, due_at)
        how = "postponed" if due_at > old else "brought forward"
        return f"{asked['actor']} {how} {moved.fixture} to {due_at:%Y-%m-%d %H:%M} UTC."

    return _of_match(asked, Kind.MOVED, match, act)


@needs_second("match.played-now", about_match("play now"), by=May.SET_TIMES)
def match_play_now(*, match: Match, **asked: Unpack[Asked]) -> Measure:
    """Let a match begin at once: its line-ups are locked and it is played as soon as a worker is free."""

    def act(measure: Measure) -> str:
        moved = open_match(match)
        now = timezone.now().replace(microsecond=0)
        if moved.due_at <= now:
            raise Refused("due-already", f"{moved.fixture} is due already; it is played as soon as its turn comes.")
        match_set_time(moved, _first_of_its_teams(moved, now))
        return f"{asked['actor']} has {moved.fixture} played now."

    return _of_match(asked, Kind.MOVED, match, act)


@needs_second("match.swapped", about_match("swap home and away of"), by=May.SET_TIMES)
def match_swap(*, match: Match, **asked: Unpack[Asked]) -> Measure:
    """Let the other team be at home."""

    def act(measure: Measure) -> str:
        swapped = open_match(match)
        Fixture.objects.filter(pk=swapped.fixture_id).update(home=F("away"), away=F("home"))
        return f"{asked['actor']} swapped home and away of {swapped.fixture}."

    return _of_match(asked, Kind.SWAPPED, match, act)


def round_set_deadline(*, played_in: Round, deadline: datetime | None, **asked: Unpack[Asked]) -> Measure:
    """Until when coaches may agree to play the matches of a round; None sets no bound."""
    season = played_in.season

    def act(measure: Measure) -> str:
        running_or_refuse(measure.season)
        if deadline is not None:
            check_time(deadline, "deadline")
        Round.objects.filter(pk=played_in.pk).update(deadline=deadline)
        until = f"until {deadline:%Y-%m-%d %H:%M} UTC" if deadline else "without a deadline"
        return f"{asked['actor']} has {played_in} of {season.name} played {until}."

    return measure_take(asked, kind=Kind.DEADLINE, season=season, teams=tuple, act=act, power=May.SET_TIMES)


def match_set_time(match: Match, due_at: datetime) -> None:
    """The one way to move a match: its fixture goes with it, and so do the deadlines of sequences that end with its lock."""
    match.due_at = match.fixture.kick_off = due_at
    Match.objects.filter(pk=match.pk).update(due_at=due_at)
    Fixture.objects.filter(pk=match.fixture_id).update(kick_off=due_at)
    sequences_redate(match.fixture.home_id, match.fixture.away_id)


def sequences_redate(*teams: int) -> None:
    """Open sequences end with the patience of the league, or when the team's next match is locked."""
    for sequence in Sequence.objects.filter(team__in=teams, kind=Sequence.Kind.MATCH, closed_at__isnull=True):
        after = Match.objects.select_related("fixture__round__season__league").filter(pk=sequence.object_id).first()
        if after is None:
            continue
        hours = after.fixture.round.season.league.decide_within
        patience = timedelta(hours=hours)
        deadline = sequence.opened_at + patience
        following = waiting_of(sequence.team_id).select_related("fixture__round__season").defer("lineup").first()
        if following is not None:
            deadline = decide_until(sequence.opened_at, patience, following.locks_at, at_table=following.at_table)
        Sequence.objects.filter(pk=sequence.pk).update(deadline=deadline)


def waiting_of(*teams: int) -> QuerySet[Match]:
    """The matches of some teams that are not over, the next first."""
    own = Q(fixture__home__in=teams) | Q(fixture__away__in=teams)
    return Match.objects.filter(own, resolved_at__isnull=True).order_by("due_at", "pk")


def open_match(match: Match) -> Match:
    """A match that can still be moved. Its row is locked by the caller."""
    found = Match.objects.select_related("fixture__home", "fixture__away", "fixture__round__season").get(pk=match.pk)
    if found.resolved_at:
        raise Refused("match-over", f"{found.fixture} is over.")
    if found.locked_at:
        raise Refused(
            "match-locked", f"The line-ups of {found.fixture} are locked and published: it is played when it is due."
        )
    return found


def check_time(at: datetime, field: str = "due_at") -> None:
    now = timezone.now()
    if at < now - LEEWAY:
        raise Refused(f"bad-{field}", "That time has passed already; choose a moment to come.")
    if at > now + LATEST:
        raise Refused(f"bad-{field}", "That is more than two years ahead; choose an earlier moment.")


def _first_of_its_teams(match: Match, now: datetime) -> datetime:
    """Now, or before what else its teams have to play, which would otherwise come first."""
    first = waiting_of(match.fixture.home_id, match.fixture.away_id).exclude(pk=match.pk).first()
    if first is not None and first.locked_at:
        raise Refused("earlier-match", f"{first.fixture} has to be over first: its line-ups are locked.")
    return min(now, first.due_at - timedelta(seconds=1)) if first is not None else now


def _of_match(asked: Asked, kind: str, match: Match, act: Callable[[Measure], str]) -> Measure:
    pair = (match.fixture.home_id, match.fixture.away_id)
    return measure_take(
        asked,
        kind=kind,
        season=match.fixture.round.season,
        match=match,
        teams=lambda: pair,
        act=act,
        power=May.SET_TIMES,
    )
