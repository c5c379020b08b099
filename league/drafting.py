"""The model of a team that is still being drafted. What is done with it is in `league.drafts`."""

from django.conf import settings
from django.db import models
from django.utils import timezone

import engine
from accounts.text import LineField
from engine.campaign import LEAGUE, PLAYS, Campaign
from teams.models import COLOUR, SHORT, Team


class Draft(models.Model):
    """A draft of a team, by the terms of the league it is made for."""

    class State(models.TextChoices):
        OPEN = "open", "draft"
        SUBMITTED = "submitted", "waiting for approval"
        RETURNED = "returned", "returned"
        APPROVED = "approved", "approved"

    owner = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="drafts")
    league = models.ForeignKey("league.League", models.CASCADE, null=True, blank=True, related_name="drafts")
    ruleset = models.CharField(max_length=30)
    play = models.CharField(max_length=8, choices=PLAYS, default=LEAGUE)  # as the league does when it is begun
    name = LineField(max_length=60, blank=True)
    short = models.CharField(max_length=3, blank=True, validators=[SHORT])
    colour = models.CharField(max_length=7, default="#a3312a", validators=[COLOUR])
    motto = LineField(max_length=120, blank=True)
    document = models.JSONField()  # the draft as the campaign rules of the engine read it
    state = models.CharField(max_length=10, choices=State, default=State.OPEN)
    comment = models.CharField(max_length=500, blank=True)  # of the commissioner who returned it
    team = models.OneToOneField(Team, models.CASCADE, null=True, blank=True, related_name="draft")
    # Which window of a browser saved it last, and with the how many-th of its requests.
    edited_in = models.CharField(max_length=36, blank=True)
    edition = models.PositiveIntegerField(default=0)
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    updated_at = models.DateTimeField(auto_now=True)

    class Meta:
        ordering = ["-updated_at", "-pk"]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(state="approved", team__isnull=False)
                | models.Q(state__in=["open", "submitted", "returned"], team__isnull=True),
                name="draft_has_a_team_when_approved",
            ),
        ]

    def __str__(self) -> str:
        return self.name or f"Draft {self.pk}"

    @property
    def campaign(self) -> Campaign:
        return engine.campaign_of(self.ruleset, self.play)

    @property
    def editable(self) -> bool:
        return self.state in (self.State.OPEN, self.State.RETURNED)
