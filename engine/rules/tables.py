"""The rows of the dice tables, and the events that show that a row was rolled."""

from functools import cache
from typing import Any

from engine.core.ruleset import DATA, Row
from engine.core.yamlfile import read_yaml

TABLES = {
    "kick-off": "kick_off_event",
    "weather": "weather",
    "prayer": "prayers_to_nuffle",
    "casualty": "casualty",
    "injury": "injury",
}
INJURIES = ("stunned", "knocked-out")


@cache
def tables(edition: str) -> dict[str, Any]:
    """Every table of an edition, by name."""
    content: dict[str, Any] = read_yaml(DATA / edition / "tables.yaml", dict)
    return content


def rows(edition: str) -> list[Row]:
    found = [(kind, row["id"]) for kind, name in TABLES.items() for row in tables(edition)[name].get("results", ())]
    return found + [("injury", name) for name in INJURIES]


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
