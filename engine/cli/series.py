"""Many matches: which teams meet, and playing them on every core. What comes out is the same for any number of processes."""

import argparse
import os
from collections.abc import Callable, Generator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from typing import Any, TypeVar

import engine
from engine.cli.common import count
from engine.core.ruleset import Ruleset, Sheet
from engine.rulesets import ruleset

WORTH_A_POOL = 40  # matches
ALL = "all"
Job = TypeVar("Job")
Found = TypeVar("Found")


def add_processes(parser: argparse.ArgumentParser, *names: str) -> None:
    parser.add_argument(
        *names, type=count, default=os.cpu_count() or 1, metavar="N", help="processes (default: one a core)"
    )


def add_rosters(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--rosters",
        default=ALL,
        metavar="all|X,Y",
        help="ready teams that meet in rotation, home and away (default: all of the ruleset)",
    )


@dataclass(frozen=True)
class Fixture:
    """One match to play, as plain data, so that another process can play it."""

    ruleset: str
    rulings: dict[str, Any]
    sheets: tuple[Sheet, Sheet]
    seed: str
    coaches: tuple[str, str]

    def play(self) -> engine.Record:
        rulings = ruleset(self.ruleset).rulings(overrides=self.rulings)
        return engine.play(
            ruleset=self.ruleset, rulings=rulings, sheets=self.sheets, seed=self.seed, coaches=self.coaches
        )


def spread(
    do: Callable[[Job], Found], jobs: Sequence[Job], processes: int, each: int = 1
) -> Generator[Found, None, None]:
    """What comes of each job, in their order, from several processes where that pays. A job is so many matches."""
    if processes == 1 or len(jobs) * each < WORTH_A_POOL:
        yield from map(do, jobs)
        return
    with ProcessPoolExecutor(processes) as pool:
        yield from pool.map(do, jobs, chunksize=4)


def teams_in_turn(rules: Ruleset, names: str) -> list[Sheet]:
    """The ready teams of a list of names with commas, or all of them."""
    if names == ALL:
        return list(rules.standard_sheets().values())
    return [rules.standard_sheet(name) for name in names.split(",")]


def meeting(teams: Sequence[Sheet], number: int) -> tuple[Sheet, Sheet]:
    """Who plays match number so and so.

    Every team has one match at home and one away before any has another, and nobody meets the same one twice on the same
    ground before everybody else has been met there. One team alone plays against itself.
    """
    home = number % len(teams)
    ahead = 1 + number // len(teams) % (len(teams) - 1) if len(teams) > 1 else 0
    return teams[home], teams[(home + ahead) % len(teams)]
