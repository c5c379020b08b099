"""Rounds follow each other at the season's interval, and never begin before they were drawn up."""

from datetime import UTC, datetime, timedelta
from itertools import pairwise
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from league.seasons.kick_offs import kick_offs, next_kick_off

BERLIN = ZoneInfo("Europe/Berlin")
anywhere = st.sampled_from(["Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "UTC"]).map(ZoneInfo)
moments = st.integers(0, 5 * 366 * 24 * 60).map(
    lambda minutes: datetime(2025, 1, 1, tzinfo=UTC) + timedelta(minutes=minutes)
)


@given(moments, st.integers(1, 60), anywhere)
def test_rounds_by_the_day_keep_their_time_of_the_day(first: datetime, days: int, zone: ZoneInfo) -> None:
    times = kick_offs(first, timedelta(days=days), 30, zone)
    assert times[0] == first
    assert times == sorted(set(times))
    start = first.astimezone(zone)
    for number, each in enumerate(times):
        wanted = start.replace(tzinfo=None) + timedelta(days=days) * number
        shown = each.astimezone(zone).replace(tzinfo=None)
        skipped = wanted.replace(tzinfo=zone).astimezone(UTC).astimezone(zone).replace(tzinfo=None) != wanted
        assert skipped or shown == wanted


hours = st.integers(1, 200).filter(lambda hours: hours % 24).map(lambda hours: 60 * hours)


@given(moments, st.integers(1, 23 * 60) | hours, anywhere)
def test_rounds_by_the_hour_follow_each_other_evenly(first: datetime, minutes: int, zone: ZoneInfo) -> None:
    times = kick_offs(first, timedelta(minutes=minutes), 30, zone)
    assert {late - early for early, late in pairwise(times)} == {timedelta(minutes=minutes)}


@pytest.mark.parametrize(
    ("first", "then"),
    [
        (datetime(2026, 10, 18, 20, tzinfo=BERLIN), datetime(2026, 10, 25, 19, tzinfo=UTC)),
        (datetime(2026, 3, 22, 20, tzinfo=BERLIN), datetime(2026, 3, 29, 18, tzinfo=UTC)),
        # Half past two is skipped in March, and comes twice in October.
        (datetime(2026, 3, 22, 2, 30, tzinfo=BERLIN), datetime(2026, 3, 29, 1, 30, tzinfo=UTC)),
        (datetime(2026, 10, 18, 2, 30, tzinfo=BERLIN), datetime(2026, 10, 25, 0, 30, tzinfo=UTC)),
        (datetime(2026, 10, 25, 2, 30, tzinfo=BERLIN, fold=1), datetime(2026, 11, 1, 1, 30, tzinfo=UTC)),
    ],
)
def test_a_weekly_round_begins_at_the_same_hour(first: datetime, then: datetime) -> None:
    assert kick_offs(first, timedelta(weeks=1), 2, BERLIN) == [first, then]


FIRST, WEEK = datetime(2026, 3, 1, 18, tzinfo=UTC), timedelta(days=7)


def test_kick_offs_are_evenly_spaced() -> None:
    first = datetime(2026, 3, 1, 18, tzinfo=UTC)
    assert kick_offs(first, timedelta(days=7), 3) == [
        first,
        datetime(2026, 3, 8, 18, tzinfo=UTC),
        datetime(2026, 3, 15, 18, tzinfo=UTC),
    ]


@pytest.mark.parametrize(
    ("drawn_after", "weeks"),
    [
        (timedelta(hours=2), 1),
        (timedelta(days=3, hours=12), 1),  # half of the time is left
        (timedelta(days=3, hours=13), 2),
        (timedelta(days=30), 5),
        (timedelta(days=-20), 1),  # all was played long before it was due
    ],
)
def test_the_next_round_is_in_step_and_leaves_half_of_the_time_between_two(drawn_after: timedelta, weeks: int) -> None:
    assert next_kick_off(FIRST, WEEK, FIRST + drawn_after) == FIRST + weeks * WEEK


def test_the_next_round_keeps_its_hour_when_the_clocks_change() -> None:
    last = datetime(2026, 10, 18, 20, tzinfo=BERLIN)
    drawn = next_kick_off(last, timedelta(weeks=1), last + timedelta(hours=2), BERLIN)
    assert drawn == datetime(2026, 10, 25, 20, tzinfo=BERLIN)
