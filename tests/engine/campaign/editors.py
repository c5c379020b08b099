"""Teams in the middle of a season, for tests."""

from typing import Any

import engine
from engine.campaign.editor import TeamEditor
from engine.campaign.entries import DRAFTED, JOURNEYMAN, Entry
from engine.campaign.steps import READY
from engine.core.dice import Dice, ScriptedDice
from engine.core.ruleset import catalogue

EDITION = "bb2025"
CAMPAIGN: Any = engine.ruleset(EDITION).campaign


def editor_of(
    roster: str, positions: list[str], *, step: str = READY, dice: Dice | list[int] | None = None, **other: Any
) -> TeamEditor:
    """A team with these players, numbered from 1. Of `other`: rulings, gold, journeymen (how many of the last), staff."""
    rulings = catalogue(EDITION).rulings("official", other.pop("rulings", None))
    throws = dice if dice is not None and not isinstance(dice, list) else ScriptedDice(dice or [])
    choices = {name: other.pop(name, "") for name in ("league", "favoured_of")}
    editor = TeamEditor(
        CAMPAIGN, [Entry("founded", gold=other.pop("gold", 0), data={"roster": roster, **choices})], rulings, throws
    )
    regulars = len(positions) - other.pop("journeymen", 0)
    for number, position in enumerate(positions, start=1):
        how = DRAFTED if number <= regulars else JOURNEYMAN
        editor.enter("signed", number, position=position, number=number, name=f"No. {number}", how=how)
    for what, by in {"fans": 1, **other}.items():
        editor.enter("staff", what=what, by=by)
    editor.enter("step", to=step)
    return TeamEditor(CAMPAIGN, [*editor.entries, *editor.written], rulings, throws)
