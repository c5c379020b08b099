"""``scripts/up.py``: everything starts with one command, survives a fallen process, and stops without a trace."""

import os
import signal
import socket
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.live.services import ServerProcess
from tests.operations.processes import ROOT, clean_environment, free_port, processes_with, python, until

UP = str(ROOT / "scripts" / "up.py")


class Run:
    def __init__(self, folder: Path) -> None:
        self.var = folder / "a folder with spaces"
        self.port = free_port()
        self.env = {"DUGOUT_VAR": str(self.var), "PORT": str(self.port), "TICK_SECONDS": "1", "PYTHONUNBUFFERED": "1"}
        self.log = folder / "up.log"
        self.process = self.start()

    def start(self) -> ServerProcess:
        return ServerProcess([sys.executable, UP], env=clean_environment(**self.env), log=self.log)

    def page(self, path: str) -> tuple[int, str]:
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{self.port}{path}", timeout=10) as response:
                return response.status, response.read().decode()
        except urllib.error.HTTPError as error:
            with error:
                return error.code, error.read().decode()

    def left(self) -> list[int]:
        return processes_with("DUGOUT_VAR", str(self.var))

    def children(self, words: str) -> list[int]:
        return [pid for pid in self.left() if words in command_line(pid)]


def command_line(pid: int) -> str:
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode()
    except OSError:
        return ""


@pytest.fixture
def run(tmp_path: Path) -> Iterator[Run]:
    started = Run(tmp_path)
    try:
        started.process.wait_for("Dugout is running at", seconds=120)
        yield started
    finally:
        started.process.stop(seconds=30)
        for pid in started.left():
            os.kill(pid, signal.SIGKILL)


def test_it_serves_works_recovers_and_stops_without_a_trace(run: Run) -> None:
    assert f"http://127.0.0.1:{run.port}/" in run.process.output
    assert "Password" in run.process.output
    assert run.page("/")[0] == 200
    assert until(lambda: run.page("/readyz")[0] == 200, seconds=30), run.page("/readyz")

    second = python(UP, **{**run.env, "PORT": str(free_port())})
    assert (second.returncode, second.stdout.strip()) == (1, "Dugout is already running in this folder.")

    for pid in run.children("celery -A config --quiet worker"):
        os.kill(pid, signal.SIGKILL)
    run.process.wait_for("The worker process ended (status -9); starting it again.")
    assert until(lambda: len(run.children("celery -A config --quiet worker")) >= 2, seconds=30)

    assert run.process.stop(seconds=30) == 0
    assert run.left() == []
    assert "Dugout has stopped." in run.process.output
    assert "Traceback" not in run.process.output

    key = (run.var / "secret-key").read_text()
    run.process = run.start()
    assert until(lambda: run.process.output.count("Dugout is running at") == 2, seconds=60)
    assert "already there" in run.process.output
    assert (run.var / "secret-key").read_text() == key


def test_when_it_is_killed_its_processes_end_too(run: Run) -> None:
    os.kill(run.process.popen.pid, signal.SIGKILL)
    assert until(lambda: run.left() == [], seconds=30), [command_line(pid) for pid in run.left()]


def test_a_signal_before_the_start_is_done_leaves_nothing(tmp_path: Path) -> None:
    run = Run(tmp_path)
    assert until(lambda: bool(run.children("manage.py migrate")), seconds=30)
    assert run.process.stop(seconds=30) == 0
    assert run.left() == []


@pytest.mark.parametrize("port", ["eighty", "0", "70000"])
def test_a_port_that_is_none_is_refused_in_one_line(tmp_path: Path, port: str) -> None:
    done = python(UP, DUGOUT_VAR=str(tmp_path), PORT=port)
    assert done.returncode == 1
    assert (done.stdout + done.stderr).strip() == f"PORT must be a number from 1 to 65535, not '{port}'."


def test_a_taken_port_is_refused_in_one_line(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        done = python(UP, DUGOUT_VAR=str(tmp_path), PORT=str(port))
    assert done.returncode == 1
    assert (done.stdout + done.stderr).strip() == (
        f"Cannot listen on 127.0.0.1 port {port}: Address already in use. Choose others with HOST= and PORT=."
    )
