"""How many matches a second real workers resolve, against the bare engine on the same line-ups and as many cores.

The bare engine has one process for each core. The workers have as many processes as ``make up`` gives them.

``make bench-workers ARGS="--ruleset bb2025 --matches 120"``. It makes a PostgreSQL database of its own on 127.0.0.1 and removes
it in the end; with ``--embedded`` it uses SQLite and the embedded broker instead.
"""

import argparse
import multiprocessing
import os
import sqlite3
import tempfile
import time
import uuid
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Any

import psycopg
from psycopg import sql

import engine
from scripts.up import worker_processes
from tests.live.services import Live

SERVER = os.environ.get("DUGOUT_TEST_DATABASE_URL", "postgresql://root@127.0.0.1:5432/postgres")
REDIS = os.environ.get("DUGOUT_TEST_REDIS_URL", "redis://127.0.0.1:6379/0")
WARM_UP = 12  # matches that do not count
PER_LEAGUE = 12  # matches of four teams that meet twice
BUILD = """
from matches.services import season_start
from tests.builders import make_league, make_season, make_user
profile = {{"battleball": "manual"}}.get({ruleset!r}, "official")
for number in range({leagues}):
    league = make_league(make_user(f"c{{number}}"), f"League {{number}}", ruleset={ruleset!r}, profile=profile)
    rosters = dict(rosters=("human", "orc", "dwarf", "skaven")) if {ruleset!r} != "battleball" else dict(teams=4)
    season_start(actor=league.commissioner, season=make_season(league, legs=2, ago=600, every=1, **rosters))
answer = None
"""
RESOLVED = "SELECT count(*) FROM matches_match WHERE resolved_at IS NOT NULL"
TIMES = """
from matches.models import Match
answer = sorted(at.timestamp() for at in Match.objects.values_list("resolved_at", flat=True))
"""
LINEUPS = """
from matches.models import Match
answer = [(match.lineup, match.seed) for match in Match.objects.all()]
"""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--ruleset", default="bb2025")
    parser.add_argument("--matches", type=int, default=120)
    parser.add_argument("--cores", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--processes", type=int, help="of the workers")
    parser.add_argument("--embedded", action="store_true", help="SQLite and the embedded broker")
    options = parser.parse_args()
    processes = options.processes or worker_processes(options.cores)
    leagues = -(-options.matches // PER_LEAGUE)
    with (
        tempfile.TemporaryDirectory(prefix="dugout-bench-") as folder,
        installation(Path(folder), options.embedded) as live,
    ):
        live.shell(BUILD.format(ruleset=options.ruleset, leagues=leagues))
        wanted = leagues * PER_LEAGUE
        worker = live.worker(concurrency=processes)
        live.beat()
        warm = reached(live, options.embedded, WARM_UP)  # each process has read the rules by then
        before = cpu_seconds(worker.popen.pid)
        reached(live, options.embedded, wanted)
        spent = cpu_seconds(worker.popen.pid) - before
        times = live.shell(TIMES)
        workers = (wanted - warm) / (times[-1] - times[warm - 1])
        played = live.shell(LINEUPS)
    bare, bare_cpu = bare_engine(played, options.cores)
    print(f"{options.ruleset}, {wanted} matches, {options.cores} cores, {processes} processes of the workers")
    print(f"{'bare engine':>14} {bare:6.2f} matches/s        {1000 * bare_cpu / wanted:6.0f} ms of CPU a match")
    print(
        f"{'workers':>14} {workers:6.2f} matches/s, {100 * workers / bare:3.0f} % {1000 * spent / (wanted - warm):6.0f} ms of CPU a match"
    )


@contextmanager
def installation(folder: Path, embedded: bool, like: str = "template1") -> Iterator[Live]:
    """Migrated and empty, or with what another database holds."""
    name = f"dugout_bench_{uuid.uuid4().hex[:12]}"
    if embedded:
        live = Live(folder=folder, database_url="", redis_url="", prefix=name)
    else:
        server("CREATE DATABASE {} TEMPLATE {}", name, like)
        live = Live(folder=folder, database_url=SERVER.rsplit("/", 1)[0] + f"/{name}", redis_url=REDIS, prefix=name)
    live.env |= {"CLAIM_TIMEOUT": "60", "TICK_SECONDS": "5"}  # as with `make up`
    if embedded:
        del live.env["DATABASE_URL"], live.env["REDIS_URL"]
    try:
        live.manage("migrate", "-v0")
        yield live
    finally:
        for process in live.processes:
            process.kill()
        if not embedded:
            live.close()
            server("DROP DATABASE {} WITH (FORCE)", name)


def server(statement: str, *names: str) -> None:
    with psycopg.connect(SERVER, autocommit=True) as link:
        link.execute(sql.SQL(statement).format(*map(sql.Identifier, names)))


def reached(live: Live, embedded: bool, wanted: int) -> int:
    """Wait until so many matches are resolved; how many are. Looking costs nothing: the connection stays open."""
    with closing(connected(live, embedded)) as link:
        while (done := int(link.execute(RESOLVED).fetchone()[0])) < wanted:
            time.sleep(0.5)
    return done


def connected(live: Live, embedded: bool) -> Any:
    return (
        sqlite3.connect(live.folder / "dugout.sqlite3")
        if embedded
        else psycopg.connect(live.database_url, autocommit=True)
    )


def cpu_seconds(group: int) -> float:
    """Processor time of a worker and its pool, which has the worker's process group."""
    ticks = 0
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            fields = stat.read_text().rpartition(")")[2].split()
            ticks += sum(map(int, fields[11:13])) if int(fields[2]) == group else 0
    return ticks / os.sysconf("SC_CLK_TCK")


def bare_engine(played: list[tuple[dict[str, Any], str]], processes: int) -> tuple[float, float]:
    """Matches a second, and the processor time of all matches."""
    with multiprocessing.get_context("spawn").Pool(processes, initializer=play_one, initargs=(played[0],)) as pool:
        pool.map(time.sleep, [0.5] * processes)  # until everybody is warm
        begun = time.monotonic()
        spent = sum(pool.map(play_one, played, chunksize=1))
        return len(played) / (time.monotonic() - begun), spent


def play_one(one: tuple[dict[str, Any], str]) -> float:
    begun = time.process_time()
    lineup, seed = one
    rules = engine.ruleset(lineup["ruleset"])
    home, away = lineup["sheets"]
    engine.play(ruleset=rules.key, rulings=rules.rulings(overrides=lineup["rulings"]), sheets=(home, away), seed=seed)
    return time.process_time() - begun


if __name__ == "__main__":
    main()
