"""What the coach values: a data file with a version, refused where it makes no sense, named in match files, and tuned."""

from pathlib import Path
from typing import Any

import pytest
import yaml

import engine
from engine.cli import main
from engine.coaches import make_coach
from engine.coaches.bloodbowl.board import Board, Known
from engine.coaches.bloodbowl.fights import down_worth
from engine.coaches.bloodbowl.weights import NAMES, USUAL, read_weights, write_weights
from engine.core.errors import BadInput
from tests.engine.positions import game_of, match_of

RULES = engine.ruleset("bb2025")


def changed(tmp_path: Path, **changes: Any) -> Path:
    """The usual file with something else in it; None takes a part away."""
    content = yaml.safe_load(USUAL.read_text())
    for where, value in changes.items():
        *path, name = where.split("__")
        part = content
        for each in path:
            part = part[each]
        if value is None:
            del part[name]
        else:
            part[name] = value
    file = tmp_path / "weights.yaml"
    file.write_text(yaml.safe_dump(content))
    return file


@pytest.mark.parametrize(
    ("changes", "complaint"),
    [
        ({"version": 0}, "version: 0 is not a whole number"),
        ({"version": True}, "version: True is not a whole number"),
        ({"styles": None}, "styles is missing"),
        ({"more": {}}, "there is no 'more'"),
        ({"weights": []}, "weights: expected a mapping"),
        ({"weights__hurt": None}, "weights: hurt is missing"),
        ({"weights__luck": 1.0}, "weights: there is no 'luck'"),
        ({"weights__hurt": "much"}, "hurt: 'much' is not a number"),
        ({"weights__hurt": -0.1}, "hurt: -0.1 is not a number from 0"),
        ({"weights__hurt": 1001}, "hurt: 1001 is not a number from 0 to 1000"),
        ({"weights__hurt": float("nan")}, "hurt: nan is not a number"),
        ({"styles__cage": None}, "styles: cage is missing"),
        ({"styles__cage": 1}, "styles: cage: expected a mapping"),
        ({"styles__cage": {"wings": 1.0}}, "styles: cage: there is no 'wings'"),
        ({"styles__cage": {"guards": "more"}}, "guards: 'more' is not a number"),
    ],
)
def test_weights_that_make_no_sense_are_refused(tmp_path: Path, changes: dict[str, Any], complaint: str) -> None:
    with pytest.raises(BadInput, match=f"weights.yaml: {complaint}"):
        read_weights(changed(tmp_path, **changes))


def test_weights_are_read_as_they_were_written(tmp_path: Path) -> None:
    file = tmp_path / "mine.yaml"
    mine = read_weights().but(7, {"hurt": 4.5})
    write_weights(file, mine)
    assert read_weights(file) == mine
    assert set(mine.figures()) == set(NAMES)


def test_a_coach_goes_by_its_weights() -> None:
    match, _ = match_of('position: {home: {A: "10,8"}, away: {x: "11,8"}}')
    game = game_of(match)
    rival = next(player for player in game.state.players if player.name == "x")
    usual, fierce = Known(), Known(read_weights().but(1, {"hurt": 30.0}))
    worth = [down_worth(Board(game, 0, known), rival) for known in (usual, fierce)]
    assert worth[1] > worth[0]


def test_a_match_file_names_the_weights_of_its_coaches(tmp_path: Path) -> None:
    file = changed(tmp_path, version=12)
    sheets = (RULES.standard_sheet("human"), RULES.standard_sheet("orc"))
    record = engine.play(
        ruleset="bb2025", rulings=RULES.rulings(), sheets=sheets, seed="1", coaches=(f"planner@{file}", "any_legal")
    )
    assert record.header["coaches"] == ["planner, weights 12", "any_legal"]
    assert engine.rerun(record).matches


def test_only_a_coach_that_goes_by_weights_takes_them(tmp_path: Path) -> None:
    file = changed(tmp_path)
    for name, game in ((f"classic@{file}", "bloodbowl"), (f"planner@{file}", "battleball"), ("planner@", "battleball")):
        with pytest.raises(BadInput, match="there is no coach"):
            make_coach(name, game, "1")
    with pytest.raises(BadInput, match=r"nowhere\.yaml: cannot be read"):
        make_coach("planner@nowhere.yaml", "bloodbowl", "1")


def test_tuning_writes_the_next_version_and_the_same_one_again(tmp_path: Path) -> None:
    words = ["tune", "--ruleset", "bb2025", "--rosters", "human,orc", "--rounds", "1", "--matches", "2"]
    written = []
    for name in ("one.yaml", "other.yaml"):
        assert main([*words, "--out", str(tmp_path / name)]) == 0
        written.append(read_weights(tmp_path / name))
    assert written[0] == written[1]
    assert written[0].version == read_weights().version + 1
    assert written[0].figures().keys() == read_weights().figures().keys()


def test_a_game_whose_coach_has_no_weights_is_not_tuned(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["tune", "--ruleset", "battleball", "--rounds", "1", "--out", str(tmp_path / "x.yaml")]) == 2
    assert "has no weights to tune" in capsys.readouterr().err
