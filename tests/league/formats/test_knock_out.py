"""Knock-out: any number of teams, one winner, nobody twice in a round, and always somebody who goes on."""

from collections import Counter
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from league.formats import format_of
from league.formats.base import BadStage, Course, Decider, Meeting, Round
from league.formats.knock_out import FINAL, THIRD_PLACE, bracket, seed_order
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

KEY, FORMAT = "knock-out", format_of("knock-out")
sizes = st.integers(2, 64)
chances = st.randoms(use_true_random=False)


def by_chance(dice: Random) -> Decide:
    return lambda home, away: (dice.randrange(4), dice.randrange(4))


@given(sizes, chances, st.booleans(), st.integers(1, 2))
def test_whoever_loses_is_out_and_one_team_is_left(teams: int, dice: Random, third: bool, legs: int) -> None:
    start = begun(KEY, entrants(teams), third_place=third, legs=legs)
    rounds = list(rounds_of(KEY, start, by_chance(dice)))
    for drawn, _ in rounds:
        playing = [team for pair in drawn.pairs for team in (pair.home, pair.away)]
        assert len(playing) == len(set(playing))
    end = rounds[-1][1]
    ties = [tie for ties in bracket(end) for tie in ties if tie.meetings and tie.name != THIRD_PLACE]
    assert len(ties) == teams - 1
    assert len({tie.loser for tie in ties}) == teams - 1
    assert len(rounds) == FORMAT.length(start.settings, teams)
    places = FORMAT.places(end)
    assert sorted(places) == sorted(each.team for each in start.entrants)
    assert places[:2] == [bracket(end)[-1][0].winner, bracket(end)[-1][0].loser]
    assert FORMAT.finished(end)


@given(sizes)
def test_without_upsets_the_places_are_the_seeds(teams: int) -> None:
    end = finish(KEY, begun(KEY, entrants(teams)), better_seed_wins)
    assert FORMAT.places(end) == [each.team for each in end.entrants]


@given(sizes)
def test_the_best_seeds_have_the_byes_and_meet_as_late_as_they_can(teams: int) -> None:
    start = begun(KEY, entrants(teams))
    (first,) = FORMAT.draw(start)
    size = 2 ** len(bracket(start))
    assert {seed + 100 for seed in range(1, size - teams + 1)}.isdisjoint(
        team for pair in first.pairs for team in (pair.home, pair.away)
    )
    order = seed_order(size)
    for left in range(1, len(bracket(start))):
        best = range(1, 2**left + 1)
        assert len({order.index(seed) * 2**left // size for seed in best}) == 2**left


@given(sizes, st.integers(1, 2))
def test_the_better_seed_has_the_last_match_at_home(teams: int, legs: int) -> None:
    for drawn, after in rounds_of(KEY, begun(KEY, entrants(teams), legs=legs, one_final=False), better_seed_wins):
        last = len(after.rounds) % legs == 0
        assert all((pair.home < pair.away) == last for pair in drawn.pairs)


@given(st.integers(2, 6).flatmap(lambda groups: st.tuples(st.just(groups), st.sampled_from([4, 8, 16]))))
def test_the_first_round_is_never_within_a_group(shape: tuple[int, int]) -> None:
    groups, teams = shape
    field = entrants(teams, groups=[1 + place % groups for place in range(teams)])
    start = begun(KEY, field)
    group = {each.team: each.group for each in field}
    (first,) = FORMAT.draw(start)
    assert all(group[pair.home] != group[pair.away] for pair in first.pairs)
    top = [each.team for each in start.entrants][: teams // 2]
    assert top == [each.team for each in field][: teams // 2]


def test_one_group_after_the_other_comes_apart_by_the_smallest_changes() -> None:
    """A1 B1 B2 A2 would meet as A1-A2 and B1-B2."""
    start = begun(KEY, entrants(4, groups=[1, 2, 2, 1]))
    assert [each.team for each in start.entrants] == [101, 102, 104, 103]
    eight = begun(KEY, entrants(8, groups=[1, 2, 3, 4, 4, 3, 2, 1]))
    assert [each.team for each in eight.entrants] == [101, 102, 103, 104, 106, 105, 108, 107]


def test_a_draw_goes_to_the_better_seed() -> None:
    end = finish(KEY, begun(KEY, entrants(7), legs=2), all_drawn)
    assert FORMAT.places(end)[:4] == [101, 102, 103, 104]


def final_of(*meetings: Meeting, legs: int = 1) -> Course:
    settings = FORMAT.clean({"legs": legs, "one_final": False})
    return course(settings, entrants(2), [Round([each]) for each in meetings])


def leg(home: int, away: int, *score: int, winner: str = "", shootout: str = "") -> Meeting:
    said = winner or ("home" if score[0] > score[1] else "away" if score[1] > score[0] else "draw")
    return Meeting(
        home, away, 0, Game(home, away, *score, *score, said), (int(shootout == "home"), int(shootout == "away"))
    )


@pytest.mark.parametrize(
    ("meetings", "champion"),
    [
        ([leg(101, 102, 0, 1)], 102),
        ([leg(101, 102, 1, 1, winner="away", shootout="away")], 102),
        ([leg(101, 102, 0, 0, winner="away")], 102),  # by decision
        ([leg(101, 102, 0, 0, winner="none")], 101),
        ([leg(101, 102, 2, 1, winner="away")], 102),  # conceded by the team that led
        ([leg(102, 101, 3, 1), leg(101, 102, 1, 0)], 102),  # 3:2 in all
        ([leg(102, 101, 1, 0), leg(101, 102, 1, 0, winner="away", shootout="away")], 102),
        ([leg(102, 101, 1, 0), leg(101, 102, 1, 0, winner="home", shootout="home")], 101),
        ([leg(102, 101, 0, 1), leg(101, 102, 0, 1, winner="away", shootout="away")], 102),
        (
            [leg(102, 101, 3, 0), leg(101, 102, 1, 0, winner="home", shootout="home")],
            102,
        ),  # the first was decided later
        ([leg(102, 101, 1, 1), leg(101, 102, 1, 1, winner="away")], 102),  # by decision
        ([leg(102, 101, 1, 1), leg(101, 102, 1, 1)], 101),
    ],
)
def test_who_wins_a_tie(meetings: list[Meeting], champion: int) -> None:
    assert FORMAT.places(final_of(*meetings, legs=len(meetings)))[0] == champion


def test_what_the_matches_have_to_decide() -> None:
    assert FORMAT.decider(final_of(leg(101, 102, 0, 1)), 1, 101, 102) == Decider()
    second = Meeting(101, 102)
    two = final_of(leg(102, 101, 2, 1), second, legs=2)
    assert FORMAT.decider(two, 1, 102, 101) is None
    assert FORMAT.decider(two, 2, 101, 102) == Decider((1, 2))
    start = begun(KEY, entrants(4), legs=2)
    first, second, *_ = FORMAT.draw(start)
    scores = {102: (3, 1), 103: (3, 1), 101: (2, 0), 104: (2, 0)}  # of the home side
    one_leg = played(start, first, lambda home, _: scores[home])
    waiting = course(start.settings, start.entrants, [*one_leg.rounds, Round(meetings_of(second))])
    for pair, score in zip(second.pairs, [(0, 2), (1, 3)], strict=True):
        assert FORMAT.decider(waiting, 2, pair.home, pair.away) == Decider(score)
    assert FORMAT.decider(waiting, 2, 101, 102) == Decider()  # they do not meet there
    assert [tie.teams for tie in bracket(waiting)[0]] == [(101, 104), (102, 103)]


def test_a_team_that_withdraws_is_passed_by_its_next_opponent() -> None:
    start = begun(KEY, entrants(4))
    (first,) = FORMAT.draw(start)
    semis = played(start, first, better_seed_wins)
    left = course(semis.settings, [replace(each, withdrawn=each.team == 101) for each in semis.entrants], semis.rounds)
    (second,) = FORMAT.draw(left)
    assert [{pair.home, pair.away} for pair in second.pairs] == [{103, 104}]  # for the third place
    end = played(left, second, better_seed_wins)
    assert FORMAT.finished(end)
    assert FORMAT.places(end) == [102, 101, 103, 104]
    assert bracket(end)[-1][0].walkover


def test_a_round_in_which_everybody_is_passed_is_empty_and_the_next_one_follows() -> None:
    start = begun(KEY, entrants(4), third_place=False)
    gone = course(start.settings, [replace(each, withdrawn=each.team in (103, 104)) for each in start.entrants])
    (first,) = FORMAT.draw(gone)
    assert first.pairs == []
    assert [len(ties) for ties in bracket(start)] == [2, 1]
    (final,) = FORMAT.draw(played(gone, first, better_seed_wins))
    assert [(pair.home, pair.away) for pair in final.pairs] == [(101, 102)]


def test_nothing_is_drawn_while_a_result_is_missing() -> None:
    start = begun(KEY, entrants(5))
    (first,) = FORMAT.draw(start)
    waiting = course(start.settings, start.entrants, [Round(meetings_of(first))])
    assert FORMAT.draw(waiting) == []
    assert not FORMAT.finished(waiting)
    assert [tie.winner for tie in bracket(waiting)[0] if tie.meetings] == [None]
    assert bracket(start)[0][1].score(104) is None


@pytest.mark.parametrize("teams", [2, 4])
def test_it_is_not_over_before_it_begins_nor_before_the_match_for_the_third_place(teams: int) -> None:
    start = begun(KEY, entrants(teams))
    assert not FORMAT.finished(start)
    *_, (_, end) = rounds_of(KEY, start, better_seed_wins)
    final, *others = end.rounds[-1].meetings
    waiting = [final, *(replace(each, game=None) for each in others)]
    assert FORMAT.finished(course(end.settings, end.entrants, [*end.rounds[:-1], Round(waiting)])) == (not others)


def test_nobody_goes_on_against_a_team_that_is_still_to_be_found() -> None:
    """Of the first two matches the second is over; and a team that left has still no successor where it had nobody to meet."""
    start = begun(KEY, entrants(8))
    (first,) = FORMAT.draw(start)
    meetings = [
        each if not each.slot else replace(each, game=Game(each.home, each.away, 1, 0, 1, 0))
        for each in meetings_of(first)
    ]
    semi, _ = bracket(course(start.settings, start.entrants, [Round(meetings)]))[1]
    assert (semi.teams, semi.winner) == ((None, 104), None)
    three = begun(KEY, entrants(3))
    gone = course(three.settings, [replace(each, withdrawn=each.team == 101) for each in three.entrants])
    assert bracket(gone)[0][0].winner == 101


def test_who_waits_for_whom() -> None:
    start = begun(KEY, entrants(6))
    quarters, semis, (final, third) = bracket(start)
    assert (len(quarters), len(semis)) == (4, 2)
    assert (quarters[0].name, quarters[0].teams) == ("Quarter-final 1", (101, 0))
    assert quarters[0].walkover
    assert quarters[0].winner == 101
    assert semis[0].teams == (101, None)
    assert semis[0].sources == ("Winner of Quarter-final 1", "Winner of Quarter-final 2")
    assert (final.name, third.name) == (FINAL, THIRD_PLACE)
    assert third.sources == ("Loser of Semi-final 1", "Loser of Semi-final 2")


def test_names_of_rounds() -> None:
    start = begun(KEY, entrants(16), legs=2)
    assert bracket(start)[0][0].name == "Round of 16, match 1"
    names = [FORMAT.round_name(start, number) for number in range(1, FORMAT.length(start.settings, 16) + 1)]
    assert names[:3] == ["Round of 16, first leg", "Round of 16, second leg", "Quarter-finals, first leg"]
    assert names[-3:] == ["Semi-finals, first leg", "Semi-finals, second leg", "Final"]


@pytest.mark.parametrize("teams", [0, 1])
def test_a_field_without_two_teams_is_refused_and_has_nothing_to_play(teams: int) -> None:
    with pytest.raises(BadStage, match="at least 2"):
        FORMAT.check_field({}, teams)
    FORMAT.check_field({}, 2)
    start = begun(KEY, entrants(teams))
    assert FORMAT.draw(start) == []
    assert FORMAT.finished(start)
    assert len(FORMAT.places(start)) == teams


def test_drawn_matches_are_the_truth_about_who_meets() -> None:
    """A result of the first round was changed after the second was drawn up."""
    start = begun(KEY, entrants(4), third_place=False)
    (first,) = FORMAT.draw(start)
    semis = played(start, first, better_seed_wins)
    final = Round([leg(101, 103, 2, 0)])
    end = course(semis.settings, semis.entrants, [*semis.rounds, final])
    assert bracket(end)[-1][0].teams == (101, 103)
    assert FORMAT.places(end)[0] == 101
    assert Counter(FORMAT.places(end)) == Counter([101, 102, 103, 104])
