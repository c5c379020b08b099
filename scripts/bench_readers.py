"""Lets many readers at once look at the big league, as browsers would, and prints how long they wait.

Each reader opens a page, reads it for a while and opens the next one. The web server is started as ``make up`` starts it. Readers
are threads of this process, which therefore takes some of the processor time that it measures.
"""

import argparse
import gzip
import os
import random
import resource
import socket
import statistics
import sys
import threading
import time
import urllib.error
import urllib.request
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import up
from big_league import begin, environment

RAMP = 5.0  # seconds in which the readers arrive; nothing is counted before
Page = Callable[[random.Random], str]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--readers", type=int, default=150)
    parser.add_argument("--think", type=float, default=5.0, help="seconds between two pages, on average")
    parser.add_argument("--seconds", type=float, default=60.0, help="how long to measure")
    parser.add_argument(
        "--processes", default=os.environ.get("WEB_PROCESSES", "2"), help="web processes, four threads each"
    )
    options = parser.parse_args()
    begin()
    pages = what_readers_open()
    with web_server(options.processes) as address:
        waits, errors, opened = read(address, pages, options.readers, options.think, options.seconds)
    return report(waits, errors, opened, options.seconds)


def what_readers_open() -> list[tuple[str, int, Page]]:
    """Kinds of pages, how often each is opened, and an address of the kind."""
    from matches.models import Match
    from teams.models import Team

    teams = list(Team.objects.filter(ruleset="bb2025").values_list("slug", flat=True))
    matches = list(Match.objects.filter(resolved_at__isnull=False).values_list("pk", flat=True))
    return [
        ("home", 3, lambda dice: "/"),
        ("leagues", 1, lambda dice: "/leagues/"),
        ("league", 4, lambda dice: "/leagues/big-league/"),
        ("season", 2, lambda dice: "/leagues/big-league/seasons/1/"),
        ("teams", 1, lambda dice: "/teams/"),
        ("team", 4, lambda dice: f"/teams/{dice.choice(teams)}/"),
        ("ledger", 1, lambda dice: f"/teams/{dice.choice(teams)}/ledger/"),
        ("player", 1, lambda dice: f"/teams/{dice.choice(teams)}/players/{dice.randint(1, 11)}/"),
        ("matches", 2, lambda dice: "/matches/"),
        ("match", 3, lambda dice: f"/matches/{dice.choice(matches)}/"),
        ("replay", 3, lambda dice: f"/matches/{dice.choice(matches)}/show.json"),
    ]


@contextmanager
def web_server(processes: str) -> Iterator[str]:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    address = f"http://127.0.0.1:{port}"
    child = up.Child("web", up.web_command(f"127.0.0.1:{port}", processes), {**environment(), "LOG_LEVEL": "ERROR"})
    child.start()
    try:
        end = time.monotonic() + up.SECONDS_TO_ANSWER
        while not up.answers(f"{address}/healthz"):
            if child.status is not None or time.monotonic() > end:
                raise SystemExit("The web server does not answer.")
            time.sleep(0.2)
        yield address
    finally:
        child.ask_to_stop()
        if child.popen is not None:
            child.popen.wait(timeout=30)


def read(
    address: str, pages: list[tuple[str, int, Page]], readers: int, think: float, seconds: float
) -> tuple[dict[str, list[float]], list[str], int]:
    """How long each kind of page took, what went wrong, and how many pages were opened in all."""
    opened: list[str] = []
    waits: dict[str, list[float]] = defaultdict(list)
    errors: list[str] = []
    began = time.monotonic()
    end = began + RAMP + seconds

    def reader(number: int) -> None:
        dice = random.Random(number)  # noqa: S311  (readers need no secrets)
        time.sleep(RAMP * number / readers)
        while time.monotonic() < end:
            kind, _, page = dice.choices(pages, weights=[weight for _, weight, _ in pages])[0]
            path, asked = page(dice), time.monotonic()
            problem = open_page(address + path)
            opened.append(path)
            if asked > began + RAMP:
                waits[kind].append(time.monotonic() - asked)
                errors.extend([f"{path}: {problem}"] if problem else [])
            time.sleep(dice.uniform(0.5, 1.5) * think)

    threads = [threading.Thread(target=reader, args=(number,), daemon=True) for number in range(readers)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return waits, errors, len(opened)


def open_page(url: str) -> str:
    """Get a page to its last byte; what went wrong, if anything did."""
    try:
        request = urllib.request.Request(url, headers={"Accept-Encoding": "gzip"})  # noqa: S310  (our own address)
        with urllib.request.urlopen(request, timeout=60) as answer:  # noqa: S310
            content = answer.read()
            whole = gzip.decompress(content) if answer.headers.get("Content-Encoding") == "gzip" else content
            return "" if whole.rstrip().endswith((b"</html>", b"}")) else "the page is not complete"
    except (urllib.error.URLError, OSError) as error:
        return str(error)


def report(waits: dict[str, list[float]], errors: list[str], opened: int, seconds: float) -> int:
    every = [wait for listed in waits.values() for wait in listed]
    print(f"{'page':10} {'opened':>6} {'p50 ms':>7} {'p95 ms':>7} {'max ms':>7}")
    for kind, listed in [*sorted(waits.items(), key=lambda each: -percentile(each[1], 95)), ("all", every)]:
        figures = (percentile(listed, 50), percentile(listed, 95), max(listed))
        print(f"{kind:10} {len(listed):6} " + " ".join(f"{1000 * each:7.0f}" for each in figures))
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    print(f"\n{len(every) / seconds:.1f} pages a second, {len(errors)} errors{': ' + errors[0] if errors else '.'}")
    print(f"The web processes used {1000 * (used.ru_utime + used.ru_stime) / opened:.0f} ms of CPU for each page.")
    return 1 if errors or percentile(every, 95) > 1 else 0


def percentile(listed: list[float], part: int) -> float:
    return statistics.quantiles(listed, n=100, method="inclusive")[part - 1] if len(listed) > 1 else listed[0]


if __name__ == "__main__":
    sys.exit(main())
