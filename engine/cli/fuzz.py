"""`fuzz`: random legal play, with everything that must always hold checked after every decision."""

import argparse
import os
import traceback
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from typing import Any

from engine.cli.common import Commands, add_rules, command, count, rules_of, say, say_json
from engine.coaches.any_legal import AnyLegal
from engine.core.decisions import Decision
from engine.core.dice import KeyedDice
from engine.core.match import Match
from engine.core.ruleset import Ruleset
from engine.core.ruling import Rulings
from engine.rulesets import ruleset

WORTH_A_POOL = 40  # matches
MOST_DECISIONS = 200_000  # no match of ours is near it: a longer one is stuck
CUT_AT = 10_000  # with rulings drawn at random two random coaches may agree to halt again and again, for ever


def add_commands(commands: Commands) -> None:
    parser = command(commands, "fuzz", "Random legal play with invariants checked after every decision.")
    add_rules(parser)
    parser.add_argument("--matches", type=count, default=100, metavar="N")
    parser.add_argument("--seed", default="1", metavar="S")
    parser.add_argument("--from", dest="first", type=int, default=0, metavar="K", help="start with match number K")
    parser.add_argument("--vary-rulings", action="store_true", help="draw the choice of every ruling anew for each match")
    parser.add_argument("--jobs", type=count, default=os.cpu_count() or 1, metavar="J", help="processes (default: one a core)")
    parser.set_defaults(run=run)


@dataclass(frozen=True)
class Job:
    """One match to fuzz, as plain data, so that another process can play it."""

    ruleset: str
    rulings: dict[str, Any]
    seed: str
    number: int
    vary: bool


def run(options: argparse.Namespace) -> int:
    rules, rulings = rules_of(options)
    numbers = range(options.first, options.first + options.matches)
    jobs = [
        Job(rules.key, rulings.to_json(), f"{options.seed}:{number}", number, options.vary_rulings) for number in numbers
    ]
    found: list[dict[str, Any]] = []
    decisions = 0
    for job, (problem, made) in zip(jobs, _played(jobs, options.jobs), strict=True):
        decisions += made
        if problem:
            found.append({"match": job.number, "problem": problem, "command": _command(options, job.number)})
            if not options.json:
                say(f"match {job.number}: {problem}\n  reproduce: {found[-1]['command']}")
    if options.json:
        say_json({"matches": options.matches, "decisions": decisions, "found": found})
    else:
        say(f"{options.matches} matches, {decisions} decisions, {len(found)} problems")
    return 1 if found else 0


def _played(jobs: list[Job], processes: int) -> Iterator[tuple[str | None, int]]:
    """The outcome of each match in order, from several processes where that pays."""
    if processes == 1 or len(jobs) < WORTH_A_POOL:
        yield from map(do, jobs)
        return
    with ProcessPoolExecutor(processes) as pool:
        yield from pool.map(do, jobs, chunksize=10)


def do(job: Job) -> tuple[str | None, int]:
    rules = ruleset(job.ruleset)
    if job.vary:
        return fuzz_match(rules, drawn_rulings(rules, job.seed), job.seed, cut=CUT_AT)
    return fuzz_match(rules, rules.rulings(overrides=job.rulings), job.seed)


def _command(options: argparse.Namespace, number: int) -> str:
    words = ["python -m engine fuzz --ruleset", options.ruleset]
    if options.profile:
        words += ["--profile", options.profile]
    for ruling in options.ruling:
        words += ["--ruling", ruling]
    if options.board:
        words += ["--board", f"'{options.board}'"]
    if options.vary_rulings:
        words.append("--vary-rulings")
    return " ".join([*words, f"--seed {options.seed} --from {number} --matches 1"])


def drawn_rulings(rules: Ruleset, seed: str) -> Rulings:
    """A choice for every open point of a match, at random; settings stay at their defaults."""
    dice = KeyedDice(seed, purpose="rulings")
    overrides = {}
    for entry in (each for each in rules.catalogue.open_points() if each.where != "teams"):
        choices = list(entry.choices)
        overrides[entry.id] = choices[dice.d(len(choices)) - 1]
    return rules.rulings(overrides=overrides)


def fuzz_match(rules: Ruleset, rulings: Rulings, seed: str, *, cut: int | None = None) -> tuple[str | None, int]:
    """What is wrong in this match, if anything, and how many decisions it had; a match may be cut short."""
    coach = AnyLegal(seed)
    sheets = rules.random_sheets(coach.pick)
    match = None
    try:
        match = rules.start(sheets, KeyedDice(seed), rulings)
        while match.pending is not None and len(match.choices) != cut:
            problem = _check(rules, match) or _restored(rules, match, len(match.choices))
            if problem:
                return problem, len(match.choices)
            choice, _ = coach.choose(match.pending, match.game)
            match.choose(choice)
    except Exception as error:  # whatever goes wrong is what fuzzing looks for
        where = traceback.extract_tb(error.__traceback__)[-1]
        made = len(match.choices) if match else 0
        return f"{type(error).__name__}: {error} ({where.name}, line {where.lineno}), decision {made}", made
    broken = rules.invariants(match.game)
    match.close()
    return (broken[0] if broken else None), len(match.choices)


def _check(rules: Ruleset, match: Match) -> str | None:
    if len(match.choices) > MOST_DECISIONS:
        return f"no end after {MOST_DECISIONS} decisions"
    broken = rules.invariants(match.game)
    return f"after decision {len(match.choices)}: {broken[0]}" if broken else None


QUIET_EVERY = 97  # of the decisions, so that restoring is tried in every match and costs little


def _restored(rules: Ruleset, match: Match, number: int) -> str | None:
    """At a quiet point the state alone is the position: a match made from it asks the same question."""
    pending = match.pending
    if pending is None or pending.question != "activate" or number % QUIET_EVERY:
        return None
    copy = Match(match.game.fork(match.game.dice), rules.play)
    same = copy.pending is not None and _told(copy.pending) == _told(pending)
    copy.close()
    return None if same else f"decision {number}: the restored position asks another question"


def _told(decision: Decision[Any]) -> tuple[int, str, Any]:
    return decision.side, decision.question, getattr(decision.options, "choices", None)
