"""What is tried out stays without consequences."""

from dataclasses import fields
from typing import Any

from engine.campaign.club import Club, Member
from engine.campaign.snapshot import freeze
from engine.core.dice import ScriptedDice
from tests.engine.campaign.editors import editor_of


def test_a_trial_shares_nothing_with_the_team_that_it_changes() -> None:
    editor = editor_of("orc", ["orc-lineman", "orc-lineman"])
    editor.enter("left", 2, how="dead")
    trial = editor.trial(ScriptedDice([]))
    assert trial.club == editor.club
    for one, other in zip(_records(editor.club), _records(trial.club), strict=True):
        assert not _shared(one, other)
    before, written = freeze(editor.club), list(editor.written)
    trial.enter("hurt", 1, misses_next=True, lost="ma")
    trial.enter("left", 1, how="dead")
    assert (freeze(editor.club), editor.written) == (before, written)


def _records(club: Club) -> list[Club | Member]:
    return [club, *club.members.values(), *club.fallen.values()]


def _shared(one: Any, other: Any) -> list[str]:
    """Fields that both have and that can be changed in place."""
    values = {each.name: (getattr(one, each.name), getattr(other, each.name)) for each in fields(one)}
    return [name for name, (own, its) in values.items() if own is its and isinstance(own, dict | list)]
