"""Handles on real processes and servers for the live suite."""

import contextlib
import json
import os
import secrets
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import psycopg
import redis
from celery import Celery
from django.conf import settings

from scripts.up import answers, web_command
from tests.live.website import Visitor

ROOT = Path(__file__).resolve().parent.parent.parent


def wait_until(condition: Callable[[], Any], *, seconds: float = 30.0, what: str = "the condition") -> Any:
    """Poll until ``condition()`` is true and return its value; fail with ``what`` when it never is."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if value := condition():
            return value
        time.sleep(0.1)
    raise AssertionError(f"{what} did not come true within {seconds:.0f} seconds")


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class ServerProcess:
    """One child process with its own process group and its output in a file."""

    def __init__(self, command: Sequence[str], *, env: dict[str, str], log: Path) -> None:
        self.log = log
        with log.open("ab") as output:
            self.popen = subprocess.Popen(
                command, cwd=ROOT, env=env, stdout=output, stderr=subprocess.STDOUT, start_new_session=True
            )

    @property
    def output(self) -> str:
        return self.log.read_text(errors="replace")

    @property
    def running(self) -> bool:
        return self.popen.poll() is None

    def wait_for(self, text: str, *, seconds: float = 30.0) -> None:
        """Until the output contains ``text``; fails with the whole output."""
        end = time.monotonic() + seconds
        while text not in self.output:
            if time.monotonic() > end or not self.running:
                raise AssertionError(f"“{text}” never appeared in:\n{self.output}")
            time.sleep(0.05)

    def kill(self) -> None:
        """Like a power cut: SIGKILL to the process and all its children, at once."""
        self.signal(signal.SIGKILL)
        self.popen.wait(timeout=10)

    def stop(self, *, seconds: float = 20.0) -> int:
        """Ask politely with SIGTERM; the exit status."""
        if self.running:
            self.popen.terminate()
        try:
            return self.popen.wait(timeout=seconds)
        finally:
            self.signal(signal.SIGKILL)

    def signal(self, number: int) -> None:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.popen.pid, number)


class RedisServer:
    """A Redis of our own that a test may stop, restart or empty."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.port = free_port()
        self.url = f"redis://127.0.0.1:{self.port}/0"
        self.process: ServerProcess | None = None

    def start(self) -> None:
        command = ["redis-server", "--port", str(self.port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"]
        self.process = ServerProcess(
            [*command, "--dir", str(self.folder)], env=dict(os.environ), log=self.folder / "redis.log"
        )
        wait_until(self.answers, what="a Redis of our own")

    def answers(self) -> bool:
        try:
            with redis.Redis.from_url(self.url, socket_timeout=1) as client:
                return bool(client.ping())
        except redis.RedisError:
            return False

    def stop(self) -> None:
        """Everything in it is lost: nothing is saved to disk."""
        if self.process is not None:
            self.process.kill()
            self.process = None

    def restart(self) -> None:
        self.stop()
        self.start()

    def freeze(self) -> None:
        """It keeps its connections, accepts new ones, and answers nobody."""
        self.process.signal(signal.SIGSTOP)

    def thaw(self) -> None:
        self.process.signal(signal.SIGCONT)

    def fill(self) -> None:
        """It answers, and takes nothing more."""
        self.configure("maxmemory", "1")

    def drain(self) -> None:
        self.configure("maxmemory", "0")

    def configure(self, name: str, value: str) -> None:
        with redis.Redis.from_url(self.url) as client:
            client.config_set(name, value)


class Live:
    """One throw-away installation: a PostgreSQL database, a corner of Redis, and the processes started on them.

    ``env`` is the environment of every subprocess. ``manage``, ``shell`` and ``sql`` look at it from outside;
    ``worker``, ``beat``, ``web`` and ``send`` make it work. Processes end with the test.
    """

    redis: RedisServer  # only where the installation has a Redis of its own

    def __init__(self, *, folder: Path, database_url: str, redis_url: str, prefix: str) -> None:
        self.folder = folder
        self.database_url = database_url
        self.redis_url = redis_url
        self.prefix = prefix
        self.processes: list[ServerProcess] = []
        self.env = {
            **os.environ,
            "DJANGO_SETTINGS_MODULE": "config.settings",
            "DUGOUT_MODE": "local",
            "DUGOUT_VAR": str(folder),
            # A test locks matches whose seeds the workers open; a script does not.
            "SECRET_KEY": settings.SECRET_KEY if settings.configured else secrets.token_hex(32),
            "DATABASE_URL": database_url,
            "REDIS_URL": redis_url,
            "REDIS_PREFIX": prefix,
            "TICK_SECONDS": "1",
            "READY_OVERDUE_SECONDS": "86400",  # seasons of tests begin in the past
            "PYTHONUNBUFFERED": "1",
        }

    def manage(self, *args: str, **env: str) -> str:
        """Run ``manage.py`` and return what it prints; a failure shows its output."""
        done = subprocess.run(
            [sys.executable, "manage.py", *args],
            cwd=ROOT,
            env={**self.env, **env},
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, f"manage.py {' '.join(args)} failed:\n{done.stdout}{done.stderr}"
        return done.stdout

    def shell(self, code: str) -> Any:
        """Run Python inside Django; the value of the variable ``answer``, which must be JSON."""
        mark = "answer: "
        printed = self.manage(
            "shell", "--no-imports", "-c", f"{code}\nimport json; print({mark!r} + json.dumps(answer))"
        )
        return json.loads(next(line for line in printed.splitlines() if line.startswith(mark))[len(mark) :])

    def sql(self, query: str, *params: Any) -> list[tuple[Any, ...]]:
        """One statement on the database, committed; its rows."""
        with psycopg.connect(self.database_url, autocommit=True) as link, link.cursor() as cursor:
            cursor.execute(query, params)
            return cursor.fetchall() if cursor.description else []

    def worker(self, *, concurrency: int = 1, pool: str = "prefork", wait: bool = True, **env: str) -> ServerProcess:
        """Start a real Celery worker; extra keywords go into its environment. Returns when it is ready."""
        command = ["-m", "celery", "-A", "config", "worker", "--loglevel", "INFO", "--pool", pool]
        number = len(self.processes)
        options = ["--concurrency", str(concurrency), "--hostname", f"worker{number}@{self.prefix}"]
        process = self.start([sys.executable, *command, *options], f"worker{number}", env)
        if wait:
            process.wait_for(" ready.")
        return process

    def beat(self, **env: str) -> ServerProcess:
        """Start a real beat; it sends a tick each second."""
        command = [sys.executable, "-m", "celery", "-A", "config", "beat", "--loglevel", "INFO"]
        return self.start(command, f"beat{len(self.processes)}", env)

    def web(self, **env: str) -> Visitor:
        """Start a real web server as ``make up`` does; a visitor of it. Returns when it answers."""
        bind = f"127.0.0.1:{free_port()}"
        process = self.start([sys.executable, *web_command(bind, "1")], f"web{len(self.processes)}", env)
        address = f"http://{bind}"
        wait_until(lambda: answers(f"{address}/healthz"), what=f"the web server ({process.log})")
        return Visitor(address)

    def start(self, command: Sequence[str], name: str, env: dict[str, str]) -> ServerProcess:
        process = ServerProcess(command, env={**self.env, **env}, log=self.folder / f"{name}.log")
        self.processes.append(process)
        return process

    def send(self, task: str, *args: Any, **kwargs: Any) -> None:
        """Put one message into the broker, as the application would."""
        app = Celery("test", broker=self.redis_url, set_as_current=False)
        app.conf.broker_transport_options = {"global_keyprefix": f"{self.prefix}:"}
        with app.connection_for_write() as link:
            app.send_task(task, args, kwargs, queue="dugout", connection=link, ignore_result=True)

    def queued(self) -> int:
        """How many messages wait in the broker."""
        with redis.Redis.from_url(self.redis_url) as client:
            return int(client.llen(f"{self.prefix}:dugout"))

    def lose_messages(self) -> None:
        """Every waiting message vanishes."""
        with redis.Redis.from_url(self.redis_url) as client:
            client.delete(f"{self.prefix}:dugout")

    def close(self) -> None:
        for process in self.processes:
            process.kill()
        # A test may have stopped its own Redis.
        with contextlib.suppress(redis.ConnectionError), redis.Redis.from_url(self.redis_url) as client:
            keys = list(client.scan_iter(match=f"*{self.prefix}*"))
            if keys:
                client.delete(*keys)
