"""`bench`: what a match costs, in milliseconds and in units that do not depend on the machine's mood."""

import argparse
import statistics
import time
from typing import Any

from engine.cli.common import Commands, add_rules, add_teams, command, count, play, rules_of, say, say_json, teams_of
from engine.coaches import COACHES

REPEATS = 5  # the unit is timed this often, between the matches


def add_commands(commands: Commands) -> None:
    parser = command(commands, "bench", "CPU time of a match. One unit is that of sum(i*i for i in range(5_000_000)).")
    add_rules(parser)
    add_teams(parser)
    parser.add_argument("--matches", type=count, default=50, metavar="N")
    parser.add_argument("--coach", default="planner", choices=COACHES)
    parser.set_defaults(run=run)


def unit() -> float:
    start = time.process_time()
    sum(i * i for i in range(5_000_000))
    return time.process_time() - start


def measure(options: argparse.Namespace) -> dict[str, Any]:
    rules, rulings = rules_of(options)
    sheets = teams_of(options, rules)
    play(rules, rulings, sheets, "warm-up", options.coach)
    seconds, units, decisions, dice = [], [unit()], 0, 0
    between = max(1, options.matches // REPEATS)
    for number in range(options.matches):
        start = time.process_time()
        record = play(rules, rulings, sheets, f"bench {number}", options.coach)
        seconds.append(time.process_time() - start)
        decisions += len(record.choices)
        dice += len(record.dice)
        if number % between == between - 1:
            units.append(unit())
    median, total = statistics.median(seconds), sum(seconds)
    return {
        "median_ms": round(1000 * median, 2),
        "mean_ms": round(1000 * statistics.mean(seconds), 2),
        "matches_per_s": round(options.matches / total, 1),
        "decisions": round(decisions / options.matches, 1),
        "dice": round(dice / options.matches, 1),
        "us_per_decision": round(1_000_000 * total / decisions, 1),
        "units": round(median / statistics.median(units), 4),
    }


def run(options: argparse.Namespace) -> int:
    figures = measure(options)
    if options.json:
        say_json(figures)
    else:
        for key, value in figures.items():
            say(f"{key:>16}  {value}")
    return 0
