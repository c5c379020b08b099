"""`scenario`: play scenario files and show where an outcome is not met."""

import argparse
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
        say(f"{row['file']}: {row['id']}: {row['choice']}")
        for line in row["differences"]:
            say(f"    {line}")
    say(f"{len(rows) - len(failed)} passed, {len(failed)} failed")
    return 1 if failed else 0


def _files(path: Path) -> list[Path]:
    return sorted(path.rglob("*.yaml")) if path.is_dir() else [path]


def play_file(path: Path) -> list[dict[str, Any]]:
    loaded = scenario.load(path)
    return [
        {
            "file": str(path),
            "id": loaded.id,
            "choice": choice,
            "differences": scenario.play(loaded, choice).differences or untold(loaded, choice),
        }
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
