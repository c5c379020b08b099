"""The record of a team's life between matches: nothing may be left out, and a variant changes what it says and no more."""

from dataclasses import fields
from typing import Any

import pytest

from engine.campaign import record
from engine.campaign.record import Campaign
from engine.campaign.steps import ADVANCEMENT, HIRING, MVP, READY
from engine.core.errors import BadInput
from tests.engine.campaign.editors import CAMPAIGN, editor_of

PARTS = ("steps", "value", "choices", "prematch", "postmatch", "season")


@pytest.mark.parametrize("slot", [each.name for each in fields(Campaign)])
def test_a_record_that_leaves_something_out_is_refused(slot: str) -> None:
    with pytest.raises(BadInput, match=rf"^(bb2025|None) between matches: the record leaves out {slot}$"):
        CAMPAIGN.but(**{slot: None})


@pytest.mark.parametrize(
    ("part", "slot"), [(part, each.name) for part in PARTS for each in fields(getattr(CAMPAIGN, part))]
)
def test_so_is_a_part_of_it(part: str, slot: str) -> None:
    with pytest.raises(BadInput, match=rf"^\w+: the record leaves out {slot}$"):
        getattr(CAMPAIGN, part).but(**{slot: None})


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"weather": {}}, "the record has no weather"),
        ({"autopilot": {"holiday": ()}}, "there is no step holiday"),
        ({"log": {}}, "the log has no words for nominate"),
        ({"steps": CAMPAIGN.steps.but(parts={HIRING: ("bargain",)})}, "there is no step bargain"),
    ],
)
def test_what_does_not_fit_is_named(changes: dict[str, Any], words: str) -> None:
    with pytest.raises(BadInput, match=f"^bb2025 between matches: {words}$"):
        CAMPAIGN.but(**changes)


def test_so_is_a_table_that_its_data_lacks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(record, "TABLES", ("prizes_k", "ageing"))
    with pytest.raises(BadInput, match=r"^bb2025 between matches: there is no table ageing$"):
        CAMPAIGN.but(key="bb2025")


def test_a_variant_has_steps_actions_and_values_of_its_own() -> None:
    """A game in which a team only learns after a match, and is worth what its players are."""
    variant = CAMPAIGN.but(
        steps=CAMPAIGN.steps.but(in_order=lambda editor, gone: (MVP, ADVANCEMENT)),
        actions={"finish": CAMPAIGN.actions["finish"]},
        value=CAMPAIGN.value.but(current=lambda club: 7),
        autopilot={},
    )
    usual = editor_of("human", ["human-lineman"] * 11, step=ADVANCEMENT)
    editor = type(usual)(variant, usual.entries, usual.rulings, usual.dice)
    with pytest.raises(BadInput, match="it can finish"):
        editor.perform("hire", {})
    variant.orders.run(editor, {})
    assert editor.club.step == READY
    assert editor.club.campaign.value.current(editor.club) == 7
    assert CAMPAIGN.orders.decide(usual, {}) == ("finish", {})
    usual.perform("finish", {})
    assert usual.club.step == HIRING
