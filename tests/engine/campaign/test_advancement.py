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
from engine.campaign.office import Office
from engine.campaign.refusal import Refusal
from engine.campaign.steps import ADVANCEMENT, HIRING
from tests.engine.campaign.offices import office_of

HUMANS = ["human-lineman", "human-blitzer", "human-ogre"]
LINEMAN, BLITZER, OGRE = 1, 2, 3
KICKING = "bb2025.kick-team-mate-skill-access"


def humans(spp: int = 0, dice: list[int] | None = None, member: int = LINEMAN) -> Office:
    office = office_of("human", HUMANS, step=ADVANCEMENT, dice=dice)
    office.enter("points", member, spp=spp)
    return office


def refusal(deed: Callable[..., object], *arguments: object) -> str:
    with pytest.raises(Refusal) as caught:
        deed(*arguments)
    return caught.value.code


def learnable(office: Office, member: int) -> set[str]:
    return {option.skill for option in options(office, office.club.members[member])}


def test_prices_rise_with_every_advancement_until_there_are_six() -> None:
    office = humans(100)
    paid, who = [], office.club.members[LINEMAN]
    for skill in ("tackle", "dodge", "block", "guard", "fend", "wrestle"):
        before = who.spp
        learn(office, LINEMAN, skill)
        paid.append(before - who.spp)
    assert paid == [6, 12, 12, 20, 20, 30]
    assert who.value == 50 + 20 + (40 + 10) + (20 + 10) + (40 + 10) + 20 + 20
    assert not prices(office, who)
    assert not options(office, who)
    assert not must_advance(office, who)
    assert refusal(learn, office, LINEMAN, "kick") == "no-more"


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
    office = humans(20, member=member)
    if code:
        assert refusal(learn, office, member, skill) == code
        assert not [row for row in office.written if row.kind == "advanced"]
    else:
        learn(office, member, skill)
    assert (skill in office.club.members[member].skills) == (not code)


def test_exclusions_hold_both_ways() -> None:
    for first, second in (("frenzy", "grab"), ("grab", "frenzy")):
        office = humans(100, member=BLITZER)
        learn(office, BLITZER, first)
        assert refusal(learn, office, BLITZER, second) == "excluded"
    office = office_of("goblin", ["goblin-fanatic", "goblin-pogoer", "goblin-looney"], step=ADVANCEMENT)
    assert not {"grab", "multiple-block", "shadowing"} & learnable(office, 1)
    assert "leap" not in learnable(office, 2)
    assert {"saboteur", "violent-innovator"} <= learnable(office, 3)


def test_a_captain_does_not_learn_pro() -> None:
    office = humans(6)
    assert "pro" in learnable(office, LINEMAN)
    office.enter("captain", LINEMAN)
    assert refusal(learn, office, LINEMAN, "pro") == "has-skill"


@pytest.mark.parametrize("choice", ["refused", "allowed"])
def test_whether_kicking_is_as_good_as_throwing(choice: str) -> None:
    office = office_of("ogre", ["ogre-runt-punter"], step=ADVANCEMENT, rulings={KICKING: choice})
    office.enter("points", 1, spp=6)
    assert ({"bullseye", "strong-arm"} <= learnable(office, 1)) == (choice == "allowed")
    if choice == "refused":
        with pytest.raises(Refusal) as caught:
            learn(office, 1, "bullseye")
        assert caught.value.rule == KICKING


def test_a_random_skill_is_one_of_two() -> None:
    """The Blitzer has Block, so 1-1 is rolled again; then Pro, and Taunt of the second half."""
    office = humans(3, [1, 1, 3, 6, 4, 5], member=BLITZER)
    roll_skill(office, BLITZER, "general")
    assert office.club.offer["skills"] == ["pro", "taunt"]
    assert office.club.members[BLITZER].spp == 0
    assert len(office.written[-1].rolls) == 6
    assert refusal(learn, office, BLITZER, "guard") == "open-offer"
    assert refusal(take, office, BLITZER, "guard") == "not-offered"
    assert refusal(take, office, LINEMAN, "pro") == "no-offer"
    take(office, BLITZER, "taunt")
    assert office.club.members[BLITZER].skills == {"taunt": None}
    assert office.club.members[BLITZER].value == 85 + 20
    assert refusal(take, office, BLITZER, "pro") == "no-offer"


def test_the_same_random_skill_twice_is_taken() -> None:
    office = humans(3, [1, 1, 2, 1])
    roll_skill(office, LINEMAN, "general")
    assert office.club.members[LINEMAN].skills == {"block": None}
    assert office.club.members[LINEMAN].value == 50 + 20 + 10
    assert not office.club.offer


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
    office = humans(14, [face])
    roll_characteristic(office, LINEMAN)
    assert office.club.offer["characteristics"] == offered
    take(office, LINEMAN, gain)
    who = office.club.members[LINEMAN]
    assert (who.changes, who.skills) == (({gain: 1}, {}) if gain in offered else ({}, {gain: None}))
    assert (who.value, who.spp, who.advancements) == (50 + value, 0, 1)


def test_a_characteristic_the_dice_did_not_offer_cannot_be_taken() -> None:
    office = humans(14, [1])
    roll_characteristic(office, LINEMAN)
    assert refusal(take, office, LINEMAN, "st") == "not-offered"


def test_limits_of_characteristics() -> None:
    """Nothing improves a third time; AV ends at 11+, AG at 1+; a PA of “-” begins at 6+; injuries make room again."""
    office = office_of("dwarf", ["dwarf-deathroller", "dwarf-lineman"], step=ADVANCEMENT)
    roller, dwarf = office.club.members[1], office.club.members[2]
    assert may_improve(office, roller, "pa")
    assert not may_improve(office, roller, "av")
    office.enter("hurt", 1, misses_next=True, lost="av")
    assert may_improve(office, roller, "av")
    for _ in range(2):
        assert may_improve(office, dwarf, "ma")
        office.enter("advanced", 2, characteristic="ma", value=20)
    office.enter("hurt", 2, misses_next=True, lost="ma")
    assert not may_improve(office, dwarf, "ma")
    elf = office_of("high-elf", ["high-elf-lineman"], step=ADVANCEMENT)
    elf.enter("advanced", 1, characteristic="ag", value=30)
    assert not may_improve(elf, elf.club.members[1], "ag")


@pytest.mark.parametrize(("spp", "done", "must"), [(13, 0, False), (14, 0, True), (15, 1, False), (16, 1, True)])
def test_whoever_could_pay_for_a_characteristic_must_advance(spp: int, done: int, must: bool) -> None:
    office = humans(spp)
    for skill in ("kick", "fend")[:done]:
        office.enter("advanced", LINEMAN, skill=skill, value=20)
    assert must_advance(office, office.club.members[LINEMAN]) == must


def test_learning_has_its_moment_and_its_price() -> None:
    office = office_of("human", HUMANS, step=HIRING)
    office.enter("points", LINEMAN, spp=6)
    assert refusal(learn, office, LINEMAN, "kick") == "wrong-step"
    assert refusal(learn, humans(5), LINEMAN, "kick") == "no-points"
    assert refusal(roll_characteristic, humans(13), LINEMAN) == "no-points"
