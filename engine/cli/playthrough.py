"""`playthrough`: one match as text, event by event, for people and for comparing before and after a change."""

import argparse
from collections.abc import Callable
from typing import Any

import engine
from engine.cli.common import Commands, command, say
from engine.core.expectations import SIDE_NAMES
from engine.core.ruleset import Ruleset
from engine.rulesets import KNOWN, ruleset

SEED = "playthrough"
COACH = "any_legal"  # plays on without a plan, so that the match changes with the rules and not with the planner
PLAIN = {"what", "name", "side", "question"}  # whose value says enough


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
    record = engine.play(
        ruleset=rules.key, rulings=rules.rulings(), sheets=(home, away), seed=SEED, coaches=(COACH, COACH)
    )
    teller = Teller(rules, record)
    told = [teller.line(event) for event in record.events]
    return [f"{home['name']} against {away['name']}, {rules.title}", *told, f"digest {record.digest}"]


class Teller:
    """Names players, squares, sides and answers, and leaves the rest as it is."""

    def __init__(self, rules: Ruleset, record: engine.Record) -> None:
        drawing = rules.drawing(rules.rulings())
        self.questions = rules.questions
        self.squares = {space["id"]: space["name"] for space in drawing["spaces"]}
        self.squares |= {goal["id"]: "end zone" for goal in drawing["goals"]}
        self.players = [
            f"{side}{player['number']} {player['name']}"
            for side, sheet in zip(("H", "A"), record.header["sheets"], strict=True)
            for player in sheet["players"]
        ]

    def line(self, event: dict[str, Any]) -> str:
        told = {name: value for name, value in event.items() if name != "e" and value not in (None, (), "")}
        if event["e"] == "choice":
            told["answer"] = self.questions[event["question"]].describe(event["answer"], self)
        if event["e"] == "roll" and "target" in told:
            told["needs"] = told.pop("target")  # the number to reach; elsewhere a target is a player
        parts = [self.part(name, value) for name, value in told.items()]
        indent = "" if event["e"] == "phase" else "  "
        return f"{indent}{event['e']}: {', '.join(parts)}" if parts else f"{indent}{event['e']}"

    def part(self, name: str, value: Any) -> str:
        words = self.value(name, value)
        return words if name in PLAIN else f"{name} {words}"

    def value(self, name: str, value: Any) -> str:
        if name in TELLERS:
            return TELLERS[name](self, value)
        if isinstance(value, bool):
            return "yes" if value else "no"
        return " ".join(map(str, value)) if isinstance(value, tuple | list) else str(value)

    def player(self, id: Any) -> str:
        return self.players[id] if 0 <= id < len(self.players) else "nobody"

    def square(self, square: Any) -> str:
        return str(self.squares.get(square, "off the pitch"))

    def several(self, ids: Any) -> str:
        return " and ".join(map(self.player, ids))

    def path(self, squares: Any) -> str:
        return " > ".join(map(self.square, squares))

    def side(self, side: Any) -> str:
        return SIDE_NAMES[side]

    def dice(self, rolled: Any) -> str:
        return " ".join(f"D{sides}={face}" for sides, face in rolled)

    def modifiers(self, given: Any) -> str:
        return " ".join(f"{value:+d} {source}" for source, value in given)

    def pair(self, numbers: Any) -> str:
        return " : ".join(map(str, numbers))

    def sources(self, both: Any) -> str:
        return " : ".join(map(self.modifiers, both))


TELLERS: dict[str, Callable[[Teller, Any], str]] = {
    **dict.fromkeys(("player", "target", "holder", "mate", "by"), Teller.player),
    **dict.fromkeys(("credit", "players"), Teller.several),
    **dict.fromkeys(("side", "chooser"), Teller.side),
    **dict.fromkeys(("score", "strengths"), Teller.pair),
    "square": Teller.square,
    "path": Teller.path,
    "dice": Teller.dice,
    "modifiers": Teller.modifiers,
    "made_of": Teller.sources,
}
