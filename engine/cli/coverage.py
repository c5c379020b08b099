"""`coverage`: for every skill, table row, rule and ruling choice, how many scenarios and how many fuzzed matches showed it."""

import argparse
from collections import Counter
from typing import Any

from engine import scenario
from engine.cli.common import Commands, command, count, say, say_json
from engine.cli.fuzz import CUT_AT, drawn_rulings
from engine.coaches import FUZZERS, make_coach
from engine.coaches.any_legal import AnyLegal
from engine.core.catalogue import Entry
from engine.core.dice import KeyedDice
from engine.core.ruleset import Ruleset
from engine.rulesets import KNOWN, ruleset


def add_commands(commands: Commands) -> None:
    parser = command(
        commands, "coverage", "What scenarios and random matches exercise: skills, table rows, rules, rulings."
    )
    parser.add_argument("--ruleset", required=True, metavar="R", help=f"one of {', '.join(KNOWN)}")
    parser.add_argument("--matches", type=count, default=500, metavar="N", help="fuzzed matches (default: 500)")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    rules = ruleset(options.ruleset)
    shown, played = by_scenarios(rules), by_matches(rules, options.matches)
    rows = [
        {"kind": kind, "id": id, "scenarios": shown[key], "fuzz": played[key]} for kind, id, key in everything(rules)
    ]
    left_out = [{"kind": "rule", "id": entry.id, "awaits": entry.awaits} for entry in waiting(rules)]
    if options.json:
        say_json(rows + left_out)
    else:
        for row in rows:
            say(f"{row['kind']:>9} {row['id']:<60} {row['scenarios']:>5} {row['fuzz']:>5}")
        for each in left_out:
            say(f"left out: {each['kind']} {each['id']}, which awaits {each['awaits']}")
        say(f"{sum(not row['scenarios'] for row in rows)} of {len(rows)} without a scenario, {len(left_out)} left out")
    return 0


def everything(rules: Ruleset) -> list[tuple[str, str, str]]:
    """Kind, id, and the name under which it is seen. Fixed rules are not named in matches, so only scenarios show them."""
    skills = [("skill", key, key) for key in sorted(rules.skill_names())]
    tables = [(kind, id, f"{kind}:{id}") for kind, id in rules.table_rows()]
    fixed = [("rule", entry.id, entry.id) for entry in rules.catalogue.in_play() if entry.fixed]
    rulings = [
        ("ruling", f"{entry.id}={choice}", f"{entry.id}={choice}")
        for entry in rules.catalogue.open_points()
        for choice in entry.choices
    ]
    return skills + tables + fixed + rulings


def waiting(rules: Ruleset) -> list[Entry]:
    """Rules of which nothing can be shown yet."""
    return [entry for entry in rules.catalogue.entries if entry.awaits]


def by_scenarios(rules: Ruleset) -> Counter[str]:
    """In how many scenario files each was seen; a skill's own file counts for it."""
    seen: Counter[str] = Counter()
    for path in scenario.files(rules.key):
        loaded = scenario.load(path, rules.key)
        found: set[str] = {loaded.id.partition(".")[2]} if loaded.kind == "skill" else set()
        for choice in loaded.choices:
            played = scenario.play(loaded, choice)
            found |= played.seen | _rows(rules, played.events)
            if loaded.kind == "ruling":
                found.add(f"{loaded.id}={choice}")
            elif loaded.kind == "rule":
                found.add(loaded.id)
        seen.update(found)
    return seen


def by_matches(rules: Ruleset, matches: int) -> Counter[str]:
    """In how many random matches, with rulings drawn at random, each was seen; the coaches take turns."""
    seen: Counter[str] = Counter()
    for number in range(matches):
        seed = f"coverage {number}"
        coach = make_coach(FUZZERS[number % len(FUZZERS)], rules.game, seed)
        sheets = rules.random_sheets(AnyLegal(f"sheets {seed}").pick)
        match = rules.start(sheets, KeyedDice(seed), drawn_rulings(rules, seed))
        match.game.seen = set()
        while match.pending is not None and len(match.choices) < CUT_AT:
            match.choose(coach.choose(match.pending, match.game)[0])
        seen.update(match.game.seen | _rows(rules, [event.to_json() for event in match.game.events]))
        match.close()
    return seen


def _rows(rules: Ruleset, events: list[dict[str, Any]]) -> set[str]:
    found = (rules.shown_row(event) for event in events)
    return {f"{row[0]}:{row[1]}" for row in found if row}
