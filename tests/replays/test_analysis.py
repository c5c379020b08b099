"""The analysis of a match: chances that make sense, odds that hold, and words that lead to the right step."""

import json
from collections import Counter
from dataclasses import replace
from functools import cache
from itertools import pairwise
from typing import Any

import pytest

import engine
from replays.analysis.fitting import Sample, error, fit, samples_of
from replays.analysis.luck import luck
from replays.analysis.match import Analysis, analyse
from replays.analysis.model import Chances, Model, model
from replays.analysis.moments import odds_words
from replays.analysis.odds import Referee, block_odds, felling_faces
from replays.analysis.odds import test_odds as odds_of_test
from replays.analysis.positions import Position, Watcher
from replays.show import match_show

RULES = engine.ruleset("bb2025")
TEAMS = ("skaven", "orc", "human", "chaos-chosen", "wood-elf", "dwarf")
LEVEL = Position(turns_left=(5, 4), halves_left=0, active=0)


@cache
def played(home: str, away: str) -> dict[str, Any]:
    """A match file as it is stored: JSON."""
    sheets = (RULES.standard_sheet(home), RULES.standard_sheet(away))
    record = engine.play(ruleset=RULES.key, rulings=RULES.rulings(), sheets=sheets, seed=f"{home} {away}")
    file: dict[str, Any] = json.loads(record.to_text())
    return file


@cache
def handful() -> list[dict[str, Any]]:
    return [played(home, away) for home, away in (*pairwise(TEAMS), *pairwise(TEAMS[::-1]))]


@cache
def decided() -> dict[str, Any]:
    """One of them that somebody has won."""
    return next(file for file in handful() if file["result"]["winner"] in ("home", "away"))


@cache
def analysed() -> Analysis:
    return analyse(decided())


def home(**changes: Any) -> float:
    return model().chances(replace(LEVEL, **changes)).points


# Win probability --------------------------------------------------------------------------------------------------------------


def test_more_is_better() -> None:
    """Touchdowns, a carrier who is nearer, players and time to defend a lead; each side as much as the other."""
    ahead = [home(score=score) for score in ((0, 2), (0, 1), (0, 0), (1, 0), (2, 0))]
    nearer = [home(carrier=0, rows=6 * runs, runs=runs, in_reach=runs == 1) for runs in (4, 3, 2, 1)]
    fitter = [home(available=(number, 9)) for number in (5, 7, 9, 11)]
    later = [home(score=(1, 0), turns_left=(turns, turns)) for turns in (8, 6, 4, 2, 1)]
    for figures in (ahead, nearer, fitter, later):
        assert all(one < other for one, other in pairwise(figures)), figures
    assert home(carrier=0, rows=6, runs=1, in_reach=True) > home() > home(carrier=1, rows=6, runs=1, in_reach=True)
    assert home(score=(1, 0), turns_left=(0, 0)) > 0.99


def test_both_sides_are_treated_alike() -> None:
    here = replace(LEVEL, score=(2, 1), carrier=1, rows=9, runs=2, standing=(9, 7), available=(10, 8), rerolls=(1, 2))
    there = replace(
        LEVEL,
        score=(1, 2),
        turns_left=(4, 5),
        active=1,
        carrier=0,
        rows=9,
        runs=2,
        standing=(7, 9),
        available=(8, 10),
        rerolls=(2, 1),
    )
    one, other = model().chances(here), model().chances(there)
    assert (one.home, one.draw, one.away) == pytest.approx((other.away, other.draw, other.home))
    assert one.home + one.draw + one.away == pytest.approx(1)


def test_the_chances_are_better_than_none_in_matches_that_were_not_fitted() -> None:
    samples = [each for file in handful() for each in samples_of(RULES, file)]
    missed = [error(model().chances(each.position), each.winner) for each in samples]
    assert sum(missed) / len(missed) < 2 / 3  # a third for each result, whatever the position
    late = [each for each in samples if sum(each.position.turns_left) <= 4 and not each.position.halves_left]
    assert sum(error(model().chances(each.position), each.winner) for each in late) / len(late) < 0.25


def test_a_fit_agrees_with_what_it_was_fitted_to() -> None:
    samples: list[Sample] = [each for file in handful() for each in samples_of(RULES, file)]
    advantage, draw = fit(samples)
    fitted = Model(1, advantage, draw, {})
    predicted = sum(fitted.chances(each.position).draw for each in samples) / len(samples)
    assert predicted == pytest.approx(sum(each.winner == 1 for each in samples) / len(samples), abs=0.02)
    assert advantage.keys() - model().advantage.keys() == set()
    assert draw.keys() == model().draw.keys()


# Odds and luck ----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("target", "added", "face", "passed", "chance"),
    [(3, 0, 4, True, 4 / 6), (3, -2, 4, False, 2 / 6), (2, 5, 1, False, 5 / 6), (6, -3, 6, True, 1 / 6)],
)
def test_a_test_has_the_odds_of_its_die(target: int, added: int, face: int, passed: bool, chance: float) -> None:
    roll = {"modifiers": [["marked", added]], "target": target, "dice": [[6, face]], "passed": passed}
    assert odds_of_test(roll) == pytest.approx(chance)
    assert odds_of_test(roll | {"passed": not passed}) is None  # other rules were at work


def test_a_block_has_the_odds_of_its_dice_and_of_who_chooses() -> None:
    plain, dodging = felling_faces({}, {}), felling_faces({}, {"dodge": None})
    blocking = felling_faces({"block": None, "tackle": None}, {"dodge": None})
    assert (plain, dodging, blocking) == ({5, 6}, {6}, {2, 5, 6})
    dice = {"faces": [6, 3], "chooser": 0}
    assert block_odds(dice, plain, 0) == (pytest.approx(5 / 9), True)
    assert block_odds(dice, plain, 1) == (pytest.approx(1 / 9), False)


def test_the_dice_of_many_matches_come_up_as_expected() -> None:
    """Skills that help only now and then would show here if they were forgotten."""
    tries = []
    for file in handful():
        referee = Referee(Watcher(RULES, file).players, RULES.edition.injuries)
        tries += [found for event in file["events"] if (found := referee.judge(event))]
    assert len(tries) > 1500
    assert sum(each.chance is None for each in tries) < len(tries) / 50
    for kind, number in Counter(each.kind for each in tries).items():
        known = [(each.chance, each.success) for each in tries if each.kind == kind and each.chance is not None]
        spread = sum(chance * (1 - chance) for chance, _ in known) ** 0.5
        assert abs(sum(success - chance for chance, success in known)) <= 3 * spread, (kind, number)


def test_luck_counts_every_roll_once() -> None:
    file, teams = decided(), analysed().luck
    blocks = Counter(event["player"] for event in file["events"] if event["e"] == "block-dice")
    counted = sum(team.kinds["Blocks"].tried for team in teams)
    assert blocks.total() - sum(team.left_out for team in teams) <= counted <= blocks.total()
    for team in teams:
        assert team.total.tried == sum(each.tried for each in team.kinds.values())
        assert team.total.difference == pytest.approx(sum(each.difference for each in team.kinds.values()))
        assert (team.luckier_than > 0.5) == (team.total.difference > 0)
    assert luck(())[0].luckier_than == 0.5


@pytest.mark.parametrize(
    ("chance", "words"),
    [
        (1 / 9, "1 in 9"),
        (5 / 6, "5 in 6"),
        (1 / 81, "1 in 81"),
        (1 / 6**5, "about 1 in 7776"),
        (91 / 216, "about 42 in 100"),
    ],
)
def test_odds_are_told_as_coaches_tell_them(chance: float, words: str) -> None:
    assert odds_words(chance) == words


# The whole analysis -----------------------------------------------------------------------------------------------------------


def test_the_chances_follow_the_match_to_its_result() -> None:
    file, found = decided(), analysed()
    turns = [event for event in file["events"] if event["e"] == "phase" and event["name"] == "turn"]
    assert [(each.turn, each.side) for each in found.points[:-1]] == [(each["number"], each["side"]) for each in turns]
    assert found.points[-1].chances.of(("home", "away").index(file["result"]["winner"])) == 1
    assert [each.score for each in found.touchdowns][-1] == tuple(file["result"]["score"])
    assert found.version == model().version


def test_turning_points_are_steps_of_the_replay_with_the_largest_swings() -> None:
    steps = match_show(decided())["steps"]
    points = analysed().turning_points
    assert len(points) == 5
    assert [each.step for each in points] == sorted(each.step for each in points)
    for each in points:
        assert steps[each.step]["text"] == each.story
        assert steps[each.step]["phase"]["turn"] == each.turn
        assert bool(each.roll) == bool(each.odds)
        assert each.odds != "1 in 1"
        assert each.after != each.before
    assert any(each.odds for each in points)


def test_where_a_winner_is_needed_there_is_no_draw() -> None:
    file = decided()
    sheets = [{**file["sheets"][0], "winner_needed": True}, file["sheets"][1]]
    found = analyse({**file, "sheets": sheets})
    assert {each.chances.draw for each in found.points} == {0}
    assert found.points[0].chances.points == pytest.approx(analysed().points[0].chances.points)


def test_the_same_file_gives_the_same_analysis() -> None:
    assert analyse(decided()) == analysed()
    assert Chances(0.2, 0.5, 0.3).points == pytest.approx(0.45)
