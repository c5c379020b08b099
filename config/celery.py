"""The Celery application of workers and beat.

The database is the queue of truth: a message only wakes a worker up, so losing or doubling one costs time and nothing
else. All settings are in ``config.settings`` under the prefix ``CELERY_``.
"""

import os
from typing import Any

from celery import Celery
from celery.contrib.django.task import DjangoTask
from celery.signals import beat_init, task_prerun, worker_init
from kombu.exceptions import OperationalError
from redis.exceptions import RedisError

import engine
from config import broker  # noqa: F401  (makes its transports known by name)
from config.breaker import Breaker
from engine.collector import settle

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

sending = Breaker("The message broker")


class WakeUp(DjangoTask):
    """A task whose sending never fails and never takes long: whoever saved the row must not pay for the broker.

    A message that cannot be sent is dropped. The next tick or sweep finds the row.
    """

    def apply_async(self, *args: Any, **kwargs: Any) -> Any:
        if not sending.allows():
            return None
        try:
            sent = super().apply_async(*args, **kwargs)
        except (OperationalError, RedisError, OSError) as error:
            sending.failed(error)
            return None
        sending.worked()
        return sent


app = Celery("dugout", task_cls=WakeUp)
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


@beat_init.connect
def beat_started(**_: object) -> None:
    from config import heartbeats  # models are only importable once Django is set up

    heartbeats.follow_beat()


@worker_init.connect
def worker_started(**_: object) -> None:
    from config import heartbeats
    from config.database import renew_connections

    heartbeats.follow_worker()
    task_prerun.connect(renew_connections, dispatch_uid="connections")
    load_rules()


def load_rules() -> None:
    """Read all rules before the pool is made: its processes share them, and collecting garbage passes over them."""
    for key in engine.RULESETS:
        engine.ruleset(key)
    settle()
