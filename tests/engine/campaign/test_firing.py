"""Who can be fired, under every combination of rulings that makes sense."""

from itertools import product

import pytest

from engine import scenario
from engine.campaign import firing
from engine.campaign.editor import TeamEditor
from engine.campaign.firing import conflicts, fire, retire
from engine.campaign.hiring import hire
from engine.campaign.refusal import Refusal
from engine.campaign.sequence import changes
from engine.campaign.steps import FIRING, ROSTER
from engine.core.declared import declared_rulings
from engine.core.ruleset import catalogue
from tests.engine.campaign.editors import EDITION, editor_of

ALL = (*declared_rulings([firing]), changes)
IDS = {f"bb2025.{ruling.point}" for ruling in ALL}
GUIDE, HOUSE = "fumbbl-guide", "fumbbl-house"


def team(listed: int, absent: int = 0, profile: str = GUIDE, blitzers: int = 2, step: str = "") -> TeamEditor:
    """The absent ones are the last of the list."""
    rulings = {id: catalogue(EDITION).entry(id).profiles[profile] for id in IDS}
    positions = ["human-blitzer"] * blitzers + ["human-lineman"] * (listed - blitzers)
    step = step or (FIRING if profile == GUIDE else ROSTER)
    editor = editor_of("human", positions, step=step, rulings=rulings, gold=500)
    for member in range(listed - absent + 1, listed + 1):
        editor.enter("hurt", member, misses_next=True)
    return editor


def can_fire(editor: TeamEditor, member: int) -> bool:
    try:
        fire(editor.trial(editor.dice), member)
    except Refusal:
        return False
    return True


FIT, ABSENT = 0, -1


@pytest.mark.parametrize(
    ("listed", "absent", "who", "guide", "house"),
    [
        (12, 0, FIT, True, True),
        (12, 1, FIT, False, True),
        (14, 3, FIT, False, True),
        (14, 3, ABSENT, True, True),
        (11, 0, FIT, False, True),
        (11, 1, FIT, True, True),
        (10, 0, FIT, True, False),
        (10, 1, ABSENT, True, False),
    ],
)
def test_the_guide_and_the_house_rules(listed: int, absent: int, who: int, guide: bool, house: bool) -> None:
    member = 1 if who == FIT else listed
    assert can_fire(team(listed, absent), member) is guide
    assert can_fire(team(listed, absent, HOUSE), member) is house


def test_firing_costs_the_place_and_brings_nothing() -> None:
    editor = team(12)
    fire(editor, 1)
    assert (len(editor.club.listed), editor.club.treasury) == (11, 500)
    with pytest.raises(Refusal, match="stands at 11") as refused:
        fire(editor, 2)
    assert refused.value.rule == "bb2025.fire-at-exactly-eleven"


def test_a_captain_stays_until_he_is_maimed() -> None:
    editor = team(12)
    editor.enter("captain", 1)
    assert not can_fire(editor, 1)
    editor.enter("hurt", 1, misses_next=True, lost="ma")
    fire(editor, 1)
    assert editor.club.captain is None


def test_journeymen_are_not_fired() -> None:
    editor = editor_of("human", ["human-lineman"] * 12, step=FIRING, journeymen=1)
    with pytest.raises(Refusal, match="journeyman"):
        fire(editor, 12)


def test_retiring_takes_a_lasting_injury_of_this_match() -> None:
    editor = team(11, absent=1)
    with pytest.raises(Refusal, match="Lasting Injury"):
        retire(editor, 11)
    editor.enter("hurt", 10, misses_next=True, lost="st")
    retire(editor, 10)
    assert editor.club.members[10].retired
    assert len(editor.club.listed) == 11
    with pytest.raises(Refusal):
        retire(editor, 10)


# Making room --------------------------------------------------------------------------------------------------------------


def test_who_joined_since_the_match_is_not_of_the_eleven() -> None:
    """With eleven a lineman in does not open the way to a new blitzer at once, unless the league replaces at once."""
    for choice, code in (("two-matches", "position-closed"), ("at-once", "")):
        editor = team(11, profile=HOUSE)
        editor.rulings = editor.rulings.but("bb2025.replace-capped-position-at-eleven", choice)
        hire(editor, "human-lineman", "Hans", 20)
        fire(editor, 1)
        if code:
            with pytest.raises(Refusal) as refused:
                hire(editor, "human-blitzer", "Fritz", 21)
            assert refused.value.code == code
        else:
            hire(editor, "human-blitzer", "Fritz", 21)


def test_a_held_place_counts_for_the_list_too_and_is_free_after_the_next_match() -> None:
    editor = team(16, profile=HOUSE)
    editor.rulings = editor.rulings.but("bb2025.fire-to-make-room", "refused")
    fire(editor, 16)
    with pytest.raises(Refusal) as refused:
        hire(editor, "human-lineman", "Hans", 20)
    assert (refused.value.code, refused.value.rule) == ("list-full", "bb2025.fire-to-make-room")
    editor.enter("step", to="ready")
    editor.enter("step", to=ROSTER)
    hire(editor, "human-lineman", "Hans", 20)


# Rulings that interact ----------------------------------------------------------------------------------------------------


def test_no_profile_contradicts_itself() -> None:
    for profile in catalogue(EDITION).profiles:
        assert conflicts(catalogue(EDITION).rulings(profile)) is None


def test_a_contradiction_names_both_choices() -> None:
    rulings = catalogue(EDITION).rulings("official", {"bb2025.fire-count-basis": "all-rostered"})
    told = conflicts(rulings) or ""
    assert "bb2025.fire-count-basis: all-rostered and bb2025.fire-floor-large-roster: binds" in told


def test_every_ruling_matters_somewhere_without_a_contradiction() -> None:
    """For each ruling there is a combination of the others that goes with either of its choices."""
    official = catalogue(EDITION).rulings("official")
    free = set()
    for choices in product(*(ruling.choices for ruling in ALL)):
        rulings = official
        for ruling, choice in zip(ALL, choices, strict=True):
            rulings = rulings.but(f"bb2025.{ruling.point}", choice)
        if conflicts(rulings) is None:
            free |= {
                f"bb2025.{ruling.point}"
                for ruling in ALL
                if all(conflicts(rulings.but(f"bb2025.{ruling.point}", choice)) is None for choice in ruling.choices)
            }
    assert free == IDS


def test_scenarios_show_each_ruling_without_a_contradiction() -> None:
    """Every outcome is played under choices that go together; and one file of each ruling changes only that ruling."""
    shown = set()
    for each in (scenario.load(head.path) for head in scenario.heads() if head.id in IDS):
        wholly = True
        for own, outcome in each.outcomes.items():
            for choice in catalogue(EDITION).entry(each.id).choices:
                told = conflicts(catalogue(EDITION).rulings("official", {**outcome.overrides, each.id: choice}))
                assert told is None or choice != own, each.path.name
                wholly &= told is None
        if wholly:
            shown.add(each.id)
    assert shown == IDS
