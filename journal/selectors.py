"""Reading the log."""

from django.db import models

from journal.models import LogEntry


def history(target: models.Model) -> models.QuerySet[LogEntry]:
    """What happened to one object, newest first, with the people who did it."""
    return LogEntry.objects.filter(object_type=target._meta.label_lower, object_id=str(target.pk)).select_related(
        "actor"
    )
