"""The Team Captain between matches (Core p.155)."""

from typing import Any

import pytest

from engine.campaign.captain import appoint, check_firing, give_title, may_appoint, take_title
from engine.campaign.office import Office
from engine.campaign.refusal import Refusal
from engine.campaign.steps import HIRING
from tests.engine.campaign.offices import office_of

HUMANS = ["human-ogre", *["human-lineman"] * 11]
REPLACED, PRO_VALUE = "bb2025.captain-fired-replacement", "bb2025.captain-pro-value"


def led_by(captain: int, **other: Any) -> Office:
    office = office_of("human", HUMANS, **other)
    office.enter("captain", captain)
    return office


def refusal(office: Office, member: int) -> Refusal:
    before = list(office.written)
    with pytest.raises(Refusal) as refused:
        appoint(office, member)
    assert office.written == before
    assert member not in office.club.members or not may_appoint(office, office.club.members[member])
    return refused.value


@pytest.mark.parametrize("how", ["dead", "gone", "fired"])
def test_a_captain_who_left_has_a_successor(how: str) -> None:
    office = led_by(2)
    office.enter("left", 2, how=how)
    assert may_appoint(office, office.club.members[3])
    appoint(office, 3)
    assert office.club.captain == 3
    assert refusal(office, 4).code == "has-captain"


def test_by_the_guide_a_fired_captain_has_none() -> None:
    office = led_by(2, rulings={REPLACED: "never"})
    office.enter("left", 2, how="fired")
    assert refusal(office, 3).rule == REPLACED
    office = led_by(2, rulings={REPLACED: "never"})
    office.enter("left", 2, how="dead")
    appoint(office, 3)
    assert office.club.captain == 3


def test_a_retired_captain_keeps_the_title() -> None:
    office = led_by(2)
    office.enter("retired", 2)
    assert refusal(office, 3).rule == "bb2025.captain-temporarily-retired"


def test_who_never_had_a_captain_waits_for_the_redraft() -> None:
    assert refusal(office_of("human", HUMANS), 2).code == "no-vacancy"


def test_who_cannot_be_captain() -> None:
    office = led_by(2, journeymen=1)
    office.enter("left", 2, how="dead")
    assert refusal(office, 1).code == "big-guy"
    assert refusal(office, 12).code == "journeyman"
    assert refusal(office, 2).code == "no-such-player"
    office.enter("step", to=HIRING)
    assert refusal(office, 3).code == "wrong-step"
    assert refusal(office_of("dwarf", ["dwarf-lineman"] * 11), 1).code == "no-captain"


def test_only_a_lowered_characteristic_makes_a_captain_dispensable() -> None:
    office = led_by(2)
    office.enter("hurt", 2, misses_next=True, niggling=1)
    with pytest.raises(Refusal) as refused:
        check_firing(office, office.club.members[2])
    assert refused.value.rule == "bb2025.captain-fire-condition"
    check_firing(office, office.club.members[3])
    office.enter("advanced", 2, characteristic="ma", value=20)
    office.enter("hurt", 2, misses_next=True, lost="ma")
    check_firing(office, office.club.members[2])


@pytest.mark.parametrize(("choice", "value"), [("unchanged", 70), ("reduced", 50)])
def test_what_a_learned_pro_is_worth_to_a_captain(choice: str, value: int) -> None:
    office = office_of("human", HUMANS, rulings={PRO_VALUE: choice})
    office.enter("advanced", 2, skill="pro", value=20)
    give_title(office, office.club.members[2])
    assert office.club.members[2].value == value
    assert list(office.club.members[2].skills) == ["pro"]
    take_title(office)
    assert office.club.captain is None
    assert office.club.members[2].value == 70
