"""Proof of rank: it agrees with the table, and what it says about the matches to come is true however they end."""

from itertools import combinations
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from league.standings.games import Game
from league.standings.outlook import Outlook, Pending, Results, Verdict, outlook
from league.standings.proof import Proof, proof
from league.standings.rules import TableRules, presets
from league.standings.table import Table, table, table_of
from tests.league.standings.builders import clubs, game, games

PRESETS = st.sampled_from(sorted(presets()))


def proof_of(whole: Table, one: int, other: int) -> Proof:
    return proof(whole, whole.rows[one], whole.rows[other])


@given(games(), PRESETS)
def test_a_proof_agrees_with_the_table(results: list[Game], preset: str) -> None:
    """Of any two, the one that stands above has the better value in the first metric that is not the same for both."""
    rules = presets()[preset].rules
    whole = table_of(clubs(4), results, rules, "seed")
    for one, other in combinations(whole.rows.values(), 2):
        found = proof(whole, one, other)
        assert found.above.rank < found.below.rank
        assert not any(step.decides for step in found.even)
        assert found.decided.metric.order(found.decided.above) < found.decided.metric.order(found.decided.below)
        asked = list(dict.fromkeys(step.metric.key for step in found.steps))
        assert asked == [metric.key for metric in rules.metrics][: len(asked)]


def test_a_proof_names_the_games_that_the_value_comes_from() -> None:
    results = [
        game(1, 2, (1, 1), match=7), game(1, 3, (3, 0), match=8), game(2, 3, (1, 0), match=9),
        game(3, 1, (0, 0), match=10), game(2, 3, (0, 0), match=11),
    ]  # fmt: skip
    found = proof_of(table_of(clubs(3), results), 2, 1)
    assert (found.above.pk, found.below.pk) == (1, 2)
    assert [step.metric.key for step in found.steps] == ["points", "difference"]
    assert found.even[0].texts == ("5", "5")
    assert found.decided.texts == ("+3", "+1")
    assert [(part.side.game.match, part.text) for part in found.parts(found.above)] == [(8, "+3")]
    assert [(part.side.game.match, part.text) for part in found.parts(found.below)] == [(9, "+1")]


def test_head_to_head_comes_from_the_games_of_those_who_were_level() -> None:
    rules = TableRules(order=("points", "head-to-head"))
    played = [game(1, 2, (2, 1), match=7), game(3, 1, (2, 1), match=8), game(2, 3, (1, 0), match=9)]
    found = proof_of(table_of(clubs(3), played, rules), 1, 3)
    assert found.decided.metric.key == "name"  # all three are level, and each has won by one
    assert [row.pk for row in found.even[1].level] == [1, 2, 3]
    played += [game(1, 4, (1, 0), match=11), game(2, 4, (1, 0), match=12)]
    found = proof_of(table_of(clubs(4), played, rules), 1, 2)
    assert [row.pk for row in found.decided.level] == [1, 2]
    assert [part.side.game.match for part in found.parts(found.above)] == [7]
    assert [part.text for part in found.parts(found.above)] == ["3 pts, +1"]


@pytest.mark.parametrize(
    ("order", "added", "bonuses"),
    [
        (("points",), True, (5, 0)),
        (("points",), False, (0, 0)),
        (("bonus-points",), False, (5, 0)),
        (("wins",), True, (0, 0)),
    ],
)
def test_what_all_matches_together_add_is_named_where_it_counts(
    order: tuple[str, ...], added: bool, bonuses: tuple[int, int]
) -> None:
    document = {"bonuses": [{"for": "grand-slam", "points": 5}], "bonuses_added": added, "order": list(order)}
    found = proof_of(table_of(clubs(2), [game(1, 2, (1, 0))], TableRules.from_json(document)), 1, 2)
    assert (found.above_bonus, found.below_bonus) == bonuses


# What has to happen -------------------------------------------------------------------------------------------------------


@st.composite
def seasons(draw: st.DrawFn) -> tuple[list[Game], list[Pending]]:
    """A round robin of four, some of it played."""
    pairs = draw(st.permutations(list(combinations(range(1, 5), 2))))
    scores = st.tuples(st.integers(0, 4), st.integers(0, 4))
    done = draw(st.integers(2, 6))
    played = [game(*pair, draw(scores), draw(scores), draw(scores)) for pair in pairs[:done]]
    return played, [Pending(*pair) for pair in pairs[done:]]


def ended(pending: list[Pending], random: Random) -> list[Game]:
    low = lambda: (random.randrange(5), random.randrange(5))  # noqa: E731
    return [game(each.home, each.away, low(), low(), low()) for each in pending]


def results_of(team: int, matches: list[Game]) -> Results:
    own = [side for each in matches for side in each.sides() if side.team == team]
    return Results(*(sum(side.outcome == outcome for side in own) for outcome in ("won", "drawn", "lost")))


def said(found: Outlook, coming: list[Game]) -> Verdict | None:
    """What the outlook says about these results."""
    both = {found.chaser.pk, found.leader.pk}
    met = results_of(found.chaser.pk, [each for each in coming if {each.home, each.away} == both])
    others = [each for each in coming if {each.home, each.away} != both]
    own, other = results_of(found.chaser.pk, others), results_of(found.leader.pk, others)
    for line in found.lines:
        if (line.together, line.own) == (met, own):
            (verdict,) = (verdict for verdict, which in line.verdicts.items() if other in which)
            return verdict
    return None


@given(seasons(), PRESETS, st.randoms(use_true_random=False))
def test_what_it_says_holds_however_the_season_ends(
    season: tuple[list[Game], list[Pending]], preset: str, random: Random
) -> None:
    played, pending = season
    rules = presets()[preset].rules
    now = table_of(clubs(4), played, rules, "seed")
    for _ in range(3):
        coming = ended(pending, random)
        end = {row.pk: row for row in table(clubs(4), [*played, *coming], rules, "seed")}
        for one, other in combinations(now.rows.values(), 2):
            found = outlook(proof(now, one, other), pending)
            chaser, leader = end[found.chaser.pk], end[found.leader.pk]
            if found.settled:
                assert leader.rank < chaser.rank
            if found.by_points:
                assert found.chaser_span.least <= chaser.points <= found.chaser_span.most
                assert found.leader_span.least <= leader.points <= found.leader_span.most
            match said(found, coming):
                case Verdict.AHEAD:
                    assert chaser.rank < leader.rank
                case Verdict.BEHIND:
                    assert leader.rank < chaser.rank
                case Verdict.LEVEL:
                    assert leader.points == chaser.points
            if found.enough is not None and leader.points >= found.leader.points + found.enough and found.by_points:
                assert leader.rank < chaser.rank


def test_two_points_behind_with_one_match_left_each() -> None:
    played = [game(1, 3, (1, 0)), game(2, 3, (0, 0)), game(1, 4, (0, 0)), game(2, 4, (0, 0))]
    whole = table_of(clubs(4), played)
    found = outlook(proof_of(whole, 1, 2), [Pending(1, 5), Pending(2, 6)])
    assert (found.gap, found.enough) == (2, 2)
    assert (found.follows.key, found.now, found.hopeless) == ("difference", ("+1", "0"), True)
    assert (found.chaser_span, found.leader_span) == ((2, 5), (4, 7))
    lines = {line.own: line.verdicts for line in found.lines}
    won, drawn, lost = Results(1, 0, 0), Results(0, 1, 0), Results(0, 0, 1)
    assert lines == {
        won: {Verdict.BEHIND: [won], Verdict.LEVEL: [drawn], Verdict.AHEAD: [lost]},
        drawn: {Verdict.BEHIND: [won, drawn, lost]},
        lost: {Verdict.BEHIND: [won, drawn, lost]},
    }
    assert [line.only for line in found.lines] == [None, Verdict.BEHIND, Verdict.BEHIND]


def test_in_the_match_between_them_one_wins_what_the_other_loses() -> None:
    whole = table_of(clubs(3), [game(1, 3, (1, 0)), game(2, 3, (0, 0))])
    found = outlook(proof_of(whole, 1, 2), [Pending(2, 1)])
    assert [(line.together, line.only) for line in found.lines] == [
        (Results(1, 0, 0), Verdict.AHEAD),
        (Results(0, 1, 0), Verdict.BEHIND),
        (Results(0, 0, 1), Verdict.BEHIND),
    ]


def test_a_bonus_that_may_come_leaves_it_open() -> None:
    rules = TableRules.from_json({"bonuses": [{"for": "touchdowns", "at": 3, "points": 2}]})
    whole = table_of(clubs(4), [game(1, 3, (1, 0)), game(2, 3, (0, 0))], rules)
    found = outlook(proof_of(whole, 1, 2), [Pending(2, 4)])
    assert [line.only for line in found.lines] == [Verdict.AHEAD, Verdict.OPEN, Verdict.OPEN]
    assert (found.hopeless, found.chaser_span) == (False, (1, 6))
    with_less = outlook(proof_of(table_of(clubs(4), [game(1, 3, (1, 0)), game(2, 3, (0, 0))]), 1, 2), [Pending(2, 4)])
    assert [line.only for line in with_less.lines] == [Verdict.AHEAD, Verdict.BEHIND, Verdict.BEHIND]


@pytest.mark.parametrize(
    ("bonus", "added", "span", "won"),
    [
        ({"for": "touchdowns", "points": 2}, False, (1, 4), Verdict.AHEAD),
        ({"for": "touchdowns", "points": -2}, True, (-1, 4), Verdict.OPEN),
        ({"for": "win-margin", "points": 2}, True, (1, 6), Verdict.AHEAD),
    ],
)
def test_a_bonus_counts_where_it_is_added_and_with_the_results_that_it_comes_with(
    bonus: dict[str, Any], added: bool, span: tuple[int, int], won: Verdict
) -> None:
    rules = TableRules.from_json({"bonuses": [bonus], "bonuses_added": added})
    whole = table_of(clubs(4), [game(1, 3, (1, 0)), game(2, 3, (0, 0))], rules)
    found = outlook(proof_of(whole, 1, 2), [Pending(2, 4)])
    assert found.chaser_span == span
    assert [line.only for line in found.lines] == [won, Verdict.BEHIND, Verdict.BEHIND]


def test_whoever_has_beaten_everybody_so_far_may_still_lose_the_bonus_for_it() -> None:
    rules = TableRules.from_json({"bonuses": [{"for": "grand-slam", "points": 5}]})
    whole = table_of(clubs(2), [game(1, 2, (1, 0))], rules)
    found = outlook(proof_of(whole, 1, 2), [Pending(2, 1)])
    assert (found.leader_span, found.chaser_span) == ((3, 11), (0, 3))
    assert [line.only for line in found.lines] == [Verdict.LEVEL, Verdict.BEHIND, Verdict.BEHIND]
    apart = TableRules.from_json({"bonuses": [{"for": "grand-slam", "points": 5}], "bonuses_added": False})
    found = outlook(proof_of(table_of(clubs(2), [game(1, 2, (1, 0))], apart), 1, 2), [Pending(2, 1)])
    assert (found.leader_span, found.chaser_span) == ((3, 6), (0, 3))


@pytest.mark.parametrize(("matches", "lines"), [(3, 10), (4, 0)])
def test_with_many_matches_left_there_are_bounds(matches: int, lines: int) -> None:
    whole = table_of(clubs(2), [game(1, 2, (1, 0))])
    found = outlook(proof_of(whole, 1, 2), [Pending(2, 9)] * matches)
    assert len(found.lines) == lines
    assert (found.chaser_span, found.leader_span) == ((0, 3 * matches), (3, 3))
    assert found.enough is None  # nothing that it plays itself


def test_it_is_settled_when_points_are_out_of_reach_or_nothing_is_left() -> None:
    played = [game(1, 2, (1, 0)), game(1, 3, (1, 0)), game(3, 2, (0, 0))]
    assert outlook(proof_of(table_of(clubs(3), played), 1, 2), [Pending(2, 3)]).settled
    assert outlook(proof_of(table_of(clubs(3), played), 1, 2), [Pending(2, 3)]).lines == []
    incomplete = outlook(proof_of(table_of(clubs(3), played), 1, 2), [Pending(2, 3)], complete=False)
    assert (incomplete.settled, incomplete.enough) == (False, 0)
    assert not outlook(proof_of(table_of(clubs(3), played), 1, 2), [Pending(2, 3)] * 2).settled
    assert outlook(proof_of(table_of(clubs(3), played), 1, 2), []).settled


def test_others_can_change_what_rests_on_them() -> None:
    """A and B are level and have nothing left: by difference it is settled, by the strength of their schedules it is not."""
    played = [game(1, 3, (2, 0)), game(2, 4, (1, 0))]
    for order, settled in ((("points", "difference"), True), (("points", "strength-of-schedule"), False)):
        whole = table_of(clubs(4), [*played, game(3, 4, (0, 0))], TableRules(order=order))
        found = outlook(proof_of(whole, 1, 2), [Pending(3, 4)])
        assert (found.settled, found.lines) == (settled, [])
        assert outlook(proof_of(whole, 1, 2), []).settled


def test_without_points_in_front_nothing_is_reckoned() -> None:
    whole = table_of(clubs(2), [game(1, 2, (1, 0))], TableRules(order=("difference", "points")))
    found = outlook(proof_of(whole, 1, 2), [Pending(1, 2)])
    assert (found.by_points, found.settled, found.lines) == (False, False, [])
    ahead = [game(1, 2, (1, 0)), game(1, 3, (1, 0))]
    found = outlook(proof_of(table_of(clubs(3), ahead, whole.rules), 1, 2), [Pending(2, 3)])
    assert not found.settled  # out of reach by points, which do not come first


def test_where_only_the_name_is_left_there_is_nothing_to_tell() -> None:
    whole = table_of(clubs(2), [game(1, 2, (1, 0))], TableRules(order=("points",)))
    assert outlook(proof_of(whole, 1, 2), [Pending(1, 2)]).now is None
