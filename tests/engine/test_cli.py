"""`python -m engine`: what it prints and how it ends."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

import engine
from engine.cli import coverage, main
from engine.core.ruleset import DATA

EXAMPLE = next(str(path) for path in engine.scenarios("battleball") if path.stem == "tackle-serious-injury")


def run(capsys: pytest.CaptureFixture[str], *words: str) -> Any:
    assert main([*words, "--json"]) == 0
    return json.loads(capsys.readouterr().out)


def test_play_writes_a_file_that_replay_confirms(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "match.json"
    played = run(capsys, "play", "--ruleset", "battleball", "--seed", "7", "--out", str(file))
    assert set(played) >= {"score", "digest", "stats"}
    again = run(capsys, "replay", str(file))
    assert again == {"digest": played["digest"], "matches": True, "first_difference": None}
    content = json.loads(file.read_text())
    content["dice"][0] = [20, 21]
    file.write_text(json.dumps(content))
    assert main(["replay", str(file)]) == 1
    assert "die 1" in capsys.readouterr().out


def test_play_takes_sheets_rulings_and_a_board(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    sheet = {**engine.ruleset("battleball").standard_sheet("iron-wolves"), "name": "Home Made"}
    (tmp_path / "team.json").write_text(json.dumps(sheet))
    (tmp_path / "board.yaml").write_text("mine: {rows: 25, columns: 13, rows_per_ten_yards: 2}\n")
    words = ["play", "--ruleset", "battleball", "--home", str(tmp_path / "team.json"), "--away", "black-harts"]
    words += [
        "--board",
        str(tmp_path / "board.yaml"),
        "--ruling",
        "battleball.overtime-limit=limited-then-points,rounds=1",
    ]
    assert main(words) == 0
    assert "Home Made" in capsys.readouterr().out


def test_bench_gives_the_figures(capsys: pytest.CaptureFixture[str]) -> None:
    figures = run(capsys, "bench", "--ruleset", "battleball", "--matches", "2")
    wanted = {"median_ms", "mean_ms", "matches_per_s", "decisions", "dice", "us_per_decision", "units"}
    assert set(figures) == wanted
    assert all(value > 0 for value in figures.values())


def test_fuzz_counts_what_it_did(capsys: pytest.CaptureFixture[str]) -> None:
    found = run(capsys, "fuzz", "--ruleset", "battleball", "--matches", "2", "--seed", "5")
    assert (found["matches"], found["found"]) == (2, [])
    assert found["decisions"] > 100


def test_fuzz_prints_the_command_that_reproduces_a_failure(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("engine.rulesets.battleball.scoring.TECHNICALITY", -50)
    assert main(["fuzz", "--ruleset", "battleball", "--matches", "3", "--seed", "5", "--jobs", "1"]) == 1
    out = capsys.readouterr().out
    assert "a negative score" in out
    assert "reproduce: python -m engine fuzz --ruleset battleball" in out
    assert "--seed 5 --from " in out


def test_scenario_passes_and_fails(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert main(["scenario", EXAMPLE]) == 0
    assert capsys.readouterr().out == "2 passed, 0 failed\n"
    changed = tmp_path / "changed.yaml"
    changed.write_text(Path(EXAMPLE).read_text().replace("serious}", "down}"))
    assert main(["scenario", str(changed)]) == 1
    assert "status of B-RB: expected 'down', found 'serious'" in capsys.readouterr().out


def test_scenario_says_when_outcomes_do_not_tell_the_choices_apart(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "same.yaml"
    file.write_text(re.sub(r"expect: \{.*?\}\}", "expect: {turn: home}", Path(EXAMPLE).read_text()))
    assert main(["scenario", str(file)]) == 1
    assert "holds under loser-rolled-1 as well: the outcome does not tell the choices apart" in capsys.readouterr().out


def test_rulings_lists_every_entry_with_its_scenarios(capsys: pytest.CaptureFixture[str]) -> None:
    rows = run(capsys, "rulings", "--ruleset", "battleball")
    assert len(rows) == 197
    assert sum(not row["fixed"] for row in rows) == 86
    for row in rows:
        assert set(row) >= {"id", "area", "where", "fixed", "choices", "default", "profiles"}
        assert row["choices"]
        assert all(files for files in row["choices"].values())
        assert all(
            Path(engine.__file__).parent.parent.joinpath(name).is_file()
            for files in row["choices"].values()
            for name in files
        )


def test_rulings_of_blood_bowl_say_what_each_profile_takes_and_from_where(capsys: pytest.CaptureFixture[str]) -> None:
    rows = {row["id"]: row for row in run(capsys, "rulings", "--ruleset", "bb2025")}
    text = (DATA / "bb2025" / "rulings.yaml").read_text()
    assert list(rows) == re.findall(r"^- id: (\S+)$", text, re.MULTILINE)
    assert len(rows) >= 219
    for row in rows.values():
        assert row["rule"] if row["fixed"] else row["question"]
        assert row["scenarios"] == {choice: len(files) for choice, files in row["choices"].items()}
        for name, value in row["profiles"].items():
            assert value["choice"] in row["choices"]
            assert value["own"] is (value["from"] == name)
    profiles = rows["bb2025.active-traits-from-prone"]["profiles"]
    assert profiles["fumbbl-guide"] == {"choice": "passive-only", "own": True, "from": "fumbbl-guide"}
    assert profiles["naf"] == {"choice": "with-free-move", "own": False, "from": "official"}
    assert rows["bb2025.wide-zone-includes-end-zone"]["profiles"]["official"]["from"] == "default"
    assert set(profiles) == {
        "official",
        "fumbbl-client",
        "fumbbl-guide",
        "fumbbl-house",
        "jervis",
        "naf",
    }  # no twin of the official one


def test_rulings_as_text_tell_own_choices_from_inherited_ones(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rulings", "--ruleset", "bb2025"]) == 0
    out = capsys.readouterr().out
    assert "official; inherited: jervis (official), naf (official)" in out


def test_coverage_counts_every_rule_but_those_that_wait_and_names_these() -> None:
    rules = engine.ruleset("bb2025")
    counted = {id for kind, id, _ in coverage.everything(rules) if kind == "rule"}
    left_out = {entry.id: entry.awaits for entry in coverage.waiting(rules)}
    assert set(left_out.values()) == {"star players"}
    assert counted | left_out.keys() == {entry.id for entry in rules.catalogue.entries if entry.fixed}
    assert not counted & left_out.keys()


@pytest.mark.parametrize(
    "name", ["play", "ladder", "plans", "bench", "stats", "fuzz", "rulings", "coverage", "playthrough"]
)
def test_help_names_every_game(capsys: pytest.CaptureFixture[str], name: str) -> None:
    with pytest.raises(SystemExit):
        main([name, "--help"])
    assert "one of bb2025, battleball" in " ".join(capsys.readouterr().out.split())


@pytest.mark.parametrize(
    "words",
    [[], *([name] for name in ("play", "ladder", "plans", "bench", "stats", "fuzz", "scenario", "rulings", "replay"))],
)
def test_every_command_explains_itself(capsys: pytest.CaptureFixture[str], words: list[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main([*words, "--help"])
    assert ended.value.code == 0
    assert "usage: python -m engine" in capsys.readouterr().out


BAD = [
    ["play", "--ruleset", "chess"],
    ["play", "--ruleset", "battleball", "--home", "lions"],
    ["play", "--ruleset", "battleball", "--home", "missing.json"],
    ["play", "--ruleset", "battleball", "--profile", "mine"],
    ["play", "--ruleset", "battleball", "--ruling", "nonsense"],
    ["play", "--ruleset", "battleball", "--ruling", "battleball.nothing=x"],
    ["play", "--ruleset", "battleball", "--board", "missing.yaml"],
    ["play", "--ruleset", "battleball", "--out", "no/such/folder/match.json"],
    ["play", "--ruleset", "bb2025", "--board", "board.yaml"],
    ["stats", "--ruleset", "battleball", "--drives"],
    ["stats", "--ruleset", "bb2025", "--rosters", "lions"],
    ["ladder", "--ruleset", "bb2025", "--coaches", "planner"],
    ["ladder", "--ruleset", "bb2025", "--rosters", "human,lions"],
    ["scenario", "missing.yaml"],
    ["replay", "missing.json"],
    ["replay", EXAMPLE],
    ["rulings", "--ruleset", "chess"],
]


@pytest.mark.parametrize("words", BAD, ids=[" ".join(words[:1] + words[-1:]) for words in BAD])
def test_bad_input_ends_with_two_and_one_line(capsys: pytest.CaptureFixture[str], words: list[str]) -> None:
    assert main(words) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith("error: ")
    assert captured.err.count("\n") == 1


@pytest.mark.parametrize("content", ["[]", "{}", '{"format": 1}', "no JSON"])
def test_replay_names_the_file_that_is_no_match(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, content: str
) -> None:
    file = tmp_path / "other.json"
    file.write_text(content)
    assert main(["replay", str(file)]) == 2
    assert capsys.readouterr().err.startswith(f"error: {file}: not a match file: ")


@pytest.mark.parametrize("number", ["0", "-1", "many"])
def test_a_number_of_matches_has_to_be_one(capsys: pytest.CaptureFixture[str], number: str) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["bench", "--ruleset", "battleball", "--matches", number])
    assert ended.value.code == 2
    assert capsys.readouterr().err.count("\n") == 1
