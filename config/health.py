"""``/healthz``: this process answers. ``/readyz``: everything that a league needs to play is there."""

from collections.abc import Callable
from typing import Any

from django.apps import apps
from django.conf import settings
from django.db import Error, connection
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils import timezone
from django.utils.module_loading import import_string
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from kombu.exceptions import OperationalError

from config.celery import app as celery_app


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
    checks: dict[str, Callable[[], dict[str, Any]]] = {
        "database": database,
        "broker": broker,
        "beat": lambda: heartbeat("beat"),
        "worker": lambda: heartbeat("worker"),
        "work": work,
    }
    parts = {name: outcome(check) for name, check in checks.items()}
    reasons = [f"{name}: {part['reason']}" for name, part in parts.items() if not part["ok"]]
    body = {"status": "not ready" if reasons else "ready", "reasons": reasons, "checks": parts}
    return JsonResponse(body, status=503 if reasons else 200)


def outcome(check: Callable[[], dict[str, Any]]) -> dict[str, Any]:
    try:
        return {"ok": True, **check()}
    except NotReady as reason:
        return {"ok": False, "reason": str(reason)}
    except Error:
        return {"ok": False, "reason": "the database does not answer"}


def database() -> dict[str, Any]:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
    return {"vendor": connection.vendor}


def broker() -> dict[str, Any]:
    try:
        with celery_app.connection_for_write(connect_timeout=2) as link:
            link.ensure_connection(max_retries=1, interval_start=0, interval_max=0, timeout=2)
            link.default_channel.close()
            return {"transport": link.transport.driver_type}
    except (OperationalError, OSError) as error:
        raise NotReady("the message broker does not answer") from error


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
    overdue: dict[str, int] = import_string("matches.overdue.overdue_work")(timezone.now())
    late = [f"{overdue[what]} {what}" for what in ("matches", "sequences") if overdue[what]]
    if late:
        raise NotReady(f"{' and '.join(late)} overdue by more than {settings.READY_OVERDUE_SECONDS:.0f} seconds")
    return {"failing": overdue["failing"]}
