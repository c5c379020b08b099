"""`ladder`: which of the built-in coaches is the strongest, from matches between them.

Matches come in pairs: the same teams and the same seed, with the coaches exchanged, so that neither has the better team. Both
matches of a pair depend on each other, so a pair is what is counted: its score is the first coach's share of its points,
where a win is worth 1 and a draw 1/2. The interval is that of a mean over pairs. Two pairs won and two lost are added for it
(as Agresti and Coull do), or a coach who wins every match would seem to be certain to.

With `--until PERCENT` matches end as soon as a sequential probability ratio test knows whether the first coach scores PERCENT
rather than half, wrong in one of twenty cases either way. Pairs have five different scores whose frequencies nobody knows
beforehand, so this is the generalised test that chess engines are compared with: the likelihood ratio of two normal means, with
the variance estimated from the pairs so far. Looking at the interval again and again instead would find a winner too often.
"""

import argparse
import math
import statistics
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any

from engine.cli.common import Commands, add_rules, coach_name, command, count, rules_of, say, say_json
from engine.cli.series import Fixture, add_processes, add_rosters, meeting, spread, teams_in_turn
from engine.coaches import COACHES, make_coach
from engine.core.errors import BadInput

CERTAIN = statistics.NormalDist().inv_cdf(0.975)  # standard errors to either side: 95 %
ADDED = (0.0, 0.0, 1.0, 1.0)  # scores of pairs that nobody played
EVEN, WRONG = 0.5, 0.05
CLEAR = math.log((1 - WRONG) / WRONG)  # the logarithm of the likelihood ratio that ends the test
FEWEST_PAIRS = 10  # before the variance is worth anything


@dataclass(frozen=True)
class Contestant:
    """Who takes part. Whatever else makes a coach play differently belongs here."""

    name: str
    coach: str


@dataclass(frozen=True)
class Game:
    """A match as the first contestant sees it."""

    points: float
    scored: int
    conceded: int


Pair = tuple[Game, Game]


@dataclass
class Comparison:
    """What the pairs of two contestants say about the first one."""

    first: str
    second: str
    pairs: list[Pair] = field(default_factory=list)

    @property
    def games(self) -> list[Game]:
        return [game for pair in self.pairs for game in pair]

    @property
    def scores(self) -> list[float]:
        return [(one.points + other.points) / 2 for one, other in self.pairs]

    def interval(self) -> tuple[float, float]:
        """Where the share of points is, with 95 % confidence."""
        return share_interval(self.scores)

    def ratio(self, wanted: float) -> float:
        """The logarithm of how much likelier these pairs are if the share is the wanted one, and not a half."""
        variance = statistics.variance([*self.scores, *ADDED])
        distance = statistics.fmean(self.scores) - (wanted + EVEN) / 2
        return len(self.scores) * (wanted - EVEN) * distance / variance

    def is_clear(self, wanted: float) -> bool:
        return len(self.pairs) >= FEWEST_PAIRS and abs(self.ratio(wanted)) >= CLEAR

    def verdict(self, wanted: float | None) -> str:
        if wanted is not None:
            return self._answer(wanted)
        low, high = self.interval()
        if low <= EVEN <= high:
            return "no clear difference"
        return f"{self.first if low > EVEN else self.second} is stronger"

    def _answer(self, wanted: float) -> str:
        """Of the sequential test."""
        if not self.is_clear(wanted):
            return "not clear yet"
        higher = (self.ratio(wanted) > 0) == (wanted > EVEN)
        share = wanted if self.ratio(wanted) > 0 else EVEN
        return f"{self.first} scores {share:.1%} or {'more' if higher else 'less'}"

    def figures(self, wanted: float | None) -> dict[str, Any]:
        games = self.games
        points = [game.points for game in games]
        low, high = self.interval()
        return {
            "first": self.first,
            "second": self.second,
            "matches": len(games),
            "won": points.count(1),
            "drawn": points.count(EVEN),
            "lost": points.count(0),
            "share": round(statistics.fmean(points), 4),
            "low": round(low, 4),
            "high": round(high, 4),
            "touchdowns_for": round(statistics.fmean(game.scored for game in games), 3),
            "touchdowns_against": round(statistics.fmean(game.conceded for game in games), 3),
            "verdict": self.verdict(wanted),
        }


def interval(values: Sequence[float]) -> tuple[float, float]:
    """Where the mean of such values is, with 95 % confidence."""
    middle, margin = statistics.fmean(values), CERTAIN * statistics.stdev(values) / math.sqrt(len(values))
    return middle - margin, middle + margin


def share_interval(scores: Sequence[float]) -> tuple[float, float]:
    """The same of shares of points."""
    low, high = interval([*scores, *ADDED])
    return max(0.0, low), min(1.0, high)


def add_commands(commands: Commands) -> None:
    parser = command(
        commands, "ladder", "Built-in coaches against one another, in pairs of matches with sides exchanged."
    )
    add_rules(parser)
    add_rosters(parser)
    parser.add_argument("--coaches", nargs="+", default=list(COACHES[:2]), type=coach_name, metavar="C")
    parser.add_argument(
        "--matches", type=count, default=400, metavar="N", help="between any two coaches, at most (default: 400)"
    )
    parser.add_argument(
        "--until",
        type=_percent,
        metavar="PERCENT",
        help="stop as soon as it is clear whether the first of two coaches scores so much, and not a half",
    )
    parser.add_argument("--seed", default="1", metavar="TEXT")
    add_processes(parser, "--processes")
    parser.set_defaults(run=run)


def _percent(text: str) -> float:
    try:
        share = float(text) / 100
    except ValueError:
        share = EVEN
    if not 0 < share < 1 or share == EVEN:
        raise argparse.ArgumentTypeError(f"{text!r} is not a percentage other than {EVEN:.0%}")
    return share


def run(options: argparse.Namespace) -> int:
    contestants = [Contestant(name, name) for name in dict.fromkeys(options.coaches)]
    if len(contestants) < 2:
        raise BadInput("--coaches: name at least two")
    compared = [compare(options, *two) for two in combinations(contestants, 2)]
    rows = [each.figures(options.until) for each in compared]
    table = standings(contestants, compared) if len(contestants) > 2 else []
    if options.json:
        say_json({"comparisons": rows, "table": table})
        return 0
    for row in rows:
        say_row(row)
    if table:
        say(f"{'coach':<12} {'matches':>8} {'share':>7}")
    for line in table:
        say(f"{line['coach']:<12} {line['matches']:>8} {line['share']:>7.1%}")
    return 0


def compare(options: argparse.Namespace, first: Contestant, second: Contestant) -> Comparison:
    compared = Comparison(first.name, second.name)
    with closing(spread(play_pair, pairs(options, first, second), options.processes, each=2)) as played:
        for pair in played:
            compared.pairs.append(pair)
            if options.until is not None and compared.is_clear(options.until):
                break
    return compared


def pairs(options: argparse.Namespace, first: Contestant, second: Contestant) -> list[tuple[Fixture, Fixture]]:
    """The matches of two contestants: the first one has the home team, then the away team."""
    rules, rulings = rules_of(options)
    for each in (first, second):
        make_coach(each.coach, rules.game, options.seed)  # or nobody plays at all
    teams, chosen = teams_in_turn(rules, options.rosters), rulings.to_json()
    numbers = range((options.matches + 1) // 2)
    return [
        (
            Fixture(rules.key, chosen, sheets, seed, (first.coach, second.coach)),
            Fixture(rules.key, chosen, sheets, seed, (second.coach, first.coach)),
        )
        for sheets, seed in ((meeting(teams, number), f"{options.seed}:{number}") for number in numbers)
    ]


def play_pair(pair: tuple[Fixture, Fixture]) -> Pair:
    at_home, away = pair
    return _game(at_home, "home", "away"), _game(away, "away", "home")


def _game(fixture: Fixture, own: str, other: str) -> Game:
    result = fixture.play().result
    points = {own: 1.0, other: 0.0}.get(result["winner"], EVEN)
    return Game(points, result["stats"][own]["touchdowns"], result["stats"][other]["touchdowns"])


def standings(contestants: Sequence[Contestant], compared: Sequence[Comparison]) -> list[dict[str, Any]]:
    """Everybody's share of the points of all their matches, best first."""
    rows = []
    for each in contestants:
        points = list(_points(each.name, compared))
        rows.append({"coach": each.name, "matches": len(points), "share": round(statistics.fmean(points), 4)})
    return sorted(rows, key=lambda row: -row["share"])


def _points(name: str, compared: Sequence[Comparison]) -> Iterator[float]:
    for each in compared:
        if name in (each.first, each.second):
            yield from (game.points if name == each.first else 1 - game.points for game in each.games)


def say_row(row: dict[str, Any]) -> None:
    say(f"{row['first']} against {row['second']}: {row['matches']} matches")
    say(f"  won {row['won']}, drawn {row['drawn']}, lost {row['lost']}")
    say(f"  {row['share']:.1%} of the points; with 95 % confidence {row['low']:.1%} to {row['high']:.1%}")
    say(f"  touchdowns a match: {row['touchdowns_for']:.2f} for, {row['touchdowns_against']:.2f} against")
    say(f"  {row['verdict']}")
