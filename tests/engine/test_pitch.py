"""The field as bits: neighbours, growth and distance agree with the plain definition on every grid."""

from collections import deque

import pytest

from engine.core.errors import BadInput
from engine.core.pitch import Pitch, lowest, squares_of
from engine.rulesets.bb2025 import EDITION

GRIDS = [
    Pitch(31, 15, "staggered-six"),
    Pitch(41, 17, "staggered-six"),
    Pitch(15, 9, "square-eight"),
    Pitch(15, 9, "square-four"),
    EDITION.pitch,
]


def names(pitch: Pitch, area: int) -> set[str]:
    return {pitch.name(square) for square in squares_of(area)}


def test_neighbours_on_the_default_board() -> None:
    pitch = GRIDS[0]
    assert names(pitch, pitch.neighbours(pitch.square("r10c8"))) == {"r10c7", "r10c9", "r9c7", "r9c8", "r11c7", "r11c8"}
    assert names(pitch, pitch.neighbours(pitch.square("r11c8"))) == {
        "r11c7",
        "r11c9",
        "r10c8",
        "r10c9",
        "r12c8",
        "r12c9",
    }
    assert names(pitch, pitch.neighbours(pitch.square("r11c0"))) == {"r11c1", "r10c1", "r12c1"}
    assert names(pitch, pitch.neighbours(pitch.square("r31c15"))) == {"r31c14", "r30c15"}


@pytest.mark.parametrize("pitch", GRIDS, ids=lambda pitch: f"{pitch.grid} {pitch.rows}x{pitch.columns}")
def test_steps_lead_both_ways_and_never_off_the_field(pitch: Pitch) -> None:
    for square in squares_of(pitch.everywhere):
        for other in squares_of(pitch.neighbours(square)):
            assert pitch.everywhere >> other & 1
            assert pitch.neighbours(other) >> square & 1


@pytest.mark.parametrize("pitch", GRIDS, ids=lambda pitch: f"{pitch.grid} {pitch.rows}x{pitch.columns}")
def test_distance_is_that_of_a_breadth_first_search(pitch: Pitch) -> None:
    start = pitch.at(pitch.middle, 3)
    steps, queue = {start: 0}, deque([start])
    while queue:
        here = queue.popleft()
        for square in squares_of(pitch.neighbours(here)):
            if square not in steps:
                steps[square] = steps[here] + 1
                queue.append(square)
    assert {square: pitch.distance(start, square) for square in squares_of(pitch.everywhere)} == steps


@pytest.mark.parametrize("pitch", GRIDS, ids=lambda pitch: f"{pitch.grid} {pitch.rows}x{pitch.columns}")
def test_the_nearest_spaces_are_those_at_the_least_distance(pitch: Pitch) -> None:
    start, area = pitch.at(pitch.middle, 3), pitch.row(2) | pitch.row(pitch.rows)
    least = min(pitch.distance(start, square) for square in squares_of(area))
    nearest = pitch.nearest(start, area)
    assert list(squares_of(nearest)) == [each for each in squares_of(area) if pitch.distance(start, each) == least]
    assert lowest(nearest) == min(squares_of(nearest))
    assert pitch.nearest(start, 0) == 0


@pytest.mark.parametrize("pitch", GRIDS, ids=lambda pitch: f"{pitch.grid} {pitch.rows}x{pitch.columns}")
def test_around_an_area_are_the_neighbours_of_its_spaces(pitch: Pitch) -> None:
    area = pitch.row(pitch.middle) | pitch.row(1) & ~(pitch.row(1) - 1) | 1 << pitch.at(pitch.rows, pitch.columns)
    beside = 0
    for square in squares_of(area):
        beside |= pitch.neighbours(square)
    assert pitch.around(area) == beside
    assert pitch.grow(area) == area | beside


def test_a_flood_stops_at_walls() -> None:
    pitch = GRIDS[0]
    wall = pitch.row(16)
    below = pitch.flood(1 << pitch.square("r6c8"), pitch.everywhere & ~wall)
    assert below == pitch.rows_between(1, 15)
    gap = wall & ~(1 << pitch.square("r16c8"))
    assert pitch.flood(1 << pitch.square("r6c8"), pitch.everywhere & ~gap) == pitch.everywhere & ~gap


@pytest.mark.parametrize("name", ["r0c1", "r32c1", "r10c0", "r10c16", "c1r1", "", "r-1c3", "r10c99"])
def test_unknown_spaces_are_refused(name: str) -> None:
    with pytest.raises(BadInput, match="has no space"):
        GRIDS[0].square(name)
