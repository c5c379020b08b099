"""Redis that is away, hangs or is full costs a request neither its answer nor much time."""

import logging
import socket
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from django.core.cache import caches
from django.test import Client
from kombu.exceptions import OperationalError
from pytest_django import Settings
from redis.exceptions import OutOfMemoryError

from accounts.models import User
from config import breaker as breaker_module
from config import cache as cache_module
from config import celery
from config.breaker import Breaker
from config.cache import ForgivingRedisCache
from outbox.tasks import mails_send
from tests.operations.processes import python


@pytest.fixture(autouse=True)
def closed_breakers() -> Iterator[None]:
    cache_module.breaker.reset()
    celery.sending.reset()
    yield
    cache_module.breaker.reset()
    celery.sending.reset()


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    now = [1000.0]
    monkeypatch.setattr(breaker_module.time, "monotonic", lambda: now[0])
    return now


@pytest.fixture
def hanging() -> Iterator[socket.socket]:
    """A server that takes connections and never says a word, as a stopped process does."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        yield server


def port_of(server: socket.socket) -> int:
    return int(server.getsockname()[1])


def connections_to(server: socket.socket) -> int:
    """How many there were since the last call."""
    server.setblocking(False)
    count = 0
    with suppress(BlockingIOError):
        while True:
            server.accept()[0].close()
            count += 1
    return count


def cache_at(port: int) -> ForgivingRedisCache:
    timeouts = {"socket_connect_timeout": 0.2, "socket_timeout": 0.2}
    return ForgivingRedisCache(f"redis://127.0.0.1:{port}/0", {"OPTIONS": timeouts})


def test_a_cache_that_is_away_forgets_everything(monkeypatch: pytest.MonkeyPatch) -> None:
    cache = cache_at(1)
    monkeypatch.setattr(cache_module.breaker, "allows", lambda: True)  # each call finds out for itself
    assert cache.get("key", "default") == "default"
    assert cache.add("key", 1) is True
    assert cache.set("key", 1) is None
    assert cache.touch("key") is False
    assert cache.delete("key") is False
    assert "key" not in cache
    assert cache.get_many(["key"]) == {}
    assert cache.set_many({"key": 1}) == []
    assert cache.delete_many(["key"]) is None
    assert cache.get_or_set("key", lambda: "made") == "made"
    assert cache.clear() is False
    for count in (cache.incr, cache.decr, cache.incr_version):
        with pytest.raises(ValueError, match="not found"):
            count("key")


def test_a_cache_that_hangs_is_asked_once_per_pause(
    hanging: socket.socket, clock: list[float], caplog: pytest.LogCaptureFixture
) -> None:
    cache = cache_at(port_of(hanging))
    for _ in range(2):
        for _ in range(3):
            assert cache.get("key") is None
        assert connections_to(hanging) == 1
        clock[0] += breaker_module.PAUSE
    assert [record.levelno for record in caplog.records] == [logging.WARNING]  # one line for both


def test_a_full_redis_is_a_miss_too(monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: Any, **__: Any) -> None:
        raise OutOfMemoryError("command not allowed when used memory > 'maxmemory'.")

    cache = cache_at(1)
    monkeypatch.setattr(cache._cache._client, "execute_command", full)
    assert cache.set("key", 1) is None
    assert cache_module.breaker.failing


def test_a_breaker_lets_one_caller_try_after_the_pause(clock: list[float], caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO)
    breaker = Breaker("It", pause=5)
    assert breaker.allows()
    breaker.failed(OSError("gone"))
    assert not breaker.allows()
    clock[0] += 5
    assert [breaker.allows() for _ in range(3)] == [True, False, False]
    breaker.worked()
    assert all(breaker.allows() for _ in range(3))
    assert caplog.messages == ["It does not answer (gone). The site goes on without it.", "It answers again."]


@pytest.fixture
def without_redis(settings: Settings) -> Iterator[None]:
    settings.CACHES = {"default": {"BACKEND": "config.cache.ForgivingRedisCache", "LOCATION": "redis://127.0.0.1:1/0"}}
    yield
    del caches["default"]


@pytest.mark.django_db
def test_rate_limits_fail_open(client: Client, without_redis: None) -> None:
    """allauth counts under a lock that it takes in the cache, and refuses whoever does not get it."""
    User.objects.create_user("ann", "ann@example.org", "a long password")
    for _ in range(6):  # five failures are allowed
        assert client.post("/accounts/login/", {"login": "ann", "password": "wrong"}).status_code == 200
    assert client.post("/accounts/login/", {"login": "ann", "password": "a long password"}).status_code == 302
    assert client.get("/api/v1/leagues/").status_code == 200


@pytest.mark.parametrize("error", [OperationalError("away"), OutOfMemoryError("full"), OSError("no space left")])
def test_a_message_that_cannot_be_sent_is_dropped(monkeypatch: pytest.MonkeyPatch, error: Exception) -> None:
    tries = []

    def refuse(*_: Any, **__: Any) -> None:
        tries.append(error)
        raise error

    monkeypatch.setattr(celery.DjangoTask, "apply_async", refuse)
    assert mails_send.delay() is None
    assert mails_send.delay() is None
    assert len(tries) == 1  # a broker that hangs is not asked for each of a hundred messages


def test_a_request_asks_a_broker_that_hangs_once(hanging: socket.socket, tmp_path: Path) -> None:
    """With the real settings: left alone, Kombu and Celery try again and again while the visitor waits."""
    code = "import django; django.setup(); from outbox.tasks import mails_send; print(mails_send.delay())"
    env = {"DUGOUT_MODE": "local", "DUGOUT_VAR": str(tmp_path), "DJANGO_SETTINGS_MODULE": "config.settings"}
    done = python("-c", code, REDIS_URL=f"redis://127.0.0.1:{port_of(hanging)}/0", REDIS_TIMEOUT="0.2", **env)
    assert done.stdout.splitlines()[-1:] == ["None"], done.stdout + done.stderr
    assert connections_to(hanging) == 1


@pytest.mark.parametrize("scheme", ["redis", "rediss"])
def test_a_channel_whose_connection_is_gone_raises_what_a_worker_outlives(scheme: str) -> None:
    """A worker closes its channels after losing the connection, and one with a message in hand wants it once more."""
    transport = celery.app.connection_for_write(f"{scheme}://127.0.0.1:1/0").transport
    channel = transport.Channel.__new__(transport.Channel)  # making one in full asks the server
    channel.connection = transport
    transport.client = None  # as after Connection.collect()
    with pytest.raises(transport.connection_errors):
        channel.QoS.restore_unacked(SimpleNamespace(channel=channel))
