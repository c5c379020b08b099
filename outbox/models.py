"""Mail that waits to be sent, and the one sender."""

from django.db import models
from django.utils import timezone


class Mail(models.Model):
    """One message. The row is deleted once the mail server has taken it: it may hold a link that sets a password."""

    content = models.BinaryField()  # headers and body as they go out; each attempt sends the same Message-ID
    sender = models.TextField()
    recipients = models.JSONField()  # including hidden copies, which the headers do not name
    created_at = models.DateTimeField(default=timezone.now)
    due_at = models.DateTimeField(default=timezone.now, db_index=True)
    attempts = models.PositiveIntegerField(default=0)
    last_error = models.CharField(max_length=500, blank=True)

    class Meta:
        verbose_name_plural = "mail"

    def __str__(self) -> str:
        return f"mail {self.pk}"


class Sender(models.Model):
    """The one row that a worker must hold to send mail, so that a mail server that hangs holds up one worker only."""

    free_at = models.DateTimeField(default=timezone.now)
    failures = models.PositiveIntegerField(default=0)  # in a row, of the mail server

    def __str__(self) -> str:
        return f"free at {self.free_at}"
