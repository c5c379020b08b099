"""Work that should have been done by now, for operators."""

from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.db.models import Exists, OuterRef, Q, QuerySet

from league.seasons.off_season import off_seasons_due
from matches.jobs import sequences_to_close
from matches.models import Job
from matches.services import next_in_turn


def overdue_work(now: datetime) -> dict[str, int]:
    """`matches`, `sequences` and `off-seasons` are late, and nobody has tried. `failing` is retried and shown to commissioners.

    What waits for something that fails is neither: it is not late by itself.
    """
    late = now - timedelta(seconds=settings.READY_OVERDUE_SECONDS)
    matches = next_in_turn(late).filter(failed_at__isnull=True, attempts=0)  # those tried are tried again or given up
    off_seasons = off_seasons_due().filter(season__finished_at__lte=late)
    return {
        "matches": _untried(matches, Job.Kind.LOCK, now).count(),
        "sequences": _untried(sequences_to_close(late), Job.Kind.SEQUENCE, now).count(),
        "off-seasons": _untried(off_seasons, Job.Kind.OFF_SEASON, now).count(),
        "failing": Job.objects.filter(failed_at__isnull=False).count(),
    }


def _untried(found: QuerySet[Any], kind: str, now: datetime) -> QuerySet[Any]:
    """Neither failing, nor claimed or postponed."""
    known = Job.objects.filter(Q(failed_at__isnull=False) | Q(retry_at__gt=now), kind=kind, object_id=OuterRef("pk"))
    return found.exclude(Exists(known))
