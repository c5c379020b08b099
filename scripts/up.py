"""Runs the whole application on this machine: migrates, loads the demo once, then keeps web, worker and beat alive.

``make up`` calls it inside ``.venv``. Ctrl-C or SIGTERM stops everything; every child has a process group of its own, so
that nothing stays behind. ``docs/operations.md`` lists the environment variables.
"""

import contextlib
import ctypes
import fcntl
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import IO, TextIO

ROOT = Path(__file__).resolve().parent.parent
SECONDS_TO_STOP = 10.0
SECONDS_TO_ANSWER = 60.0
RESTARTS_ALLOWED = 3  # within RESTART_WINDOW, then everything stops
RESTART_WINDOW = 60.0


class Failed(Exception):
    """The run cannot go on; the message is the one line that the person sees."""


def end_with_parent() -> None:
    """On Linux the kernel ends the child even when this process is killed without a chance to clean up."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(1, signal.SIGTERM)  # PR_SET_PDEATHSIG


class Child:
    """One long-running process: started, watched, started again, ended together with its own children."""

    def __init__(self, name: str, command: Sequence[str], env: dict[str, str], output: IO[str] | None = None) -> None:
        self.name = name
        self.command = [sys.executable, *command]
        self.env = env
        self.output = output
        self.starts: list[float] = []
        self.popen: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        self.starts.append(time.monotonic())
        self.popen = subprocess.Popen(
            self.command,
            cwd=ROOT,
            env=self.env,
            stdout=self.output,
            start_new_session=True,
            preexec_fn=end_with_parent,  # noqa: PLW1509  (this process has one thread)
        )

    @property
    def status(self) -> int | None:
        return None if self.popen is None else self.popen.poll()

    def start_again(self) -> None:
        """After an unexpected end, unless it keeps happening."""
        self.signal_group(signal.SIGKILL)
        recent = [at for at in self.starts if time.monotonic() - at < RESTART_WINDOW]
        if len(recent) > RESTARTS_ALLOWED:
            raise Failed(f"The {self.name} process keeps ending (status {self.status}); see its output above.")
        say(f"The {self.name} process ended (status {self.status}); starting it again.")
        self.start()

    def signal_group(self, number: int) -> None:
        if self.popen is not None:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(self.popen.pid, number)

    def ask_to_stop(self) -> None:
        if self.popen is not None and self.status is None:
            self.popen.terminate()


class Supervisor:
    def __init__(self, host: str, port: int, var: Path, env: dict[str, str]) -> None:
        self.host = host
        self.port = port
        self.var = var
        self.env = env
        self.signals = 0
        self.children: list[Child] = []

    def on_signal(self, *_: object) -> None:
        self.signals += 1  # the second one stops waiting politely

    def run(self) -> None:
        """Prepare, start, report, watch; whatever happens, nothing is left running."""
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, self.on_signal)
        if signal.getsignal(signal.SIGHUP) != signal.SIG_IGN:  # nohup keeps us running without a terminal
            signal.signal(signal.SIGHUP, self.on_signal)
        try:
            say("Preparing the database and the demonstration")
            self.step("migrate", "migrate", "--noinput", "-v0")
            sign_ins = self.step("demo", "demo")
            self.start_all()
            self.wait_for_web()
            if not self.signals:
                say(f"\n{sign_ins}\nDugout is running at {self.address} (Ctrl-C stops it).\n")
            self.watch()
        finally:
            self.stop_all()

    def step(self, name: str, *arguments: str) -> str:
        """One management command that must succeed before the next thing happens; what it printed."""
        if self.signals:
            return ""
        with tempfile.TemporaryFile("w+") as output:
            child = Child(name, ["manage.py", *arguments], self.env, output)
            self.children = [child]
            child.start()
            self.sleep_until(lambda: child.status is not None)
            output.seek(0)
            printed = output.read()
        if not self.signals and child.status != 0:
            say(printed)
            raise Failed(f"manage.py {' '.join(arguments)} failed (status {child.status}); see its output above.")
        return printed

    def start_all(self) -> None:
        if self.signals:
            return
        if not self.env.get("REDIS_URL"):
            # Nothing else runs here, and what is still to be done is in the database: begin with an empty broker.
            shutil.rmtree(self.var / "broker", ignore_errors=True)
        celery = ["-m", "celery", "-A", "config", "--quiet"]
        quiet = ["--without-gossip", "--without-mingle", "--without-heartbeat"]
        worker = ["worker", "--loglevel", "WARNING", "--concurrency", self.env["WORKER_CONCURRENCY"], *quiet]
        beat = ["beat", "--loglevel", "WARNING", "--pidfile", ""]
        self.children = [
            Child("web", web_command(self.bind, self.env["WEB_PROCESSES"]), self.env),
            Child("worker", [*celery, *worker], self.env),
            Child("beat", [*celery, *beat], self.env),
        ]
        for child in self.children:
            child.start()

    @property
    def bind(self) -> str:
        return f"[{self.host}]:{self.port}" if ":" in self.host else f"{self.host}:{self.port}"

    @property
    def address(self) -> str:
        shown = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}.get(self.host)  # noqa: S104
        return f"http://{shown}:{self.port}/" if shown else f"http://{self.bind}/"

    def wait_for_web(self) -> None:
        end = time.monotonic() + SECONDS_TO_ANSWER
        while not self.signals and not answers(f"{self.address}healthz"):
            self.restart_ended()
            if time.monotonic() > end:
                raise Failed(f"{self.address} did not answer within {SECONDS_TO_ANSWER:.0f} seconds.")
            time.sleep(0.2)

    def watch(self) -> None:
        while not self.signals:
            self.restart_ended()
            time.sleep(0.3)

    def restart_ended(self) -> None:
        for child in self.children:
            if child.status is not None and not self.signals:
                child.start_again()

    def stop_all(self) -> None:
        for child in self.children:
            child.ask_to_stop()
        before = self.signals
        end = time.monotonic() + SECONDS_TO_STOP
        self.sleep_until(
            lambda: (
                all(child.status is not None for child in self.children)
                or time.monotonic() > end
                or self.signals > before
            ),
            even_when_stopping=True,
        )
        for child in self.children:
            child.signal_group(signal.SIGKILL)
            if child.popen is not None:
                child.popen.wait()

    def sleep_until(self, condition: Callable[[], bool], *, even_when_stopping: bool = False) -> None:
        while not condition() and (even_when_stopping or not self.signals):
            time.sleep(0.05)


def web_command(bind: str, processes: str) -> list[str]:
    options = ["--workers", processes, "--threads", "4", "--log-level", "warning", "--no-control-socket"]
    return ["-m", "gunicorn", "config.wsgi:application", "--bind", bind, *options, "--graceful-timeout", "5"]


def answers(url: str) -> bool:
    try:
        with urllib.request.urlopen(url, timeout=2) as response:  # noqa: S310  (an address of our own)
            return response.status == 200
    except (urllib.error.URLError, OSError):
        return False


def say(text: str) -> None:
    print(text, flush=True)


def port_number(text: str) -> int:
    if not text.isascii() or not text.isdigit() or not 0 < int(text) < 65536:
        raise Failed(f"PORT must be a number from 1 to 65535, not '{text}'.")
    return int(text)


def check_free(host: str, port: int) -> None:
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        with socket.socket(family, kind, protocol) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind(address)
    except OSError as error:
        raise Failed(
            f"Cannot listen on {host} port {port}: {error.strerror}. Choose others with HOST= and PORT=."
        ) from error


def only_one(var: Path) -> TextIO:
    """Two runs in one folder would share a broker and a beat; the lock goes when its holder ends, however it ends."""
    handle = (var / "up.lock").open("w")
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        raise Failed("Dugout is already running in this folder.") from error
    return handle


def worker_processes(cores: int) -> int:
    """One for each core. With one more, each match costs more and none is won."""
    return min(4, cores)


def environment(host: str, port: int) -> dict[str, str]:
    """What the person set wins; the rest is for one machine and plain HTTP."""
    every = host in ("0.0.0.0", "::")  # noqa: S104
    known = ["localhost", "127.0.0.1", "[::1]", f"[{host}]" if ":" in host else host]
    defaults = {
        "DUGOUT_MODE": "local",
        "ALLOWED_HOSTS": "*" if every else ",".join(dict.fromkeys(known)),
        "SITE_URL": f"http://{'127.0.0.1' if every else known[-1]}:{port}",
        "TICK_SECONDS": "5",
        "WEB_PROCESSES": "2",
        "WORKER_CONCURRENCY": str(worker_processes(os.cpu_count() or 1)),
        "PYTHONUNBUFFERED": "1",
    }
    return {**defaults, **os.environ}


def main() -> int:
    host = os.environ.get("HOST") or "127.0.0.1"
    var = Path(os.environ.get("DUGOUT_VAR") or ROOT / "var")
    try:
        port = port_number(os.environ.get("PORT") or "8000")
        var.mkdir(parents=True, exist_ok=True)
        with only_one(var):
            check_free(host, port)
            Supervisor(host, port, var, environment(host, port)).run()
    except Failed as reason:
        say(str(reason))
        return 1
    say("Dugout has stopped.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
