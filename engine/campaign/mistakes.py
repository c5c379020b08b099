"""Expensive mistakes: what happens to a team that hoards its gold (Core p.100)."""

from collections.abc import Callable

from engine.campaign.office import Office
from engine.core.ruling import Ruling
from engine.rules.tables import tables

RULE = "Core p.100"
AVERTED = "averted"


def _half(treasury: int) -> int:
    """Rounded down to 5k."""
    return treasury // 2 // 5 * 5


# What is left of a treasury that is halved.
halved: Ruling[Callable[[int], int]] = Ruling(
    "major-incident-rounding",
    {"remainder-down": _half, "loss-down": lambda treasury: treasury - _half(treasury)},
)
RULINGS = (halved,)


def expensive_mistakes(office: Office) -> None:
    """One roll for a full treasury; the fuller it is, the worse."""
    treasury, table = office.club.treasury, tables(office.edition)["expensive_mistakes"]
    if treasury < table["applies_from_k"]:
        return
    column = sum(treasury >= lowest for lowest, _ in table["brackets_k"]) - 1
    result = table["results"][office.roll("expensive mistakes", 6)][column]
    left = LEFT[result](office, treasury)
    office.enter("mistake", gold=left - treasury, rule=RULE, result=result)


def _minor(office: Office, treasury: int) -> int:
    return treasury - 10 * office.roll("minor incident", 3)


def _major(office: Office, treasury: int) -> int:
    left: int = office.choice(halved)(treasury)
    return left


def _catastrophe(office: Office, treasury: int) -> int:
    saved = sum(office.roll("catastrophe", 6) for _ in range(2))
    return min(10 * saved, treasury)


# What is left of the treasury.
LEFT: dict[str, Callable[[Office, int], int]] = {
    AVERTED: lambda office, treasury: treasury,
    "minor": _minor,
    "major": _major,
    "catastrophe": _catastrophe,
}
