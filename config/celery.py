"""The Celery application of workers and beat.

The database is the queue of truth: a message only wakes a worker up, so losing or doubling one costs time and nothing
else. All settings are in ``config.settings`` under the prefix ``CELERY_``.
"""

import os

from celery import Celery
from celery.signals import beat_init, worker_init

from config import broker  # noqa: F401  (makes the embedded transport known by name)

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

app = Celery("dugout")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


@beat_init.connect
def beat_started(**_: object) -> None:
    from config import heartbeats  # models are only importable once Django is set up

    heartbeats.follow_beat()


@worker_init.connect
def worker_started(**_: object) -> None:
    from config import heartbeats

    heartbeats.follow_worker()
