"""Swiss pairings: the cheapest there are, without meeting again, with byes and grounds spread over the field."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from league.formats import format_of
from league.formats.base import NOBODY, Course, Drawn, Round
from league.formats.swiss import pair_costs
from league.standings.games import Game
from tests.league.formats.courses import (
    Decide,
    all_drawn,
    begun,
    better_seed_wins,
    course,
    entrants,
    finish,
    meetings_of,
    played,
    rounds_of,
)

KEY, FORMAT = "swiss", format_of("swiss")
WIN, DRAW = 3, 1


def by_chance(dice: Random) -> Decide:
    return lambda home, away: (dice.randrange(3), dice.randrange(3))


def pairings(teams: tuple[int, ...]) -> Iterator[list[tuple[int, int]]]:
    """Every way to pair off an even number of teams."""
    if not teams:
        yield []
        return
    first, *others = teams
    for other in others:
        left = tuple(team for team in others if team != other)
        for rest in pairings(left):
            yield [(first, other), *rest]


def faults(before: Course, pairs: list[tuple[int, int]]) -> tuple[int, int, int]:
    """Counted from the results alone: meetings and rests that were there before, differences in points, one-sided grounds."""
    met, points, homes = Counter[frozenset[int]](), Counter[int](), Counter[int]()
    for each in before.rounds:
        met.update(frozenset((meeting.home, meeting.away)) for meeting in each.meetings)
        met.update(frozenset((team, NOBODY)) for team in each.byes)
        homes.update(meeting.home for meeting in each.meetings)
        homes.subtract(meeting.away for meeting in each.meetings)
        for game in each.games:
            points.update(points_of(game))
    lowest = min(points[each.team] for each in before.active)
    points[NOBODY] = lowest
    again = sum(met[frozenset(pair)] for pair in pairs)
    apart = sum((points[one] - points[other]) ** 2 for one, other in pairs)
    matches = [(homes[one], homes[other]) for one, other in pairs if NOBODY not in (one, other)]
    grounds = [min(max(abs(one + side), abs(other - side), 1) - 1 for side in (1, -1)) for one, other in matches]
    return again, apart, sum(grounds)


def points_of(game: Game) -> dict[int, int]:
    if game.away is None:
        return {game.home: WIN}
    if game.winner == "draw":
        return {game.home: DRAW, game.away: DRAW}
    return {game.home if game.winner == "home" else game.away: WIN}


def pairs_of(drawn: Drawn) -> list[tuple[int, int]]:
    return [*((pair.home, pair.away) for pair in drawn.pairs), *((team, NOBODY) for team in drawn.byes)]


@pytest.mark.parametrize("number", range(200))
def test_no_other_pairing_of_a_random_tournament_is_better(number: int) -> None:
    dice = Random(number)  # noqa: S311
    start = begun(KEY, entrants(dice.randint(2, 8)), rounds=dice.randint(2, 5))
    now = start
    while drawn := FORMAT.draw(now):
        field = tuple(each.team for each in now.active)
        every = pairings((*field, NOBODY) if len(field) % 2 else field)
        chosen = pairs_of(drawn[0])
        assert faults(now, chosen) == min(faults(now, each) for each in every)
        now = played(now, drawn[0], by_chance(dice))
        if dice.random() < 0.15 and len(now.active) > 2:
            gone = dice.choice(now.active)
            left = [replace(each, withdrawn=each.withdrawn or each == gone) for each in now.entrants]
            now = course(now.settings, left, now.rounds)


@given(st.integers(2, 9), st.randoms(use_true_random=False))
@settings(max_examples=30)
def test_the_matching_is_the_cheapest_by_its_own_costs(teams: int, dice: Random) -> None:
    for _, before in [
        (None, begun(KEY, entrants(teams))),
        *rounds_of(KEY, begun(KEY, entrants(teams)), by_chance(dice)),
    ]:
        costs = pair_costs(before)
        costs |= {(other, one): cost for (one, other), cost in costs.items()}
        for drawn in FORMAT.draw(before):
            field = (*(each.team for each in before.active), *([NOBODY] if teams % 2 else []))
            least = min(sum(costs[pair] for pair in each) for each in pairings(field))
            assert sum(costs[pair] for pair in pairs_of(drawn)) == least


@given(st.integers(2, 64), st.randoms(use_true_random=False))
@settings(max_examples=25, deadline=None)
def test_everybody_plays_in_every_round_and_nobody_twice(teams: int, dice: Random) -> None:
    start = begun(KEY, entrants(teams))
    rounds = list(rounds_of(KEY, start, by_chance(dice)))
    assert len(rounds) == FORMAT.length(start.settings, teams) == (teams - 1).bit_length()
    homes, byes, met = Counter[int](), Counter[int](), Counter[frozenset[int]]()
    for drawn, _ in rounds:
        playing = [team for pair in pairs_of(drawn) for team in pair if team != NOBODY]
        assert sorted(playing) == sorted(each.team for each in start.entrants)
        assert len(drawn.byes) == teams % 2
        byes.update(drawn.byes)
        met.update(frozenset((pair.home, pair.away)) for pair in drawn.pairs)
        for pair in drawn.pairs:
            homes.update({pair.home: 1, pair.away: -1})
    assert max(byes.values(), default=0) <= 1
    assert teams < 6 or max(met.values()) == 1
    assert max(map(abs, homes.values())) <= 2


def test_the_first_round_brings_the_upper_half_against_the_lower() -> None:
    (first,) = FORMAT.draw(begun(KEY, entrants(8)))
    assert {frozenset((pair.home, pair.away)) for pair in first.pairs} == {
        frozenset((100 + seed, 104 + seed)) for seed in range(1, 5)
    }


def test_the_lowest_who_has_not_rested_rests() -> None:
    rested = [drawn.byes for drawn, _ in rounds_of(KEY, begun(KEY, entrants(5), rounds=5), better_seed_wins)]
    assert rested[0] == [105]
    assert sorted(team for byes in rested for team in byes) == [101, 102, 103, 104, 105]


def test_winners_meet_winners() -> None:
    rounds = list(rounds_of(KEY, begun(KEY, entrants(8)), better_seed_wins))
    second = {frozenset((pair.home, pair.away)) for pair in rounds[1][0].pairs}
    assert all(max(pair) <= 104 or min(pair) > 104 for pair in second)
    assert FORMAT.places(rounds[-1][1])[0] == 101


def test_all_draws_and_more_rounds_than_opponents_still_pair_everybody() -> None:
    end = finish(KEY, begun(KEY, entrants(4), rounds=5), all_drawn)
    assert [len(each.meetings) for each in end.rounds] == [2] * 5


@pytest.mark.parametrize("teams", [0, 1])
def test_fewer_than_two_teams_have_nothing_to_play(teams: int) -> None:
    start = begun(KEY, entrants(teams))
    assert FORMAT.draw(start) == []
    assert FORMAT.finished(start)


def test_nothing_is_drawn_and_nothing_is_over_while_a_result_is_missing() -> None:
    start = begun(KEY, entrants(4), rounds=2)
    (first,) = FORMAT.draw(start)
    waiting = Round(meetings_of(first))
    assert FORMAT.draw(course(start.settings, start.entrants, [waiting])) == []
    last = course(start.settings, start.entrants, [*played(start, first, better_seed_wins).rounds, waiting])
    assert not FORMAT.finished(last)


def test_the_tournament_ends_when_everybody_but_one_has_left() -> None:
    start = begun(KEY, entrants(3))
    (first,) = FORMAT.draw(start)
    after = played(start, first, better_seed_wins)
    alone = course(after.settings, [replace(each, withdrawn=each.seed > 1) for each in after.entrants], after.rounds)
    assert FORMAT.draw(alone) == []
    assert FORMAT.finished(alone)


def test_every_pair_of_the_field_is_possible() -> None:
    costs = pair_costs(begun(KEY, entrants(5)))
    assert {frozenset(pair) for pair in costs} == {
        frozenset(pair) for pair in combinations([NOBODY, 101, 102, 103, 104, 105], 2)
    }
