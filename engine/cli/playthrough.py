"""`playthrough`: one match as text, event by event, for people and for comparing before and after a change."""

import argparse
from typing import Any

import engine
from engine.cli.common import Commands, command, say
from engine.core.ruleset import Ruleset
from engine.rulesets import KNOWN, ruleset

SEED = "playthrough"
PLAYERS = {"player", "target", "holder", "mate", "by"}
SQUARES = {"square"}


def add_commands(commands: Commands) -> None:
    parser = command(commands, "playthrough", "One match as readable text, always the same.", json_out=False)
    parser.add_argument("--ruleset", required=True, metavar="R", help=f"one of {', '.join(KNOWN)}")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    for line in lines(ruleset(options.ruleset)):
        say(line)
    return 0


def lines(rules: Ruleset) -> list[str]:
    home, away, *_ = rules.standard_sheets().values()
    record = engine.play(ruleset=rules.key, rulings=rules.rulings(), sheets=(home, away), seed=SEED)
    teller = Teller(rules, record)
    told = [teller.line(event) for event in record.events]
    return [f"{home['name']} against {away['name']}, {rules.title}", *told, f"digest {record.digest}"]


class Teller:
    """Names players and squares, and leaves the rest as it is."""

    def __init__(self, rules: Ruleset, record: engine.Record) -> None:
        drawing = rules.drawing(rules.rulings())
        self.squares = {space["id"]: space["name"] for space in drawing["spaces"]}
        self.squares |= {goal["id"]: "end zone" for goal in drawing["goals"]}
        sides = zip(("H", "A"), record.header["sheets"], strict=True)
        self.players = [f"{side}{player['number']} {player['name']}" for side, sheet in sides for player in sheet["players"]]

    def line(self, event: dict[str, Any]) -> str:
        told = {name: value for name, value in event.items() if name != "e" and value not in (None, (), "")}
        if event["e"] == "roll" and "target" in told:
            told["needs"] = told.pop("target")  # the number to reach; elsewhere a target is a player
        parts = [f"{name} {self.value(name, value)}" for name, value in told.items()]
        indent = "" if event["e"] == "phase" else "  "
        return f"{indent}{event['e']}: {', '.join(parts)}" if parts else f"{indent}{event['e']}"

    def value(self, name: str, value: Any) -> str:
        if name in PLAYERS and isinstance(value, int):
            return self.players[value] if 0 <= value < len(self.players) else "nobody"
        if name in SQUARES and isinstance(value, int):
            return str(self.squares.get(value, "off the pitch"))
        if name == "path":
            return " > ".join(self.squares.get(square, "?") for square in value)
        if name == "dice":
            return " ".join(f"D{sides}={face}" for sides, face in value)
        return str(value)
