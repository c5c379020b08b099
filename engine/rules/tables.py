"""The dice tables of an edition, read from its data, and the events that show that a row was rolled."""

from dataclasses import dataclass
from functools import cache
from typing import Any

from engine.core.errors import BadInput
from engine.core.ruleset import DATA, Row
from engine.core.yamlfile import read_yaml

INJURIES = ("stunned", "knocked-out")


@dataclass(frozen=True, slots=True)
class Table:
    """So many dice with so many sides, and the row of each total. Totals beyond either end count as the row there."""

    dice: int
    sides: int
    rows: tuple[tuple[int, str], ...]  # the highest total of each row, lowest first, and its id
    digits: bool = False  # the dice are the digits of the total, as of a D66

    def total(self, faces: list[int]) -> int:
        return int("".join(map(str, faces))) if self.digits else sum(faces)

    def row(self, total: int) -> str:
        return next((id for highest, id in self.rows if total <= highest), self.rows[-1][1])

    @property
    def ids(self) -> set[str]:
        return {id for _, id in self.rows}


@dataclass(frozen=True, slots=True)
class OwnTable:
    """A table that the rules of one edition roll on, declared at the top of their module: its key, and the rows they know."""

    key: str
    rows: frozenset[str]


@dataclass(frozen=True, slots=True)
class Page:
    """A rule that rows and refusals rest on, declared at the top of the module that cites it. Where the book has it is data."""

    key: str


@cache
def tables(data: str) -> dict[str, Any]:
    """Every table of an edition, by name."""
    content: dict[str, Any] = read_yaml(DATA / data / "tables.yaml", dict)
    return content


def table(data: str, name: str) -> dict[str, Any]:
    """One of them, which has to be there."""
    if name not in tables(data):
        raise BadInput(f"{data}: there is no table {name}")
    found: dict[str, Any] = tables(data)[name]
    return found


def page(data: str, rule: Page) -> str:
    """Where the book of an edition has a rule."""
    found: str = pages(data)[rule.key]
    return found


def pages(data: str) -> dict[str, str]:
    return table(data, "pages")


def cited(data: str, words: str, rule: Page) -> str:
    """A refusal with the page that it rests on."""
    return f"{words} ({page(data, rule)})"


def refused(data: str, rule: Page, words: str) -> BadInput:
    return BadInput(cited(data, words, rule))


@cache
def dice_table(data: str, name: str, row: str = "id") -> Table:
    """A table with its rows named by one of their fields."""
    content = table(data, name)
    rows = tuple((_highest(each["roll"]), str(each[row]).lower()) for each in content["results"])
    number, _, sides = content["dice"].partition("D")
    if sides == "66":
        return Table(2, 6, rows, digits=True)
    return Table(int(number or 1), int(sides), rows)


def _highest(roll: int | list[int]) -> int:
    return roll if isinstance(roll, int) else roll[-1]


def shown(event: dict[str, Any]) -> Row | None:
    kind = event["e"]
    if kind == "kick-off":
        return ("kick-off", event["event"])
    if kind == "weather":
        return ("weather", event["weather"])
    if kind == "prayer":
        return ("prayer", event["prayer"])
    if kind == "injury":
        return ("injury" if event["result"] in INJURIES else "casualty", event["result"])
    return None
