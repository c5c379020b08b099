"""A club in the middle of its season as the sheet that the engine plays with."""

from typing import Any

from engine.campaign.editor import TeamEditor
from engine.campaign.sheets import sheet
from engine.core.ruleset import Sheet, catalogue
from engine.rules.state import Player
from engine.rules.teams.sheet import check_sheet, players, team
from tests.engine.campaign.editors import EDITION, editor_of

HUMANS = ["human-blitzer", "human-ogre", *["human-lineman"] * 11]


def checked(editor: TeamEditor, **inducements: Any) -> Sheet:
    made = sheet(editor.club, "Reavers", "REA", inducements)
    check_sheet(EDITION, made, editor.rulings)
    return made


def made_of(given: Sheet) -> dict[str, Player]:
    rulings = catalogue(EDITION).rulings("official")
    return {player.name: player for player in players(EDITION, (given, given), rulings) if player.side == 0}


def test_whoever_can_play_is_on_the_sheet_with_his_own_id() -> None:
    editor = editor_of("human", HUMANS, journeymen=1)
    editor.enter("hurt", 4, misses_next=True)
    editor.enter("retired", 5)
    given = checked(editor)
    assert [row["id"] for row in given["players"]] == [1, 2, 3, *range(6, 14)]
    assert [row["id"] for row in given["players"] if row.get("journeyman")] == [13]
    assert made_of(given)["No. 13"].skills["loner"] == 4


def test_what_the_season_made_of_a_player() -> None:
    editor = editor_of("human", HUMANS)
    editor.enter("advanced", 1, skill="guard", value=30)
    editor.enter("advanced", 1, characteristic="ag", value=30)
    editor.enter("hurt", 1, misses_next=False, lost="av")
    editor.enter("hurt", 1, misses_next=False, niggling=1)
    editor.enter("hurt", 3, misses_next=False, lost="ma")
    editor.enter("healed", 3, characteristic="ma")
    given = checked(editor)
    made = made_of(given)
    blitzer = made["No. 1"]
    assert {"block", "tackle", "guard"} <= blitzer.skills.keys()
    assert (blitzer.ag, blitzer.av, blitzer.niggling) == (2, 8, 1)
    assert "changes" not in given["players"][2]


def test_the_captain_has_pro_once() -> None:
    editor = editor_of("human", HUMANS)
    editor.enter("captain", 1)
    assert checked(editor)["players"][0]["skills"] == ["pro"]
    editor.enter("advanced", 1, skill="pro", value=20)
    row = checked(editor)["players"][0]
    assert row["skills"] == ["pro"]
    assert row["captain"] is True


def test_hatred_gained_joins_the_hatred_of_the_profile() -> None:
    editor = editor_of("dwarf", ["dwarf-troll-slayer", *["dwarf-lineman"] * 10])
    for member in (1, 2):
        editor.enter("hates", member, keyword="orc")
    editor.enter("hates", 2, keyword="elf")
    made = made_of(checked(editor))
    assert made["No. 1"].skills["hatred"] == "troll, orc"
    assert made["No. 2"].skills["hatred"] == "orc, elf"


def test_staff_trophy_and_alignment() -> None:
    staff = {"rerolls": 3, "trophy": 1, "apothecary": 1, "assistant_coaches": 2, "cheerleaders": 4, "fans": 5}
    editor = editor_of("norse", ["norse-raider"] * 11, league="chaos-clash", favoured_of="khorne", **staff)
    given = checked(editor)
    made = team(EDITION, given, 0)
    assert (made.bought, made.apothecaries, made.assistant_coaches, made.cheerleaders, made.fans) == (4, 1, 2, 4, 5)
    assert (given["league"], given["favoured_of"]) == ("chaos-clash", "khorne")


def test_whoever_joins_for_this_match_has_a_number_of_his_own() -> None:
    """A mercenary, the dead who may rise, and rookies."""
    undead = editor_of("shambling-undead", ["shambling-undead-zombie-lineman"] * 11)
    hired = {"position": "shambling-undead-mummy", "skills": ["guard"]}
    rows = checked(undead, bought={"mercenary-players": 1}, mercenaries=[hired], own=205)["players"]
    assert [row["number"] for row in rows] == list(range(1, 14))
    assert rows[-1]["spare"] is True
    ogres = editor_of("ogre", ["ogre-gnoblar-lineman"] * 11)
    rows = checked(ogres, bought={"riotous-rookies": 1})["players"]
    assert [row["number"] for row in rows] == list(range(1, 19))


def test_the_sheet_does_not_depend_on_the_order_in_which_a_snapshot_keeps_skills() -> None:
    editor = editor_of("human", HUMANS)
    lineman = editor.club.members[5]
    sheets = []
    for learned in (("guard", "block", "mighty-blow"), ("mighty-blow", "guard", "block")):
        lineman.skills = dict.fromkeys(learned, None)
        sheets.append(checked(editor))
    assert sheets[0] == sheets[1]
