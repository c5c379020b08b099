"""What goes wrong in a fault run: one fault at a time, drawn by a generator of its own."""

import os
import random
import signal
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import redis

from scripts.faults.site import Site
from tests.live.services import ServerProcess

TASK = "matches.tasks.match_resolve"
UNKNOWN = 10**9


class Chaos:
    def __init__(self, site: Site, *, seed: int, every: float, most: int) -> None:
        self.site = site
        self.most = most
        self.random = random.Random(seed)  # noqa: S311  repeatable on purpose
        self.every = every
        self.struck: Counter[str] = Counter(dict.fromkeys(FAULTS, 0))
        self.first = list(FAULTS)  # each of them once, before they come as they come
        self.random.shuffle(self.first)
        self.next_at = time.monotonic() + every

    def strike_when_due(self) -> None:
        if time.monotonic() < self.next_at or self.struck.total() >= self.most:
            return
        names, weights = zip(*((name, weight) for name, (weight, _) in FAULTS.items()), strict=True)
        name = self.first.pop() if self.first else self.random.choices(names, weights)[0]
        if FAULTS[name][1](self):
            self.struck[name] += 1
        elif name not in self.first and not self.struck[name]:
            self.first.insert(0, name)  # its turn comes again, when there is something to strike
        self.next_at = time.monotonic() + self.every * self.random.uniform(0.5, 1.5)

    # Each of these says whether there was something to strike.

    def kill_worker(self) -> bool:
        """The parent alone; its children play on and find nobody to report to."""
        return self._signal(self._worker(), signal.SIGKILL)

    def kill_worker_group(self) -> bool:
        """A machine that loses its power."""
        worker = self._worker()
        if worker is not None:
            worker.signal(signal.SIGKILL)
        return worker is not None

    def kill_child(self) -> bool:
        """One process of a pool, as the kernel does when memory is short."""
        worker = self._worker()
        children = [] if worker is None else _children(worker.popen.pid)
        if children:
            _kill(self.random.choice(children), signal.SIGKILL)
        return bool(children)

    def freeze_worker(self) -> bool:
        worker = self._worker()
        if worker is None:
            return False
        worker.signal(signal.SIGSTOP)
        self.site.frozen[worker] = time.monotonic() + self.random.uniform(1, 8)
        return True

    def stop_worker(self) -> bool:
        """What a deployment does."""
        return self._signal(self._worker(), signal.SIGTERM)

    def cut_connections(self) -> bool:
        """Of this database alone."""
        query = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
        return bool(self.site.live.sql(query))

    def restart_redis(self) -> bool:
        self.site.redis.restart()
        return True

    def flush_redis(self) -> bool:
        with redis.Redis.from_url(self.site.redis.url) as client:
            client.flushall()
        return True

    def kill_beat(self) -> bool:
        return self._signal(self.random.choice(self.site.beats), signal.SIGKILL) if self.site.beats else False

    def double_beat(self) -> bool:
        if len(self.site.beats) > 1:
            return False
        self.site.start_beat()
        return True

    def double_tasks(self) -> bool:
        """Messages for matches that are being played, and more ticks than there should be."""
        claimed = self._matches("claimed_at IS NOT NULL AND resolved_at IS NULL")
        for match_id in claimed * 2:
            self.site.live.send(TASK, match_id)
        for _ in range(3):
            self.site.live.send("matches.tasks.tick")
        return bool(claimed)

    def bogus_tasks(self) -> bool:
        """For nothing, for what is over, for what is not due yet, and in a form that nobody understands."""
        for match_id in (
            UNKNOWN,
            *self._matches("resolved_at IS NOT NULL"),
            *self._matches("locked_at IS NULL"),
            "match",
            None,
        ):
            self.site.live.send(TASK, match_id)
        self.site.live.send(TASK)
        self.site.live.send("matches.tasks.there_is_no_such_task")
        return True

    def _worker(self) -> ServerProcess | None:
        """One that has come up, or on a busy machine none ever would."""
        awake = [
            each
            for each in self.site.workers
            if each.running and each not in self.site.frozen and self.site.is_ready(each)
        ]
        return self.random.choice(awake) if awake else None

    def _matches(self, condition: str) -> list[int]:
        query = f"SELECT id FROM matches_match WHERE {condition} ORDER BY random() LIMIT 3"  # noqa: S608  our own words
        return [int(row[0]) for row in self.site.live.sql(query)]

    def _signal(self, process: ServerProcess | None, number: int) -> bool:
        return process is not None and process.running and _kill(process.popen.pid, number)


# How it is called, how often it comes in comparison with the others, and what it does.
FAULTS: dict[str, tuple[int, Callable[[Chaos], bool]]] = {
    "workers killed (SIGKILL to the parent)": (1, Chaos.kill_worker),
    "workers killed with all their children": (1, Chaos.kill_worker_group),
    "pool processes killed (SIGKILL)": (4, Chaos.kill_child),
    "workers stopped for 1 to 8 seconds (SIGSTOP)": (2, Chaos.freeze_worker),
    "workers asked to end (SIGTERM)": (1, Chaos.stop_worker),
    "all database connections cut": (3, Chaos.cut_connections),
    "Redis restarted empty": (1, Chaos.restart_redis),
    "Redis flushed": (2, Chaos.flush_redis),
    "beats killed": (1, Chaos.kill_beat),
    "second beats started": (1, Chaos.double_beat),
    "batches of doubled tasks and ticks": (3, Chaos.double_tasks),
    "batches of bogus tasks": (2, Chaos.bogus_tasks),
}


def _children(pid: int) -> list[int]:
    try:
        return [int(each) for each in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
    except OSError:
        return []


def _kill(pid: int, number: int) -> bool:
    try:
        os.kill(pid, number)
    except ProcessLookupError:
        return False
    return True
