"""`rulings`: every point of a ruleset, its choices and the scenarios that show them."""

import argparse
from typing import Any

from engine import scenario
from engine.cli.common import Commands, command, say, say_json
from engine.core.catalogue import RULE, Entry
from engine.core.ruleset import SCENARIOS, Ruleset
from engine.rulesets import RULESETS, ruleset


def add_commands(commands: Commands) -> None:
    parser = command(commands, "rulings", "Every ruling of a ruleset, with the scenario files of each choice.")
    parser.add_argument("--ruleset", required=True, metavar="R", help=f"one of {', '.join(RULESETS)}")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    rows = listing(ruleset(options.ruleset))
    if options.json:
        say_json(rows)
        return 0
    for row in rows:
        say(f"{row['id']}  ({row['area']}, {row['where']}{', fixed' if row['fixed'] else ''})")
        for choice, files in row["choices"].items():
            mark = " *" if choice == row["default"] else ""
            say(f"    {choice}{mark}: {', '.join(files) or 'no scenario'}")
    return 0


def listing(rules: Ruleset) -> list[dict[str, Any]]:
    shown = scenarios_by_choice(rules)
    return [_row(rules, entry, shown) for entry in rules.catalogue.entries]


def _row(rules: Ruleset, entry: Entry, shown: dict[tuple[str, str], list[str]]) -> dict[str, Any]:
    choices = {choice: shown.get((entry.id, choice), []) for choice in entry.choices or (RULE,)}
    return {
        "id": entry.id,
        "area": entry.area,
        "where": entry.where,
        "fixed": entry.fixed,
        "choices": choices,
        "default": entry.default or None,
        "profiles": profile_values(rules, entry),
    }


def profile_values(rules: Ruleset, entry: Entry) -> dict[str, dict[str, Any]]:
    """For each profile the choice in force and whether it is the profile's own or inherited from the defaults."""
    if entry.fixed:
        return {}
    return {
        name: {"choice": entry.profiles.get(name, entry.default), "own": name in entry.profiles}
        for name in rules.catalogue.profiles
    }


def scenarios_by_choice(rules: Ruleset) -> dict[tuple[str, str], list[str]]:
    shown: dict[tuple[str, str], list[str]] = {}
    for path in scenario.files(rules.key):
        loaded = scenario.load(path)
        for choice in loaded.choices:
            name = path.relative_to(SCENARIOS.parent.parent).as_posix()
            shown.setdefault((loaded.id, choice), []).append(name)
    return shown
