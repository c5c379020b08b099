"""Colours: both sides of a match and the teams of a league are told apart."""

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from teams.colours import ENOUGH, PALETTE, distance, free_colour, match_colours, oklab

colours = st.integers(0, 0xFFFFFF).map(lambda number: f"#{number:06x}")
TURF, CHALK = "#1d5a3b", "#f6f9f2"


@pytest.mark.parametrize(
    ("colour", "published"),
    [
        ("#000000", (0, 0, 0)),
        ("#ffffff", (1, 0, 0)),
        ("#ff0000", (0.628, 0.225, 0.126)),
        ("#00ff00", (0.866, -0.234, 0.179)),
        ("#0000ff", (0.452, -0.032, -0.312)),
    ],
)
def test_oklab_is_the_published_space(colour: str, published: tuple[float, float, float]) -> None:
    assert oklab(colour) == pytest.approx(published, abs=0.001)


def test_every_colour_of_the_palette_is_told_apart_from_all_others() -> None:
    assert min(distance(*pair) for pair in combinations(PALETTE, 2)) >= ENOUGH
    assert min(distance(colour, ground) for colour in PALETTE for ground in (TURF, CHALK)) > 0.1


@given(colours, colours)
def test_sides_are_told_apart_and_home_and_whoever_can_keep_their_colour(home: str, away: str) -> None:
    worn = match_colours(home, away)
    assert distance(*worn) >= ENOUGH
    assert worn[0] == home
    assert worn == (home, away) or distance(home, away) < ENOUGH


def test_away_stays_as_near_to_its_own_colour_as_it_may() -> None:
    assert match_colours("#a3312a", "#a3312a") == ("#a3312a", "#c36a51")
    assert match_colours("#ffffff", "#000000") == ("#ffffff", "#000000")


@given(st.lists(st.sampled_from(PALETTE), max_size=len(PALETTE) - 1))
def test_a_new_team_looks_like_no_other_while_there_is_a_free_colour(taken: list[str]) -> None:
    assert min((distance(free_colour(taken), each) for each in taken), default=1) >= ENOUGH


@given(st.lists(colours, max_size=60))
def test_there_is_always_a_colour(taken: list[str]) -> None:
    assert free_colour(taken) in PALETTE
