"""Rulings in force, the catalogue, team sheets, boards: what is refused, and that it says why."""

from pathlib import Path
from typing import Any

import pytest

import engine
from engine.core.catalogue import load_catalogue
from engine.core.errors import BadInput, UnknownRuleset, UnknownRuling, UnknownTeam
from engine.core.ruleset import Ruleset
from engine.core.ruling import Rulings
from engine.rulesets.battleball.board import build_board, read_board_file


def test_the_default_profile_takes_every_default(battleball: Ruleset) -> None:
    rulings = battleball.rulings()
    assert len(rulings.choices) == 86
    assert all(rulings.choices[entry.id] == entry.default for entry in battleball.catalogue.open_points())


def test_a_profile_is_silent_where_it_says_nothing(battleball: Ruleset) -> None:
    published = battleball.rulings("published").choices
    assert published["battleball.turn-activations"] == "one-per-turn"
    assert published["battleball.overtime-limit"] == "none"


def test_profiles_of_blood_bowl_follow_the_documents_they_name() -> None:
    """Jervis in one state of his notes; FUMBBL's guide and its client apart where they differ."""
    catalogue = engine.ruleset("bb2025").catalogue
    sources = {"jervis": "001", "fumbbl-guide": "002"}
    for profile, source in sources.items():
        assert not [
            each.id for each in catalogue.open_points() if profile in each.profiles and source not in each.sources
        ]
    parted = {each.point: each for each in catalogue.differing("fumbbl-house", "fumbbl-client")}
    assert set(parted) == {
        "tentacles-before-rush",
        "tentacles-before-rush-in-jump",
        "shadowing-timing",
        "steady-footing-order-when-blocked",
        "dauntless-multiple-block",
        "break-tackle-before-diving-tackle",
    }
    for entry in parted.values():
        assert entry.choice_in("fumbbl-house") == entry.choice_in("fumbbl-guide")
        assert "FUMBBL's client" in entry.evidence


def test_rulings_survive_json(battleball: Ruleset) -> None:
    rulings = battleball.rulings(overrides={"battleball.carnage-supply": {"choice": "limited", "tokens": 5}})
    again = battleball.rulings(overrides=rulings.to_json())
    assert again.to_json() == rulings.to_json()
    assert again.settings["battleball.carnage-supply"] == {"tokens": 5}


REFUSED: list[tuple[dict[str, Any], str]] = [
    ({"battleball.nothing": "x"}, "no ruling is called 'battleball.nothing'"),
    ({"battleball.tackle-roll": "x"}, "is a fixed rule"),
    ({"battleball.overtime-limit": "maybe"}, "has no choice 'maybe'; there are none, limited-then-points, no-overtime"),
    ({"battleball.overtime-limit": {"choice": "limited-then-points", "years": 3}}, "no setting 'years'"),
    ({"battleball.overtime-limit": {"choice": "limited-then-points", "rounds": -1}}, "whole number from 0 to 1000"),
    ({"battleball.overtime-limit": {"choice": "limited-then-points", "rounds": True}}, "whole number"),
    ({"battleball.board-size": {"choice": "custom", "rows": 24}}, "odd numbers"),
    ({"battleball.board-size": {"choice": "custom", "rows": 999}}, "9 to 99 rows"),
    ({"battleball.board-size": {"choice": "custom", "columns": 7, "rows_per_ten_yards": 1}}, "not enough room"),
    ({"battleball.roster": {"choice": "custom", "running-back": 4}}, "add up to 12"),
    ({"battleball.roster": {"choice": "custom", "running-back": 0, "heavy-tackle": 4}}, "heavy tackles"),
    ({"battleball.setup-team-rule": {"choice": "custom", "rules": ["flying"]}}, "there is no 'flying'"),
    ({"battleball.setup-team-rule": {"choice": "custom", "rules": []}}, "list of names"),
    ({"battleball.setup-team-rule": {"choice": "custom", "rules": list("abcd")}}, "from 1 to 3"),
    ({"battleball.half-length": {"choice": "turn-limit", "turns": 0}}, "at least 1"),
]


@pytest.mark.parametrize(("overrides", "message"), REFUSED, ids=[message for _, message in REFUSED])
def test_rulings_that_make_no_sense_are_refused(battleball: Ruleset, overrides: dict[str, Any], message: str) -> None:
    with pytest.raises(BadInput) as refused:
        battleball.rulings(overrides=overrides)
    assert message in str(refused.value)


def test_a_name_that_is_listed_often_counts_once(battleball: Ruleset) -> None:
    rule, names = (
        "battleball.setup-team-rule",
        battleball.catalogue.entry("battleball.setup-team-rule").settings["custom"]["rules"],
    )
    settled = battleball.rulings(overrides={rule: {"choice": "custom", "rules": [names[0]] * 1000}})
    assert settled.settings[rule]["rules"] == [names[0]]


def test_unknown_names_are_refused(battleball: Ruleset) -> None:
    with pytest.raises(UnknownRuleset, match="there is no ruleset 'chess'"):
        engine.ruleset("chess")
    with pytest.raises(UnknownTeam, match="has no team 'lions'"):
        battleball.standard_sheet("lions")
    with pytest.raises(UnknownRuling):
        battleball.catalogue.entry("battleball.nothing")
    with pytest.raises(BadInput, match="no profile is called 'mine'"):
        battleball.rulings("mine")


def _sheet(battleball: Ruleset, **changes: Any) -> dict[str, Any]:
    sheet = dict(battleball.standard_sheet("iron-wolves"))
    sheet["players"] = [dict(player) for player in sheet["players"]]
    first = {key: value for key, value in changes.items() if key in sheet["players"][0]}
    sheet["players"][0] |= first
    return sheet | {key: value for key, value in changes.items() if key not in first}


SHEETS: list[tuple[dict[str, Any], str]] = [
    ({"position": "goalkeeper"}, "there is no position 'goalkeeper'"),
    ({"position": "tackle"}, "3 Running Back, 2 Safety"),
    ({"skills": ["flying"]}, "unknown skill, 'flying'"),
    ({"players": []}, "a team has 11 players"),
    ({"players": None}, "players: has to be a list"),
    ({"players": [{"id": 1}]}, "a player has an id, a number, a name and a position"),
    ({"id": 2}, "two players have the same id"),
    ({"absent": [99]}, "an absent player is not on the sheet"),
]


@pytest.mark.parametrize(("changes", "message"), SHEETS, ids=[message for _, message in SHEETS])
def test_an_illegal_sheet_is_refused(
    battleball: Ruleset, rulings: Rulings, changes: dict[str, Any], message: str
) -> None:
    with pytest.raises(BadInput) as refused:
        battleball.check_sheet(_sheet(battleball, **changes), rulings)
    assert message in str(refused.value)


def test_absent_players_do_not_take_part(battleball: Ruleset, rulings: Rulings) -> None:
    sheets = (_sheet(battleball, absent=[1, 2]), battleball.standard_sheet("black-harts"))
    record = engine.play(ruleset="battleball", rulings=rulings, sheets=sheets, seed="short")
    placed = {event["player"] for event in record.events if event["e"] == "put"}
    assert not placed & {0, 1}
    assert len(placed) == 20


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("- 1\n", "board.yaml: line 1: expected a mapping"),
        ("mine: {rows: 31}\n", "board.yaml: mine: a board has rows, columns, rows_per_ten_yards"),
        ("mine: {rows: 31, columns: wide, rows_per_ten_yards: 3}\n", "whole numbers"),
        ("mine: {rows: 30, columns: 15, rows_per_ten_yards: 3}\n", "odd numbers"),
        ("mine: {rows: [\n", "board.yaml: line 2:"),
    ],
)
def test_a_malformed_board_file_is_refused(tmp_path: Path, text: str, message: str) -> None:
    file = tmp_path / "board.yaml"
    file.write_text(text)
    with pytest.raises(BadInput) as refused:
        read_board_file(file)
    assert message in str(refused.value)


@pytest.mark.parametrize("size", ["medium-31x15", "fine-41x17", "coarse-21x11", "custom"])
@pytest.mark.parametrize("grid", ["staggered-six", "square-eight", "square-four"])
def test_every_board_is_drawn_space_by_space(battleball: Ruleset, size: str, grid: str) -> None:
    rulings = battleball.rulings(overrides={"battleball.board-size": size, "battleball.board-grid": grid})
    board, drawing = build_board(rulings), battleball.drawing(rulings)
    assert len(drawing["spaces"]) == board.pitch.everywhere.bit_count()
    for space in drawing["spaces"]:
        assert space["x"] - space["w"] / 2 >= 0
        assert space["x"] + space["w"] / 2 <= drawing["width"]
        assert 0 < space["y"] < drawing["height"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("- {area: x}\n", "an entry without an id"),
        ("- {id: a.b, area: x, rule: r}\n", "a.b: no title, where"),
        (2 * "- {id: a.b, title: T, area: x, where: engine, rule: r}\n", "twice"),
        ("- {id: a.b, title: T, area: x, where: engine, rule: r, colour: red}\n", "a.b: unknown field colour"),
        (
            "- {id: a.b, title: T, area: x, where: engine, open: true, choices: {y: yes}, default: n}\n",
            "a default among them",
        ),
    ],
)
def test_a_malformed_catalogue_names_file_and_entry(tmp_path: Path, text: str, message: str) -> None:
    file = tmp_path / "rulings.yaml"
    file.write_text(text)
    with pytest.raises(BadInput, match=r"^rulings\.yaml") as refused:
        load_catalogue(file)
    assert message in str(refused.value)
