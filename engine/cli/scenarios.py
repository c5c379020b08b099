"""`scenario`: play scenario files and show where an outcome is not met."""

import argparse
from pathlib import Path
from typing import Any

from engine import scenario
from engine.cli.common import Commands, command, say, say_json


def add_commands(commands: Commands) -> None:
    parser = command(commands, "scenario", "Play scenario files; status 1 where an outcome is not met.")
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    rows = [row for path in options.files for row in play_file(path)]
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


def play_file(path: Path) -> list[dict[str, Any]]:
    loaded = scenario.load(path)
    return [
        {
            "file": str(path),
            "id": loaded.id,
            "choice": choice,
            "differences": scenario.play(loaded, choice).differences,
        }
        for choice in loaded.choices
    ]
