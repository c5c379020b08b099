"""``make backup`` and ``make restore``: a whole copy, private, and back again."""

import fcntl
import os
from pathlib import Path

import psycopg
import pytest

from tests.conftest import DATABASE_URL
from tests.operations.processes import python

COUNT = "from accounts.models import User; print(User.objects.count())"
MAKE = "from accounts.models import User; User.objects.create_user('{0}', '{0}@example.org')"


class Installation:
    def __init__(self, **env: str) -> None:
        self.env = {"DUGOUT_MODE": "local", **env}
        self.run("manage.py", "migrate", "-v0")

    def run(self, *arguments: str) -> str:
        done = python(*arguments, **self.env)
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout.strip()

    def shell(self, code: str) -> str:
        return self.run("manage.py", "shell", "--no-imports", "-c", code)

    def refused(self, *arguments: str) -> str:
        done = python("-m", "scripts.backup", *arguments, **self.env)
        assert done.returncode == 1
        return done.stderr.strip()


def check_round_trip(site: Installation, file: Path) -> None:
    site.shell(MAKE.format("ann"))
    site.run("-m", "scripts.backup", "save", str(file))
    assert file.stat().st_mode & 0o777 == 0o600
    site.shell(MAKE.format("bob"))
    assert site.shell(COUNT) == "2"
    site.run("-m", "scripts.backup", "restore", str(file))
    assert site.shell(COUNT) == "1"


def test_sqlite_comes_back_as_it_was_saved(tmp_path: Path) -> None:
    site = Installation(DUGOUT_VAR=str(tmp_path / "var"))
    file = tmp_path / "a copy?.sqlite3"
    check_round_trip(site, file)
    assert "exists already" in site.refused("save", str(file))
    assert "no backup" in site.refused("restore", str(tmp_path / "other"))
    broken = tmp_path / "broken"
    broken.write_bytes(file.read_bytes()[:5000])
    assert str(broken) in site.refused("restore", str(broken))
    with (tmp_path / "var" / "up.lock").open("w") as running:
        fcntl.flock(running, fcntl.LOCK_EX)
        assert "already running" in site.refused("restore", str(file))
    assert site.shell(COUNT) == "1"


@pytest.mark.live
def test_postgresql_comes_back_as_it_was_saved(tmp_path: Path) -> None:
    name = f"dugout_backup_{os.getpid()}"
    with psycopg.connect(DATABASE_URL, autocommit=True) as server:
        server.execute(f"CREATE DATABASE {name}")
        try:
            address = DATABASE_URL.rpartition("/")[0]
            check_round_trip(
                Installation(DUGOUT_VAR=str(tmp_path / "var"), DATABASE_URL=f"{address}/{name}"), tmp_path / "copy"
            )
        finally:
            server.execute(f"DROP DATABASE {name} WITH (FORCE)")
