"""Each metric told apart: what it says of a small table, and that the table follows it."""

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given

from league.standings.games import Game
from league.standings.metrics import METRICS, Sum, number_text
from league.standings.proof import proof
from league.standings.rules import TableRules
from league.standings.table import table, table_of
from tests.league.standings.builders import clubs, game, games

# Four teams; B and C are level on points, and nearly everything parts them one way or the other.
GAMES = [
    game(1, 2, (2, 0), (3, 1), (1, 4)),
    game(1, 3, (5, 1), (5, 1), (0, 2)),
    game(2, 3, (1, 1), (2, 2), (3, 0)),
    game(2, 4, (4, 0), (2, 0), (1, 1)),
    game(3, 4, (2, 1), (1, 1), (0, 0)),
    game(4, 1, (2, 0), (2, 0), (0, 0), ended="conceded"),
]
BONUS = {"bonuses": [{"for": "touchdowns", "at": 2, "points": 1}], "bonuses_added": False}
VALUES: dict[str, list[Any]] = {  # of A, B, C and D
    "points": [6, 4, 4, 3],
    "bonus-points": [2, 2, 1, 0],
    "points-per-match": [2, Fraction(4, 3), Fraction(4, 3), 1],
    "wins": [2, 1, 1, 1],
    "fewest-losses": [1, 1, 1, 2],
    "difference": [7 - 3, 5 - 3, 4 - 7, 3 - 6],
    "scored": [7, 5, 4, 3],
    "fewest-conceded": [3, 3, 7, 6],
    "touchdown-difference": [8 - 4, 5 - 5, 4 - 8, 3 - 3],
    "touchdowns": [8, 5, 4, 3],
    "casualty-difference": [1 - 6, 8 - 2, 2 - 3, 1 - 1],
    "casualties": [1, 8, 2, 1],
    "net-touchdowns-casualties": [4 - 5, 0 + 6, -4 - 1, 0],
    "head-to-head": [(6, 4), (4, 2), (4, -3), (3, -3)],
    "head-to-head-points": [(6,), (4,), (4,), (3,)],
    "head-to-head-difference": [(4,), (2,), (-3,), (-3,)],
    "head-to-head-touchdowns": [(8,), (5,), (4,), (3,)],
    "mini-league": [(6, 4, 8), (4, 2, 5), (4, -3, 4), (3, -3, 3)],
    "strength-of-schedule": [4 + 4 + 3, 6 + 4 + 3, 6 + 4 + 3, 4 + 4 + 6],
    "strength-without-worst": [8, 10, 10, 10],
    "strength-without-best-and-worst": [4, 4, 4, 4],
    "sonneborn-berger": [4 + 4, 2 + 3, 2 + 3, 6],
    "fewest-concessions": [1, 0, 0, 0],
}


@pytest.mark.parametrize("key", VALUES)
def test_a_metric_says_what_it_should(key: str) -> None:
    whole = table_of(clubs(4), GAMES, TableRules.from_json(BONUS))
    rows = [whole.rows[pk] for pk in (1, 2, 3, 4)]
    found = METRICS[key].values(rows, whole)
    assert [found[pk] for pk in (1, 2, 3, 4)] == VALUES[key]


def test_every_metric_has_its_values_here() -> None:
    assert METRICS.keys() == VALUES.keys() | {"coin"}


@pytest.mark.parametrize("key", VALUES)
def test_a_table_follows_its_metric_and_the_fewest_come_first_where_fewest_are_better(key: str) -> None:
    ranked = table(clubs(4), GAMES, TableRules.from_json({**BONUS, "order": [key]}))
    values = dict(zip((1, 2, 3, 4), VALUES[key], strict=True))
    in_order = [values[row.pk] for row in ranked]
    assert in_order == sorted(in_order, reverse=not key.startswith("fewest"))


@pytest.mark.parametrize(
    ("value", "signed", "text"),
    [(10, False, "10"), (3, True, "+3"), (0, True, "0"), (-3, True, "−3"), (Fraction(4, 3), False, "1.33")],
)
def test_a_figure_has_its_sign_and_two_places(value: int | Fraction, signed: bool, text: str) -> None:
    assert number_text(value, signed=signed) == text


def test_after_one_match_the_points_per_match_are_its_points() -> None:
    whole = table_of(clubs(2), [game(1, 2, (1, 0))])
    assert METRICS["points-per-match"].values([whole.rows[1], whole.rows[2]], whole) == {1: 3, 2: 0}


def test_head_to_head_looks_only_at_who_is_level() -> None:
    """B and C drew; only C won against A, who is not level with them."""
    whole = table_of(clubs(3), [game(2, 3, (1, 1)), game(3, 1, (9, 0))])
    assert METRICS["head-to-head"].values([whole.rows[2], whole.rows[3]], whole) == {2: (1, 0), 3: (1, 0)}


def test_a_mini_league_is_asked_again_among_those_who_are_still_level() -> None:
    """A, B and C beat each other in a ring: B and C have +1 and three touchdowns each, A −2. Among the two alone B has won."""
    results = [
        *(game(1, 2, (2, 1)), game(2, 3, (2, 0)), game(3, 1, (3, 0))),
        *(game(1, 4, (1, 0)), game(2, 4, (1, 0)), game(3, 4, (5, 0))),
    ]

    def order(*metrics: str) -> str:
        return "".join(row.team.name for row in table(clubs(4), results, TableRules(order=metrics)))

    assert order("points", "mini-league", "scored") == "BCAD"
    assert order("points", "scored") == "CBAD"
    whole = table_of(clubs(4), results, TableRules(order=("points", "mini-league", "scored")))
    found = proof(whole, whole.rows[2], whole.rows[3])
    assert [step.metric.key for step in found.steps] == ["points", "mini-league", "mini-league"]
    assert [row.team.name for row in found.decided.level] == ["B", "C"]
    assert order("points", "head-to-head", "scored") == "CBAD"


def test_who_was_met_twice_counts_twice_and_a_bye_is_no_opponent() -> None:
    whole = table_of(clubs(3), [game(1, 2, (0, 1)), game(2, 1, (1, 0)), game(1, 3, (0, 0)), Game(1, None)])
    assert METRICS["strength-of-schedule"].values([whole.rows[1]], whole) == {1: 6 + 6 + 1}
    assert METRICS["strength-without-worst"].values([whole.rows[1]], whole) == {1: 6 + 6}
    assert METRICS["strength-without-best-and-worst"].values([whole.rows[1]], whole) == {1: 6}


def test_without_opponents_there_is_no_strength_to_leave_out() -> None:
    whole = table_of(clubs(2), [])
    for key in ("strength-of-schedule", "strength-without-worst", "strength-without-best-and-worst"):
        assert METRICS[key].values([whole.rows[1]], whole) == {1: 0}


def test_the_coin_falls_as_the_seed_says() -> None:
    rules = TableRules(order=("coin",))
    first = {seed: [row.pk for row in table(clubs(6), [], rules, seed)] for seed in ("one", "two", "three")}
    assert first == {seed: [row.pk for row in table(clubs(6), [], rules, seed)] for seed in first}
    assert len({tuple(order) for order in first.values()}) == 3


@given(games())
def test_the_value_of_a_sum_is_what_its_games_add_up_to(results: list[Game]) -> None:
    whole = table_of(clubs(4), results, TableRules.from_json({"bonuses": [{"for": "casualties"}]}))
    level = list(whole.rows.values())
    for metric in METRICS.values():
        if isinstance(metric, Sum) or metric.key in ("points", "bonus-points", "strength-of-schedule"):
            for row in level:
                parts = [metric.part(side, level, whole) or 0 for side in row.sides]
                assert sum(parts) == metric.values(level, whole)[row.pk], metric.key
