"""Expensive mistakes: what happens to a team that hoards its gold (Core p.100)."""

from collections.abc import Callable

from engine.campaign.editor import TeamEditor
from engine.core.ruling import Ruling
from engine.rules.tables import Page

RULE = Page("expensive_mistakes")
AVERTED = "averted"


def _half(treasury: int) -> int:
    """Rounded down to 5k."""
    return treasury // 2 // 5 * 5


# What is left of a treasury that is halved.
halved: Ruling[Callable[[int], int]] = Ruling(
    "major-incident-rounding",
    {"remainder-down": _half, "loss-down": lambda treasury: treasury - _half(treasury)},
)


def expensive_mistakes(editor: TeamEditor) -> None:
    """One roll for a full treasury; the fuller it is, the worse."""
    treasury, table = editor.club.treasury, editor.campaign.tables["expensive_mistakes"]
    if treasury < table["applies_from_k"]:
        return
    column = sum(treasury >= lowest for lowest, _ in table["brackets_k"]) - 1
    result = table["results"][editor.roll("expensive mistakes", 6)][column]
    left = LEFT[result](editor, treasury)
    editor.enter("mistake", gold=left - treasury, rule=RULE, result=result)


def _minor(editor: TeamEditor, treasury: int) -> int:
    return treasury - 10 * editor.roll("minor incident", 3)


def _major(editor: TeamEditor, treasury: int) -> int:
    left: int = editor.choice(halved)(treasury)
    return left


def _catastrophe(editor: TeamEditor, treasury: int) -> int:
    saved = sum(editor.roll("catastrophe", 6) for _ in range(2))
    return min(10 * saved, treasury)


# What is left of the treasury.
LEFT: dict[str, Callable[[TeamEditor, int], int]] = {
    AVERTED: lambda editor, treasury: treasury,
    "minor": _minor,
    "major": _major,
    "catastrophe": _catastrophe,
}
