"""What players learn, what it costs, and what they may not learn."""

from collections.abc import Callable

import pytest

from engine.campaign.advancement import (
    learn,
    may_improve,
    must_advance,
    options,
    prices,
    roll_characteristic,
    roll_skill,
    take,
)
from engine.campaign.editor import TeamEditor
from engine.campaign.refusal import Refusal
from engine.campaign.steps import ADVANCEMENT, HIRING
from tests.engine.campaign.editors import editor_of

HUMANS = ["human-lineman", "human-blitzer", "human-ogre"]
LINEMAN, BLITZER, OGRE = 1, 2, 3
KICKING = "bb2025.kick-team-mate-skill-access"


def humans(spp: int = 0, dice: list[int] | None = None, member: int = LINEMAN) -> TeamEditor:
    editor = editor_of("human", HUMANS, step=ADVANCEMENT, dice=dice)
    editor.enter("points", member, spp=spp)
    return editor


def refusal(effect: Callable[..., object], *arguments: object) -> str:
    with pytest.raises(Refusal) as caught:
        effect(*arguments)
    return caught.value.code


def learnable(editor: TeamEditor, member: int) -> set[str]:
    return {option.skill for option in options(editor, editor.club.members[member])}


def test_prices_rise_with_every_advancement_until_there_are_six() -> None:
    editor = humans(100)
    paid, who = [], editor.club.members[LINEMAN]
    for skill in ("tackle", "dodge", "block", "guard", "fend", "wrestle"):
        before = who.spp
        learn(editor, LINEMAN, skill)
        paid.append(before - who.spp)
    assert paid == [6, 12, 12, 20, 20, 30]
    assert who.value == 50 + 20 + (40 + 10) + (20 + 10) + (40 + 10) + 20 + 20
    assert not prices(editor, who)
    assert not options(editor, who)
    assert not must_advance(editor, who)
    assert refusal(learn, editor, LINEMAN, "kick") == "no-more"


@pytest.mark.parametrize(
    ("member", "skill", "code"),
    [
        (BLITZER, "block", "has-skill"),
        (BLITZER, "catch-the-moon", "no-such-skill"),
        (BLITZER, "loner", "no-such-skill"),
        (BLITZER, "pass", "no-access"),
        (BLITZER, "saboteur", "requires"),
        (BLITZER, "violent-innovator", "requires"),
        (BLITZER, "bullseye", "requires"),
        (BLITZER, "grab", ""),
        (OGRE, "bullseye", ""),
        (OGRE, "mighty-blow", "has-skill"),
    ],
)
def test_what_may_be_learned(member: int, skill: str, code: str) -> None:
    editor = humans(20, member=member)
    if code:
        assert refusal(learn, editor, member, skill) == code
        assert not [row for row in editor.written if row.kind == "advanced"]
    else:
        learn(editor, member, skill)
    assert (skill in editor.club.members[member].skills) == (not code)


def test_exclusions_hold_both_ways() -> None:
    for first, second in (("frenzy", "grab"), ("grab", "frenzy")):
        editor = humans(100, member=BLITZER)
        learn(editor, BLITZER, first)
        assert refusal(learn, editor, BLITZER, second) == "excluded"
    editor = editor_of("goblin", ["goblin-fanatic", "goblin-pogoer", "goblin-looney"], step=ADVANCEMENT)
    assert not {"grab", "multiple-block", "shadowing"} & learnable(editor, 1)
    assert "leap" not in learnable(editor, 2)
    assert {"saboteur", "violent-innovator"} <= learnable(editor, 3)


def test_a_captain_does_not_learn_pro() -> None:
    editor = humans(6)
    assert "pro" in learnable(editor, LINEMAN)
    editor.enter("captain", LINEMAN)
    assert refusal(learn, editor, LINEMAN, "pro") == "has-skill"


@pytest.mark.parametrize("choice", ["refused", "allowed"])
def test_whether_kicking_is_as_good_as_throwing(choice: str) -> None:
    editor = editor_of("ogre", ["ogre-runt-punter"], step=ADVANCEMENT, rulings={KICKING: choice})
    editor.enter("points", 1, spp=6)
    assert ({"bullseye", "strong-arm"} <= learnable(editor, 1)) == (choice == "allowed")
    if choice == "refused":
        with pytest.raises(Refusal) as caught:
            learn(editor, 1, "bullseye")
        assert caught.value.rule == KICKING


def test_a_random_skill_is_one_of_two() -> None:
    """The Blitzer has Block, so 1-1 is rolled again; then Pro, and Taunt of the second half."""
    editor = humans(3, [1, 1, 3, 6, 4, 5], member=BLITZER)
    roll_skill(editor, BLITZER, "general")
    assert editor.club.offer["skills"] == ["pro", "taunt"]
    assert editor.club.members[BLITZER].spp == 0
    assert len(editor.written[-1].rolls) == 6
    assert refusal(learn, editor, BLITZER, "guard") == "open-offer"
    assert refusal(take, editor, BLITZER, "guard") == "not-offered"
    assert refusal(take, editor, LINEMAN, "pro") == "no-offer"
    take(editor, BLITZER, "taunt")
    assert editor.club.members[BLITZER].skills == {"taunt": None}
    assert editor.club.members[BLITZER].value == 85 + 20
    assert refusal(take, editor, BLITZER, "pro") == "no-offer"


def test_the_same_random_skill_twice_is_taken() -> None:
    editor = humans(3, [1, 1, 2, 1])
    roll_skill(editor, LINEMAN, "general")
    assert editor.club.members[LINEMAN].skills == {"block": None}
    assert editor.club.members[LINEMAN].value == 50 + 20 + 10
    assert not editor.club.offer


def test_only_primary_skills_are_rolled_for() -> None:
    assert refusal(roll_skill, humans(50), LINEMAN, "agility") == "no-access"
    assert refusal(roll_skill, humans(50), LINEMAN, "mutation") == "no-access"
    assert refusal(roll_skill, humans(2), LINEMAN, "general") == "no-points"


@pytest.mark.parametrize(
    ("face", "offered", "gain", "value"),
    [
        (1, ["av"], "av", 10),
        (2, ["av", "pa"], "pa", 20),
        (4, ["av", "ma", "pa"], "ma", 20),
        (7, ["ag", "st"], "ag", 30),
        (8, ["ag", "av", "ma", "pa", "st"], "st", 60),
        (1, ["av"], "kick", 20),
        (1, ["av"], "dodge", 50),
    ],
)
def test_a_characteristic_or_any_skill_instead(face: int, offered: list[str], gain: str, value: int) -> None:
    editor = humans(14, [face])
    roll_characteristic(editor, LINEMAN)
    assert editor.club.offer["characteristics"] == offered
    take(editor, LINEMAN, gain)
    who = editor.club.members[LINEMAN]
    assert (who.changes, who.skills) == (({gain: 1}, {}) if gain in offered else ({}, {gain: None}))
    assert (who.value, who.spp, who.advancements) == (50 + value, 0, 1)


def test_a_characteristic_the_dice_did_not_offer_cannot_be_taken() -> None:
    editor = humans(14, [1])
    roll_characteristic(editor, LINEMAN)
    assert refusal(take, editor, LINEMAN, "st") == "not-offered"


def test_limits_of_characteristics() -> None:
    """Nothing improves a third time; AV ends at 11+, AG at 1+; a PA of “-” begins at 6+; injuries make room again."""
    editor = editor_of("dwarf", ["dwarf-deathroller", "dwarf-lineman"], step=ADVANCEMENT)
    roller, dwarf = editor.club.members[1], editor.club.members[2]
    assert may_improve(editor, roller, "pa")
    assert not may_improve(editor, roller, "av")
    editor.enter("hurt", 1, misses_next=True, lost="av")
    assert may_improve(editor, roller, "av")
    for _ in range(2):
        assert may_improve(editor, dwarf, "ma")
        editor.enter("advanced", 2, characteristic="ma", value=20)
    editor.enter("hurt", 2, misses_next=True, lost="ma")
    assert not may_improve(editor, dwarf, "ma")
    elf = editor_of("high-elf", ["high-elf-lineman"], step=ADVANCEMENT)
    elf.enter("advanced", 1, characteristic="ag", value=30)
    assert not may_improve(elf, elf.club.members[1], "ag")


@pytest.mark.parametrize(("spp", "done", "must"), [(13, 0, False), (14, 0, True), (15, 1, False), (16, 1, True)])
def test_whoever_could_pay_for_a_characteristic_must_advance(spp: int, done: int, must: bool) -> None:
    editor = humans(spp)
    for skill in ("kick", "fend")[:done]:
        editor.enter("advanced", LINEMAN, skill=skill, value=20)
    assert must_advance(editor, editor.club.members[LINEMAN]) == must


def test_learning_has_its_moment_and_its_price() -> None:
    editor = editor_of("human", HUMANS, step=HIRING)
    editor.enter("points", LINEMAN, spp=6)
    assert refusal(learn, editor, LINEMAN, "kick") == "wrong-step"
    assert refusal(learn, humans(5), LINEMAN, "kick") == "no-points"
    assert refusal(roll_characteristic, humans(13), LINEMAN) == "no-points"
