"""What a result is worth: each term and each bonus told apart from the others."""

from typing import Any

import pytest

from league.standings.games import Game
from league.standings.rules import TableRules
from league.standings.table import table
from tests.league.standings.builders import clubs, game

DISTINCT = {"win": 11, "draw": 5, "loss": 2, "bye": 7, "conceded_to": 13, "concedes": -3, "unplayed": -1}


def points(games: list[Game], size: int = 2, **rules: Any) -> list[tuple[int, int]]:
    """Points and bonus points of each team, by its number."""
    rows = table(clubs(size), games, TableRules.from_json(rules))
    return [(row.points, row.bonus) for row in sorted(rows, key=lambda row: row.pk)]


@pytest.mark.parametrize(
    ("played", "worth"),
    [
        (game(1, 2, (2, 1)), [11, 2]),
        (game(1, 2, (1, 2)), [2, 11]),
        (game(1, 2, (1, 1)), [5, 5]),
        (game(1, 2, (1, 1), winner="away"), [2, 11]),  # penalties
        (game(1, 2, (2, 0), ended="conceded"), [13, -3]),
        (game(1, 2, (0, 2), ended="forfeited"), [-3, 13]),
        (game(1, 2, (0, 0), ended="unplayed", winner="none"), [-1, -1]),
        (game(1, 2, (2, 0), ended="decided"), [11, 2]),
        (game(1, 2, (1, 1), ended="decided"), [5, 5]),
        (game(1, 2, (1, 1), ended="decided", winner="none"), [-1, -1]),
        (Game(1, None), [7, 0]),
    ],
)
def test_every_ending_has_its_own_points(played: Game, worth: list[int]) -> None:
    assert [each for each, _ in points([played], points=DISTINCT)] == worth


@pytest.mark.parametrize(
    ("bonus", "at", "earns", "just_not"),
    [
        ("touchdowns", 3, game(1, 2, (0, 9), (3, 9)), game(1, 2, (9, 0), (2, 0))),
        ("touchdown-margin", 2, game(1, 2, (1, 0), (4, 2)), game(1, 2, (9, 0), (3, 2))),
        ("touchdown-margin", 2, game(1, 2, (1, 0), (4, 2)), game(1, 2, (0, 1), (4, 2))),
        ("win-margin", 3, game(1, 2, (4, 1), (0, 0)), game(1, 2, (3, 1), (9, 0))),
        ("win-margin", 3, game(1, 2, (4, 1), (0, 0)), game(1, 2, (4, 1), winner="away", ended="decided")),
        ("narrow-loss", 7, game(1, 2, (3, 10), (0, 0)), game(1, 2, (3, 11))),
        ("narrow-loss", 7, game(1, 2, (3, 10), (0, 0)), game(1, 2, (3, 3))),
        ("narrow-loss", 7, game(1, 2, (3, 10), (0, 0)), game(1, 2, (3, 3), winner="none", ended="decided")),
        ("clean-sheet", 0, game(1, 2, (0, 9), (0, 0)), game(1, 2, (9, 0), (9, 1))),
        ("casualties", 3, game(1, 2, (0, 9), casualties=(3, 9)), game(1, 2, (9, 0), casualties=(2, 0))),
        ("most-casualties", 0, game(1, 2, (0, 9), casualties=(2, 1)), game(1, 2, (9, 0), casualties=(2, 2))),
    ],
)
def test_a_bonus_is_earned_at_its_figure_and_not_below(bonus: str, at: int, earns: Game, just_not: Game) -> None:
    rules = {"points": {"win": 0, "draw": 0}, "bonuses": [{"for": bonus, "points": 4, **({"at": at} if at else {})}]}
    assert points([earns], **rules)[0] == (4, 4)
    assert points([just_not], **rules)[0] == (0, 0)
    assert points([earns], **rules, bonuses_added=False)[0] == (0, 4)


@pytest.mark.parametrize("ended", ["played", "decided", "conceded", "forfeited"])
def test_only_what_was_played_or_decided_earns_a_bonus(ended: str) -> None:
    rules = {"bonuses": [{"for": "touchdowns", "at": 3, "points": 4}]}
    earned = 4 if ended in ("played", "decided") else 0
    assert points([game(1, 2, (3, 0), ended=ended)], **rules) == [(3 + earned, earned), (0, 0)]


@pytest.mark.parametrize(
    ("games", "earned"),
    [
        ([game(1, 2, (1, 0)), game(3, 1, (0, 1))], True),
        ([game(1, 2, (1, 0))], False),  # one is still to be beaten
        ([game(1, 2, (1, 0)), game(1, 3, (1, 0)), game(2, 1, (1, 1))], False),
        ([game(1, 2, (1, 0)), game(1, 3, (1, 0)), game(2, 1, (1, 0))], False),
        ([game(1, 2, (1, 0)), game(1, 3, (1, 0)), Game(1, None)], True),
    ],
)
def test_beating_everybody_earns_a_bonus_once(games: list[Game], earned: bool) -> None:
    rules = {"points": {"win": 0, "draw": 0, "bye": 0}, "bonuses": [{"for": "grand-slam", "points": 3}]}
    assert points(games, 3, **rules)[0] == ((3, 3) if earned else (0, 0))


def test_a_bye_earns_no_bonus() -> None:
    assert points([Game(1, None)], bonuses=[{"for": "clean-sheet"}])[0] == (3, 0)


def test_alone_nobody_has_beaten_everybody() -> None:
    assert points([], 1, bonuses=[{"for": "grand-slam"}]) == [(0, 0)]


def test_the_score_of_a_forfeit_counts_or_does_not() -> None:
    games = [game(1, 2, (2, 0), ended="forfeited"), game(1, 2, (3, 0), ended="conceded")]
    for counts, scored in ((True, 5), (False, 3)):
        rows = {row.pk: row for row in table(clubs(2), games, TableRules(forfeit_scores=counts))}
        assert (rows[1].points_for, rows[1].touchdowns, rows[2].points_against) == (scored,) * 3
        assert (rows[1].won, rows[2].lost) == (2, 2)
