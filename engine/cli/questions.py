"""`questions`: everything that coaches may be asked in a ruleset, as the table in docs/scenarios.md."""

import argparse

from engine.cli.common import Commands, command, say
from engine.core.ruleset import Ruleset
from engine.rulesets import KNOWN, ruleset

HEAD = ("| step | question | answers |", "| --- | --- | --- |")


def add_commands(commands: Commands) -> None:
    parser = command(
        commands, "questions", "Every question of a ruleset and how its answers are written.", json_out=False
    )
    parser.add_argument("--ruleset", required=True, metavar="R", help=f"one of {', '.join(KNOWN)}")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    for line in table(ruleset(options.ruleset)):
        say(line)
    return 0


def table(rules: Ruleset) -> list[str]:
    questions = sorted(rules.questions.values(), key=lambda question: question.key)
    return [*HEAD, *(f"| `{each.key}` | {each.sentence()} | {each.form} |" for each in questions)]
