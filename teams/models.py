"""Teams, their players, and the ledger of everything that happened to a roster."""

from django.conf import settings
from django.core.validators import RegexValidator
from django.db import models
from django.db.models.functions import Lower
from django.utils import timezone

import engine
from accounts.text import LineField, LookField
from engine.campaign import LEAGUE, PLAYS, Campaign
from teams.seeds import SealedSeed

COLOUR = RegexValidator(r"^#[0-9a-f]{6}\Z", "Give the colour as #rrggbb.")
SHORT = RegexValidator(r"^[A-Z]{3}\Z", "The short name is three capital letters.")


class Team(models.Model):
    name = LineField(max_length=60, unique=True)
    name_look = LookField(of="name")
    slug = models.SlugField(max_length=70, unique=True)
    ruleset = models.CharField(max_length=30)
    roster = models.CharField(max_length=30, blank=True)  # the team list, in games that have several
    owner = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="teams")
    colour = models.CharField(max_length=7, validators=[COLOUR])
    short = models.CharField(max_length=3, validators=[SHORT])
    motto = LineField(max_length=120, blank=True)
    play = models.CharField(max_length=8, choices=PLAYS, default=LEAGUE)  # as it was drafted, for good
    terms = models.JSONField(default=dict, blank=True)  # rulings and settings of the league it plays by
    orders = models.JSONField(default=dict, blank=True)  # what is done when a coach does not decide
    match_plan = models.JSONField(default=dict, blank=True)  # inducements for one match, instead of the orders'
    # What the ledger amounts to, kept here for lists.
    treasury = models.IntegerField(default=0)
    value = models.PositiveIntegerField(default=0)
    current_value = models.PositiveIntegerField(default=0)
    step = models.CharField(max_length=12, blank=True)
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    retired_at = models.DateTimeField(null=True, blank=True)  # for good

    class Meta:
        ordering = ["name"]
        indexes = [models.Index(Lower("name"), name="team_by_name")]

    def __str__(self) -> str:
        return self.name

    @property
    def campaign(self) -> Campaign:
        """The rules of its life between matches, for teams that have one."""
        return engine.campaign_of(self.ruleset, self.play)

    @property
    def size(self) -> int:
        """How many players are on the roster, for teams that a selector gave with their `squad`."""
        return len(self.squad)  # type: ignore[attr-defined]  # from the selector


class Player(models.Model):
    team = models.ForeignKey(Team, models.CASCADE, related_name="players")
    member = models.PositiveIntegerField(null=True, blank=True)  # its number in the team's ledger
    number = models.PositiveSmallIntegerField()
    name = LineField(max_length=60)
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
            models.UniqueConstraint(fields=["team", "member"], name="one_player_per_member"),
            models.CheckConstraint(condition=models.Q(number__range=(1, 99)), name="shirt_number_1_to_99"),
        ]

    def __str__(self) -> str:
        return f"{self.number} {self.name}"


class CoCoach(models.Model):
    """Somebody whom the owner lets run the team as well, once the invitation is accepted."""

    team = models.ForeignKey(Team, models.CASCADE, related_name="co_coaches")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="co_coached")
    invited_at = models.DateTimeField(default=timezone.now, editable=False)
    accepted_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["team", "user"], name="one_invitation_per_coach")]

    def __str__(self) -> str:
        return f"{self.user} for {self.team}"


class TeamHandover(models.Model):
    """The owner offers the team to somebody, who has still to accept."""

    team = models.OneToOneField(Team, models.CASCADE, related_name="handover")
    to = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="team_handovers")
    offered_at = models.DateTimeField(default=timezone.now, editable=False)

    def __str__(self) -> str:
        return f"{self.team} to {self.to}"


class Tenure(models.Model):
    """Who owned the team before its present owner, and for how long."""

    team = models.ForeignKey(Team, models.CASCADE, related_name="tenures")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="tenures")
    since = models.DateTimeField()
    until = models.DateTimeField()

    class Meta:
        ordering = ["-until"]
        constraints = [
            models.CheckConstraint(condition=models.Q(until__gte=models.F("since")), name="tenure_ends_after_it_began")
        ]

    def __str__(self) -> str:
        return f"{self.user} with {self.team}"


class GamePlan(models.Model):
    """What the built-in coach is told: for all matches of a team, for those against an opponent, or for one match.

    The most specific plan counts. That of a match is used up when its line-ups are locked, and is on the team sheet from then on.
    """

    team = models.ForeignKey(Team, models.CASCADE, related_name="game_plans")
    opponent = models.ForeignKey(Team, models.CASCADE, null=True, blank=True, related_name="+")
    match = models.PositiveBigIntegerField(null=True, blank=True)
    plan = models.JSONField(default=dict, blank=True)  # as on a team sheet: what differs from the default
    changed_at = models.DateTimeField(auto_now=True)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["team"],
                condition=models.Q(opponent__isnull=True, match__isnull=True),
                name="one_plan_of_a_team",
            ),
            models.UniqueConstraint(fields=["team", "opponent"], name="one_plan_per_opponent"),
            models.UniqueConstraint(fields=["team", "match"], name="one_plan_per_match"),
            models.CheckConstraint(
                condition=models.Q(opponent__isnull=True) | models.Q(match__isnull=True),
                name="plan_for_opponent_or_match",
            ),
            models.CheckConstraint(
                condition=models.Q(opponent__isnull=True) | ~models.Q(opponent=models.F("team")),
                name="plan_against_another_team",
            ),
        ]

    def __str__(self) -> str:
        if self.match is not None:
            return f"{self.team} in {Sequence.Kind.MATCH.named(self.match)}"
        return f"{self.team} against {self.opponent}" if self.opponent else f"{self.team} in every match"

    @property
    def specific(self) -> tuple[bool, bool]:
        """Sorts plans by how many matches they are for, the most first."""
        return self.match is not None, self.opponent_id is not None


class Sequence(SealedSeed, models.Model):
    """What a team goes through after a match, or between two seasons: its steps, its deadline and its sealed dice."""

    class Kind(models.TextChoices):
        MATCH = "match", "match"
        SEASON = "season", "season"

        def named(self, object_id: int) -> str:
            """What books call one of them, and by which dice are drawn: it must stay as it is."""
            return f"{self.value} {object_id}"

    team = models.ForeignKey(Team, models.CASCADE, related_name="sequences")
    number = models.PositiveIntegerField()
    kind = models.CharField(max_length=6, choices=Kind)
    object_id = models.PositiveBigIntegerField()  # the match or the season that it follows
    opened_at = models.DateTimeField(default=timezone.now, editable=False)
    deadline = models.DateTimeField(null=True, blank=True)
    closed_at = models.DateTimeField(null=True, blank=True)
    sealed_seed = models.CharField(max_length=64, editable=False, db_column="seed")
    commitment = models.CharField(max_length=64)

    class Meta:
        ordering = ["-number"]
        constraints = [
            models.UniqueConstraint(fields=["team", "number"], name="sequence_number_once_per_team"),
            models.UniqueConstraint(fields=["team", "kind", "object_id"], name="one_sequence_per_cause"),
            models.CheckConstraint(condition=models.Q(kind__in=["match", "season"]), name="sequence_kind_known"),
            models.UniqueConstraint(
                fields=["team"], condition=models.Q(closed_at__isnull=True), name="one_open_sequence_per_team"
            ),
        ]

    def __str__(self) -> str:
        return f"Sequence {self.number} of {self.team}"

    @property
    def cause(self) -> str:
        """The match or the season that it follows, by its name in the books."""
        return self.Kind(self.kind).named(self.object_id)

    @property
    def match(self) -> int | None:
        """The match that it follows, if it is one."""
        return self.object_id if self.kind == self.Kind.MATCH else None

    @property
    def seed(self) -> str:
        """Opened once the sequence is closed, so that anybody can check its dice and nobody can foresee them."""
        return self.secret_seed if self.closed_at else ""


class LedgerRow(models.Model):
    """One row of a team's books. Rows are only ever added.

    The campaign rules of the engine write them; where a game has none, `teams.roster.moves` does.
    """

    class By(models.TextChoices):
        COACH = "coach", "coach"
        ORDERS = "orders", "standing orders"
        COMMISSIONER = "commissioner", "commissioner"
        MATCH = "match", "match"

    team = models.ForeignKey(Team, models.CASCADE, related_name="ledger", db_index=False)  # the constraint has one
    number = models.PositiveIntegerField()
    kind = models.CharField(max_length=20)
    member = models.PositiveIntegerField(null=True, blank=True)
    gold = models.IntegerField(default=0)  # thousands
    spp = models.IntegerField(default=0)
    data = models.JSONField(default=dict, blank=True)
    rolls = models.JSONField(default=list, blank=True)
    rule = models.CharField(max_length=80, blank=True)
    sequence = models.ForeignKey(Sequence, models.PROTECT, null=True, blank=True, related_name="rows")
    match = models.PositiveBigIntegerField(null=True, blank=True)  # unless its sequence says so
    request = models.UUIDField()  # rows of one request share it; sent again, the request finds its rows
    action = models.CharField(max_length=30, blank=True)
    by = models.CharField(max_length=12, choices=By)
    actor = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+")
    reason = models.CharField(max_length=200, blank=True)
    at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["team", "number"], name="ledger_number_once_per_team")]
        indexes = [models.Index(fields=["team", "request"], name="ledger_request")]

    def __str__(self) -> str:
        return f"{self.number} {self.kind}"

    @property
    def why(self) -> str:
        """The reason that somebody gave, or the match that it was for."""
        return self.reason if self.match is None else Sequence.Kind.MATCH.named(self.match)


class LedgerSnapshot(models.Model):
    """What the first rows of a team's ledger amount to, so that nobody has to replay them. See `teams.ledger.snapshots`."""

    team = models.ForeignKey(Team, models.CASCADE, related_name="snapshots", db_index=False)  # the constraint has one
    rows = models.PositiveIntegerField()
    club = models.JSONField()

    class Meta:
        ordering = ["rows"]
        constraints = [models.UniqueConstraint(fields=["team", "rows"], name="one_snapshot_per_row")]

    def __str__(self) -> str:
        return f"{self.team} after {self.rows} rows"
