"""Copies the database of this installation to one file, and back: ``make backup`` and ``make restore FILE=…``.

SQLite is copied while everything runs; PostgreSQL by its own pg_dump and pg_restore, which must be installed. Restoring
replaces everything, and is refused while ``make up`` runs.
"""

import argparse
import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from typing import Any

import django
from django.conf import settings
from django.utils import timezone

from scripts.up import Failed, only_one

Database = dict[str, Any]


def save(database: Database, file: Path) -> None:
    """A copy that is complete or not there at all, and that only its owner can read."""
    if file.exists():
        raise Failed(f"{file} exists already.")
    unfinished = file.with_name(f"{file.name}.unfinished")
    unfinished.unlink(missing_ok=True)
    unfinished.touch(mode=0o600)
    try:
        if is_sqlite(database):
            copy(Path(database["NAME"]), unfinished)
        else:
            postgresql(database, "pg_dump", "--format", "custom", "--no-owner", "--file", str(unfinished))
        unfinished.rename(file)
    finally:
        unfinished.unlink(missing_ok=True)


def restore(database: Database, file: Path) -> None:
    if not file.is_file():
        raise Failed(f"There is no backup at '{file}'. Say which with FILE=…")
    with only_one(settings.VAR_DIR):
        if is_sqlite(database):
            copy(file, Path(database["NAME"]))
        else:
            options = ["--clean", "--if-exists", "--no-owner", "--single-transaction", "--exit-on-error"]
            postgresql(database, "pg_restore", *options, "--dbname", database["NAME"], str(file))


def is_sqlite(database: Database) -> bool:
    return str(database["ENGINE"]).endswith("sqlite3")


def copy(source: Path, target: Path) -> None:
    """SQLite's own way to copy: it takes the write-ahead log along and fails on a file that is no whole database."""
    try:
        with (
            closing(sqlite3.connect(f"{source.resolve().as_uri()}?mode=ro", uri=True)) as old,
            closing(sqlite3.connect(target)) as new,
        ):
            if old.execute("PRAGMA quick_check").fetchone() != ("ok",):
                raise Failed(f"{source} is damaged; nothing was copied.")
            old.backup(new)
    except sqlite3.DatabaseError as error:
        raise Failed(f"{source} cannot be copied: {error}.") from error


def postgresql(database: Database, program: str, *arguments: str) -> None:
    names = {"PGHOST": "HOST", "PGPORT": "PORT", "PGUSER": "USER", "PGPASSWORD": "PASSWORD", "PGDATABASE": "NAME"}
    given = {name: str(database[key]) for name, key in names.items() if database.get(key)}
    if mode := database.get("OPTIONS", {}).get("sslmode"):
        given["PGSSLMODE"] = mode
    try:
        subprocess.run([program, *arguments], env={**os.environ, **given}, check=True)
    except FileNotFoundError as error:
        raise Failed(f"{program} is not installed. It comes with PostgreSQL's client programs.") from error
    except subprocess.CalledProcessError as error:
        raise Failed(f"{program} failed; see its output above.") from error


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("what", choices=["save", "restore"])
    parser.add_argument("file", type=Path, nargs="?", help="without it, a name with the time in var/backups")
    given = parser.parse_args()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()
    database = settings.DATABASES["default"]
    try:
        if given.what == "restore":
            restore(database, given.file or Path())
            print("The backup is restored. Now run migrate, or make up, which does.")
        else:
            file = given.file or default_file(database)
            save(database, file)
            print(f"Saved to {file}.")
    except Failed as reason:
        print(reason, file=sys.stderr)
        return 1
    return 0


def default_file(database: Database) -> Path:
    folder: Path = settings.VAR_DIR / "backups"
    folder.mkdir(mode=0o700, exist_ok=True)
    return folder / f"{timezone.now():%Y-%m-%d-%H%M%S}.{'sqlite3' if is_sqlite(database) else 'dump'}"


if __name__ == "__main__":
    sys.exit(main())
