"""`tune`: better weights for a coach, from matches of the coach against itself.

Each round moves all weights a little up or down at random, and plays that against the opposite moves in pairs of matches with
sides exchanged. Then all of them go a small step towards the side that did better (simultaneous perturbation stochastic
approximation, as chess engines are tuned). One round says little; many drift to where a coach wins more. What is written is the
mean of the second half of the rounds. Whether it is better says only the ladder: `ladder --coaches planner@FILE planner`.
"""

import argparse
import copy
import math
import statistics
from pathlib import Path
from tempfile import TemporaryDirectory

from engine.cli.common import Commands, add_rules, command, count, say
from engine.cli.ladder import EVEN, Contestant, compare
from engine.cli.series import add_processes, add_rosters
from engine.coaches import TUNED
from engine.coaches.bloodbowl.weights import USUAL, Weights, read_weights, write_weights
from engine.core.dice import KeyedDice
from engine.core.errors import BadInput
from engine.rulesets import ruleset

TRIED = 0.2  # how far a weight is moved for a trial, as a logarithm
STEP = 0.1  # how far it goes after a whitewash; less in later rounds
SETTLED = 150  # rounds after which steps have become clearly smaller
MARGIN = 0.1  # what a touchdown more counts beside the points: there are many draws


def add_commands(commands: Commands) -> None:
    parser = command(commands, "tune", "Better weights for the coach, from matches against itself.")
    add_rules(parser)
    add_rosters(parser)
    parser.add_argument("--rounds", type=count, default=300, metavar="N")
    parser.add_argument("--matches", type=count, default=16, metavar="N", help="in each round (default: 16)")
    parser.add_argument(
        "--weights", type=Path, default=USUAL, metavar="FILE", help="where to begin (default: as usual)"
    )
    parser.add_argument("--out", type=Path, required=True, metavar="FILE", help="where to write what was found")
    parser.add_argument("--seed", default="1", metavar="TEXT")
    add_processes(parser, "--processes")
    parser.set_defaults(run=run, until=None)


def run(options: argparse.Namespace) -> int:
    if ruleset(options.ruleset).game not in TUNED:
        raise BadInput(f"--ruleset {options.ruleset}: its coach has no weights to tune")
    begun = read_weights(options.weights)
    logs = {name: math.log(value) for name, value in begun.figures().items() if value > 0}
    dice, later = KeyedDice(f"tune {options.seed}"), list[dict[str, float]]()
    for number in range(options.rounds):
        moves = {name: 2 * dice.d(2) - 3 for name in logs}
        better = trial(options, begun, logs, moves, number)
        step = STEP * better / (1 + number / SETTLED) ** 0.6
        logs = {name: value + step * moves[name] for name, value in logs.items()}
        if 2 * number >= options.rounds - 1:
            later.append(logs)
        if (number + 1) % 10 == 0:
            say(f"round {number + 1} of {options.rounds}")
    found = {name: round(math.exp(statistics.fmean(each[name] for each in later)), 4) for name in logs}
    write_weights(options.out, begun.but(begun.version + 1, found))
    for name, value in found.items():
        say(f"{name:>20} {getattr(begun, name):8.3f} {value:8.3f}")
    return 0


def trial(
    options: argparse.Namespace, begun: Weights, logs: dict[str, float], moves: dict[str, int], number: int
) -> float:
    """How much better the moves did than their opposites: from about -1 to 1."""
    with TemporaryDirectory(prefix="dugout-tune-") as folder:
        names = []
        for sign, name in ((1, "up"), (-1, "down")):
            path = Path(folder) / f"{name}-{number}.yaml"
            tried = {each: math.exp(value + sign * TRIED * moves[each]) for each, value in logs.items()}
            write_weights(path, begun.but(begun.version, tried))
            names.append(f"planner@{path}")
        round_ = copy.copy(options)
        round_.seed = f"{options.seed}:{number}"
        compared = compare(round_, *(Contestant(name, name) for name in names))
    return 2 * statistics.fmean(game.points - EVEN + MARGIN * (game.scored - game.conceded) for game in compared.games)
