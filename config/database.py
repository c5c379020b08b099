"""Connections: how long a web request may wait for PostgreSQL, and what a worker does with one that is broken.

Only the web processes limit their statements (``config.wsgi``): a visitor is gone by then, and a few that hang would
occupy every thread. Migrations may take as long as they need, and a task has a time limit of its own.
"""

from contextlib import suppress
from typing import Any

from django.conf import settings
from django.db import close_old_connections, connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.signals import connection_created


def limit_statements(connection: BaseDatabaseWrapper, **_: Any) -> None:
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT set_config('statement_timeout', %s, false)", [f"{settings.DATABASE_STATEMENT_TIMEOUT}s"]
            )


def limit_web_statements() -> None:
    connection_created.connect(limit_statements, dispatch_uid="web statement timeout")


def renew_connections(**_: object) -> None:
    """Before a task of a worker: close what is old or broken, as before a request.

    A time limit or a signal can strike in the middle of a commit, where Django cannot put the connection right any more: it
    stays inside a transaction that nobody ends, and every later task would fail.
    """
    close_old_connections()
    for connection in connections.all(initialized_only=True):
        if connection.in_atomic_block:
            connection.in_atomic_block = False  # or it could not be closed
            with suppress(Exception):
                connection.close()
            del connections[connection.alias]
