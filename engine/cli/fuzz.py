"""`fuzz`: random legal play, with everything that must always hold checked after every decision."""

import argparse
import json
import traceback
from dataclasses import dataclass
from typing import Any

from engine.cli.common import Commands, add_rules, command, count, rules_of, say, say_json
from engine.cli.series import add_processes, spread
from engine.coaches import FUZZERS, make_coach
from engine.coaches.any_legal import AnyLegal
from engine.core.dice import KeyedDice
from engine.core.game import Game
from engine.core.match import Match
from engine.core.ruleset import Ruleset
from engine.core.ruling import Rulings
from engine.rulesets import ruleset

QUIET = "activate"  # the question at which the state alone is the position
CUT_AT = 10_000  # with rulings drawn at random two random coaches may agree to halt again and again, for ever


def add_commands(commands: Commands) -> None:
    parser = command(commands, "fuzz", "Random legal play with invariants checked after every decision.")
    add_rules(parser)
    parser.add_argument("--matches", type=count, default=100, metavar="N")
    parser.add_argument("--seed", default="1", metavar="TEXT")
    parser.add_argument("--from", dest="first", type=int, default=0, metavar="K", help="start with match number K")
    parser.add_argument(
        "--vary-rulings", action="store_true", help="draw the choice of every ruling anew for each match"
    )
    parser.add_argument(
        "--coach", choices=FUZZERS, default=FUZZERS[0], help="erratic: the planner, with a random answer now and then"
    )
    add_processes(parser, "--jobs", "--processes")
    parser.set_defaults(run=run)


@dataclass(frozen=True)
class Job:
    """One match to fuzz, as plain data, so that another process can play it."""

    ruleset: str
    rulings: dict[str, Any]
    seed: str
    number: int
    vary: bool
    coach: str


def run(options: argparse.Namespace) -> int:
    rules, rulings = rules_of(options)
    numbers = range(options.first, options.first + options.matches)
    jobs = [
        Job(rules.key, rulings.to_json(), f"{options.seed}:{number}", number, options.vary_rulings, options.coach)
        for number in numbers
    ]
    found: list[dict[str, Any]] = []
    decisions = 0
    for job, (problem, made) in zip(jobs, spread(do, jobs, options.jobs), strict=True):
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


def do(job: Job) -> tuple[str | None, int]:
    rules = ruleset(job.ruleset)
    if job.vary:
        return fuzz_match(rules, drawn_rulings(rules, job.seed), job.seed, cut=CUT_AT, coach=job.coach)
    return fuzz_match(rules, rules.rulings(overrides=job.rulings), job.seed, coach=job.coach)


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
    if options.coach != FUZZERS[0]:
        words += ["--coach", options.coach]
    return " ".join([*words, f"--seed {options.seed} --from {number} --matches 1"])


def drawn_rulings(rules: Ruleset, seed: str) -> Rulings:
    """A choice for every open point of a match, at random; settings stay at their defaults."""
    dice = KeyedDice(seed, purpose="rulings")
    overrides = {}
    for entry in (each for each in rules.catalogue.open_points() if each.where != "teams"):
        choices = list(entry.choices)
        overrides[entry.id] = choices[dice.d(len(choices)) - 1]
    return rules.rulings(overrides=overrides)


def fuzz_match(
    rules: Ruleset, rulings: Rulings, seed: str, *, cut: int | None = None, coach: str = FUZZERS[0]
) -> tuple[str | None, int]:
    """What is wrong in this match, if anything, and how many decisions it had; a match may be cut short."""
    sheets = rules.random_sheets(AnyLegal(f"sheets {seed}").pick)
    player = make_coach(coach, rules.game, seed)
    match = None
    try:
        match = rules.start(sheets, KeyedDice(seed), rulings)
        saved = QuietPoint(seed)
        while match.pending is not None and len(match.choices) != cut:
            saved.perhaps(match)
            problem = _check(rules, match)
            if problem:
                return problem, len(match.choices)
            choice, _ = player.choose(match.pending, match.game)
            match.choose(choice)
        broken = rules.invariants(match.game)
        problem = broken[0] if broken else saved.difference(rules, match)
    except Exception as error:  # whatever goes wrong is what fuzzing looks for
        where = traceback.extract_tb(error.__traceback__)[-1]
        made = len(match.choices) if match else 0
        return f"{type(error).__name__}: {error} ({where.name}, line {where.lineno}), decision {made}", made
    match.close()
    return problem, len(match.choices)


def _check(rules: Ruleset, match: Match) -> str | None:
    broken = rules.invariants(match.game)
    if match.pending is not None and match.pending.question.key == QUIET:
        broken += rules.quiet_invariants(match.game)
    return f"after decision {len(match.choices)}: {broken[0]}" if broken else None


class QuietPoint:
    """One quiet point of a match, any of them, saved as a file would keep it, to be played to the same end once more."""

    def __init__(self, seed: str) -> None:
        self._seed = seed
        self._dice = KeyedDice(seed, purpose="quiet point")
        self._met = 0
        self._text = ""
        self._choices = self._rolled = self._events = 0

    def perhaps(self, match: Match) -> None:
        """Save this one in place of the one before, so that in the end each has the same chance."""
        if match.pending is None or match.pending.question.key != QUIET:
            return
        self._met += 1
        if self._dice.d(self._met) == 1:
            game = match.game
            self._text = _text(game)
            self._choices, self._rolled, self._events = len(match.choices), len(game.rolled), len(game.events)

    def difference(self, rules: Ruleset, match: Match) -> str | None:
        """What comes out otherwise if the match goes on from the saved state alone, with the same dice and answers."""
        if not self._met:
            return None
        game = match.game.fork(KeyedDice(self._seed, count=self._rolled), rules.load_state(json.loads(self._text)))
        again = Match(game, rules.play)
        for choice in match.choices[self._choices :]:
            again.choose(choice)
        again.close()
        same = game.events == match.game.events[self._events :] and _text(game) == _text(match.game)
        return None if same else f"saved at decision {self._choices}, it ends otherwise"


def _text(game: Game[Any]) -> str:
    """The position as a file keeps it."""
    return json.dumps(game.state.to_json())
