"""Models of the people in a league: who helps to run it. The league itself is in `league.models`."""

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
