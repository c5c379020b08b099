"""What coaches propose to one another: another time for their match, or a match in open play."""

from django.conf import settings
from django.db import models
from django.utils import timezone

from league.models import Stage
from teams.models import Team


class TimeProposal(models.Model):
    """A coach proposes another time for a match to the other coach, who accepts it, declines it or proposes another one."""

    class State(models.TextChoices):
        OPEN = "open", "waiting for an answer"
        ACCEPTED = "accepted", "accepted"
        DECLINED = "declined", "declined"
        COUNTERED = "countered", "answered with another time"
        WITHDRAWN = "withdrawn", "withdrawn"

    match = models.ForeignKey("matches.Match", models.CASCADE, related_name="proposals")
    team = models.ForeignKey(Team, models.CASCADE, related_name="+")  # whose coach proposes it
    actor = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+")
    due_at = models.DateTimeField()
    state = models.CharField(max_length=10, choices=State, default=State.OPEN)
    made_at = models.DateTimeField(default=timezone.now, editable=False)
    answered_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-pk"]
        constraints = [
            models.UniqueConstraint(fields=["match"], condition=models.Q(state="open"), name="one_open_time_proposal"),
            models.CheckConstraint(
                condition=models.Q(state="open", answered_at__isnull=True)
                | ~models.Q(state="open") & models.Q(answered_at__isnull=False),
                name="proposal_answered_unless_open",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.match} at {self.due_at:%Y-%m-%d %H:%M}, {self.get_state_display()}"


class MatchOffer(models.Model):
    """In open play a coach proposes a match to another one, who accepts or declines it."""

    class State(models.TextChoices):
        OPEN = "open", "waiting for an answer"
        ACCEPTED = "accepted", "accepted"
        DECLINED = "declined", "declined"
        WITHDRAWN = "withdrawn", "withdrawn"

    stage = models.ForeignKey(Stage, models.CASCADE, related_name="offers")
    team = models.ForeignKey(Team, models.CASCADE, related_name="+")  # whose coach proposes it
    opponent = models.ForeignKey(Team, models.CASCADE, related_name="+")
    state = models.CharField(max_length=10, choices=State, default=State.OPEN)
    made_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        ordering = ["-pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["stage", "team", "opponent"], condition=models.Q(state="open"), name="one_open_offer"
            ),
            models.CheckConstraint(condition=~models.Q(team=models.F("opponent")), name="offer_to_another_team"),
        ]

    def __str__(self) -> str:
        return f"{self.team} to {self.opponent}, {self.get_state_display()}"
