"""Signs of life for ``/readyz``: beat marks each message it sends, a worker each task it finishes.

They are written where the work happens and not by the tick task, so that a dead beat and a dead worker can be told
apart. A database that is away for a moment must not stop either of them.
"""

import logging
import time

from celery.signals import after_task_publish, task_postrun
from django.apps import apps
from django.db import Error
from django.utils import timezone

logger = logging.getLogger(__name__)

EVERY_SECONDS = 2.0
last_written: dict[str, float] = {}


def heartbeat_write(*, name: str) -> None:
    """Store that ``name`` is alive, at most once in two seconds per process."""
    now = time.monotonic()
    if now - last_written.get(name, -EVERY_SECONDS) < EVERY_SECONDS:
        return
    last_written[name] = now
    try:
        apps.get_model("matches", "Heartbeat").objects.update_or_create(name=name, defaults={"at": timezone.now()})
    except Error:
        logger.exception("The heartbeat of the %s could not be written.", name)


def beat_published(**_: object) -> None:
    heartbeat_write(name="beat")


def worker_finished(**_: object) -> None:
    heartbeat_write(name="worker")


def follow_beat() -> None:
    after_task_publish.connect(beat_published, dispatch_uid="beat heartbeat")


def follow_worker() -> None:
    task_postrun.connect(worker_finished, dispatch_uid="worker heartbeat")
