"""/healthz and /readyz tell an operator what is missing."""

import datetime
import threading
from collections.abc import Iterator

import pytest
from django.db import OperationalError
from django.db.models import F
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries, Settings

from config import health, heartbeats
from config.celery import app
from matches.models import MAX_ATTEMPTS, Heartbeat, Job, Match
from outbox.models import Mail
from tests.builders import locked_match, matches_of, running_season


@pytest.fixture
def beating(transactional_db: None) -> None:
    """Committed, because /readyz looks through connections of its own."""
    for name in ("beat", "worker"):
        Heartbeat.objects.create(name=name, at=timezone.now())


def test_healthz_asks_nobody(client: Client) -> None:
    """Without the db fixture any query would fail."""
    response = client.get("/healthz")
    assert (response.status_code, response.json()) == (200, {"status": "alive"})


def test_probes_come_under_any_host_name_and_without_https(client: Client, settings: Settings) -> None:
    settings.SECURE_SSL_REDIRECT = True
    assert client.get("/healthz", headers={"host": "10.1.2.3"}).status_code == 200
    assert client.get("/accounts/login/", headers={"host": "10.1.2.3"}).status_code == 400


def test_ready_when_everything_answers(client: Client, beating: None) -> None:
    response = client.get("/readyz")
    assert response.status_code == 200
    body = response.json()
    assert body["status"] == "ready"
    assert set(body["checks"]) == {"database", "broker", "beat", "worker", "work"}
    assert body["checks"]["worker"]["age_seconds"] < 30
    assert "no-store" in response["Cache-Control"]


@pytest.mark.parametrize("name", ["beat", "worker"])
def test_not_ready_without_a_recent_sign_of_life(client: Client, beating: None, name: str) -> None:
    Heartbeat.objects.filter(name=name).update(at=timezone.now() - datetime.timedelta(minutes=5))
    response = client.get("/readyz")
    assert response.status_code == 503
    assert response.json()["reasons"] == [f"{name}: last sign of life 300 seconds ago, the limit is 60"]


def test_not_ready_before_the_first_sign_of_life(client: Client, transactional_db: None) -> None:
    reasons = client.get("/readyz").json()["reasons"]
    assert reasons == ["beat: no sign of life yet", "worker: no sign of life yet"]


def test_not_ready_without_a_broker(client: Client, beating: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(app.conf, "broker_read_url", "redis://127.0.0.1:1/0")
    monkeypatch.setattr(app.conf, "broker_write_url", "redis://:secret@127.0.0.1:1/0")
    response = client.get("/readyz")
    assert response.status_code == 503
    assert response.json()["reasons"] == ["broker: the message broker does not answer"]
    assert "secret" not in response.content.decode()


def test_not_ready_without_a_database(client: Client, beating: None, monkeypatch: pytest.MonkeyPatch) -> None:
    class Gone:
        def cursor(self) -> None:
            raise OperationalError("password of db.example is wrong")

    monkeypatch.setattr(health, "connection", Gone())
    response = client.get("/readyz")
    assert response.status_code == 503
    assert "database: the database does not answer" in response.json()["reasons"]
    assert "password" not in response.content.decode()


@pytest.fixture
def hanging(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """A database that never answers; the list grows with each try."""
    tried: list[str] = []
    over = threading.Event()

    class Hanging:
        def cursor(self) -> None:
            tried.append("database")
            over.wait(10)
            raise OperationalError("too late")

    monkeypatch.setattr(health, "connection", Hanging())
    monkeypatch.setattr(health, "LIMIT", 0.3)
    yield tried
    over.set()
    health.latest["database"].join()


def test_a_server_that_hangs_is_reported_and_asked_once(client: Client, beating: None, hanging: list[str]) -> None:
    for _ in range(3):
        response = client.get("/readyz")
        assert response.status_code == 503
        assert "database: no answer within 0.3 seconds" in response.json()["reasons"]
        assert response.json()["checks"]["broker"]["ok"]  # the others are still looked at
    assert hanging == ["database"]


def test_late_mail_is_reported_and_does_not_matter(client: Client, beating: None) -> None:
    row = Mail.objects.create(content=b"", sender="a@example.org", recipients=["b@example.org"])
    assert client.get("/readyz").json()["mail"] == {"ok": True, "waiting": 1}
    row.created_at -= datetime.timedelta(minutes=11)
    row.save()
    response = client.get("/readyz")
    assert response.status_code == 200
    assert response.json()["mail"]["reason"].startswith("1 messages wait to be sent, the oldest for 66")


def test_only_reading_is_allowed(client: Client) -> None:
    assert client.post("/healthz").status_code == 405


def test_heartbeats_are_written_at_most_every_two_seconds(
    db: None, django_assert_num_queries: DjangoAssertNumQueries, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(heartbeats, "last_written", {})
    heartbeats.beat_published()
    first = Heartbeat.objects.get(name="beat").at
    with django_assert_num_queries(0):
        heartbeats.beat_published()
    monkeypatch.setitem(heartbeats.last_written, "beat", -heartbeats.EVERY_SECONDS)
    heartbeats.beat_published()
    assert Heartbeat.objects.get(name="beat").at > first


def test_the_limit_is_a_setting(client: Client, beating: None, settings: Settings) -> None:
    settings.READY_HEARTBEAT_SECONDS = -1
    assert client.get("/readyz").status_code == 503


def test_work_that_nobody_tries_is_reported(client: Client, beating: None, settings: Settings) -> None:
    settings.READY_OVERDUE_SECONDS = 600
    running_season(teams=4, ago=9)
    assert client.get("/readyz").json()["checks"]["work"] == {"ok": True, "failing": 0}
    Match.objects.update(due_at=F("due_at") - datetime.timedelta(minutes=2))
    response = client.get("/readyz")
    assert response.status_code == 503
    assert response.json()["reasons"] == [
        "work: 2 matches overdue by more than 600 seconds"
    ]  # and those that wait for them


def test_work_in_trouble_is_counted_and_is_no_reason_to_take_the_site_down(client: Client, beating: None) -> None:
    match = matches_of(running_season(ago=60))[0]
    Job.objects.create(
        kind="lock", object_id=match.pk, retry_at=timezone.now(), failed_at=timezone.now(), failure="broken"
    )
    response = client.get("/readyz")
    assert response.status_code == 200
    assert response.json()["checks"]["work"] == {"ok": True, "failing": 1}


def test_a_match_that_keeps_failing_is_no_reason_either(client: Client, beating: None) -> None:
    """It is tried again for longer than work may be overdue, and given up at last."""
    match = locked_match(ago=60)
    assert client.get("/readyz").status_code == 503
    Match.objects.filter(pk=match.pk).update(attempts=MAX_ATTEMPTS - 1, claimed_at=timezone.now(), failure="broken")
    assert client.get("/readyz").status_code == 200


@pytest.mark.parametrize("what", ["sequences", "off-seasons"])
def test_other_work_that_nobody_tries_is_reported_too(
    client: Client, beating: None, what: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    overdue = {"matches": 0, "sequences": 0, "off-seasons": 0, "failing": 0, what: 3}
    monkeypatch.setattr("operations.overdue.overdue_work", lambda now: overdue)
    assert client.get("/readyz").json()["reasons"] == [f"work: 3 {what} overdue by more than 900 seconds"]
