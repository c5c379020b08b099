"""`python -m engine stats`: what is counted in many matches."""

import json
from collections import Counter
from typing import Any

import pytest

import engine
from engine.cli import main, series, stats
from engine.cli.series import Fixture

WORDS = ("stats", "--ruleset", "bb2025", "--matches", "3", "--rosters", "human,goblin,slann", "--coach", "any_legal")


def run(capsys: pytest.CaptureFixture[str], *words: str) -> Any:
    assert main([*words, "--json"]) == 0
    return json.loads(capsys.readouterr().out)


def text(capsys: pytest.CaptureFixture[str], *words: str) -> list[str]:
    assert main(list(words)) == 0
    return capsys.readouterr().out.splitlines()


@pytest.fixture(scope="module")
def fixture() -> Fixture:
    rules = engine.ruleset("bb2025")
    sheets = (rules.standard_sheet("human"), rules.standard_sheet("slann"))
    return Fixture("bb2025", rules.rulings().to_json(), sheets, "1", ("any_legal", "any_legal"))


@pytest.fixture(scope="module")
def record(fixture: Fixture) -> engine.Record:
    return fixture.play()


def test_stats_are_means_of_every_statistic(capsys: pytest.CaptureFixture[str]) -> None:
    means = run(capsys, "stats", "--ruleset", "battleball", "--matches", "3")
    wanted = {
        "touchdowns",
        "tackles",
        "blocks",
        "passes",
        "hand_offs",
        "fumbles",
        "injuries_suffered",
        "overtime_rounds",
    }
    assert wanted <= set(means)


def test_figures_do_not_depend_on_the_number_of_processes(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    alone = run(capsys, *WORDS, "--processes", "1")
    monkeypatch.setattr(series, "WORTH_A_POOL", 1)
    assert run(capsys, *WORDS, "--processes", "2") == alone


def test_people_stand_beside_us_where_their_matches_are_known(capsys: pytest.CaptureFixture[str]) -> None:
    lines = text(capsys, *WORDS)
    assert lines[0].split()[-1] == "people"
    assert any(line.split()[0] == "blocks" and line.split()[-1] == "80" for line in lines)
    assert "people" not in "".join(text(capsys, "stats", "--ruleset", "battleball", "--matches", "1"))


def test_one_pair_may_be_named(capsys: pytest.CaptureFixture[str]) -> None:
    words = ("stats", "--ruleset", "bb2025", "--matches", "2", "--home", "orc", "--away", "dwarf", "--by", "roster")
    rows = run(capsys, *words, "--coach", "any_legal")
    assert {row["roster"]: row["matches"] for row in rows} == {"Orc": 2, "Dwarf": 2}


def test_by_roster_every_point_and_touchdown_is_somebodys(capsys: pytest.CaptureFixture[str]) -> None:
    rows = run(capsys, *WORDS, "--by", "roster")
    assert {row["roster"] for row in rows} == {"Human", "Goblin", "Slann"}
    assert [row["matches"] for row in rows] == [2, 2, 2]
    assert sum(row["points"] for row in rows) == pytest.approx(1.5)
    assert sum(row["touchdowns"] - row["conceded"] for row in rows) == pytest.approx(0)
    assert set(stats.COLUMNS) <= rows[0].keys()
    assert len(text(capsys, *WORDS, "--by", "roster")) == 4


def test_by_action_nothing_is_taken_that_was_not_possible(capsys: pytest.CaptureFixture[str]) -> None:
    rows = {(row["question"], row["action"]): row for row in run(capsys, *WORDS, "--by", "action")}
    assert all(0 <= row["taken"] <= row["possible"] and row["possible"] > 0 for row in rows.values())
    assert rows["declare", "throw-team-mate"]["possible"] > 0
    assert rows["step", "jump"]["taken"] > 0
    assert ("step", "end") not in rows
    assert len(text(capsys, *WORDS, "--by", "action")) == len(rows) + 1


def test_drives_and_turns_that_end_badly_are_shares(capsys: pytest.CaptureFixture[str]) -> None:
    rows = {row["figure"]: row for row in run(capsys, *WORDS, "--drives")}
    assert rows["touchdowns"]["people"] == 2.2
    assert 0 <= rows["opening_drives_scored"]["here"] <= 1
    assert 0 < rows["turns_that_end_in_a_turnover"]["here"] < 1
    assert len(text(capsys, *WORDS, "--drives")) == len(rows) + 1


def test_events_agree_with_the_result(fixture: Fixture, record: engine.Record) -> None:
    found = stats.counted(fixture, record)
    declared = Counter(event["action"] for event in record.events if event["e"] == "declare")
    for key, number in declared.items():
        assert sum(side[f"declare:{key}"] for side in found.sides) == number
    for side in found.sides:
        assert 0 < side["turns"] <= 16
        assert side["dodges_made"] <= side["dodges"]
        assert side["rushes_made"] <= side["rushes"]
        assert side["jumps_made"] <= side["jumps"]
    assert found.match["opening_drives"] >= 2


def drive_events(*lines: tuple[str, int, int]) -> Any:
    made = [
        {"e": "score", "side": side}
        if name == "score"
        else {"e": "phase", "name": name, "number": number, "side": side}
        for name, number, side in lines
    ]
    return type("Match", (), {"events": made})


@pytest.mark.parametrize(
    ("scorer", "scored"),
    [(1, 1), (0, 0)],
)
def test_a_drive_opens_a_half_for_whoever_has_had_no_turn_yet(scorer: int, scored: int) -> None:
    """The second drive does too if the receivers scored at once, and the third does not."""
    first = [("half", 1, 0), ("set-up", 1, 0), ("turn", 1, 1), ("score", 0, scorer)]
    rest = [("set-up", 1, 1), ("turn", 1, 0), ("turn", 2, 1), ("set-up", 1, 0), ("turn", 3, 1), ("score", 0, 1)]
    assert stats.drives(drive_events(*first, *rest)) == {"opening_drives": 2, "opening_drives_scored": scored}


def test_special_actions_are_counted_once(fixture: Fixture) -> None:
    """A gaze is declared and then aimed; a stab in a Blitz is only a step of it."""
    lines = [("declare", "hypnotic-gaze"), ("step", ("hypnotic-gaze", 3)), ("declare", "blitz"), ("step", ("stab", 4))]
    lines += [("declare", "move"), ("step", ("jump", 5)), ("step", ("end",))]
    made = [{"e": "choice", "side": 0, "question": question, "answer": answer} for question, answer in lines]
    sides: tuple[stats.Counts, stats.Counts] = (Counter(), Counter())
    stats.count_events(type("Match", (), {"events": made}), sides)  # type: ignore[arg-type]
    assert (sides[0]["special_actions"], sides[0]["jumps"]) == (2, 1)
