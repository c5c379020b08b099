"""The log: who did what to which object, and when."""

from django.conf import settings
from django.core.serializers.json import DjangoJSONEncoder
from django.db import models
from django.utils import timezone


class LogEntry(models.Model):
    """One deed. Rows are only ever added; audit pages and news read this one stream."""

    at = models.DateTimeField(default=timezone.now, db_index=True)
    actor = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="log_entries"
    )  # empty: the application itself, or somebody who has left
    action = models.CharField(max_length=80, db_index=True)  # "league.created"
    object_type = models.CharField(max_length=80)  # "league.league"
    object_id = models.CharField(max_length=64)
    summary = models.CharField(max_length=500)
    data = models.JSONField(default=dict, encoder=DjangoJSONEncoder)

    class Meta:
        ordering = ["-at", "-id"]
        verbose_name_plural = "log entries"
        indexes = [models.Index(fields=["object_type", "object_id", "-id"], name="journal_by_object")]

    def __str__(self) -> str:
        return self.summary
