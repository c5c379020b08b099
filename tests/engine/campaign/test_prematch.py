"""Journeymen and inducements before a match."""

from typing import Any

import pytest

from engine.campaign.editor import TeamEditor
from engine.campaign.prematch import Budget, budgets, induce, induce_both, journeymen
from engine.campaign.refusal import Refusal
from engine.campaign.sheets import sheet
from engine.campaign.steps import HIRING
from engine.campaign.value import current_value
from engine.core.errors import BadInput
from engine.rules.teams.hiring import cost
from engine.rules.teams.sheet import check_sheet
from tests.engine.campaign.editors import EDITION, editor_of

ZOMBIE, SKELETON = "shambling-undead-zombie-lineman", "shambling-undead-skeleton-lineman"
MERCENARIES = "mercenary-players"


def humans(linemen: int = 11, gold: int = 0, **staff: int) -> TeamEditor:
    return editor_of("human", ["human-lineman"] * linemen, gold=gold, **staff)


def wants(*wishes: list[Any], own: int = 1000) -> dict[str, Any]:
    return {"wishes": list(wishes), "mercenaries": [], "own": own}


def test_journeymen_complete_a_team_to_eleven_who_can_play() -> None:
    editor = humans(12)
    for member in (2, 3):
        editor.enter("hurt", member, misses_next=True)
    editor.enter("retired", 4)
    journeymen(editor, ["Ada"])
    assert [(each.id, each.name, each.number) for each in editor.club.journeymen] == [
        (13, "Ada", 13),
        (14, "Journeyman 1", 14),
    ]
    assert current_value(editor.club) == 11 * 50
    check_sheet(EDITION, sheet(editor.club, "Reavers", "REA"), editor.rulings)
    journeymen(editor)
    assert len(editor.club.journeymen) == 2


def test_a_journeyman_is_not_called_as_one_who_stayed() -> None:
    editor = humans(10)
    editor.enter("renamed", 4, name="journeyman 1", number=4)
    journeymen(editor)
    assert [each.name for each in editor.club.journeymen] == ["Journeyman 2"]


def test_a_full_team_needs_no_journeymen() -> None:
    editor = humans(11)
    journeymen(editor)
    assert not editor.written


def test_journeymen_are_linemen_of_whom_there_may_be_sixteen() -> None:
    """Humans have halflings too, but only three; the undead choose between two kinds."""
    with pytest.raises(Refusal, match="Human Lineman"):
        journeymen(humans(10), [], "human-halfling-hopeful")
    editor = editor_of("shambling-undead", [ZOMBIE] * 9)
    journeymen(editor, [], SKELETON)
    assert {each.position.key for each in editor.club.journeymen} == {SKELETON}


def test_linemen_that_cost_little_add_nothing_as_journeymen() -> None:
    editor = editor_of("ogre", ["ogre-blocker"] * 5)
    journeymen(editor)
    assert len(editor.club.journeymen) == 6
    assert current_value(editor.club) == 5 * 140


def test_nobody_joins_in_the_middle_of_the_sequence() -> None:
    with pytest.raises(Refusal) as caught:
        journeymen(editor_of("human", ["human-lineman"], step=HIRING))
    assert caught.value.code == "wrong-step"


def test_budgets_of_the_worked_example() -> None:
    """1240 against 1160; the first spends 50, so the second has 130 and may add up to 50."""
    high, low = humans(16, 70, rerolls=8, cheerleaders=4).club, humans(16, 200, rerolls=7, cheerleaders=1).club
    assert (current_value(high), current_value(low)) == (1240, 1160)
    assert budgets(high, low, 50) == (Budget(0, 70), Budget(130, 50))
    low.treasury = 20
    assert budgets(high, low) == (Budget(0, 70), Budget(80, 20))
    assert budgets(high, high) == (Budget(), Budget())


def test_both_teams_buy_in_their_order() -> None:
    """The away team is worth 80 more and spends 100 of its own; 180 and 50 buy the home team a wizard and kegs."""
    home, away = humans(11, 60), humans(11, 120, rerolls=1, cheerleaders=3)
    bought = induce_both(home, away, [wants(["sports-wizard", 1], ["blitzers-best-kegs", 2]), wants(["bribes", 3])])
    assert [each["bought"] for each in bought] == [{"sports-wizard": 1, "blitzers-best-kegs": 1}, {"bribes": 1}]
    assert (home.club.treasury, away.club.treasury) == (60 - 20, 20)
    for editor, each in zip((home, away), bought, strict=True):
        made = sheet(editor.club, "Team", "TEA", each)
        check_sheet(EDITION, made, editor.rulings)
        assert cost(EDITION, editor.club.roster, made) == each["cost"]


def test_a_coach_may_keep_the_treasury() -> None:
    home, away = humans(11, 60), humans(11, 120, rerolls=1)
    bought = induce_both(home, away, [wants(["bribes", 1], own=0), wants(["bribes", 1], own=0)])
    assert bought == [{}, {}]
    assert not home.written + away.written


def test_equals_buy_nothing() -> None:
    home, away = humans(11, 100), humans(11, 100)
    assert induce_both(home, away, [wants(["bribes", 1]), wants(["bribes", 1])]) == [{}, {}]


@pytest.mark.parametrize(
    ("roster", "wishes", "bought", "cost"),
    [
        ("goblin", [["bribes", 9]], {"bribes": 6}, 300),
        ("human", [["bribes", 9]], {"bribes": 3}, 300),
        ("halfling", [["halfling-master-chef", 1]], {"halfling-master-chef": 1}, 100),
        (
            "human",
            [["mortuary-assistant", 1], ["star-players", 1], ["nonsense", 2], ["team-mascot", 1]],
            {"team-mascot": 1},
            25,
        ),
        ("shambling-undead", [["wandering-apothecary", 1], ["mortuary-assistant", 1]], {"mortuary-assistant": 1}, 100),
        ("nurgle", [["plague-doctor", 1]], {"plague-doctor": 1}, 100),
        ("khorne", [["plague-doctor", 1]], {}, 0),
        ("ogre", [["riotous-rookies", 1]], {"riotous-rookies": 1}, 150),
    ],
)
def test_what_a_team_may_not_have_stays_on_the_shelf(
    roster: str, wishes: list[list[Any]], bought: dict[str, int], cost: int
) -> None:
    editor = editor_of(roster, [])
    journeymen(editor)
    data = induce(editor, wishes, Budget(petty=500))
    assert data.get("bought", {}) == bought
    assert data.get("cost", 0) == cost
    check_sheet(EDITION, sheet(editor.club, "Team", "TEA", data), editor.rulings)


def test_a_mercenary_has_only_skills_that_his_like_can_learn() -> None:
    """A Blitzer has access to Strength, but Bullseye needs Throw Team-mate, and Block he has already."""
    wanted = [{"position": "human-blitzer", "skill": skill} for skill in ("bullseye", "block", "guard")]
    data = induce(humans(), [[MERCENARIES, 3]], Budget(petty=1000), wanted)
    assert data["mercenaries"] == [{"position": "human-blitzer", "skills": ["guard"]}]


def test_mercenaries_are_hired_in_the_order_of_the_list() -> None:
    """Humans have no trolls; both Blitzers can play; catchers cannot learn Guard; Sidestep is 50 more; the Ogre is too dear."""
    editor = editor_of("human", ["human-blitzer"] * 2 + ["human-lineman"] * 9)
    wanted = [
        {"position": "orc-troll"},
        {"position": "human-blitzer"},
        {"position": "human-catcher", "skill": "guard"},
        {"position": "human-catcher", "skill": "sidestep"},
        {"position": "human-ogre"},
        {"position": "human-lineman"},
    ]
    data = induce(editor, [[MERCENARIES, 2]], Budget(petty=260), wanted)
    assert data["mercenaries"] == [
        {"position": "human-catcher", "skills": ["sidestep"]},
        {"position": "human-lineman", "skills": []},
    ]
    assert data["cost"] == 75 + 30 + 50 + 50 + 30
    check_sheet(EDITION, sheet(editor.club, "Team", "TEA", data), editor.rulings)
    editor.enter("hurt", 1, misses_next=True)
    assert induce(editor, [[MERCENARIES, 1]], Budget(petty=500), wanted)["mercenaries"] == [
        {"position": "human-blitzer", "skills": []}
    ]


def test_no_more_than_sixteen_play() -> None:
    editor = humans(16)
    assert induce(editor, [[MERCENARIES, 1]], Budget(petty=500), [{"position": "human-ogre"}]) == {}
    hired = {"bought": {MERCENARIES: 1}, "mercenaries": [{"position": "human-ogre", "skills": []}]}
    with pytest.raises(BadInput, match="11 to 16"):
        check_sheet(EDITION, sheet(editor.club, "Team", "TEA", hired), editor.rulings)
    beyond = editor.rulings.but("bb2025.mercenary-player-limit", "beyond")
    check_sheet(EDITION, sheet(editor.club, "Team", "TEA", hired), beyond)
