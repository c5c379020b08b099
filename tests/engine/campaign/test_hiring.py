"""Who can be hired, for how much, and how many; and staff."""

from typing import Any

import pytest

from engine.campaign.editor import TeamEditor
from engine.campaign.hiring import buy, dismiss, enlist, hire, keep
from engine.campaign.postmatch import record
from engine.campaign.refusal import Refusal
from engine.campaign.steps import FIRING, HIRING, JOURNEYMEN, ROSTER, STAFF
from tests.engine.campaign.editors import editor_of
from tests.engine.campaign.results import injury, result_of

TWELVE = ["human-lineman"] * 10 + ["human-blitzer"] * 2


def refused(effect: Any, *arguments: Any) -> Refusal:
    with pytest.raises(Refusal) as caught:
        effect(*arguments)
    return caught.value


def humans(gold: int = 500, step: str = HIRING, positions: list[str] = TWELVE, **other: Any) -> TeamEditor:
    return editor_of("human", positions, gold=gold, step=step, **other)


def test_a_new_player_is_paid_and_gets_an_id_of_his_own() -> None:
    editor = humans(gold=140)
    hire(editor, "human-ogre", " Big Hans ", 20)
    assert (editor.club.treasury, editor.club.members[13].name) == (0, "Big Hans")
    editor.enter("left", 13, how="gone")
    editor.enter("correction", gold=50)
    hire(editor, "human-lineman", "Otto", 20)
    assert 14 in editor.club.members


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (("human-ogre", "Hans", 20), "no-gold"),
        (("orc-troll", "Hans", 20), "no-such-position"),
        (("human-lineman", "Hans", 1), "same-number"),
        (("human-lineman", " no. 3", 20), "same-name"),
        (("human-lineman", "Hans", 0), "bad-number"),
        (("human-lineman", "  ", 20), "bad-name"),
        (("human-blitzer", "Hans", 20), "position-full"),
    ],
)
def test_what_cannot_be_hired(arguments: tuple[str, str, int], code: str) -> None:
    editor = humans(gold=100)
    assert refused(hire, editor, *arguments).code == code
    assert not editor.written


def test_what_is_said_is_good_english() -> None:
    editor = humans(gold=0, apothecary=1)
    assert str(refused(hire, editor, "human-ogre", "Hans", 20)) == "An Ogre costs 140k, and the treasury holds 0k."
    assert str(refused(hire, editor, "human-lineman", "Hans", 20)).startswith("A Human Lineman costs")
    editor = humans(step=STAFF, apothecary=1)
    assert str(refused(buy, editor, "apothecary")) == "Apothecaries: at most 1 in this team."


def test_everybody_on_the_list_counts_against_the_limits() -> None:
    editor = humans(positions=["human-lineman"] * 14 + ["human-blitzer"] * 2)
    for member in (15, 16):
        editor.enter("hurt", member, misses_next=True)
    assert refused(hire, editor, "human-lineman", "Hans", 20).code == "list-full"
    editor.enter("left", 1, how="gone")
    assert refused(hire, editor, "human-blitzer", "Hans", 20).rule == "bb2025.hire-limits-count-everyone"
    hire(editor, "human-lineman", "Hans", 20)


def test_big_guys_have_a_limit_together() -> None:
    editor = editor_of("chaos-renegades", ["chaos-renegade-ogre", "chaos-renegade-troll"], gold=500, step=HIRING)
    limit = editor.club.roster.big_guy_limit
    assert limit is not None
    others = [key for key in limit.among if key not in {each.position.key for each in editor.club.listed}]
    for number, key in enumerate(others[: limit.most - 2], start=20):
        hire(editor, key, "Big", number)
    editor.enter("correction", gold=500)
    assert refused(hire, editor, others[-1], "Too Big", 30).code == "group-full"


@pytest.mark.parametrize("step", [FIRING, STAFF, JOURNEYMEN])
def test_hiring_has_its_step(step: str) -> None:
    assert refused(hire, humans(step=step), "human-lineman", "Hans", 20).code == "wrong-step"


# The raised, and journeymen -----------------------------------------------------------------------------------------------


def undead(hurt: str = "", players: int = 12) -> TeamEditor:
    editor = editor_of("shambling-undead", ["shambling-undead-skeleton-lineman"] * players, dice=[1])
    injuries = {"raised": injury(hurt)} if hurt else {}
    raised = {"home": ["raised"], "away": []}
    record(editor, result_of({"1": {}, "raised": {"spp": 2}}, injuries=injuries, raised=raised), "home", "match")
    editor.enter("step", to=HIRING)
    return editor


def test_who_was_raised_joins_for_nothing_with_what_he_earned() -> None:
    editor = undead("seriously-hurt")
    gold, (position,) = editor.club.treasury, editor.club.raised
    enlist(editor, position, "Old Bones", 20)
    bones = editor.club.members[13]
    assert (bones.spp, bones.misses_next, editor.club.treasury) == (2, True, gold)
    assert refused(enlist, editor, position, "More Bones", 21).code == "nobody-raised"


def test_nobody_is_raised_twice_from_the_dead_nor_into_a_full_team() -> None:
    assert undead("dead").club.raised == []
    editor = undead(players=16)
    assert refused(enlist, editor, editor.club.raised[0], "Old Bones", 20).code == "list-full"


def test_a_journeyman_who_signs_gets_a_name_unless_a_coach_has_given_one() -> None:
    editor = humans(step=JOURNEYMEN, positions=TWELVE[:8])
    editor.enter("step", to="ready")
    editor.campaign.prematch.journeymen(editor)
    editor.enter("step", to=JOURNEYMEN)
    one, other, *_ = editor.club.journeymen
    assert (one.name, other.name) == ("Journeyman 1", "Journeyman 2")
    editor.enter("renamed", other.id, name="Otto", number=other.number)
    number = one.number
    keep(editor, one.id)
    keep(editor, other.id)
    named = editor.club.members[one.id]
    assert not named.name.startswith("Journeyman")
    assert named.number == number
    assert editor.club.members[other.id].name == "Otto"
    names = [each.name for each in editor.club.members.values()]
    assert len(names) == len(set(names))


def test_a_journeyman_signs_for_his_value_and_keeps_what_he_learned() -> None:
    editor = humans(gold=70, step=JOURNEYMEN, journeymen=1, positions=["human-lineman"] * 11)
    editor.enter("advanced", 11, skill="tackle", value=20)
    keep(editor, 11)
    assert (editor.club.treasury, editor.club.members[11].journeyman, editor.club.members[11].value) == (0, False, 70)
    assert refused(keep, editor, 11).code == "no-journeyman"


def test_a_full_list_has_no_place_for_a_journeyman() -> None:
    editor = humans(step=JOURNEYMEN, journeymen=1, positions=["human-lineman"] * 17)
    assert refused(keep, editor, 17).code == "list-full"


# Staff --------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("step", [STAFF, ROSTER])
def test_rerolls_cost_double_and_stay(step: str) -> None:
    editor = humans(gold=100, step=step)
    buy(editor, "rerolls")
    assert (editor.club.treasury, editor.club.rerolls) == (0, 1)
    assert refused(dismiss, editor, "rerolls").code == "rerolls-stay"


@pytest.mark.parametrize(
    ("what", "had", "code"),
    [
        ("rerolls", 8, "staff-limit"),
        ("assistant_coaches", 6, "staff-limit"),
        ("cheerleaders", 6, "staff-limit"),
        ("apothecary", 1, "staff-limit"),
        ("fans", 0, "no-such-staff"),
        ("treasury", 0, "no-such-staff"),
    ],
)
def test_staff_has_limits(what: str, had: int, code: str) -> None:
    editor = humans(step=STAFF, **({what: had} if had else {}))
    assert refused(buy, editor, what).code == code


def test_staff_comes_and_goes_without_refund() -> None:
    editor = humans(gold=60, step=STAFF)
    buy(editor, "apothecary")
    buy(editor, "cheerleaders")
    dismiss(editor, "apothecary")
    assert (editor.club.treasury, editor.club.apothecary, editor.club.cheerleaders) == (0, 0, 1)
    assert refused(dismiss, editor, "apothecary").code == "no-such-staff"
    assert refused(buy, editor, "cheerleaders").code == "no-gold"


def test_some_teams_have_no_apothecary() -> None:
    editor = editor_of("shambling-undead", ["shambling-undead-mummy"], gold=500, step=STAFF)
    assert refused(buy, editor, "apothecary").code == "staff-limit"
