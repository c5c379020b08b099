"""Nobody loses by an outage: where nothing ran when line-ups were to be locked, the lock and the kick-off move by its length.

The first tick after an outage notices it by the last sign of life of a worker, before it looks for anything else to do. Whatever
is moved is announced as a measure of its season. A team's matches stay in their order: what would be overtaken moves as well.
"""

from collections import defaultdict
from collections.abc import Iterable
from datetime import datetime, timedelta
from uuid import uuid5

from django.db import transaction

from league.models import Season
from matches.control.fixtures import match_set_time
from matches.control.measures import OUTAGES, measure_announce
from matches.models import Heartbeat, Match, Measure, Outage

LEAST = timedelta(minutes=10)  # a restart for a new release is none


def outage_notice(now: datetime) -> Outage | None:
    """See whether anything ran lately; one query where it did."""
    last = Heartbeat.objects.filter(name="worker").values_list("at", flat=True).first()
    if last is None or now - last < LEAST:
        return None
    return outage_make_up(began_at=last, ended_at=now)


@transaction.atomic
def outage_make_up(*, began_at: datetime, ended_at: datetime) -> Outage | None:
    """Move what would have been locked meanwhile, once; None where that was done before."""
    outage, new = Outage.objects.get_or_create(began_at=began_at, defaults={"ended_at": ended_at})
    if not new:
        return None
    by_season: dict[int, list[Match]] = defaultdict(list)
    for match in _open_matches():
        by_season[match.fixture.round.season_id].append(match)
    for season, matches in by_season.items():
        moved = _concerned(matches, outage)
        for match in moved:
            match_set_time(match, match.due_at + outage.length)
        if moved:
            _announce(Season.objects.select_related("league").get(pk=season), outage, moved)
            outage.moved += len(moved)
    outage.save(update_fields=["moved"])
    return outage


def _open_matches() -> Iterable[Match]:
    """All whose line-ups are open, in their order, their rows locked; who is locking one at this moment goes on."""
    rows = Match.objects.select_for_update(of=("self",), no_key=True, skip_locked=True).filter(
        locked_at__isnull=True, resolved_at__isnull=True, fixture__round__season__state=Season.State.RUNNING
    )
    return rows.select_related("fixture__round__season").order_by("due_at", "pk")


def _concerned(matches: Iterable[Match], outage: Outage) -> list[Match]:
    """Those whose lock fell into the outage, and those which they would overtake."""
    until: dict[int, datetime] = {}
    found = []
    for match in matches:
        teams = (match.fixture.home_id, match.fixture.away_id)
        overtaken = any(match.due_at <= until[team] for team in teams if team in until)
        if overtaken or outage.began_at <= match.locks_at <= outage.ended_at:
            found.append(match)
            for team in teams:
                until[team] = match.due_at + outage.length
    return found


def _announce(season: Season, outage: Outage, moved: list[Match]) -> None:
    minutes = round(outage.length / timedelta(minutes=1))
    reason = f"Nothing ran from {outage.began_at:%Y-%m-%d %H:%M} to {outage.ended_at:%H:%M} UTC: {minutes} minutes."
    matches = "1 match" if len(moved) == 1 else f"{len(moved)} matches"
    summary = f"{matches} of {season} moved by {minutes} minutes."
    key = uuid5(OUTAGES, f"{outage.pk} {season.pk}")
    measure_announce(season=season, kind=Measure.Kind.DELAYED, reason=reason, summary=summary, key=key)
