"""`python -m engine ladder`: coaches against one another, and what may be said about them afterwards."""

import json
from typing import Any

import pytest

import engine
from engine.cli import ladder, main, series
from engine.cli.ladder import Comparison, Game, Pair
from engine.cli.series import meeting
from engine.coaches import make_coach
from engine.core.errors import BadInput

WORDS = ["ladder", "--ruleset", "battleball", "--matches", "6", "--coaches", "planner", "any_legal"]


def run(capsys: pytest.CaptureFixture[str], *words: str) -> Any:
    assert main([*words, "--json"]) == 0
    return json.loads(capsys.readouterr().out)


def compared(*scores: tuple[float, float]) -> Comparison:
    pairs: list[Pair] = [(Game(one, 2, 1), Game(other, 2, 1)) for one, other in scores]
    return Comparison("a", "b", pairs)


def test_the_coach_with_a_plan_is_above_the_one_without(capsys: pytest.CaptureFixture[str]) -> None:
    found = run(capsys, *WORDS)
    (row,) = found["comparisons"]
    assert (row["first"], row["second"], row["matches"]) == ("planner", "any_legal", 6)
    assert row["won"] + row["drawn"] + row["lost"] == 6
    assert row["share"] == pytest.approx((row["won"] + row["drawn"] / 2) / 6, abs=1e-4)
    assert row["low"] < row["share"] <= row["high"]
    assert row["touchdowns_for"] > row["touchdowns_against"]
    assert found["table"] == []


def test_the_result_does_not_depend_on_the_number_of_processes(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    alone = run(capsys, *WORDS, "--processes", "1")
    monkeypatch.setattr(series, "WORTH_A_POOL", 1)
    assert run(capsys, *WORDS, "--processes", "2") == alone


def test_coaches_exchange_sides_in_a_pair(capsys: pytest.CaptureFixture[str]) -> None:
    """Two names for one coach share every pair: whatever one does at home, the other does as well."""
    teams = list(engine.ruleset("battleball").standard_sheets().values())
    rulings = engine.ruleset("battleball").rulings().to_json()
    fixture = series.Fixture("battleball", rulings, meeting(teams, 0), "1", ("planner", "planner"))
    one, other = ladder.play_pair((fixture, fixture))
    assert one.points + other.points == 1
    assert (one.scored, one.conceded) == (other.conceded, other.scored)


def test_more_than_two_coaches_make_a_table(capsys: pytest.CaptureFixture[str]) -> None:
    words = ("ladder", "--ruleset", "bb2025", "--rosters", "human,orc", "--matches", "2")
    coaches = ("any_legal", "planner", "classic")
    found = run(capsys, *words, "--coaches", *coaches)
    assert len(found["comparisons"]) == 3
    assert {row["coach"] for row in found["table"]} == set(coaches)
    assert [row["matches"] for row in found["table"]] == [4, 4, 4]
    shares = [row["share"] for row in found["table"]]
    assert shares == sorted(shares, reverse=True)
    assert sum(shares) == pytest.approx(1.5, abs=1e-3)
    assert main([*words, "--coaches", *coaches]) == 0
    out = capsys.readouterr().out
    assert "any_legal against planner: 2 matches\n" in out
    assert "\ncoach " in out


@pytest.mark.parametrize("game", ["battleball", "bloodbowl"])
def test_a_coach_that_a_game_does_not_have_is_named_with_those_it_has(game: str) -> None:
    with pytest.raises(BadInput, match=f"no coach 'nobody' for {game}; there are planner, classic, any_legal"):
        make_coach("nobody", game, "seed")


def test_a_pair_is_what_is_counted() -> None:
    """Pairs that both coaches share say that they are equal, however many matches had a winner."""
    shared, mixed = compared(*[(1, 0)] * 60), compared(*[(1, 1), (0, 0)] * 30)
    widths = [high - low for low, high in (shared.interval(), mixed.interval())]
    assert widths[0] < widths[1] / 2
    assert shared.verdict(None) == "no clear difference"


def test_a_whitewash_is_not_certain_to_go_on() -> None:
    low, high = compared(*[(1, 1)] * 20).interval()
    assert 0.6 < low < 0.9
    assert high == 1
    assert compared(*[(1, 1)] * 20).verdict(None) == "a is stronger"
    assert compared(*[(0, 0)] * 20).verdict(None) == "b is stronger"


@pytest.mark.parametrize(
    ("score", "wanted", "verdict"),
    [
        ((1, 1), 0.6, "a scores 60.0% or more"),
        ((0, 0), 0.6, "a scores 50.0% or less"),
        ((0, 0), 0.4, "a scores 40.0% or less"),
        ((1, 1), 0.4, "a scores 50.0% or more"),
    ],
)
def test_the_sequential_test_answers_in_both_directions(
    score: tuple[float, float], wanted: float, verdict: str
) -> None:
    assert compared(*[score] * 30).verdict(wanted) == verdict
    assert compared(*[score] * 9).verdict(wanted) == "not clear yet"


def test_matches_end_when_the_answer_is_clear(capsys: pytest.CaptureFixture[str]) -> None:
    (row,) = run(capsys, *WORDS[:4], "200", *WORDS[5:], "--until", "70", "--processes", "1")["comparisons"]
    assert row["matches"] < 60
    assert row["verdict"] == "planner scores 70.0% or more"


@pytest.mark.parametrize("percent", ["50", "0", "100", "much", "nan"])
def test_a_percentage_has_to_be_one(capsys: pytest.CaptureFixture[str], percent: str) -> None:
    with pytest.raises(SystemExit) as ended:
        main([*WORDS, "--until", percent])
    assert ended.value.code == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_teams_meet_everybody_at_home_and_away() -> None:
    teams = [{"key": key} for key in "abcde"]
    met = [meeting(teams, number) for number in range(20)]
    assert len({(home["key"], away["key"]) for home, away in met}) == 20
    assert all(home != away for home, away in met)
    for start in range(0, 20, 5):
        assert {home["key"] for home, _ in met[start : start + 5]} == set("abcde")
        assert {away["key"] for _, away in met[start : start + 5]} == set("abcde")
    assert meeting(teams[:1], 7) == (teams[0], teams[0])
