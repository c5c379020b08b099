"""``/healthz``: this process answers. ``/readyz``: everything that a league needs to play is there."""

import logging
import threading
import time
from collections.abc import Callable
from functools import partial
from typing import Any

from django.apps import apps
from django.conf import settings
from django.db import Error, connection, connections
from django.db.models import Count, Min
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils import timezone
from django.utils.module_loading import import_string
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from kombu.exceptions import OperationalError
from redis.exceptions import RedisError, ResponseError

from config.celery import app as celery_app

LIMIT = 2.5  # seconds in which /readyz answers, whatever hangs

Check = Callable[[], dict[str, Any]]

logger = logging.getLogger(__name__)


class NotReady(Exception):
    """A part is missing; the message says why, without a secret in it."""


class ProbeMiddleware:
    """Answers probes first: they come from inside, over plain HTTP, under whatever host name, and have no session."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response
        self.probes = {"/healthz": healthz, "/readyz": readyz}

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.probes.get(request.path, self.get_response)(request)


@never_cache
@require_safe
def healthz(request: HttpRequest) -> HttpResponse:
    return JsonResponse({"status": "alive"})


@never_cache
@require_safe
def readyz(request: HttpRequest) -> HttpResponse:
    end = time.monotonic() + LIMIT
    looks = [look_started(server) for server in CHECKS]
    parts = {name: part for look in looks for name, part in look.found(until=end).items()}
    mail = parts.pop("mail")  # worth knowing, but pages are served and matches are played without it
    reasons = [f"{name}: {part['reason']}" for name, part in parts.items() if not part["ok"]]
    body = {"status": "not ready" if reasons else "ready", "reasons": reasons, "checks": parts, "mail": mail}
    return JsonResponse(body, status=503 if reasons else 200)


class Look(threading.Thread):
    """Asks one server, in a thread and with a database connection of its own: what hangs is reported, not waited for."""

    def __init__(self, checks: dict[str, Check]) -> None:
        super().__init__(daemon=True)
        late = {"ok": False, "reason": f"no answer within {LIMIT:g} seconds"}
        self.checks = checks
        self.parts = dict.fromkeys(checks, late)

    def run(self) -> None:
        try:
            for name, check in self.checks.items():
                self.parts[name] = outcome(check)
        finally:
            connections.close_all()

    def found(self, *, until: float) -> dict[str, dict[str, Any]]:
        self.join(max(0.0, until - time.monotonic()))
        return dict(self.parts)


latest: dict[str, Look] = {}
latest_lock = threading.Lock()


def look_started(server: str) -> Look:
    """A new look, or the one that still hangs: probes of a server that never answers do not pile up."""
    with latest_lock:
        look = latest.get(server)
        if look is None or not look.is_alive():
            look = latest[server] = Look(CHECKS[server])
            look.start()
        return look


def outcome(check: Check) -> dict[str, Any]:
    try:
        return {"ok": True, **check()}
    except NotReady as reason:
        return {"ok": False, "reason": str(reason)}
    except Error:
        return {"ok": False, "reason": "the database does not answer"}
    except Exception:  # the other checks still count
        logger.exception("A check of /readyz failed.")
        return {"ok": False, "reason": "the check itself failed"}


def database() -> dict[str, Any]:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
    return {"vendor": connection.vendor}


def heartbeat(name: str) -> dict[str, Any]:
    limit = settings.READY_HEARTBEAT_SECONDS
    at = apps.get_model("matches", "Heartbeat").objects.filter(name=name).values_list("at", flat=True).first()
    if at is None:
        raise NotReady("no sign of life yet")
    age = (timezone.now() - at).total_seconds()
    if age > limit:
        raise NotReady(f"last sign of life {age:.0f} seconds ago, the limit is {limit:.0f}")
    return {"age_seconds": round(age, 1), "limit_seconds": limit}


def work() -> dict[str, Any]:
    """One league in trouble is its commissioner's business; work that nobody even tries is the operator's."""
    overdue: dict[str, int] = import_string("operations.overdue.overdue_work")(timezone.now())
    late = [f"{overdue[what]} {what}" for what in ("matches", "sequences", "off-seasons") if overdue[what]]
    if late:
        raise NotReady(f"{' and '.join(late)} overdue by more than {settings.READY_OVERDUE_SECONDS:.0f} seconds")
    return {"failing": overdue["failing"]}


def mail() -> dict[str, Any]:
    found = apps.get_model("outbox", "Mail").objects.aggregate(waiting=Count("pk"), oldest=Min("created_at"))
    age = (timezone.now() - found["oldest"]).total_seconds() if found["waiting"] else 0.0
    if age > settings.MAIL_LATE_SECONDS:
        raise NotReady(f"{found['waiting']} messages wait to be sent, the oldest for {age:.0f} seconds")
    return {"waiting": found["waiting"]}


def broker() -> dict[str, Any]:
    try:
        with celery_app.connection_for_write() as link:
            channel = link.ensure_connection(max_retries=0).default_channel
            if link.transport.driver_type == "redis":
                channel.client.set("readyz", "", ex=60)  # a Redis that is full still answers, but takes no message
            channel.close()
            return {"transport": link.transport.driver_type}
    except ResponseError as error:
        raise NotReady("the message broker takes no messages") from error
    except (OperationalError, RedisError, OSError) as error:
        raise NotReady("the message broker does not answer") from error


# What each server is asked, in this order.
CHECKS: dict[str, dict[str, Check]] = {
    "database": {
        "database": database,
        "beat": partial(heartbeat, "beat"),
        "worker": partial(heartbeat, "worker"),
        "work": work,
        "mail": mail,
    },
    "broker": {"broker": broker},
}
