"""The way through the sequence, and taking back what was done."""

from typing import Any

import pytest

from engine.campaign.editor import TeamEditor
from engine.campaign.entries import Entry
from engine.campaign.firing import fire
from engine.campaign.hiring import hire
from engine.campaign.mvp import hate, nominate
from engine.campaign.postmatch import record
from engine.campaign.refusal import Refusal
from engine.campaign.sequence import correct, finish, rename, undo
from engine.campaign.steps import ADVANCEMENT, FIRING, HIRING, JOURNEYMEN, MVP, READY, ROSTER, STAFF
from engine.core.dice import ScriptedDice
from tests.engine.campaign.editors import CAMPAIGN, editor_of
from tests.engine.campaign.results import injury, result_of

ELEVEN = ["human-lineman"] * 11


def code_of(effect: Any, *arguments: Any, **named: Any) -> str:
    with pytest.raises(Refusal) as caught:
        effect(*arguments, **named)
    return caught.value.code


@pytest.mark.parametrize(
    ("choice", "steps"),
    [("hire-first", [HIRING, FIRING, STAFF, JOURNEYMEN, READY]), ("any-order", [ROSTER, READY])],
)
def test_the_steps_in_their_order(choice: str, steps: list[str]) -> None:
    editor = editor_of(
        "human", ELEVEN, step=MVP, journeymen=1, gold=150, dice=[1, 2], rulings={"bb2025.hire-then-fire-order": choice}
    )
    seen = []
    while editor.club.step != READY:
        finish(editor)
        seen.append(editor.club.step)
    assert seen == [ADVANCEMENT, *steps]
    assert not editor.club.journeymen
    assert editor.club.treasury == 130
    assert code_of(finish, editor) == "wrong-step"


def test_what_must_be_decided_first() -> None:
    editor = editor_of("human", ELEVEN, dice=[1, 6, 1])
    result = result_of({"1": {"spp": 10}}, injuries={"1": injury("seriously-hurt", may_hate=["orc"])})
    record(editor, result, "home", "match")
    assert code_of(finish, editor) == "award-open"
    nominate(editor, [1])
    assert code_of(finish, editor) == "grudge-open"
    hate(editor, 1, "orc")
    finish(editor)
    assert code_of(finish, editor) == "must-spend"
    editor.enter("rolled", 1, spp=-3, what="skill", skills=["block", "tackle"])
    assert code_of(finish, editor) == "open-offer"
    editor.enter("advanced", 1, skill="block", value=20)
    finish(editor)
    assert editor.club.step == HIRING


def test_touchdowns_of_a_concession_must_be_credited() -> None:
    editor = editor_of("human", ELEVEN, dice=[1, 1])
    result = result_of({"1": {}}, concession={"side": "away", "penalty": True}, stats={"home": {"touchdowns": 1}})
    record(editor, result, "home", "match")
    nominate(editor, [1])
    assert code_of(finish, editor) == "credit-open"


def test_names_and_numbers_are_shared_with_nobody() -> None:
    editor = editor_of("human", ELEVEN)
    rename(editor, 1, "Hans", 1)
    assert editor.club.members[1].name == "Hans"
    assert code_of(rename, editor, 1, "Hans", 2) == "same-number"
    assert code_of(rename, editor, 2, "hans", 2) == "same-name"
    rename(editor, 1, "HANS", 1)
    assert editor.club.members[1].name == "HANS"


# Taking back --------------------------------------------------------------------------------------------------------------


def book(step: str = ROSTER) -> list[Entry]:
    rows = [Entry("founded", gold=200, data={"roster": "human"}), Entry("staff", data={"what": "fans", "by": 1})]
    signed = {"position": "human-lineman", "how": "drafted"}
    rows += [Entry("signed", id, data={**signed, "number": id, "name": f"No. {id}"}) for id in range(1, 13)]
    return [*rows, Entry("step", data={"to": step})]


def opened(rows: list[Entry]) -> TeamEditor:
    rulings = editor_of("human", ELEVEN, rulings={"bb2025.hire-then-fire-order": "any-order"}).rulings
    return TeamEditor(CAMPAIGN, rows, rulings, ScriptedDice([1, 1]))


def done(rows: list[Entry], effect: Any, *arguments: Any) -> list[Entry]:
    editor = opened(rows)
    effect(editor, *arguments)
    return [*rows, *editor.written]


def test_what_was_done_last_can_be_undone_one_after_the_other() -> None:
    hired = done(book(), hire, "human-blitzer", "Fritz", 20)
    fired = done(hired, fire, 1)
    last = len(fired)
    assert code_of(undo, opened(fired), [last - 1]) == "too-late"
    back = done(fired, undo, [last])
    assert 1 in CAMPAIGN.club(back).members
    start = done(back, undo, [last - 1])
    club = CAMPAIGN.club(start)
    assert (club.treasury, len(club.members)) == (200, 12)
    assert sum(row.gold for row in start) == 200
    assert code_of(undo, opened(start), [last]) == "too-late"
    again = done(start, hire, "human-blitzer", "Fritz", 20)
    assert max(CAMPAIGN.club(again).members) == 14  # nobody gets the id of another, not even of one who never came


def test_undoing_is_seen_at_once() -> None:
    editor = opened(done(book(), hire, "human-blitzer", "Fritz", 20))
    undo(editor, [editor.club.rows])
    assert (editor.club.treasury, 13 in editor.club.members) == (200, False)


def test_dice_are_never_taken_back() -> None:
    rows = book()
    after = done(rows, finish)  # 200k: expensive mistakes
    assert code_of(undo, opened(after), list(range(len(rows) + 1, len(after) + 1))) == "dice-rolled"
    assert code_of(undo, opened(after), []) == "too-late"


# Corrections --------------------------------------------------------------------------------------------------------------


def test_a_commissioner_gives_and_takes_and_heals() -> None:
    editor = editor_of("human", ELEVEN, gold=10)
    editor.enter("hurt", 1, misses_next=True, lost="ma", niggling=1)
    editor.enter("hates", 1, keyword="orc")
    heal = {"niggling": 1, "characteristic": "ma", "hatred": "orc", "available": True}
    correct(editor, reason="wrong sheet", gold=-10, member=1, spp=2, heal=heal)
    who = editor.club.members[1]
    assert (editor.club.treasury, who.spp, who.niggling, who.reduced, who.hatred, who.misses_next) == (
        0,
        2,
        0,
        False,
        [],
        False,
    )
    assert {row.data["reason"] for row in editor.written[-2:]} == {"wrong sheet"}


@pytest.mark.parametrize(
    ("asked", "code"),
    [
        ({"gold": -11}, "below-zero"),
        ({"member": 1, "spp": -1}, "below-zero"),
        ({"spp": 1}, "no-such-player"),
        ({"member": 1, "heal": {"niggling": 1}}, "not-hurt"),
        ({"member": 1, "heal": {"characteristic": "ma"}}, "not-hurt"),
        ({"member": 1, "heal": {"hatred": "orc"}}, "not-hurt"),
        ({"member": 1, "heal": {"hunger": 1}}, "not-hurt"),
    ],
)
def test_corrections_have_to_make_sense(asked: dict[str, Any], code: str) -> None:
    editor = editor_of("human", ELEVEN, gold=10)
    assert code_of(correct, editor, reason="", **asked) == code
