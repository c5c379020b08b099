"""The order in which skills work where several listen at one point of the match."""

import pytest

from engine.core.errors import BadInput
from engine.rulesets.bb2025 import EDITION
from tests.engine.positions import played

TRAITS = ("animal-savagery", "bloodlust", "bone-head", "really-stupid", "take-root", "unchannelled-fury")


@pytest.mark.parametrize(("key", "because"), [("juggernaut", "does not listen there"), ("flying", "is no skill")])
def test_an_order_that_names_who_does_not_listen_there_is_refused(key: str, because: str) -> None:
    with pytest.raises(BadInput, match=f"^bb2025: the order at after-choice names {key}, which {because}$"):
        EDITION.but(order={**EDITION.order, "after-choice": ("wrestle", key)})


@pytest.mark.parametrize("traits", [TRAITS, TRAITS[::-1]], ids=["as they are listed", "the other way round"])
def test_traits_that_roll_on_declaring_roll_in_the_order_of_the_alphabet(traits: tuple[str, ...]) -> None:
    skills = ", ".join("{bloodlust: 2}" if each == "bloodlust" else each for each in traits)
    assert not played(f"""
        position: {{home: {{A: "10,8"}}, away: {{x: "20,8"}}, skills: {{A: [{skills}]}}}}
        script: [{{activate: A}}, {{declare: move}}]
        dice: [6, 6, 6, 6, 6, 6]
        expect: {{rolls: {[[each, 6] for each in TRAITS]}}}
    """)


def test_who_forgets_what_to_do_takes_no_root() -> None:
    assert not played("""
        position: {home: {A: "10,8", B: "5,8"}, away: {x: "20,8"}, skills: {A: [take-root, bone-head]}}
        script: [{activate: A}, {declare: move}]
        dice: [1]
        expect: {rolls: [[bone-head, 1]], distracted: {A: true}, next: home activate}
    """)
