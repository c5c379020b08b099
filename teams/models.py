"""Teams, their players, and the ledger of everything that happened to a roster."""

from django.conf import settings
from django.core.validators import RegexValidator
from django.db import models
from django.utils import timezone

COLOUR = RegexValidator(r"^#[0-9a-f]{6}\Z", "Give the colour as #rrggbb.")
SHORT = RegexValidator(r"^[A-Z]{3}\Z", "The short name is three capital letters.")


class Team(models.Model):
    name = models.CharField(max_length=60, unique=True)
    slug = models.SlugField(max_length=70, unique=True)
    ruleset = models.CharField(max_length=30)
    roster = models.CharField(max_length=30, blank=True)  # the team list, in games that have several
    owner = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="teams")
    colour = models.CharField(max_length=7, validators=[COLOUR])
    short = models.CharField(max_length=3, validators=[SHORT])
    motto = models.CharField(max_length=120, blank=True)
    created_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        ordering = ["name"]

    def __str__(self) -> str:
        return self.name


class Player(models.Model):
    team = models.ForeignKey(Team, models.CASCADE, related_name="players")
    number = models.PositiveSmallIntegerField()
    name = models.CharField(max_length=60)
    position = models.CharField(max_length=60)
    skills = models.JSONField(default=list, blank=True)
    joined_at = models.DateTimeField(default=timezone.now, editable=False)
    left_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["number", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["team", "number"],
                condition=models.Q(left_at__isnull=True),
                name="one_player_per_shirt",
            ),
            models.CheckConstraint(condition=models.Q(number__range=(1, 99)), name="shirt_number_1_to_99"),
        ]

    def __str__(self) -> str:
        return f"{self.number} {self.name}"


class RosterMove(models.Model):
    """One line of the roster's ledger. Rows are only ever added.

    `matches` is a balance: an absence adds the matches to miss, every match missed takes one away, and a player whose
    rows sum to more than zero is absent.
    """

    class Kind(models.TextChoices):
        SIGNED = "signed", "signed"
        RENAMED = "renamed", "renamed"
        INJURED = "injured", "seriously injured"
        ABSENT = "absent", "absent"
        RETURNED = "returned", "returned"
        DEPARTED = "departed", "departed"

    team = models.ForeignKey(Team, models.CASCADE, related_name="moves")
    player = models.ForeignKey(Player, models.CASCADE, related_name="moves")
    kind = models.CharField(max_length=10, choices=Kind)
    matches = models.SmallIntegerField(null=True, blank=True)
    cause = models.CharField(max_length=200, blank=True)
    at = models.DateTimeField(default=timezone.now, editable=False)
    actor = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+")

    class Meta:
        ordering = ["-at", "-pk"]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(kind__in=["signed", "renamed", "injured", "absent", "returned", "departed"]),
                name="roster_move_kind_known",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.player} {self.get_kind_display()}"
