"""Writing to the log."""

from collections.abc import Mapping
from typing import Any

from django.db import models

from accounts.models import User
from journal.models import LogEntry


def record(
    *, actor: User | None, action: str, target: models.Model, summary: str, data: Mapping[str, Any] | None = None
) -> LogEntry:
    """Append one row, inside the caller's transaction, so that deed and log stand or fall together."""
    if target.pk is None:
        raise ValueError("Only a stored object can be logged.")
    return LogEntry.objects.create(
        actor=actor,
        action=action,
        object_type=target._meta.label_lower,
        object_id=str(target.pk),
        summary=summary,
        data=dict(data or {}),
    )
