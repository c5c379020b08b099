"""Everybody meets everybody, nobody plays twice in a round, and home and away are shared fairly."""

from collections import Counter
from datetime import UTC, datetime, timedelta
from itertools import combinations, pairwise
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from league.seasons.scheduling import kick_offs, round_robin

teams = st.lists(st.integers(), min_size=2, max_size=32, unique=True)


@given(teams, st.sampled_from([1, 2]))
def test_every_pair_meets_once_per_leg(ids: list[int], legs: int) -> None:
    met = Counter(frozenset(pair) for pairs in round_robin(ids, legs) for pair in pairs)
    assert met == {frozenset(pair): legs for pair in combinations(ids, 2)}


@given(teams, st.sampled_from([1, 2]))
def test_nobody_plays_twice_in_a_round_and_at_most_one_team_rests(ids: list[int], legs: int) -> None:
    for pairs in round_robin(ids, legs):
        playing = [team for pair in pairs for team in pair]
        assert len(playing) == len(set(playing)) == len(ids) - len(ids) % 2


@given(teams)
def test_there_are_no_more_rounds_than_needed(ids: list[int]) -> None:
    assert len(round_robin(ids)) == len(ids) - 1 + len(ids) % 2


@given(teams)
def test_one_leg_gives_each_team_as_many_home_as_away_matches_but_one(ids: list[int]) -> None:
    homes = Counter(home for pairs in round_robin(ids) for home, _ in pairs)
    aways = Counter(away for pairs in round_robin(ids) for _, away in pairs)
    assert all(abs(homes[team] - aways[team]) <= 1 for team in ids)


@given(teams)
def test_two_legs_give_each_pair_one_match_on_each_ground(ids: list[int]) -> None:
    met = [pair for pairs in round_robin(ids, 2) for pair in pairs]
    assert len(met) == len(set(met)) == len(ids) * (len(ids) - 1)


@given(teams)
def test_nobody_is_at_home_or_away_three_times_in_a_row(ids: list[int]) -> None:
    for team in ids:
        grounds = "".join(
            "H" if team == home else "A" for pairs in round_robin(ids) for home, away in pairs if team in (home, away)
        )
        assert "HHH" not in grounds
        assert "AAA" not in grounds


@pytest.mark.parametrize("ids", [[], [1]])
def test_fewer_than_two_teams_have_nothing_to_play(ids: list[int]) -> None:
    assert round_robin(ids) == []


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


@given(moments, st.integers(1, 23 * 60), anywhere)
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


def test_kick_offs_are_evenly_spaced() -> None:
    first = datetime(2026, 3, 1, 18, tzinfo=UTC)
    assert kick_offs(first, timedelta(days=7), 3) == [
        first,
        datetime(2026, 3, 8, 18, tzinfo=UTC),
        datetime(2026, 3, 15, 18, tzinfo=UTC),
    ]
