"""Team Captains and mascots: what a team sheet may say of them, and what they do in a match."""

from typing import Any

import pytest

from engine.coaches.classic.formation import squares
from engine.core.errors import BadInput
from engine.rules.halves import replenish
from engine.rulesets.bb2025 import BB2025
from tests.engine.positions import game_of, play_script, sheet

PITCH = {"home": {"A": "10,8", "B": "5,8"}, "away": {"x": "11,8", "y": "20,8"}}


@pytest.mark.parametrize(
    ("team", "captains", "complaint"),
    [
        ("human", [0], ""),
        ("orc", [10], ""),
        ("human", [0, 1], "one Team Captain"),
        ("dwarf", [0], "no Team Captain"),
    ],
)
def test_who_may_be_captain(team: str, captains: list[int], complaint: str) -> None:
    given = sheet(team)
    rows = [row for row in given["players"] if "ogre" not in row["position"] and "troll" not in row["position"]]
    for number in captains:
        rows[number if number < len(rows) else -1]["captain"] = True
    if not complaint:
        BB2025.check_sheet(given, BB2025.rulings())
        return
    with pytest.raises(BadInput, match=complaint):
        BB2025.check_sheet(given, BB2025.rulings())


def test_a_big_guy_is_no_captain() -> None:
    given = sheet("human")
    given["players"][0] |= {"position": "human-ogre", "captain": True}
    with pytest.raises(BadInput, match="Big Guy"):
        BB2025.check_sheet(given, BB2025.rulings())


@pytest.mark.parametrize("prayers", [-1, 4, "two"])
def test_a_sheet_has_up_to_three_prayers(prayers: Any) -> None:
    with pytest.raises(BadInput, match=r"prayers: .*Core p\.143"):
        BB2025.check_sheet(sheet("human") | {"prayers": prayers}, BB2025.rulings())
    BB2025.check_sheet(sheet("human") | {"prayers": 3, "mascot": True}, BB2025.rulings())


NAMES = "ABCDEFGHIJKL"
HALF = {name: f"13,{number}" for number, name in enumerate(NAMES[:7], start=5)} | {
    name: f"10,{number}" for number, name in enumerate(NAMES[7:11], start=5)
}


def test_the_captain_has_to_be_set_up() -> None:
    position = {"reserves": [*NAMES, "x", "y", "z"], "stage": "drive", "kicking": "home", "captains": ["L"]}
    match = play_script(position, [])
    assert match.pending is not None
    asked, names = match.pending, BB2025.stage.names(match.game)
    options = asked.options
    without = asked.question.read(HALF, names, asked)
    assert "Team Captain" in (options.refusal(without) or "")
    instead = {"L" if name == "K" else name: square for name, square in HALF.items()}
    assert options.refusal(asked.question.read(instead, names, asked)) is None
    assert options.refusal(options.some(lambda number: number - 1)) is None
    assert options.refusal(squares(game_of(match), 0, options)) is None


def test_a_captain_off_the_pitch_saves_nothing() -> None:
    position = PITCH | {"reserves": ["C"], "captains": ["C"], "rerolls": [1, 0]}
    script = [{"activate": "A"}, {"declare": "move"}, {"step": ["9,8"]}, {"re-roll": "team"}]
    assert game_of(play_script(position, [1, 5], script)).team(0).rerolls == {"bought": 0}


def test_the_mascot_is_back_in_each_half() -> None:
    game = game_of(play_script(PITCH | {"mascot": [True, False]}, []))
    for team in game.state.teams:
        team.rerolls = {}
        replenish(game, team)
    assert [team.rerolls.get("mascot") for team in game.state.teams] == [1, None]


def test_a_mascot_rolls_a_one_for_cheering_fans_again() -> None:
    squares = {"A": "13,5", "B": "13,6", "C": "13,7"}
    position = {"reserves": [*"ABC", *"xyz"], "stage": "drive", "kicking": "home", "mascot": [True, True]}
    script = [
        {"set-up": squares},
        {"set-up": {"x": "14,5", "y": "14,6", "z": "14,7"}},
        {"kicker": "A"},
        {"aim": "20,8"},
    ]
    match = play_script(position, [5, 1, 3, 3, 1, 4, 5, 2], script)
    assert [team.cheered or team.extra_assist for team in game_of(match).state.teams] == [True, False]
