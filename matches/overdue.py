"""Work that should have been done by now, for operators."""

from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.db.models import Exists, OuterRef, QuerySet

from matches.models import Job
from matches.services import unresolved_in_order
from teams.sequences import overdue_sequences


def overdue_work(now: datetime) -> dict[str, int]:
    """`matches` and `sequences` are late without anybody having tried; `failing` is what is tried again and shown to commissioners.

    What waits for something that fails is neither: it is not late by itself.
    """
    late = now - timedelta(seconds=settings.READY_OVERDUE_SECONDS)
    matches = unresolved_in_order().filter(blocked=False, failed_at__isnull=True, due_at__lte=late)
    return {
        "matches": _untried(matches, Job.Kind.LOCK).count(),
        "sequences": _untried(overdue_sequences(late), Job.Kind.SEQUENCE).count(),
        "failing": Job.objects.filter(failed_at__isnull=False).count(),
    }


def _untried(found: QuerySet[Any], kind: str) -> QuerySet[Any]:
    failing = Job.objects.filter(kind=kind, object_id=OuterRef("pk"), failed_at__isnull=False)
    return found.exclude(Exists(failing))
