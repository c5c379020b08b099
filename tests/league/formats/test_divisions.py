"""Divisions: cut from the top, each on its own, with teams that go up and down between two seasons."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from league.formats import format_of
from league.formats.base import BadStage
from tests.league.formats.courses import begun, better_seed_wins, entrants, finish

KEY, FORMAT = "divisions", format_of("divisions")


@given(st.integers(2, 64), st.integers(2, 8), st.integers(0, 4))
def test_divisions_are_about_equal_and_as_many_go_up_as_down(teams: int, divisions: int, moving: int) -> None:
    settings = FORMAT.clean({"groups": divisions, "moving": moving})
    if teams // divisions < max(2, 2 * moving):
        with pytest.raises(BadStage):
            FORMAT.check_field(settings, teams)
        return
    FORMAT.check_field(settings, teams)
    end = finish(KEY, begun(KEY, entrants(teams), groups=divisions, moving=moving), better_seed_wins)
    group = {each.team: each.group for each in end.entrants}
    sizes = [list(group.values()).count(number) for number in range(1, divisions + 1)]
    assert max(sizes) - min(sizes) <= 1
    assert sizes == sorted(sizes, reverse=True)
    assert all(group[match.home] == group[match.away] for each in end.rounds for match in each.meetings)
    assert FORMAT.places(end) == sorted(group)
    after = FORMAT.next_order(end)
    assert sorted(after) == sorted(group)
    changed = {team for team, now in zip(after, FORMAT.places(end), strict=True) if group[team] != group[now]}
    assert len(changed) == 2 * moving * (divisions - 1)
    assert all(abs(group[team] - group[now]) <= 1 for team, now in zip(after, FORMAT.places(end), strict=True))


def test_who_goes_up_and_who_goes_down() -> None:
    end = finish(KEY, begun(KEY, entrants(9), groups=3, moving=1), better_seed_wins)
    assert FORMAT.next_order(end) == [101, 102, 104, 103, 105, 107, 106, 108, 109]
    left = replace(end, entrants=[replace(each, withdrawn=each.team == 102) for each in end.entrants])
    assert FORMAT.next_order(left) == [101, 104, 103, 105, 107, 106, 108, 109]
    assert [name for name, _ in FORMAT.tables(end)] == ["Division 1", "Division 2", "Division 3"]
