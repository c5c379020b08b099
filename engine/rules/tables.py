"""The rows of the dice tables, and the events that show that a row was rolled."""

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


def rows(edition: str) -> list[Row]:
    content = read_yaml(DATA / edition / "tables.yaml", dict)
    found = [(kind, row["id"]) for kind, name in TABLES.items() for row in content[name].get("results", ())]
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
