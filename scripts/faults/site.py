"""An installation of a fault run: its processes, and somebody who starts again what has ended."""

import signal
import time
from collections import Counter
from pathlib import Path

from tests.live.services import Live, RedisServer, ServerProcess

SEEDS = Path(__file__).parent / "seeds"
WORKERS, CONCURRENCY = 2, 2
CLAIM_TIMEOUT = 5  # seconds; short, because every lost match waits for it
SECONDS_TO_CLEAR = 5.0  # after these, what a dead process has left behind is ended as well


class Site:
    """Two workers and a beat on a database and a Redis of their own, kept alive as a supervisor of processes would."""

    def __init__(self, *, folder: Path, database_url: str, seed: int) -> None:
        folder.mkdir()
        self.redis = RedisServer(folder)
        self.live = Live(folder=folder, database_url=database_url, redis_url=self.redis.url, prefix="faults")
        self.live.redis = self.redis
        self.seed = seed
        self.workers: list[ServerProcess] = []
        self.beats: list[ServerProcess] = []
        self.frozen: dict[ServerProcess, float] = {}  # until when
        self.ended: dict[ServerProcess, float] = {}  # since when
        self.ready: set[ServerProcess] = set()
        self.places: dict[ServerProcess, int] = {}  # of beats
        self.restarts: Counter[str] = Counter()

    def start(self) -> None:
        self.redis.start()
        for _ in range(WORKERS):
            self.start_worker()
        self.start_beat()

    def start_worker(self) -> None:
        env = {"CLAIM_TIMEOUT": str(CLAIM_TIMEOUT), "PYTHONPATH": str(SEEDS), "FAULT_RUN_SEED": str(self.seed)}
        self.workers.append(self.live.worker(concurrency=CONCURRENCY, wait=False, **env))

    def start_beat(self) -> None:
        """Each of two that run at once keeps its schedule in a folder of its own."""
        free = min({0, 1} - {self.places[beat] for beat in self.beats})
        beat = self.live.beat(DUGOUT_VAR=str(self.live.folder / f"beat-{free}"))
        self.places[beat] = free
        self.beats.append(beat)

    def is_ready(self, worker: ServerProcess) -> bool:
        if worker not in self.ready and " ready." in worker.output:
            self.ready.add(worker)
        return worker in self.ready

    def tend(self) -> None:
        """Start again what has ended, wake up what was stopped for a while, and clear away what the dead left behind."""
        now = time.monotonic()
        for process, until in list(self.frozen.items()):
            if now >= until:
                process.signal(signal.SIGCONT)
                del self.frozen[process]
        for name, running, start in (
            ("workers", self.workers, self.start_worker),
            ("beats", self.beats, self.start_beat),
        ):
            for process in [each for each in running if not each.running]:
                running.remove(process)
                self.ended[process] = now
            while len(running) < (WORKERS if name == "workers" else 1):
                start()
                self.restarts[name] += 1
        for process, since in list(self.ended.items()):
            if now - since > SECONDS_TO_CLEAR:
                self.clear(process)

    def clear(self, process: ServerProcess) -> None:
        """Children that outlived their parent; soon after its end, while nobody else can have its number."""
        process.signal(signal.SIGKILL)
        self.frozen.pop(process, None)
        self.ended.pop(process, None)
        self.live.processes.remove(process)

    def halt(self) -> None:
        """End all processes; nothing changes any more."""
        self.live.close()
        self.live.processes.clear()

    def close(self) -> None:
        self.halt()
        self.redis.stop()
