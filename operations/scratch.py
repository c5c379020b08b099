"""A database to try things out in."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from django.contrib.contenttypes.models import ContentType
from django.core.management import call_command
from django.db import DEFAULT_DB_ALIAS, connections


@contextmanager
def scratch_database() -> Iterator[None]:
    """Bind Django to a new, migrated SQLite file for a while. The configured database is neither read nor written."""
    with empty_database():
        call_command("migrate", verbosity=0)
        yield


@contextmanager
def empty_database() -> Iterator[None]:
    """The same without any table."""
    usual, settings = connections[DEFAULT_DB_ALIAS], connections.settings
    configured = settings[DEFAULT_DB_ALIAS]
    with TemporaryDirectory(prefix="dugout-scratch-") as folder:
        settings[DEFAULT_DB_ALIAS] = _sqlite(Path(folder) / "scratch.sqlite3")
        del connections[DEFAULT_DB_ALIAS]
        try:
            yield
        finally:
            connections[DEFAULT_DB_ALIAS].close()
            settings[DEFAULT_DB_ALIAS] = configured
            connections[DEFAULT_DB_ALIAS] = usual
            ContentType.objects.clear_cache()  # migrating filled it


def _sqlite(path: Path) -> dict[str, object]:
    """A file that nobody else opens and nobody misses needs no care on disk."""
    options = {"init_command": "PRAGMA journal_mode=MEMORY; PRAGMA synchronous=OFF;"}
    given = {DEFAULT_DB_ALIAS: {"ENGINE": "django.db.backends.sqlite3", "NAME": str(path), "OPTIONS": options}}
    return dict(connections.configure_settings(given)[DEFAULT_DB_ALIAS])
