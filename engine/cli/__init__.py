"""The command line of the engine. Bad input ends with status 2 and one clear line."""

import sys
from collections.abc import Sequence

from engine.cli import (
    bench,
    coverage,
    fuzz,
    ladder,
    matches,
    plans,
    playthrough,
    questions,
    rulings,
    scenarios,
    stats,
    tune,
)
from engine.cli.common import Parser
from engine.core.errors import BadInput


def main(arguments: Sequence[str]) -> int:
    parser = Parser(prog="python -m engine", description="Plays and checks matches.")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    for module in (
        matches,
        stats,
        ladder,
        plans,
        tune,
        bench,
        fuzz,
        scenarios,
        questions,
        rulings,
        coverage,
        playthrough,
    ):
        module.add_commands(commands)
    options = parser.parse_args(arguments)
    try:
        status: int = options.run(options)
    except BadInput as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    except BrokenPipeError:
        return 1
    return status
