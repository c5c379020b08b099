"""`scenario`: play scenario files and show where an outcome is not met."""

import argparse
from collections import Counter
from pathlib import Path
from typing import Any

from engine import scenario
from engine.cli.common import Commands, command, say, say_json
from engine.core.errors import BadInput


def add_commands(commands: Commands) -> None:
    parser = command(commands, "scenario", "Play scenario files; status 1 where an outcome is not met.")
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE", help="a file, or a folder of them")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    rows = [row for path in options.files for file in _files(path) for row in play_file(file)]
    failed = [row for row in rows if row["differences"]]
    if options.json:
        say_json(rows)
        return 1 if failed else 0
    for row in failed:
        say(f"{row['file']}: {row['edition']}: {row['id']}: {row['choice']}")
        for line in row["differences"]:
            say(f"    {line}")
    played, failures = (Counter(row["edition"] for row in some) for some in (rows, failed))
    for edition in played if len(played) > 1 else ():
        say(f"{edition}: {played[edition] - failures[edition]} passed, {failures[edition]} failed")
    say(f"{len(rows) - len(failed)} passed, {len(failed)} failed")
    return 1 if failed else 0


def _files(path: Path) -> list[Path]:
    if not path.is_dir():
        return [path]
    if not (found := sorted(path.rglob("*.yaml"))):
        raise BadInput(f"{path}: no scenario files are there")
    return found


def play_file(path: Path) -> list[dict[str, Any]]:
    """Every choice, in each edition that the file holds for."""
    return [
        {
            "file": str(path),
            "edition": loaded.ruleset.key,
            "id": loaded.id,
            "choice": choice,
            "differences": scenario.play(loaded, choice).differences or untold(loaded, choice),
        }
        for loaded in scenario.load(path).editions
        for choice in loaded.choices
    ]


def untold(loaded: scenario.Scenario, choice: str) -> list[str]:
    """An outcome of a ruling has to fail under every other choice, or the file does not tell them apart."""
    if loaded.kind != "ruling":
        return []
    others = [other for other in loaded.ruleset.catalogue.entry(loaded.id).choices if other != choice]
    return [
        f"this holds under {other} as well: the outcome does not tell the choices apart"
        for other in others
        if _holds(loaded, loaded.outcomes[choice], other)
    ]


def _holds(loaded: scenario.Scenario, outcome: scenario.Outcome, choice: str) -> bool:
    try:
        return scenario.run(loaded, outcome, choice).passed
    except BadInput:  # choices that contradict each other are told apart by that
        return False
