"""The Team Captain between matches (Core p.155)."""

from typing import Any

import pytest

from engine.campaign.captain import appoint, check_firing, give_title, may_appoint, take_title
from engine.campaign.editor import TeamEditor
from engine.campaign.refusal import Refusal
from engine.campaign.steps import HIRING
from tests.engine.campaign.editors import editor_of

HUMANS = ["human-ogre", *["human-lineman"] * 11]
REPLACED, PRO_VALUE = "bb2025.captain-fired-replacement", "bb2025.captain-pro-value"


def led_by(captain: int, **other: Any) -> TeamEditor:
    editor = editor_of("human", HUMANS, **other)
    editor.enter("captain", captain)
    return editor


def refusal(editor: TeamEditor, member: int) -> Refusal:
    before = list(editor.written)
    with pytest.raises(Refusal) as refused:
        appoint(editor, member)
    assert editor.written == before
    assert member not in editor.club.members or not may_appoint(editor, editor.club.members[member])
    return refused.value


@pytest.mark.parametrize("how", ["dead", "gone", "fired"])
def test_a_captain_who_left_has_a_successor(how: str) -> None:
    editor = led_by(2)
    editor.enter("left", 2, how=how)
    assert may_appoint(editor, editor.club.members[3])
    appoint(editor, 3)
    assert editor.club.captain == 3
    assert refusal(editor, 4).code == "has-captain"


def test_by_the_guide_a_fired_captain_has_none() -> None:
    editor = led_by(2, rulings={REPLACED: "never"})
    editor.enter("left", 2, how="fired")
    assert refusal(editor, 3).rule == REPLACED
    editor = led_by(2, rulings={REPLACED: "never"})
    editor.enter("left", 2, how="dead")
    appoint(editor, 3)
    assert editor.club.captain == 3


def test_a_retired_captain_keeps_the_title() -> None:
    editor = led_by(2)
    editor.enter("retired", 2)
    assert refusal(editor, 3).rule == "bb2025.captain-temporarily-retired"


def test_who_never_had_a_captain_waits_for_the_redraft() -> None:
    assert refusal(editor_of("human", HUMANS), 2).code == "no-vacancy"


def test_who_cannot_be_captain() -> None:
    editor = led_by(2, journeymen=1)
    editor.enter("left", 2, how="dead")
    assert refusal(editor, 1).code == "big-guy"
    assert refusal(editor, 12).code == "journeyman"
    assert refusal(editor, 2).code == "no-such-player"
    editor.enter("step", to=HIRING)
    assert refusal(editor, 3).code == "wrong-step"
    assert refusal(editor_of("dwarf", ["dwarf-lineman"] * 11), 1).code == "no-captain"


def test_only_a_lowered_characteristic_makes_a_captain_dispensable() -> None:
    editor = led_by(2)
    editor.enter("hurt", 2, misses_next=True, niggling=1)
    with pytest.raises(Refusal) as refused:
        check_firing(editor, editor.club.members[2])
    assert refused.value.rule == "bb2025.captain-fire-condition"
    check_firing(editor, editor.club.members[3])
    editor.enter("advanced", 2, characteristic="ma", value=20)
    editor.enter("hurt", 2, misses_next=True, lost="ma")
    check_firing(editor, editor.club.members[2])


@pytest.mark.parametrize(("choice", "value"), [("unchanged", 70), ("reduced", 50)])
def test_what_a_learned_pro_is_worth_to_a_captain(choice: str, value: int) -> None:
    editor = editor_of("human", HUMANS, rulings={PRO_VALUE: choice})
    editor.enter("advanced", 2, skill="pro", value=20)
    give_title(editor, editor.club.members[2])
    assert editor.club.members[2].value == value
    assert list(editor.club.members[2].skills) == ["pro"]
    take_title(editor)
    assert editor.club.captain is None
    assert editor.club.members[2].value == 70
