"""Ladders and open play: who may ask whom, in which round they meet, and in which order they stand."""

from collections.abc import Sequence
from dataclasses import replace

import pytest

from league.formats import format_of
from league.formats.base import Course, Meeting, Round
from league.formats.free import homes
from league.standings.games import Game
from tests.league.formats.courses import begun, course, entrants, game

LADDER, OPEN = format_of("ladder"), format_of("open-play")


def with_rounds(start: Course, *rounds: Sequence[Meeting]) -> Course:
    return course(start.settings, start.entrants, [Round(each) for each in rounds])


def won_by_home(home: int, away: int) -> Meeting:
    return Meeting(home, away, 0, game(home, away, lambda home, away: (1, 0)))


@pytest.mark.parametrize("key", ["ladder", "open-play"])
def test_the_rounds_are_there_from_the_start_and_empty(key: str) -> None:
    start = begun(key, entrants(4), rounds=3)
    assert [list(each.pairs) for each in format_of(key).draw(start)] == [[], [], []]
    drawn = with_rounds(start, [], [], [])
    assert format_of(key).draw(drawn) == []
    assert not format_of(key).finished(drawn)
    assert format_of(key).finished(replace(drawn, over=True))
    assert not format_of(key).finished(replace(with_rounds(start, [Meeting(101, 102)], []), over=True))


def test_whoever_beats_a_higher_team_takes_its_rung() -> None:
    start = begun("ladder", entrants(5))
    after = with_rounds(start, [won_by_home(104, 102), won_by_home(101, 105)], [Meeting(101, 103, 0, None)])
    assert LADDER.places(after) == [101, 104, 102, 103, 105]
    away = with_rounds(start, [Meeting(102, 104, 0, game(102, 104, lambda home, away: (0, 1)))])
    assert LADDER.places(away) == [101, 104, 102, 103, 105]
    drawn = with_rounds(start, [Meeting(104, 102, 0, Game(104, 102, winner="draw"))])
    assert LADDER.places(drawn) == [101, 102, 103, 104, 105]


def test_who_withdrew_stands_below_all_others() -> None:
    start = begun("ladder", entrants(3))
    left = course(start.settings, [replace(each, withdrawn=each.team == 101) for each in start.entrants])
    assert LADDER.places(left) == [102, 103, 101]
    assert LADDER.refusal(left, 101, 103)


@pytest.mark.parametrize(
    ("team", "opponent", "may"),
    [(105, 104, True), (105, 103, True), (105, 102, False), (102, 105, False), (103, 103, False)],
)
def test_a_challenge_reaches_so_far_upwards(team: int, opponent: int, may: bool) -> None:
    start = begun("ladder", entrants(5), reach=2)
    assert (LADDER.refusal(start, team, opponent) == "") == may


def test_they_meet_in_the_first_round_that_both_have_free_and_not_at_once_again() -> None:
    start = begun("ladder", entrants(4), rounds=5, rest=1)
    busy = with_rounds(start, [Meeting(102, 103)], [Meeting(101, 104)], [], [], [])
    assert LADDER.round_for(busy, 102, 101, 0) == 2
    assert LADDER.round_for(busy, 103, 102, 0) == 2  # one round of rest between
    assert LADDER.round_for(busy, 104, 103, 0) == 2
    assert LADDER.round_for(busy, 104, 102, 4) == 4
    assert LADDER.round_for(with_rounds(start, [Meeting(101, 102)]), 102, 101, 0) is None
    assert LADDER.round_for(with_rounds(start, [], []), 102, 101, 0) == 0
    twice = with_rounds(start, [Meeting(101, 102)], [], [Meeting(101, 102)], [], [])
    assert LADDER.round_for(twice, 102, 101, 0) == 4  # the rest counts from the last of their matches
    assert LADDER.grounds(start, 102, 101) == (101, 102)


def test_limits_of_open_play() -> None:
    start = begun("open-play", entrants(4), rounds=6, meetings=2, matches=3)
    two = with_rounds(start, [Meeting(101, 102)], [Meeting(102, 101)], [], [])
    assert "twice" in OPEN.refusal(two, 101, 102)
    assert OPEN.refusal(two, 101, 103) == ""
    three = with_rounds(start, [Meeting(101, 102)], [Meeting(102, 101)], [Meeting(103, 101)], [])
    assert "three times" in OPEN.refusal(three, 104, 101)
    assert OPEN.refusal(three, 104, 103) == ""
    assert OPEN.refusal(start, 101, 101)
    assert OPEN.refusal(begun("open-play", entrants(2)), 101, 102) == ""  # without a limit of matches
    assert OPEN.grounds(two, 101, 103) == (101, 103)
    once = begun("open-play", entrants(2), meetings=1)
    assert "as they may: once." in OPEN.refusal(with_rounds(once, [Meeting(101, 102)]), 101, 102)
    assert homes(with_rounds(start, [Meeting(101, 102)])) == {101: 1, 102: -1}
    assert OPEN.grounds(with_rounds(start, [Meeting(101, 102)]), 101, 103) == (103, 101)
