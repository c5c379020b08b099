"""`rulings`: every point of a ruleset, its choices, what each profile makes of them, and the scenarios that show them."""

import argparse
from typing import Any

from engine import scenario
from engine.cli.common import Commands, command, say, say_json
from engine.core.catalogue import RULE, Entry
from engine.core.ruleset import SCENARIOS, Ruleset
from engine.rulesets import KNOWN, ruleset

Files = dict[tuple[str, str], list[str]]


def add_commands(commands: Commands) -> None:
    parser = command(
        commands, "rulings", "Every ruling of a ruleset, with the profiles and scenario files of each choice."
    )
    parser.add_argument("--ruleset", required=True, metavar="R", help=f"one of {', '.join(KNOWN)}")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    rows = listing(ruleset(options.ruleset))
    if options.json:
        say_json(rows)
    else:
        for row in rows:
            say_row(row)
    return 0


def say_row(row: dict[str, Any]) -> None:
    say(f"{row['id']}  ({row['area']}, {row['where']}{', fixed' if row['fixed'] else ''})")
    for line in (row["question"], row["rule"]):
        if line:
            say(f"    {line}")
    for choice, files in row["choices"].items():
        mark = " *" if choice == row["default"] else ""
        say(f"    {choice}{mark}: {', '.join(files) or 'no scenario'}")
        if takers := _takers(row, choice):
            say(f"        {takers}")


def _takers(row: dict[str, Any], choice: str) -> str:
    """The profiles that take a choice: "jervis; inherited: naf (official)"."""
    if row["fixed"]:
        return ""
    taken = {name: value for name, value in row["profiles"].items() if value["choice"] == choice}
    own = ", ".join(name for name, value in taken.items() if value["own"])
    inherited = ", ".join(f"{name} ({value['from']})" for name, value in taken.items() if not value["own"])
    return "; ".join(filter(None, [own, inherited and f"inherited: {inherited}"]))


def listing(rules: Ruleset) -> list[dict[str, Any]]:
    shown = scenarios_by_choice(rules)
    return [_row(rules, entry, shown) for entry in rules.catalogue.entries]


def _row(rules: Ruleset, entry: Entry, shown: Files) -> dict[str, Any]:
    files = {choice: shown.get((entry.id, choice), []) for choice in entry.choices or (RULE,)}
    return {
        "id": entry.id,
        "area": entry.area,
        "where": entry.where,
        "fixed": entry.fixed,
        "awaits": entry.awaits,
        "question": entry.question,
        "rule": entry.rule,
        "choices": files,
        "texts": dict(entry.choices) or {RULE: entry.rule},
        "scenarios": {choice: len(names) for choice, names in files.items()},
        "default": entry.default or None,
        "profiles": profile_values(rules, entry),
    }


def profile_values(rules: Ruleset, entry: Entry) -> dict[str, dict[str, Any]]:
    """For each profile the choice in force, whether it is its own, and where it has it from. A fixed rule is nobody's own."""
    return {
        name: {"choice": entry.choice_in(name), "own": name in entry.profiles, "from": entry.source_in(name)}
        for name in rules.catalogue.profiles
    }


def scenarios_by_choice(rules: Ruleset) -> Files:
    shown: Files = {}
    for path in scenario.files(rules.key):
        loaded = scenario.load(path, rules.key)
        for choice in loaded.choices:
            name = path.relative_to(SCENARIOS.parent.parent).as_posix()
            shown.setdefault((loaded.id, choice), []).append(name)
    return shown
