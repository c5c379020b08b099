"""The log: who did what to which object, and when."""

from django.conf import settings
from django.core.serializers.json import DjangoJSONEncoder
from django.db import models
from django.utils import timezone


class LogEntry(models.Model):
    """Something that was done. Rows are only ever added, and changed only where they name a person who deleted the account."""

    at = models.DateTimeField(default=timezone.now, db_index=True)
    actor = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="log_entries"
    )  # empty: the application itself, or somebody who has left
    about = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="log_entries_about"
    )  # another person whom the summary names
    action = models.CharField(max_length=80, db_index=True)  # "league.created"
    object_type = models.CharField(max_length=80)  # "league.league"
    object_id = models.CharField(max_length=64)
    summary = models.CharField(max_length=500)
    data = models.JSONField(default=dict, encoder=DjangoJSONEncoder)
    league = models.BigIntegerField(
        null=True, blank=True
    )  # the league it belongs to; a number, since leagues are above
    reason = models.CharField(max_length=200, blank=True)  # of a superuser who acted for that league

    class Meta:
        ordering = ["-at", "-id"]
        verbose_name_plural = "log entries"
        indexes = [
            models.Index(fields=["object_type", "object_id", "-id"], name="journal_by_object"),
            models.Index(fields=["league", "-id"], name="journal_by_league"),
            models.Index(fields=["league", "action", "-id"], name="journal_by_league_and_action"),
        ]

    def __str__(self) -> str:
        return self.summary
