"""Counts the queries of every page and of all that the API reads, with few matches played and with thousands.

``make query-counts``. It works in a database of its own, where a league has one of everything (``scripts/queries``), and asks
as a visitor, as a coach and as a commissioner. The exit status is 1 when something needs more than 15, or more with more matches.
"""

import argparse
import copy
import logging
import os
import sys
from collections import defaultdict
from collections.abc import Iterator
from typing import TYPE_CHECKING

import django

if TYPE_CHECKING:
    from django.test import Client

    from scripts.queries.league import BigLeague

SIZES = (10, 1000, 5000)
MOST = 15
Counts = dict[tuple[str, str, str], list[int]]  # by route, address and role: one count for each size


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--sizes", type=int, nargs="+", default=SIZES, help="so many matches that were played")
    parser.add_argument("--all", action="store_true", help="a row for each address instead of one for each route")
    options = parser.parse_args()
    os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings_test"
    logging.disable(logging.CRITICAL)  # refusals are part of the walk
    django.setup()
    from django.test.utils import setup_test_environment

    from operations.scratch import scratch_database

    setup_test_environment()

    with scratch_database():
        from scripts.queries.league import build

        counts = counted(build(), options.sizes)
    print("\n".join(table(counts if options.all else by_route(counts), options.sizes)))
    found = list(wrong(counts))
    print("\n".join(["", *found] if found else ["", f"Nothing needs more than {MOST} queries, and nothing grows."]))
    return 1 if found else 0


def counted(league: "BigLeague", sizes: list[int]) -> Counts:
    """What everything costs that is answered at all sizes."""
    counts: Counts = defaultdict(list)
    for size in sizes:
        print(f"{size} matches", file=sys.stderr)
        league.grow(size)
        for route, address in league.addresses():
            for role, client in league.clients.items():
                if (found := queries(client, address, warm=size == sizes[0])) is not None:
                    counts[route, address, role].append(found)
    return {asked: found for asked, found in counts.items() if len(found) == len(sizes)}


def queries(client: "Client", address: str, *, warm: bool) -> int | None:
    """Of a request for which a process remembers rules but no teams; None where it is not answered. `warm` asks once before."""
    from django.core.cache import cache
    from django.db import connection

    from teams.ledger.reading import forget
    from teams.models import Team

    cookies = copy.deepcopy(client.cookies)  # a page may begin a session, which the next one would read
    if warm:
        client.get(address)
        client.cookies = copy.deepcopy(cookies)
    cache.clear()
    forget(Team.objects.values_list("pk", flat=True))
    count = 0

    def counting(execute, sql, *rest):  # type: ignore[no-untyped-def]
        nonlocal count
        count += not sql.startswith(("SAVEPOINT", "RELEASE", "BEGIN"))
        return execute(sql, *rest)

    with connection.execute_wrapper(counting):
        status = client.get(address).status_code
    client.cookies = cookies
    return count if status == 200 else None


def wrong(counts: Counts) -> Iterator[str]:
    for (_, address, role), found in counts.items():
        if max(found) > MOST:
            yield f"{address} needs {max(found)} queries as {role}."
        if max(found) > found[0]:
            yield f"{address} needs more with more matches, as {role}: {', '.join(map(str, found))}."


def by_route(counts: Counts) -> Counts:
    """The most of all addresses of a route."""
    most: Counts = {}
    for (route, _, role), found in counts.items():
        old = most.get((route, "", role), found)
        most[route, "", role] = [max(pair) for pair in zip(old, found, strict=True)]
    return most


def table(counts: Counts, sizes: list[int]) -> Iterator[str]:
    from scripts.queries.league import ROLES

    wide = max(len(address or route) for route, address, _ in counts)
    yield f"{'':{wide}} " + " ".join(f"{role:>{6 * len(sizes)}}" for role in ROLES)
    yield f"{'matches':{wide}} " + " ".join("".join(f"{size:6}" for size in sizes) for _ in ROLES)
    for route, address in dict.fromkeys((route, address) for route, address, _ in counts):
        cells = (counts.get((route, address, role)) for role in ROLES)
        shown = ("".join(f"{each:6}" for each in found) if found else f"{'–':>{6 * len(sizes)}}" for found in cells)
        yield f"{address or route:{wide}} " + " ".join(shown)


if __name__ == "__main__":
    sys.exit(main())
