"""The embedded default holds up: several processes on one SQLite file and on the file broker."""

import itertools
import json
import sqlite3
import sys
from pathlib import Path

import pytest
from kombu import Connection, Exchange, Queue

from config.broker import NAME
from config.startup import embedded_broker
from tests.live.services import ServerProcess
from tests.operations.processes import clean_environment, python, until

QUEUE = Queue("dugout", Exchange("dugout"), routing_key="dugout")

CONSUME = """
import json, sys, time
from kombu import Connection
from tests.operations.test_embedded import QUEUE, link
seen, last = [], time.monotonic()
with link(sys.argv[1]) as connection:
    queue = QUEUE(connection.default_channel)
    queue.declare()
    print("ready", flush=True)
    while time.monotonic() - last < 3:
        message = queue.get(no_ack=True)
        if message is not None:
            seen.append(message.payload["number"])
            last = time.monotonic()
print("seen:" + json.dumps(seen), flush=True)
"""

COUNT = """
import django; django.setup()
from django.db import transaction
from matches.models import Heartbeat
from datetime import timedelta
for _ in range(100):
    with transaction.atomic():
        row = Heartbeat.objects.get(name="counter")
        row.at += timedelta(seconds=1)
        row.save()
"""


def link(folder: str) -> Connection:
    return Connection(f"{NAME}://localhost", transport_options=embedded_broker(Path(folder)))


@pytest.fixture
def installation(tmp_path: Path) -> dict[str, str]:
    """A migrated SQLite file and an empty broker; the environment of processes that use them."""
    env = {"DUGOUT_MODE": "local", "DUGOUT_VAR": str(tmp_path), "TICK_SECONDS": "1", "PYTHONUNBUFFERED": "1"}
    done = python("manage.py", "migrate", "-v0", **env)
    assert done.returncode == 0, done.stderr
    return env


def start(tmp_path: Path, name: str, *arguments: str, **env: str) -> ServerProcess:
    return ServerProcess([sys.executable, *arguments], env=clean_environment(**env), log=tmp_path / f"{name}.log")


def test_each_message_reaches_exactly_one_of_several_readers(tmp_path: Path) -> None:
    """Large messages written while three processes read: Kombu's own transport loses most of these."""
    readers = [start(tmp_path, f"reader{n}", "-c", CONSUME, str(tmp_path)) for n in range(3)]
    try:
        for reader in readers:
            reader.wait_for("ready")
        with link(str(tmp_path)) as connection:
            producer = connection.Producer()
            for number in range(300):
                body = {"number": number, "filling": "x" * 100_000}
                producer.publish(body, exchange=QUEUE.exchange, routing_key="dugout", declare=[QUEUE])
        assert until(lambda: not any(reader.running for reader in readers), seconds=30)
        seen = [json.loads(reader.output.partition("seen:")[2]) for reader in readers]
    finally:
        for reader in readers:
            reader.kill()
    assert sorted(itertools.chain.from_iterable(seen)) == list(range(300))
    assert list((tmp_path / "messages").iterdir()) == []


def test_writers_on_sqlite_wait_for_each_other(tmp_path: Path, installation: dict[str, str]) -> None:
    """Four processes add a hundred each by read and write; a lost update or a locked database would show."""
    database = tmp_path / "dugout.sqlite3"
    with sqlite3.connect(database) as connection:
        connection.execute("INSERT INTO matches_heartbeat (name, at) VALUES ('counter', '2026-01-01 00:00:00')")
    connection.close()
    writers = [
        start(tmp_path, f"writer{n}", "-c", COUNT, DJANGO_SETTINGS_MODULE="config.settings", **installation)
        for n in range(4)
    ]
    try:
        assert until(lambda: not any(writer.running for writer in writers), seconds=60)
        assert [writer.popen.returncode for writer in writers] == [0] * 4, [writer.output for writer in writers]
    finally:
        for writer in writers:
            writer.kill()
    with sqlite3.connect(database) as connection:
        (at,) = connection.execute("SELECT at FROM matches_heartbeat WHERE name = 'counter'").fetchone()
        (mode,) = connection.execute("PRAGMA journal_mode").fetchone()
    connection.close()
    assert at.startswith("2026-01-01 00:06:40")
    assert mode == "wal"


def test_beat_and_two_workers_share_the_file_broker(tmp_path: Path, installation: dict[str, str]) -> None:
    """Both workers get work, killing one leaves the other working, and the signs of life are written."""
    celery = ["-m", "celery", "-A", "config"]
    worker = [*celery, "worker", "--loglevel", "INFO", "--pool", "solo", "--without-gossip", "--without-mingle"]
    env = {**installation, "TICK_SECONDS": "0.2"}
    workers = [start(tmp_path, f"worker{n}", *worker, "-n", f"w{n}@here", **env) for n in range(2)]
    beat = start(tmp_path, "beat", *celery, "beat", "--loglevel", "INFO", **env)
    try:
        ticks = "Task matches.tasks.tick"
        for process in workers:
            process.wait_for(" ready.")
        assert until(lambda: all(process.output.count(ticks) >= 3 for process in workers), seconds=30)
        workers[0].kill()
        before = workers[1].output.count(ticks)
        assert until(lambda: workers[1].output.count(ticks) > before + 3, seconds=30)
        assert beat.running
    finally:
        for process in (*workers, beat):
            process.kill()
    with sqlite3.connect(tmp_path / "dugout.sqlite3") as connection:
        names = [name for (name,) in connection.execute("SELECT name FROM matches_heartbeat ORDER BY name")]
    connection.close()
    assert names == ["beat", "worker"]
