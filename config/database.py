"""How long a web request may wait for PostgreSQL.

Only the web processes limit their statements (``config.wsgi``): a visitor is gone by then, and a few that hang would
occupy every thread. Migrations may take as long as they need, and a task has a time limit of its own.
"""

from typing import Any

from django.conf import settings
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.signals import connection_created


def limit_statements(connection: BaseDatabaseWrapper, **_: Any) -> None:
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT set_config('statement_timeout', %s, false)", [f"{settings.DATABASE_STATEMENT_TIMEOUT}s"])


def limit_web_statements() -> None:
    connection_created.connect(limit_statements, dispatch_uid="web statement timeout")
