"""Models of the people in a league: who helps to run it, and what they decide together. The league itself is in `league.models`."""

from django.conf import settings
from django.db import models
from django.utils import timezone


class Role(models.TextChoices):
    """What somebody is in a league. Which role may do what stands in `league.permissions`."""

    OWNER = "owner", "owner"
    COMMISSIONER = "commissioner", "commissioner"
    ASSISTANT = "assistant", "assistant"


class StaffMember(models.Model):
    """Somebody who helps the owner to run a league, once the invitation is accepted. The owner is `League.commissioner`."""

    league = models.ForeignKey("league.League", models.CASCADE, related_name="staff")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="posts")
    role = models.CharField(max_length=12, choices=Role)
    invited_at = models.DateTimeField(default=timezone.now, editable=False)
    accepted_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-role", "invited_at", "pk"]  # commissioners before assistants
        constraints = [
            models.UniqueConstraint(fields=["league", "user"], name="one_post_per_person"),
            models.CheckConstraint(
                condition=models.Q(role__in=["commissioner", "assistant"]), name="staff_role_below_owner"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.user}, {self.role} of {self.league}"


class Decision(models.Model):
    """What somebody with a stake in it may not decide alone. See `league.decisions`."""

    class State(models.TextChoices):
        PROPOSED = "proposed", "proposed"
        CONFIRMED = "confirmed", "confirmed"
        DECLINED = "declined", "declined"
        TAKEN_BACK = "taken-back", "taken back"

    league = models.ForeignKey("league.League", models.CASCADE, related_name="decisions")
    kind = models.CharField(max_length=40)  # which service carries it out: `league.decisions.second`
    arguments = models.JSONField()
    digest = models.CharField(max_length=64)  # of kind and arguments
    summary = models.CharField(max_length=300)  # goes on after “X wants to”
    stake = models.CharField(max_length=300)
    reason = models.CharField(max_length=200)
    proposer = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="proposals")
    proposed_at = models.DateTimeField(default=timezone.now, editable=False)
    state = models.CharField(max_length=10, choices=State, default=State.PROPOSED)
    decider = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="decisions"
    )
    decided_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["league", "digest"], condition=models.Q(state="proposed"), name="one_open_proposal"
            ),
            models.CheckConstraint(condition=~models.Q(reason=""), name="decision_has_a_reason"),
            models.CheckConstraint(
                condition=models.Q(state="proposed", decider__isnull=True, decided_at__isnull=True)
                | models.Q(
                    state__in=["confirmed", "declined", "taken-back"], decider__isnull=False, decided_at__isnull=False
                ),
                name="decision_decided_by_somebody",
            ),
            models.CheckConstraint(
                condition=~models.Q(state="confirmed") | ~models.Q(decider=models.F("proposer")),
                name="decision_confirmed_by_another",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.proposer} wants to {self.summary}"
