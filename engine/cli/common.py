"""Options that several commands share."""

import argparse
import json
from pathlib import Path
from typing import Any, NoReturn

import engine
from engine.coaches import COACHES
from engine.core.catalogue import DEFAULTS, OFFICIAL
from engine.core.errors import BadInput
from engine.core.ruleset import Ruleset, Sheet
from engine.core.ruling import Rulings
from engine.core.yamlfile import read_yaml
from engine.rulesets import KNOWN, ruleset

Commands = Any  # argparse's subparsers action has no public type


def say(text: str = "") -> None:
    print(text)


def say_json(value: Any) -> None:
    say(json.dumps(value, indent=2))


class Parser(argparse.ArgumentParser):
    """Complains in one line, like everything else here."""

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"error: {message} (see {self.prog} --help)\n")


def command(commands: Commands, name: str, help: str, *, json_out: bool = True) -> argparse.ArgumentParser:
    parser: argparse.ArgumentParser = commands.add_parser(name, help=help, description=help)
    if json_out:
        parser.add_argument("--json", action="store_true", help="print JSON")
    return parser


def count(text: str) -> int:
    """A number of matches."""
    if not text.isdecimal() or not 1 <= int(text) <= 10_000_000:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of at least 1")
    return int(text)


def add_rules(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--ruleset", required=True, metavar="R", help=f"one of {', '.join(KNOWN)}")
    parser.add_argument(
        "--profile", help=f"a profile of rulings (default: {OFFICIAL}; {DEFAULTS} where a game has none)"
    )
    parser.add_argument(
        "--ruling",
        action="append",
        default=[],
        metavar="ID=CHOICE",
        help="another choice for one ruling; settings follow as ID=CHOICE,name=number",
    )
    parser.add_argument(
        "--board", type=Path, metavar="FILE", help="a board file with one size, played instead (battleball)"
    )


def coach_name(text: str) -> str:
    """A built-in coach, or one with its weights from a file."""
    if text.partition("@")[0] not in COACHES:
        known = ", ".join(COACHES)
        raise argparse.ArgumentTypeError(f"there is no coach {text!r}; there are {known} and planner@FILE")
    return text


def add_teams(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--home", metavar="X", help="a team of the ruleset, or a team sheet (JSON or YAML file)")
    parser.add_argument("--away", metavar="Y", help="the same for the away team")


def rules_of(options: argparse.Namespace) -> tuple[Ruleset, Rulings]:
    rules = ruleset(options.ruleset)
    overrides = dict(_override(text) for text in options.ruling)
    if options.board:
        overrides |= rules.board_override(options.board)
    return rules, rules.rulings(options.profile or rules.catalogue.profiles[0], overrides)


def _override(text: str) -> tuple[str, Any]:
    id, sign, rest = text.partition("=")
    choice, *settings = rest.split(",")
    if not sign or not choice:
        raise BadInput(f"--ruling {text!r}: write ID=CHOICE")
    values: dict[str, Any] = {"choice": choice}
    for setting in settings:
        name, _, value = setting.partition("=")
        values[name] = int(value) if value.isdecimal() else value.split("+") if "+" in value else value
    return id, values


def teams_of(options: argparse.Namespace, rules: Ruleset) -> tuple[Sheet, Sheet]:
    standard = list(rules.standard_sheets())
    return (_sheet(options.home or standard[0], rules), _sheet(options.away or standard[1], rules))


def _sheet(name: str, rules: Ruleset) -> Sheet:
    path = Path(name)
    if path.suffix in (".json", ".yaml", ".yml"):
        sheet: Sheet = read_yaml(path, dict)
        return sheet
    return rules.standard_sheet(name)


def play(rules: Ruleset, rulings: Rulings, sheets: tuple[Sheet, Sheet], seed: str, coach: str) -> engine.Record:
    return engine.play(ruleset=rules.key, rulings=rulings, sheets=sheets, seed=seed, coaches=(coach, coach))
