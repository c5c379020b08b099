"""Plays the same leagues twice with real processes, once in calm and once while everything fails, and compares the two.

``make fault-run ARGS="--matches 300"``. It makes PostgreSQL databases and a Redis server of its own on 127.0.0.1, and removes
them in the end. The exit status is 1 when a match was lost, something was done twice or came out otherwise, or
``manage.py check_books`` finds something.
"""

import argparse
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import uuid
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit, urlunsplit

import psycopg
from psycopg import sql

from scripts.faults.chaos import Chaos
from scripts.faults.commander import Commander, CommandRefused
from scripts.faults.site import Site
from tests.live.services import ROOT, Live

SERVER = os.environ.get("DUGOUT_TEST_DATABASE_URL", "postgresql://root@127.0.0.1:5432/postgres")
HERE = ("127.0.0.1", "localhost", "::1")
NAME = "dugout_faults_"  # scripts/faults/seeds allows no other database
DONE = """
SELECT (SELECT count(*) FROM matches_match WHERE resolved_at IS NULL)
     + (SELECT count(*) FROM teams_sequence WHERE closed_at IS NULL)
     + (SELECT count(*) FROM league_season WHERE state <> 'finished')
     + (SELECT count(*) FROM league_entry WHERE off_season_due)
"""
RETRY = """
from matches.models import Match
from matches.services import match_retry
failed = list(Match.objects.filter(failed_at__isnull=False).select_related("fixture__round__season__league__commissioner"))
for match in failed:
    match_retry(actor=match.fixture.round.season.league.commissioner, match=match)
answer = [match.failure for match in failed]
"""


class TooSlow(Exception):
    """The time for a run is over, and not all matches are played."""


@dataclass
class Run:
    """What came of one run."""

    prints: dict[str, dict[str, Any]]
    seconds: float
    attempts: int
    books: dict[str, Any]
    struck: Counter[str] = field(default_factory=Counter)
    restarts: Counter[str] = field(default_factory=Counter)
    given_up: list[str] = field(default_factory=list)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--matches", type=int, default=300, help="about so many in all leagues together")
    parser.add_argument("--of-blood-bowl", type=int, help="so many of them; half, if it is not said")
    parser.add_argument("--seed", type=int, default=1, help="of the dice and of the order of the faults")
    parser.add_argument("--every", type=float, default=1.0, help="seconds between two faults, on average")
    parser.add_argument("--faults", type=int, default=sys.maxsize, help="no more than so many; otherwise to the end")
    parser.add_argument("--seconds", type=float, default=1800.0, help="after these a run counts as failed")
    options = parser.parse_args()
    if options.of_blood_bowl is None:
        options.of_blood_bowl = options.matches // 2
    if urlsplit(SERVER).hostname not in HERE:
        print("A fault run only talks to this machine; DUGOUT_TEST_DATABASE_URL names another one.", file=sys.stderr)
        return 2
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # so that everything is removed then, too
    try:
        with throwaway_folder() as folder:
            calm, stormy = fault_run(folder=folder, **vars(options))
    except (TooSlow, CommandRefused) as reason:
        print(reason, file=sys.stderr)
        return 1
    print("\n".join(report(calm, stormy)))
    return 1 if wrong(calm, stormy) else 0


def fault_run(
    *,
    folder: Path,
    matches: int,
    of_blood_bowl: int,
    seed: int,
    every: float,
    faults: int,
    seconds: float,
    template: str = "",
) -> tuple[Run, Run]:
    """The run in calm and the one with faults, from the same start. `template` is a database that is migrated already."""
    with database(template) as start:
        live = Live(folder=folder, database_url=address(start), redis_url="redis://127.0.0.1:1/0", prefix="start")
        if not template:
            live.manage("migrate", "-v0")
        world = live.shell(f"from scripts.faults.world import build; answer = build({matches}, {of_blood_bowl})")
        runs = []
        for name, most in (("calm", 0), ("with faults", faults)):
            with database(start) as copy, site(folder / name.replace(" ", "-"), copy, seed) as running:
                running.start()
                chaos = Chaos(running, seed=seed, every=every, most=most)
                commander = Commander(running.live, world["plans"], seed=seed, rough=bool(most))
                runs.append(play(running, chaos, commander, seconds=seconds))
                matches = len(runs[-1].prints["digests"])
                print(f"{name}: {matches} matches in {runs[-1].seconds:.0f} seconds", flush=True)
    return runs[0], runs[1]


def play(site: Site, chaos: Chaos, commander: Commander, *, seconds: float) -> Run:
    """Let beat and workers play everything, whatever happens to them and is decided meanwhile."""
    begun = time.monotonic()
    given_up: list[str] = []
    while left := site.live.sql(DONE)[0][0] + commander.left:
        if time.monotonic() - begun > seconds:
            raise TooSlow(
                f"After {seconds:.0f} seconds {left} matches, sequences, seasons and commands are still open."
            )
        site.tend()
        commander.tend()
        chaos.strike_when_due()
        if site.live.sql("SELECT 1 FROM matches_match WHERE failed_at IS NOT NULL LIMIT 1"):
            given_up += site.live.shell(RETRY)
        time.sleep(0.1)
    took = time.monotonic() - begun
    site.halt()
    return Run(
        prints={
            **site.live.shell("from scripts.faults.world import fingerprint; answer = fingerprint()"),
            "refusals": commander.refused,
        },
        seconds=took,
        attempts=int(site.live.sql("SELECT sum(attempts) FROM matches_match")[0][0]),
        books=check_books(site.live, *(["--replay"] if chaos.most else [])),  # once: the digests of both are compared
        struck=Counter({**chaos.struck, **commander.struck}),
        restarts=site.restarts,
        given_up=given_up,
    )


def check_books(live: Live, *options: str) -> dict[str, Any]:
    command = [sys.executable, "manage.py", "check_books", "--json", *options]
    done = subprocess.run(command, cwd=ROOT, env=live.env, stdout=subprocess.PIPE, text=True, check=False)
    found: dict[str, Any] = json.loads(done.stdout)
    return found


# Databases and processes ------------------------------------------------------------------------------------------------


@contextmanager
def database(template: str) -> Iterator[str]:
    """A database of our own, empty or a copy of another one, until the block is left."""
    name = f"{NAME}{uuid.uuid4().hex[:12]}"
    on_server("CREATE DATABASE {} TEMPLATE {}", name, template or "template0")
    try:
        yield name
    finally:
        on_server("DROP DATABASE {} WITH (FORCE)", name)


def on_server(statement: str, *names: str) -> None:
    with psycopg.connect(SERVER, autocommit=True) as link:
        link.execute(sql.SQL(statement).format(*map(sql.Identifier, names)))


def address(name: str) -> str:
    return urlunsplit(urlsplit(SERVER)._replace(path=f"/{name}"))


@contextmanager
def site(folder: Path, name: str, seed: int) -> Iterator[Site]:
    made = Site(folder=folder, database_url=address(name), seed=seed)
    try:
        yield made
    finally:
        made.close()


@contextmanager
def throwaway_folder() -> Iterator[Path]:
    folder = Path(tempfile.mkdtemp(prefix="dugout-faults-"))
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


# The outcome ------------------------------------------------------------------------------------------------------------


def wrong(calm: Run, stormy: Run) -> list[str]:
    """One sentence for each thing that the faults have changed, and for each that is wrong by itself."""
    found = [
        f"{name}: {sentence}"
        for name, run in (("calm", calm), ("with faults", stormy))
        for sentence in run.books["breaches"]
    ]
    for part, before in calm.prints.items():
        after = stormy.prints[part]
        found += [
            f"{part} of {each}: {before.get(each)} in calm, {after.get(each)} with faults"
            for each in sorted(before.keys() | after.keys())
            if before.get(each) != after.get(each)
        ]
    return found


def report(calm: Run, stormy: Run) -> Iterator[str]:
    yield ""
    for name, times in stormy.struck.items():
        yield f"{times:6}  {name}"
    yield f"{sum(stormy.struck.values()):6}  faults in all"
    yield ""
    matches = len(calm.prints["digests"])
    yield f"{matches} matches: {calm.attempts} attempts in {calm.seconds:.0f} seconds in calm, {stormy.attempts} in {stormy.seconds:.0f} with faults."
    yield f"Started again: {stormy.restarts['workers']} workers, {stormy.restarts['beats']} beats."
    yield f"Matches given up, and tried again by the commissioner: {len(stormy.given_up)}."
    yield from (f"  {failure}" for failure in stormy.given_up)
    checked = ", ".join(f"{number} {what}" for what, number in stormy.books["checked"].items())
    yield f"check_books looked at {checked}."
    parts = ", ".join(f"{len(each)} {name}" for name, each in calm.prints.items())
    yield f"Compared: {parts}."
    yield from wrong(calm, stormy) or ["Nothing was lost, nothing was done twice, and everything came out the same."]


if __name__ == "__main__":
    sys.exit(main())
