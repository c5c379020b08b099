"""Everybody meets everybody, nobody plays twice in a round, and home and away are shared fairly."""

from collections import Counter
from itertools import combinations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from league.formats import format_of
from league.formats.base import BadStage
from league.formats.round_robin import schedule
from tests.league.formats.courses import all_drawn, begun, entrants, finish

teams = st.lists(st.integers(), min_size=2, max_size=64, unique=True)


@given(teams, st.integers(1, 4))
def test_every_pair_meets_once_so_often(ids: list[int], times: int) -> None:
    met = Counter(frozenset(pair) for pairs in schedule(ids, times) for pair in pairs)
    assert met == {frozenset(pair): times for pair in combinations(ids, 2)}


@given(teams, st.integers(1, 4))
def test_nobody_plays_twice_in_a_round_and_at_most_one_team_rests(ids: list[int], times: int) -> None:
    for pairs in schedule(ids, times):
        playing = [team for pair in pairs for team in pair]
        assert len(playing) == len(set(playing)) == len(ids) - len(ids) % 2


@given(teams)
def test_there_are_no_more_rounds_than_needed(ids: list[int]) -> None:
    assert len(schedule(ids)) == len(ids) - 1 + len(ids) % 2


@given(teams)
def test_meeting_once_gives_each_team_as_many_home_as_away_matches_but_one(ids: list[int]) -> None:
    homes = Counter(home for pairs in schedule(ids) for home, _ in pairs)
    aways = Counter(away for pairs in schedule(ids) for _, away in pairs)
    assert all(abs(homes[team] - aways[team]) <= 1 for team in ids)


@given(teams)
def test_meeting_twice_gives_each_pair_one_match_on_each_ground(ids: list[int]) -> None:
    met = [pair for pairs in schedule(ids, 2) for pair in pairs]
    assert len(met) == len(set(met)) == len(ids) * (len(ids) - 1)


def test_every_second_meeting_is_on_the_other_ground() -> None:
    assert schedule([1, 2], 4) == [[(1, 2)], [(2, 1)], [(1, 2)], [(2, 1)]]


@given(teams)
def test_nobody_is_at_home_or_away_three_times_in_a_row(ids: list[int]) -> None:
    for team in ids:
        grounds = "".join(
            "H" if team == home else "A" for pairs in schedule(ids) for home, away in pairs if team in (home, away)
        )
        assert "HHH" not in grounds
        assert "AAA" not in grounds


@pytest.mark.parametrize("ids", [[], [1]])
def test_fewer_than_two_teams_have_nothing_to_play(ids: list[int]) -> None:
    assert schedule(ids) == []


# Groups -------------------------------------------------------------------------------------------------------------------

KEY, FORMAT = "round-robin", format_of("round-robin")


def test_groups_are_dealt_out_backwards_and_meet_among_themselves() -> None:
    start = begun(KEY, entrants(7), groups=3)
    group = {each.team: each.group for each in start.entrants}
    assert list(group.values()) == [1, 2, 3, 3, 2, 1, 1]
    drawn = FORMAT.draw(start)
    assert len(drawn) == FORMAT.length(start.settings, 7) == 3  # as many as the largest needs
    assert all(group[pair.home] == group[pair.away] for each in drawn for pair in each.pairs)


def test_all_firsts_come_before_all_seconds() -> None:
    end = finish(KEY, begun(KEY, entrants(5), groups=2), all_drawn)  # two draws each in one group, one in the other
    assert FORMAT.places(end) == [101, 102, 104, 103, 105]
    assert [name for name, _ in FORMAT.tables(end)] == ["Group A", "Group B"]
    assert FORMAT.tables(begun(KEY, entrants(2))) == [("", [101, 102])]


def test_a_group_has_two_teams_at_least() -> None:
    settings = FORMAT.clean({"groups": 3})
    FORMAT.check_field(settings, 6)
    with pytest.raises(BadStage, match="at least 6"):
        FORMAT.check_field(settings, 5)


# Settings of any format ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("key", "settings", "said"),
    [
        *((KEY, {"times": times}, "choose 1 to 8") for times in (0, 9, True, "2", 1.5)),
        ("knock-out", {"third_place": 1}, "it is on or off"),
        ("knock-out", {"teams": 3}, "choose one of 0, 2, 4"),
        ("swiss", {"luck": 1}, "no setting luck"),
    ],
)
def test_a_setting_has_one_of_its_values(key: str, settings: dict[str, Any], said: str) -> None:
    with pytest.raises(BadStage, match=said):
        format_of(key).clean(settings)


def test_what_is_not_set_has_its_usual_value() -> None:
    assert [FORMAT.clean({"times": times})["times"] for times in (1, 8)] == [1, 8]
    assert FORMAT.clean({}) == {"times": 1, "groups": 1}
