"""Starting the application's own commands from a test, and seeing what they leave behind."""

import os
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent


def clean_environment(**values: str) -> dict[str, str]:
    """This process's environment without anything that configures Dugout, plus ``values``."""
    ours = {"SECRET_KEY", "DEBUG", "ALLOWED_HOSTS", "REDIS_URL", "PORT", "HOST"}
    families = ("DUGOUT_", "DJANGO_", "DATABASE_", "SECURE_")
    kept = {name: value for name, value in os.environ.items() if name not in ours and not name.startswith(families)}
    return {**kept, **values}


def python(*arguments: str, **env: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *arguments],
        cwd=ROOT,
        env=clean_environment(**env),
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )


def until(condition: Callable[[], bool], *, seconds: float) -> bool:
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if condition():
            return True
        time.sleep(0.1)
    return condition()


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def processes_with(name: str, value: str) -> list[int]:
    """Processes, our own apart, that were started with this environment variable."""
    wanted = f"{name}={value}".encode()
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            is_ours = wanted in (folder / "environ").read_bytes().split(b"\0")
        except OSError:
            continue
        if is_ours and int(folder.name) != os.getpid():
            found.append(int(folder.name))
    return found
