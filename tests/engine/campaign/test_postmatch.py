"""What a match means for a team: gold, fans, points, injuries, and what giving up costs."""

from typing import Any

import pytest

import engine
from engine.campaign.editor import TeamEditor
from engine.campaign.postmatch import record, unplayed
from engine.campaign.refusal import Refusal
from engine.campaign.sequence import rename
from engine.campaign.sheets import sheet
from engine.campaign.steps import ADVANCEMENT, MVP, READY
from engine.core.dice import KeyedDice
from engine.rules.aftermath import MISSES_NEXT
from tests.engine.campaign.editors import editor_of
from tests.engine.campaign.results import injury, result_of

ELEVEN = ["human-lineman"] * 9 + ["human-blitzer"] * 2


def humans(dice: list[int], **other: Any) -> TeamEditor:
    return editor_of("human", ELEVEN, dice=dice, **other)


def after(editor: TeamEditor, result: dict[str, Any], side: str = "home") -> TeamEditor:
    record(editor, result, side, "match-1")
    editor.dice.finish()
    return editor


def rows(editor: TeamEditor, kind: str) -> list[Any]:
    return [row for row in editor.written if row.kind == kind]


# Gold and fans ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("changes", "gold"),
    [
        ({}, 65),  # the worked example: attendance 7, two touchdowns, no stalling
        ({"stalled": [True, False]}, 55),
        ({"concession": {"side": "away", "penalty": True}}, 90),
        ({"concession": {"side": "away", "penalty": False}}, 65),
    ],
)
def test_winnings(changes: dict[str, Any], gold: int) -> None:
    assert after(humans([1]), result_of({"1": {}}, **changes)).club.treasury == gold


@pytest.mark.parametrize(
    ("winner", "fans", "dice", "left"),
    [
        ("home", 3, [3], 4),
        ("home", 3, [2], 3),
        ("home", 7, [6], 7),
        ("away", 3, [2], 2),
        ("away", 3, [3], 3),
        ("away", 1, [1], 1),
        ("draw", 3, [], 3),
    ],
)
def test_fans_come_and_go(winner: str, fans: int, dice: list[int], left: int) -> None:
    editor = after(humans(dice, fans=fans), result_of({"1": {}}, winner=winner))
    assert editor.club.fans == left
    assert (editor.club.played, editor.club.won, editor.club.drawn) == (1, winner == "home", winner == "draw")


# Points and injuries ------------------------------------------------------------------------------------------------------


def test_points_and_injuries_of_everybody() -> None:
    hurt = {
        "1": injury("badly-hurt"),
        "2": injury("seriously-hurt"),
        "3": injury("serious-injury"),
        "4": injury("lasting-injury", "ag"),
        "5": injury("dead"),
        "mercenary-0": injury("dead"),
    }
    editor = after(
        humans([1]), result_of({"1": {"spp": 4}, "2": {}, "5": {"spp": 3}, "mercenary-0": {}}, injuries=hurt)
    )
    members = editor.club.members
    assert members[1].spp == 4
    assert [id for id, member in members.items() if member.misses_next] == [2, 3, 4]
    assert [id for id, member in members.items() if member.may_retire] == [4]
    assert members[3].niggling == 1
    assert members[4].changes == {"ag": -1}
    assert 5 not in members
    assert len(members) == 10


def test_who_missed_this_match_is_back_unless_hurt_again() -> None:
    editor = humans([1])
    for member in (1, 2):
        editor.enter("hurt", member, misses_next=True)
    after(editor, result_of({"2": {}}, injuries={"2": injury("seriously-hurt")}))
    assert [id for id, member in editor.club.members.items() if member.misses_next] == [2]


@pytest.mark.parametrize(("roster", "position"), [("black-orc", "black-orc-trained-troll"), ("human", "human-ogre")])
def test_a_characteristic_at_its_worst_is_not_lost(roster: str, position: str) -> None:
    """Neither PA “-” (the Ogre's is 5+ and can fall once) nor the worst figure falls; the player may retire all the same."""
    editor = editor_of(roster, [position], dice=[1, 1, 1])
    for _ in range(3):
        record(editor, result_of({"1": {}}, injuries={"1": injury("lasting-injury", "pa")}), "home", "match")
        editor.enter("step", to=READY)
    changes, pa = editor.club.members[1].changes, editor.club.members[1].position.stats["pa"]
    assert -changes.get("pa", 0) == (6 - pa if pa else 0)
    assert editor.club.members[1].may_retire


@pytest.mark.parametrize(("face", "grudges"), [(4, {1: ["orc", "goblin"]}), (3, {})])
def test_getting_even_takes_a_four(face: int, grudges: dict[int, list[str]]) -> None:
    hurt = {"1": injury("seriously-hurt", may_hate=["orc", "goblin"]), "2": injury("badly-hurt")}
    editor = after(humans([1, face]), result_of({"1": {}, "2": {}}, injuries=hurt))
    assert editor.club.grudges == grudges
    assert rows(editor, "grudge")[0].rolls == (("getting even", 6, face),)


def test_a_keyword_that_is_hated_already_gives_nothing() -> None:
    editor = humans([1, 4])
    editor.enter("hates", 1, keyword="orc")
    editor = after(editor, result_of({"1": {}}, injuries={"1": injury("seriously-hurt", may_hate=["orc"])}))
    assert (editor.club.grudges, editor.club.members[1].hatred) == ({}, ["orc"])
    assert rows(editor, "grudge")[0].rolls == (("getting even", 6, 4),)


# Honours ------------------------------------------------------------------------------------------------------------------


def test_the_sequence_begins_with_the_honours() -> None:
    editor = after(humans([1]), result_of({"1": {}, "mercenary-0": {}}))
    assert (editor.club.step, editor.club.awards, editor.club.result["candidates"]) == (MVP, 1, [1])
    with pytest.raises(Refusal, match="not possible now"):
        record(editor, result_of(), "home", "match-2")


def test_without_anybody_to_honour_it_begins_with_advancements() -> None:
    editor = after(humans([1]), result_of({}, candidates=[]))
    assert (editor.club.step, editor.club.awards) == (ADVANCEMENT, 0)


# Giving up ----------------------------------------------------------------------------------------------------------------


def test_the_other_side_gives_up() -> None:
    """Two awards, and a touchdown that nobody scored."""
    fled = {"concession": {"side": "away", "penalty": True}, "stats": {"home": {"touchdowns": 1}}}
    editor = after(humans([1]), result_of({"1": {}}, awards=2, **fled))
    assert (editor.club.awards, editor.club.credits) == (2, 1)


def test_giving_up_costs_gold_fans_and_the_best_players() -> None:
    editor = humans([2, 3, 4], fans=2)
    for member in (1, 2, 3):
        for skill in ("block", "dodge", "guard")[: 2 if member == 3 else 3]:
            editor.enter("advanced", member, skill=skill, value=20)
    fled = {"concession": {"side": "home", "penalty": True}, "score": [0, 2], "touchdowns": [0, 2], "winner": "away"}
    after(editor, result_of({"1": {}}, awards=0, candidates=[], **fled))
    assert (editor.club.treasury, editor.club.fans) == (0, 1)
    assert 1 not in editor.club.members
    assert {2, 3} <= editor.club.members.keys()
    assert [row.kind for row in editor.written if row.rolls] == ["staff", "left", "stayed"]


def test_giving_up_for_want_of_players_costs_only_the_score() -> None:
    fled = {"concession": {"side": "home", "penalty": False}, "score": [0, 2], "touchdowns": [0, 2], "winner": "away"}
    editor = after(humans([6], fans=2), result_of({"1": {"spp": 3}}, **fled))
    assert (editor.club.treasury, editor.club.fans, editor.club.awards, editor.club.credits) == (45, 2, 1, 0)
    assert editor.club.members[1].spp == 3


# Matches that do not count, or were not played ----------------------------------------------------------------------------


def test_a_friendly_changes_nothing_and_serves_no_absence() -> None:
    editor = editor_of("human", ELEVEN, journeymen=1)
    editor.enter("hurt", 1, misses_next=True)
    record(editor, result_of({"2": {"spp": 9}}, injuries={"2": injury("dead")}), "home", "match", friendly=True)
    club = editor.club
    assert (club.step, club.treasury, club.played, club.members[2].spp, club.members[1].misses_next) == (
        READY,
        0,
        0,
        0,
        True,
    )
    assert not club.journeymen


@pytest.mark.parametrize(
    ("how", "gold", "awards", "played"),
    [({}, 0, 0, 0), ({"conceded": True}, 0, 0, 1), ({"won": True}, 40, 2, 1)],
)
def test_an_unplayed_fixture(how: dict[str, bool], gold: int, awards: int, played: int) -> None:
    editor = humans([4] if how.get("won") else [])
    editor.enter("hurt", 1, misses_next=True)
    unplayed(editor, "match", **how)
    club = editor.club
    assert (club.treasury, club.awards, club.played, club.won) == (gold, awards, played, bool(how.get("won")))
    assert not club.members[1].misses_next
    assert 1 not in club.result["candidates"]


# Those who came for the match only ----------------------------------------------------------------------------------------


def test_rookies_and_the_infected_are_journeymen_afterwards() -> None:
    snotlings = editor_of("snotling", ["snotling-lineman"] * 11, dice=[1])
    extra = {"journeymen": {"home": ["rookie-0"], "away": []}}
    after(snotlings, result_of({"1": {}, "rookie-0": {"spp": 3}}, **extra))
    (rookie,) = snotlings.club.journeymen
    assert (rookie.id, rookie.spp, rookie.position.key) == (12, 3, "snotling-lineman")
    assert snotlings.club.result["candidates"] == [1, 12]
    nurgle = editor_of("nurgle", ["nurgle-rotter"] * 11, dice=[1])
    after(nurgle, result_of({"1": {}, "raised": {"spp": 2}}, raised={"home": ["raised"], "away": []}))
    assert [(member.position.key, member.spp) for member in nurgle.club.journeymen] == [("nurgle-rotter", 2)]
    assert nurgle.club.raised == []


def test_who_joins_for_a_match_is_not_called_as_one_who_stayed() -> None:
    """Neither on the sheet nor in the books, whether or not the namesake can play."""
    snotlings = editor_of("snotling", ["snotling-lineman"] * 12, dice=[1])
    rename(snotlings, 1, "Rookie 1", 1)
    rename(snotlings, 2, "rookie 3", 2)
    snotlings.enter("hurt", 2, misses_next=True)
    rows = sheet(snotlings.club, "Team", "TEA", {"bought": {"riotous-rookies": 1}})["players"]
    assert [row["name"] for row in rows if row.get("rookie")][:3] == ["Rookie 2", "Rookie 4", "Rookie 5"]
    extra = {"journeymen": {"home": ["rookie-1"], "away": []}}
    after(snotlings, result_of({"1": {}, "rookie-1": {}}, **extra))
    assert [member.name for member in snotlings.club.journeymen] == ["Rookie 4"]
    nurgle = editor_of("nurgle", ["nurgle-rotter"] * 11, dice=[1])
    rename(nurgle, 1, "raised rotter", 1)
    after(nurgle, result_of({"1": {}, "raised": {}}, raised={"home": ["raised"], "away": []}))
    assert [member.name for member in nurgle.club.journeymen] == ["Raised Rotter 1"]


def test_whoever_joins_a_team_with_a_number_99_wears_a_number_that_there_is() -> None:
    snotlings = editor_of("snotling", ["snotling-lineman"] * 11, dice=[1])
    rename(snotlings, 3, "Last", 99)
    extra = {"journeymen": {"home": ["rookie-0"], "away": []}}
    after(snotlings, result_of({"1": {}, "rookie-0": {}}, **extra))
    assert [member.number for member in snotlings.club.journeymen] == [3]


def test_touchdowns_of_a_concession_are_given_away_also_where_nobody_is_honoured() -> None:
    editor = editor_of("human", ELEVEN, dice=[1])
    fled = {"concession": {"side": "away", "penalty": True}, "stats": {"home": {"touchdowns": 1}}}
    after(editor, result_of({"1": {}}, awards=0, **fled))
    assert (editor.club.step, editor.club.awards, editor.club.credits) == (MVP, 0, 1)


def test_a_played_match_is_booked_for_both_sides() -> None:
    """From the sheets of two clubs through a real match: everybody's points arrive, and the dead are gone."""
    clubs = {side: editor_of("human", ELEVEN, dice=KeyedDice(side), rerolls=3) for side in ("home", "away")}
    sheets = (sheet(clubs["home"].club, "Home", "HOM"), sheet(clubs["away"].club, "Away", "AWA"))
    played = engine.play(ruleset="bb2025", rulings=clubs["home"].rulings, sheets=sheets, seed="rain")
    for side, editor in clubs.items():
        record(editor, played.result, side, "match")
        hurt, figures = played.result["injuries"][side], played.result["players"][side]
        dead = {int(id) for id, each in hurt.items() if each["result"] == "dead"}
        assert editor.club.members.keys() == set(range(1, 12)) - dead
        assert {id: member.spp for id, member in editor.club.members.items()} == {
            int(id): each["spp"] for id, each in figures.items() if int(id) not in dead
        }
        absent = {int(id) for id, each in hurt.items() if each["result"] in MISSES_NEXT}
        assert {id for id, member in editor.club.members.items() if member.misses_next} == absent
        assert editor.club.step == MVP
