"""Asks every route of the site for odd things, as visitor, coach, co-coach, commissioner and administrator, and lists server errors.

``make fuzz-site ARGS="--requests 5000"``. It works in a database of its own: SQLite, or one on the PostgreSQL server of
``DATABASE_URL``, which refuses more. The same seed gives the same requests. Each kind of error is told with a line that
``--repeat`` sends again. The exit status is 1 when there is one.
"""

import argparse
import json
import logging
import os
import sys
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from urllib.parse import urlsplit, urlunsplit

import django
import psycopg
from psycopg import sql


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--requests", type=int, default=5000)
    parser.add_argument("--seed", type=int, default=1, help="the same seed gives the same requests")
    parser.add_argument("--repeat", metavar="LINE", help="send only this one, as it was printed")
    options = parser.parse_args()
    os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings_test"
    logging.disable(logging.CRITICAL)
    with own_database():
        from scripts.fuzz.fuzzer import Fuzzer, Request

        fuzzer = Fuzzer(options.seed)
        if options.repeat:
            response = fuzzer.send(Request(**json.loads(options.repeat)))
            print(response.status_code)
            findings = list(fuzzer.findings.values())
        else:
            findings = fuzzer.run(options.requests)
            statuses = ", ".join(f"{times} × {status}" for status, times in sorted(fuzzer.statuses.items()))
            print(f"{fuzzer.sent} requests to {len(fuzzer.asked)} routes: {statuses}")
    for finding in findings:
        print(f"\n{finding.times} × {finding.kind}: {finding.message}\n    {finding.request.line()}")
    print(f"\n{len(findings)} kinds of server errors." if findings else "No server error.")
    return 1 if findings else 0


@contextmanager
def own_database() -> Iterator[None]:
    """Set Django up on a new database, until the block is left."""
    server = os.environ.pop("DATABASE_URL", "")
    on_postgres = server.startswith("postgres")
    name = f"dugout_fuzz_{uuid.uuid4().hex[:12]}"
    if on_postgres:
        on_server(server, "CREATE DATABASE {}", name)
        os.environ["DATABASE_URL"] = urlunsplit(urlsplit(server)._replace(path=f"/{name}"))
    try:
        django.setup()
        from django.core.management import call_command
        from django.db import connections

        call_command("migrate", verbosity=0)
        yield
        connections.close_all()
    finally:
        if on_postgres:
            on_server(server, "DROP DATABASE {} WITH (FORCE)", name)


def on_server(server: str, statement: str, name: str) -> None:
    with psycopg.connect(server, autocommit=True) as link:
        link.execute(sql.SQL(statement).format(sql.Identifier(name)))


if __name__ == "__main__":
    sys.exit(main())
