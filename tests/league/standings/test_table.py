"""The table is what the results say; ties are broken in order, each by its own rule."""

from dataclasses import dataclass
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from league.standings.games import Game
from league.standings.metrics import METRICS
from league.standings.rules import TableRules, presets
from league.standings.table import table, table_of
from tests.league.standings.builders import clubs, games


@dataclass
class Club:
    pk: int
    name: str


CLUBS = [Club(1, "Ash"), Club(2, "Birch"), Club(3, "Cedar"), Club(4, "Date")]


def game(home: int, away: int, score: tuple[int, int], touchdowns: tuple[int, int] = (0, 0)) -> Game:
    winner = "draw" if score[0] == score[1] else "home" if score[0] > score[1] else "away"
    return Game(home, away, *score, *touchdowns, winner)


def rough(home: int, away: int, casualties: tuple[int, int]) -> Game:
    return Game(home, away, 1, 1, 1, 1, "draw", *casualties)


def order(games: list[Game], clubs: list[Club] = CLUBS) -> list[str]:
    return [row.team.name for row in table(clubs, games)]


@st.composite
def seasons(draw: st.DrawFn) -> list[Game]:
    pairs = st.tuples(st.integers(1, 4), st.integers(1, 4)).filter(lambda pair: pair[0] != pair[1])
    scores = st.tuples(st.integers(0, 40), st.integers(0, 40))
    return [game(*pair, score) for pair, score in draw(st.lists(st.tuples(pairs, scores), max_size=20))]


@given(seasons())
def test_what_one_team_wins_another_loses(games: list[Game]) -> None:
    rows = table(CLUBS, games)
    assert sum(row.won for row in rows) == sum(row.lost for row in rows)
    assert sum(row.drawn for row in rows) == 2 * sum(each.winner == "draw" for each in games)
    assert sum(row.difference for row in rows) == 0
    assert sum(row.played for row in rows) == 2 * len(games)


@given(games(), st.sampled_from(sorted(presets())), st.randoms())
def test_a_table_is_a_pure_function_of_the_set_of_results(results: list[Game], preset: str, random: Random) -> None:
    shuffled, teams = list(results), clubs(4)
    random.shuffle(shuffled)
    random.shuffle(teams)
    rules = presets()[preset].rules
    assert table(clubs(4), results, rules, "seed") == table(teams, shuffled, rules, "seed")


@given(seasons())
def test_ranks_run_from_one_and_never_rise_in_points(games: list[Game]) -> None:
    rows = table(CLUBS, games)
    assert [row.rank for row in rows] == [1, 2, 3, 4]
    assert [row.points for row in rows] == sorted((row.points for row in rows), reverse=True)


def test_a_row_counts_wins_draws_defeats_and_scores() -> None:
    rows = table(CLUBS, [game(1, 2, (20, 10), (2, 1)), game(3, 1, (7, 7), (1, 1)), game(1, 4, (0, 3), (0, 0))])
    ash = next(row for row in rows if row.team.name == "Ash")
    assert (ash.played, ash.won, ash.drawn, ash.lost) == (3, 1, 1, 1)
    assert (ash.points_for, ash.points_against, ash.difference, ash.touchdowns, ash.points) == (27, 20, 7, 3, 4)


def test_level_on_points_the_better_difference_leads() -> None:
    assert order([game(1, 3, (10, 0)), game(2, 4, (20, 0))])[:2] == ["Birch", "Ash"]


def test_level_on_difference_more_touchdowns_lead() -> None:
    assert order([game(1, 3, (10, 0), (1, 0)), game(2, 4, (10, 0), (2, 0))])[:2] == ["Birch", "Ash"]


def test_level_on_touchdowns_the_match_between_the_two_decides() -> None:
    games = [
        game(2, 1, (10, 0), (1, 0)),
        game(1, 3, (10, 0), (1, 0)),
        game(3, 2, (10, 0), (1, 0)),
        game(1, 4, (5, 0)),
        game(2, 4, (5, 0)),
    ]
    assert order(games)[:2] == ["Birch", "Ash"]


def test_head_to_head_looks_at_the_level_teams_alone() -> None:
    games = [game(1, 2, (1, 0)), game(3, 1, (50, 0)), game(2, 4, (50, 0))]
    whole = table_of(CLUBS, games)
    assert METRICS["head-to-head"].values([whole.rows[1], whole.rows[2]], whole) == {1: (3, 1), 2: (0, -1)}


def test_level_in_everything_the_name_decides_whatever_its_case() -> None:
    clubs = [Club(1, "birch"), Club(2, "Ash"), Club(3, "CEDAR")]
    assert order([], clubs) == ["Ash", "birch", "CEDAR"]


def test_tie_breaks_can_be_chosen() -> None:
    rows = table(CLUBS[:2], [game(1, 2, (9, 9), (0, 1))], TableRules(order=("points",)))
    assert [row.team.name for row in rows] == ["Ash", "Birch"]


def test_who_hurt_more_players_comes_first_where_touchdowns_do_not_decide() -> None:
    games = [rough(1, 2, (0, 3)), rough(2, 3, (0, 1)), rough(3, 1, (1, 0))]
    assert order(games, CLUBS[:3]) == ["Birch", "Cedar", "Ash"]
    assert [row.casualties for row in table(CLUBS[:3], games)] == [3, 2, 0]


def test_casualties_count_before_the_match_between_the_two() -> None:
    """Ash beat Birch; both have one win, and as many touchdowns for as against; but Birch hurt more players."""
    games = [
        Game(1, 2, 2, 1, 2, 1, "home", 0, 4),
        Game(1, 3, 1, 2, 1, 2, "away", 1, 0),
        Game(2, 4, 2, 1, 2, 1, "home", 0, 0),
    ]
    assert order(games) == ["Cedar", "Birch", "Ash", "Date"]


def test_a_match_that_nobody_won_is_lost_for_both() -> None:
    rows = {row.pk: row for row in table(CLUBS, [Game(1, 2, winner="none", ended="unplayed")])}
    assert [(rows[pk].played, rows[pk].lost, rows[pk].won, rows[pk].points) for pk in (1, 2)] == [(1, 1, 0, 0)] * 2


def test_a_bye_is_worth_a_win_and_is_no_match() -> None:
    row = next(row for row in table(CLUBS, [Game(1, None)]) if row.pk == 1)
    assert (row.points, row.played, row.won) == (3, 0, 0)
