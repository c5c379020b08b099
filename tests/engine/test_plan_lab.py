"""`python -m engine plans`: whether the settings of a game plan move what they should."""

import json
from collections import defaultdict
from collections.abc import Mapping
from typing import Any

import pytest

import engine
from engine.cli import main, plans, series
from engine.cli.ladder import interval
from engine.cli.plan_figures import figures, watched
from engine.cli.plans import TRIALS, Statistic, armed, moved, verdict
from engine.coaches.bloodbowl.fights import quality
from engine.core.dice import ScriptedDice
from engine.rules.gameplan.record import FORMATIONS, PLAYER_LISTS, SETTINGS
from engine.rules.state import Player
from engine.rulesets import ruleset

WORDS = ("plans", "--ruleset", "bb2025", "--rosters", "human,goblin", "--processes", "1")
RULES = ruleset("bb2025")
SHEETS = (RULES.standard_sheet("human"), RULES.standard_sheet("goblin"))
PLAYERS: list[Player] = RULES.new_game(SHEETS, ScriptedDice(()), RULES.rulings()).state.players
A, B = 1, 2  # of the home team
X = len(SHEETS[0]["players"]) + 3  # an opponent
MIDDLE = RULES.edition.pitch.middle_square
BESIDE, CORNER = MIDDLE + 1, MIDDLE + 1 + RULES.edition.pitch.stride
Event = dict[str, Any]


def event(kind: str, **fields: Any) -> Event:
    return {"e": kind, **fields}


def turn(number: int, side: int = 0) -> Event:
    return event("phase", name="turn", number=number, side=side)


def rolled(what: str) -> Event:
    return event("roll", what=what, player=A)


def put(player: int, square: int) -> Event:
    return event("put", player=player, square=square)


OVER = event("phase", name="drive-end", number=1, side=None)
KICK_OFF = event("phase", name="set-up", number=1, side=1)
SCORE = event("score", side=0, points=1, why="touchdown", score=(1, 0))
DODGE = rolled("dodge")
REROLL = event("re-roll", player=A, source="bought")
DICEY = event("block-dice", player=A, faces=(3,), chooser=0)
SAFE = event("block-dice", player=A, faces=(3, 4), chooser=0)
THEIRS = event("ball", square=MIDDLE, holder=X)
OURS = event("ball", square=MIDDLE, holder=A)
BLOCK = event("block", player=A, target=X, result="pow")
CALLED, KEPT = (event("choice", side=0, question="apothecary", answer=answer) for answer in (True, False))


def seen(*events: Event) -> Mapping[str, float]:
    """What is counted for the home team."""
    record = engine.Record({}, [], [], list(events), {}, "", "")
    return watched(RULES.edition, PLAYERS, record).sides[0]


@pytest.mark.parametrize(
    ("events", "counted"),
    [
        ([KICK_OFF], {"receives_first": 1}),
        ([turn(1), DODGE, rolled("armour"), DICEY, SAFE], {"risks": 2, "turns_level": 1, "risks_level": 2}),
        ([turn(1), DODGE, REROLL, DODGE], {"risks": 1, "early_rerolls": 1}),
        ([turn(5), DODGE, REROLL, DODGE], {"risks": 1, "early_rerolls": 0}),
        ([turn(1), event("re-roll", player=A, source="dodge")], {"early_rerolls": 0}),
        ([turn(1, side=1), DODGE], {"risks": 0}),
        ([turn(6), DODGE, turn(7), DODGE], {"late_risks": 1, "late_turns": 1}),
        ([turn(3), SCORE, OVER, turn(4), DODGE], {"turns_ahead": 1, "risks_ahead": 1, "turns_of_touchdowns": 3}),
        ([turn(8), SCORE], {"late_touchdowns": 1}),
        ([turn(6), SCORE], {"late_touchdowns": 0}),
        ([turn(8), event("turn-over", side=0, why="fall")], {"late_turnovers": 1}),
        ([turn(6), event("turn-over", side=0, why="fall")], {"late_turnovers": 0}),
        ([turn(1), put(X, MIDDLE), THEIRS, BLOCK], {"blocks_on_the_carrier": 1, "opponents_blocked": 1}),
        ([turn(1), put(X, MIDDLE), BLOCK], {"blocks_on_the_carrier": 0, "worth_of_the_blocked": quality(PLAYERS[X])}),
        ([CALLED, KEPT], {"apothecary_called": 1, "apothecary_asked": 2}),
    ],
)
def test_what_is_counted(events: list[Event], counted: dict[str, float]) -> None:
    found = seen(*events)
    assert {name: found[name] for name in counted} == counted


def test_markers_stand_beside_their_carrier_when_the_turn_is_over() -> None:
    ends = (THEIRS, turn(1), OVER)
    marked = seen(put(A, BESIDE), put(B, CORNER), put(X, MIDDLE), *ends)
    assert (marked["markers"], marked["turns_against_a_carrier"], marked["opponents_marked"]) == (2, 1, 1)
    down = event("stance", player=A, stance="prone")
    assert seen(put(A, BESIDE), put(B, CORNER), put(X, MIDDLE), down, *ends)["markers"] == 1
    gone = event("off", player=A, where="reserves")
    assert seen(put(A, BESIDE), put(X, MIDDLE), gone, *ends)["markers"] == 0
    away = event("move", player=A, path=(BESIDE, BESIDE + 1))
    assert seen(put(A, BESIDE), put(X, MIDDLE), away, *ends)["markers"] == 0


def test_a_cage_has_team_mates_at_its_corners() -> None:
    found = seen(put(A, MIDDLE), put(B, CORNER), put(B + 1, BESIDE), OURS, turn(1), OVER)
    assert (found["corners"], found["turns_with_the_ball"], found["pressed"]) == (1, 1, 0)
    assert seen(put(A, MIDDLE), put(X, CORNER), OURS, turn(1), OVER)["pressed"] == 1


def test_after_a_touchdown_nobody_looks_at_the_cage_any_more() -> None:
    assert seen(put(A, MIDDLE), OURS, turn(1), SCORE, OVER)["turns_with_the_ball"] == 0


def test_every_choice_of_a_trial_is_one_of_its_setting() -> None:
    for trial in TRIALS:
        for choice in (trial.first, trial.second):
            SETTINGS[trial.setting].kind.check(choice)
    for plan in plans.PLANS.values():
        RULES.plans.check(plan, set(), RULES.rulings())


def test_every_setting_that_names_nobody_is_tried() -> None:
    assert {trial.setting for trial in TRIALS} == SETTINGS.keys() - {*PLAYER_LISTS, *FORMATIONS}


def test_every_statistic_is_counted() -> None:
    """In a real match: a name that nothing counts would stay at nothing for ever."""
    fixture = series.Fixture("bb2025", RULES.rulings().to_json(), SHEETS, "1", plans.COACHES)
    sides = figures(fixture)
    names = {name for trial in TRIALS for each in (*trial.more, *trial.less) for name in (*each.added, each.shared_by)}
    assert {name for name in names - {""} if not any(name in side for side in sides)} <= {"risks_behind"}


# What is said about it ------------------------------------------------------------------------------------------------------------


def sides(home: float, of: float = 1) -> Any:
    return defaultdict(float, fouls=home, turns=of), defaultdict(float)


FOULS, SHARE = Statistic("fouls", ("fouls",)), Statistic("fouls a turn", ("fouls",), "turns")


def test_a_statistic_may_be_shared_by_another() -> None:
    assert FOULS.of(sides(3, 6)) == 3
    assert SHARE.of(sides(3, 6)) == pytest.approx(0.5)
    assert SHARE.of(sides(3, 0)) is None
    assert Statistic("theirs", ("fouls",), side=plans.AWAY).of(sides(3)) == 0


def test_the_interval_is_over_the_differences_of_pairs() -> None:
    low, high = interval([1.0, 2.0, 3.0])
    assert ((low + high) / 2, (high - low) / 2) == pytest.approx((2.0, 1.96 / 3**0.5), abs=1e-3)
    row = moved(FOULS, [(sides(10), sides(11)), (sides(20), sides(22)), (sides(0), sides(3))], wanted=1)
    assert (row["first"], row["second"], row["difference"]) == (10, 12, 2)
    assert (row["low"], row["high"]) == pytest.approx((low, high), abs=1e-3)
    assert row["verdict"] == "moves"


def test_pairs_without_the_statistic_do_not_count() -> None:
    row = moved(SHARE, [(sides(1, 1), sides(1, 0)), (sides(1, 1), sides(2, 1))], wanted=1)
    assert row == {"statistic": "fouls a turn", "pairs": 1, "verdict": "too few matches"}


@pytest.mark.parametrize(
    ("low", "high", "wanted", "said"),
    [
        (0.1, 0.5, 1, "moves"),
        (-0.5, -0.1, -1, "moves"),
        (0.1, 0.5, -1, "moves the wrong way"),
        (-0.5, -0.1, 1, "moves the wrong way"),
        (-0.1, 0.5, 1, "no clear difference"),
        (0.0, 0.0, 1, "no clear difference"),
    ],
)
def test_the_verdict(low: float, high: float, wanted: int, said: str) -> None:
    assert verdict(low, high, wanted) == said


# The command ------------------------------------------------------------------------------------------------------------------


def test_fouls_are_for_those_whose_plan_allows_them(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*WORDS, "--matches", "4", "--setting", "fouls", "--json"]) == 0
    (row,) = json.loads(capsys.readouterr().out)["settings"]
    assert (row["first"], row["second"], row["matches"]) == ("never", "often", 4)
    assert row["statistics"][0]["first"] == 0 < row["statistics"][0]["second"]
    assert all(each["low"] <= each["share"] <= each["high"] for each in row["points"])


def test_two_matches_are_too_few_to_say_anything(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*WORDS, "--matches", "2", "--setting", "toss"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[:2] == ["toss: kick and receive, 2 matches", "  receives first: too few matches"]
    assert lines[2].startswith("  points: kick ")


def test_whole_plans_meet_at_home_and_away(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*WORDS, "--matches", "2", "--setting", "whole"]) == 0
    out = capsys.readouterr().out
    assert "the good plan against the bad plan: 2 matches\n" in out
    assert "the good plan against the default plan: 2 matches\n" in out


def test_weapons_are_tried_by_teams_that_have_any(capsys: pytest.CaptureFixture[str]) -> None:
    assert armed(RULES, RULES.standard_sheet("goblin"))
    assert not armed(RULES, RULES.standard_sheet("amazon"))
    words = ("plans", "--ruleset", "bb2025", "--rosters", "amazon", "--processes", "1", "--setting", "weapons")
    assert main(list(words)) == 0
    assert "weapons: sparing and often, 0 matches\n" in capsys.readouterr().out


def test_an_unknown_setting_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main([*WORDS, "--setting", "mood"])
    assert ended.value.code == 2
    told = capsys.readouterr().err
    assert "'mood'" in told
    assert told.count("\n") == 1


def test_a_game_without_plans_has_nothing_to_try(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["plans", "--ruleset", "battleball"]) == 2
    assert capsys.readouterr().err == "error: there are no game plans in Battleball\n"


def test_figures_do_not_depend_on_the_number_of_processes(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    words = (*WORDS, "--matches", "2", "--setting", "risk", "--json")
    assert main(list(words)) == 0
    alone = capsys.readouterr().out
    monkeypatch.setattr(series, "WORTH_A_POOL", 1)
    assert main([*words, "--processes", "2"]) == 0
    assert capsys.readouterr().out == alone
