"""Models of matches that are played at a table: that coaches agree on it, and what they report. The match is in `matches.models`."""

from django.conf import settings
from django.db import models
from django.utils import timezone

from teams.models import Team


class TableOffer(models.Model):
    """A coach proposes to play a match at a table, or by the engine after all, and the other one accepts or declines."""

    class State(models.TextChoices):
        OPEN = "open", "waiting for an answer"
        ACCEPTED = "accepted", "accepted"
        DECLINED = "declined", "declined"
        WITHDRAWN = "withdrawn", "withdrawn"

    match = models.ForeignKey("matches.Match", models.CASCADE, related_name="table_offers")
    team = models.ForeignKey(Team, models.CASCADE, related_name="+")  # whose coach proposes it
    at_table = models.BooleanField()
    state = models.CharField(max_length=10, choices=State, default=State.OPEN)
    made_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        ordering = ["-pk"]
        constraints = [
            models.UniqueConstraint(fields=["match"], condition=models.Q(state="open"), name="one_open_table_offer")
        ]

    def __str__(self) -> str:
        return f"{self.match} {'at a table' if self.at_table else 'by the engine'}, {self.get_state_display()}"


class MatchReport(models.Model):
    """How a match at a table ended, as a coach reports it. The other coach confirms it, or the commissioner decides about it."""

    class State(models.TextChoices):
        DRAFT = "draft", "not filed yet"
        FILED = "filed", "waiting for the other coach"
        DISPUTED = "disputed", "disputed"
        ACCEPTED = "accepted", "accepted"

    match = models.ForeignKey("matches.Match", models.CASCADE, related_name="reports")
    team = models.ForeignKey(Team, models.CASCADE, related_name="+")  # whose coach files it
    actor = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+")
    document = models.JSONField()  # as the rules of the game read it
    filed_document = models.JSONField(null=True, blank=True)  # what the coach filed, where it was corrected
    state = models.CharField(max_length=10, choices=State, default=State.DRAFT)
    objection = models.CharField(max_length=500, blank=True)  # of the coach who disputes it
    comment = models.CharField(max_length=500, blank=True)  # of the commissioner who has decided about it
    updated_at = models.DateTimeField(auto_now=True)
    filed_at = models.DateTimeField(null=True, blank=True)
    answer_by = models.DateTimeField(null=True, blank=True)  # after that the commissioner may decide
    accepted_at = models.DateTimeField(null=True, blank=True)
    accepted_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+")

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["match", "team"], name="one_report_per_side"),
            models.UniqueConstraint(fields=["match"], condition=~models.Q(state="draft"), name="one_filed_report"),
            models.CheckConstraint(
                condition=models.Q(state__in=["draft", "filed", "disputed", "accepted"]), name="report_state_known"
            ),
            models.CheckConstraint(
                condition=models.Q(state="draft", filed_at__isnull=True, answer_by__isnull=True)
                | ~models.Q(state="draft") & models.Q(filed_at__isnull=False, answer_by__isnull=False),
                name="report_filed_unless_draft",
            ),
            models.CheckConstraint(
                condition=models.Q(state="accepted", accepted_at__isnull=False)
                | ~models.Q(state="accepted") & models.Q(accepted_at__isnull=True),
                name="report_accepted_with_time",
            ),
            models.CheckConstraint(
                condition=~models.Q(state="disputed") | ~models.Q(objection=""), name="report_disputed_with_reason"
            ),
        ]

    def __str__(self) -> str:
        return f"Report of {self.match} by {self.team}, {self.get_state_display()}"

    @property
    def is_overdue(self) -> bool:
        """The other coach has had time enough to answer."""
        return self.state == self.State.FILED and self.answer_by is not None and self.answer_by <= timezone.now()

    @property
    def has_no_answer(self) -> bool:
        """Nobody coaches the other side."""
        return self.filed_at is not None and self.filed_at == self.answer_by
