"""Models of the people in a league: who helps to run it, what they decide together, and who gets in. The league is in `league.models`."""

from django.conf import settings
from django.db import models
from django.utils import timezone


class Role(models.TextChoices):
    """What somebody is in a league. Which role may do what stands in `league.permissions`."""

    OWNER = "owner", "owner"
    COMMISSIONER = "commissioner", "commissioner"
    ASSISTANT = "assistant", "assistant"


class Joining(models.TextChoices):
    """How a team gets into a season of a league."""

    OPEN = "open", "Every coach"
    INVITED = "invited", "Whoever has been invited by a link"
    APPROVED = "approved", "Whoever asks and is approved"


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


class Handover(models.Model):
    """The commissioner offers the league to somebody, who has still to accept."""

    league = models.OneToOneField("league.League", models.CASCADE, related_name="handover")
    to = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="handovers")
    offered_at = models.DateTimeField(default=timezone.now, editable=False)

    def __str__(self) -> str:
        return f"{self.league} to {self.to}"


class Intervention(models.Model):
    """A superuser acts for a league, for a stated reason and a limited time."""

    league = models.ForeignKey("league.League", models.CASCADE, related_name="interventions")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="interventions")
    reason = models.CharField(max_length=200)
    opened_at = models.DateTimeField(default=timezone.now, editable=False)
    until = models.DateTimeField()
    ended_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-opened_at"]
        constraints = [
            models.UniqueConstraint(
                fields=["league", "user"], condition=models.Q(ended_at__isnull=True), name="one_intervention_at_a_time"
            ),
            models.CheckConstraint(condition=~models.Q(reason=""), name="intervention_has_a_reason"),
        ]

    def __str__(self) -> str:
        return f"{self.user} for {self.league}"


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
    digest = models.CharField(max_length=64)  # of kind and arguments but the key: proposed once at a time
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

    @property
    def match_id(self) -> int | None:
        """The match that it is about, if it is about one: see `league.decisions.stored`."""
        match self.arguments:
            case {"match": {"$row": [_, int(pk)]}}:
                return pk
            case _:
                return None


class InvitationLink(models.Model):
    """A secret address that lets so many people into a league, until a day. The secret itself is not kept."""

    league = models.ForeignKey("league.League", models.CASCADE, related_name="invitation_links")
    secret_hash = models.CharField(max_length=64, unique=True)
    uses = models.PositiveSmallIntegerField()
    until = models.DateTimeField()
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="invitation_links")
    made_at = models.DateTimeField(default=timezone.now, editable=False)
    revoked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-pk"]
        constraints = [models.CheckConstraint(condition=models.Q(uses__range=(1, 100)), name="link_uses_1_to_100")]

    def __str__(self) -> str:
        return f"Link {self.pk} to {self.league}"


class InvitationUse(models.Model):
    """Somebody got in by a link. Each use takes one of its places, so that there are never more."""

    link = models.ForeignKey(InvitationLink, models.CASCADE, related_name="used")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="invitations_used")
    place = models.PositiveSmallIntegerField()
    at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        ordering = ["place"]
        constraints = [
            models.UniqueConstraint(fields=["link", "place"], name="one_person_per_place"),
            models.UniqueConstraint(fields=["link", "user"], name="one_place_per_person"),
            models.CheckConstraint(condition=models.Q(place__range=(1, 100)), name="place_1_to_100"),
        ]

    def __str__(self) -> str:
        return f"{self.user} by {self.link}"


class Application(models.Model):
    """A team asks for a place in a season of a league that approves its entries. Approved, it becomes an entry."""

    season = models.ForeignKey("league.Season", models.CASCADE, related_name="applications")
    team = models.ForeignKey("teams.Team", models.CASCADE, related_name="applications")
    message = models.CharField(max_length=300, blank=True)
    asked_at = models.DateTimeField(default=timezone.now)
    declined_at = models.DateTimeField(null=True, blank=True)
    answer = models.CharField(max_length=300, blank=True)

    class Meta:
        ordering = ["asked_at", "pk"]
        constraints = [models.UniqueConstraint(fields=["season", "team"], name="one_application_per_team")]

    def __str__(self) -> str:
        return f"{self.team} for {self.season}"
