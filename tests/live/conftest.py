"""Fixtures of the live suite: throw-away installations on PostgreSQL and Redis with real worker processes.

``live``            a fresh, migrated PostgreSQL database and a private prefix in the shared Redis (see ``Live``)
``live_own_redis``  the same on a Redis server of its own; ``live_own_redis.redis`` can ``stop()`` and ``restart()``
``live_orm``        ``live``, with Django's ORM *in the test process* bound to that database for the test
``worker_process``  a callable: ``worker_process(concurrency=2, SOME_ENV="x")`` starts a real worker on ``live``
``wait_until``      ``wait_until(lambda: …, seconds=30, what="the match is resolved")``

Messages sent by code in the test process go to an in-memory broker and reach nobody; ``live.send("matches.tasks.tick")``
reaches the workers. Mark the tests ``@pytest.mark.live`` (``pytestmark = pytest.mark.live`` for a module).
"""

import uuid
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit, urlunsplit

import environ
import psycopg
import pytest
from django.db import connections
from psycopg import sql
from pytest_django import DjangoDbBlocker

from config.startup import postgresql_options
from tests.conftest import DATABASE_URL, REDIS_URL
from tests.live.services import Live, RedisServer, ServerProcess
from tests.live.services import wait_until as wait


def named(name: str) -> str:
    return urlunsplit(urlsplit(DATABASE_URL)._replace(path=f"/{name}"))


def server(statement: str, *names: str) -> None:
    """One statement on the database server itself, outside any transaction."""
    with psycopg.connect(DATABASE_URL, autocommit=True) as link:
        link.execute(sql.SQL(statement).format(*map(sql.Identifier, names)))


@pytest.fixture(scope="session")
def migrated_template(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A migrated database that each test copies, which takes a fraction of migrating it again."""
    name = f"dugout_template_{uuid.uuid4().hex[:12]}"
    server("CREATE DATABASE {}", name)
    try:
        folder = tmp_path_factory.mktemp("template")
        Live(folder=folder, database_url=named(name), redis_url=REDIS_URL, prefix=name).manage("migrate", "-v0")
        yield name
    finally:
        server("DROP DATABASE {} WITH (FORCE)", name)


@pytest.fixture
def live_database(migrated_template: str) -> Iterator[str]:
    name = f"dugout_live_{uuid.uuid4().hex[:12]}"
    server("CREATE DATABASE {} TEMPLATE {}", name, migrated_template)
    try:
        yield named(name)
    finally:
        server("DROP DATABASE {} WITH (FORCE)", name)


@pytest.fixture
def live(live_database: str, tmp_path: Path) -> Iterator[Live]:
    made = Live(folder=tmp_path, database_url=live_database, redis_url=REDIS_URL, prefix=f"test{uuid.uuid4().hex[:12]}")
    try:
        yield made
    finally:
        made.close()


@pytest.fixture
def live_own_redis(live_database: str, tmp_path: Path) -> Iterator[Live]:
    redis_server = RedisServer(tmp_path)
    redis_server.start()
    made = Live(folder=tmp_path, database_url=live_database, redis_url=redis_server.url, prefix="own")
    made.redis = redis_server
    try:
        yield made
    finally:
        made.close()
        redis_server.stop()


@pytest.fixture
def live_orm(live: Live, django_db_blocker: DjangoDbBlocker) -> Iterator[Live]:
    usual = connections["default"]
    bound = {
        **usual.settings_dict,
        **environ.Env.db_url_config(live.database_url),
        "OPTIONS": postgresql_options(prepare=True),
        "TEST": {},
    }
    settings = connections.settings
    before = settings["default"]
    settings["default"] = {**before, **bound}
    del connections["default"]
    try:
        with django_db_blocker.unblock():
            yield live
            connections["default"].close()
    finally:
        settings["default"] = before
        connections["default"] = usual


@pytest.fixture
def worker_process(live: Live) -> Callable[..., ServerProcess]:
    return live.worker


@pytest.fixture
def wait_until() -> Callable[..., Any]:
    return wait
