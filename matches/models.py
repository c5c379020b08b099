"""Matches on their way from a fixture to a result, their records and their statistics."""

import zlib
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.db import models
from django.utils import timezone

from league.absence.policy import Does
from league.models import Fixture, League, Season
from matches.offers import MatchOffer, TimeProposal  # noqa: F401  Django looks for models in here
from matches.reporting import MatchReport, TableOffer  # noqa: F401
from teams.models import Player, Sequence, Team
from teams.seeds import SealedSeed

MAX_ATTEMPTS = 5
LEAST_AFTER_A_REPORT = timedelta(hours=24)
LATE = timedelta(hours=1)  # after its kick-off a match should be over


def lock_time(due_at: datetime, round_every: int) -> datetime:
    """Shortly before the kick-off, and never before half of the time between two rounds has passed, so that coaches always
    have some of it.
    """
    return due_at - min(timedelta(seconds=settings.LOCK_LEAD), timedelta(minutes=round_every) / 2)


def decide_until(opened_at: datetime, patience: timedelta, locks_at: datetime, *, at_table: bool) -> datetime:
    """How long the coaches of a team have for what follows a match, if their next one is to be locked then: no longer.

    A report may come later than that. Then they still have a day, and the lock of a match at a table waits for them.
    """
    least = opened_at + LEAST_AFTER_A_REPORT if at_table else locks_at
    return min(opened_at + patience, max(locks_at, least))


class Match(SealedSeed, models.Model):
    """A fixture's match. The row is the queue: due, locked, claimed, resolved."""

    fixture = models.OneToOneField(Fixture, models.CASCADE, related_name="match")
    due_at = models.DateTimeField()
    locked_at = models.DateTimeField(null=True, blank=True)
    lineup = models.JSONField(null=True, blank=True)
    sealed_seed = models.CharField(max_length=64, blank=True, editable=False, db_column="seed")
    commitment = models.CharField(max_length=64, blank=True)
    claimed_at = models.DateTimeField(null=True, blank=True)
    claimed_by = models.CharField(max_length=100, blank=True)
    attempts = models.PositiveSmallIntegerField(default=0)
    resolved_at = models.DateTimeField(null=True, blank=True)
    failed_at = models.DateTimeField(null=True, blank=True)
    failure = models.CharField(max_length=500, blank=True)
    unplayed = models.BooleanField(default=False)  # it was settled without being played
    at_table = models.BooleanField(default=False)  # its coaches play it and report it; no worker ever does

    class Meta:
        ordering = ["due_at", "pk"]
        verbose_name_plural = "matches"
        indexes = [
            models.Index(
                fields=["due_at", "id"], condition=models.Q(resolved_at__isnull=True), name="match_unresolved"
            ),
            models.Index(
                fields=["-resolved_at", "-id"], condition=models.Q(resolved_at__isnull=False), name="match_latest"
            ),
        ]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(locked_at__isnull=False) | models.Q(claimed_at__isnull=True),
                name="match_locked_before_claimed",
            ),
            models.CheckConstraint(
                condition=models.Q(locked_at__isnull=True, sealed_seed="", commitment="")
                | models.Q(locked_at__isnull=False) & ~models.Q(sealed_seed="") & ~models.Q(commitment=""),
                name="match_seed_sealed_at_lock",
            ),
            models.CheckConstraint(
                condition=models.Q(resolved_at__isnull=True)
                | models.Q(failed_at__isnull=True) & (models.Q(locked_at__isnull=False) | models.Q(unplayed=True)),
                name="match_resolved_after_lock",
            ),
            models.CheckConstraint(
                condition=models.Q(at_table=False) | models.Q(claimed_at__isnull=True),
                name="match_at_table_never_claimed",
            ),
            models.CheckConstraint(
                condition=models.Q(unplayed=False) | models.Q(resolved_at__isnull=False),
                name="match_unplayed_when_over",
            ),
        ]

    def __str__(self) -> str:
        return f"Match {self.pk}"

    @property
    def status(self) -> str:
        if self.resolved_at:
            return "void" if self.fixture.void else "resolved"
        if self.failed_at:
            return "failed"
        if self.claimed_at and not self.failure:
            return "playing"
        return "locked" if self.locked_at else "scheduled"

    @property
    def was_played(self) -> bool:
        """To its end, so that there is a record; whether it counts is another question."""
        return self.resolved_at is not None and not self.unplayed

    @property
    def has_replay(self) -> bool:
        """The engine has played it. Of a match at a table there is the report."""
        return self.was_played and not self.at_table

    @property
    def was_late(self) -> bool:
        """Played a good while after its kick-off, because nothing ran, or something was in its way."""
        return self.resolved_at is not None and self.has_replay and self.resolved_at - self.due_at > LATE

    @property
    def locked_lineup(self) -> dict[str, Any]:
        """Both sheets and the rules that they play by, of a match that is locked."""
        if self.lineup is None:
            raise ValueError(f"{self} is not locked.")
        lineup: dict[str, Any] = self.lineup
        return lineup

    @property
    def locks_at(self) -> datetime:
        """When line-ups and seed are locked."""
        return lock_time(self.due_at, self.fixture.round.season.round_every)

    @property
    def cause(self) -> str:
        """What the books of the teams call it."""
        return Sequence.Kind.MATCH.named(self.pk)

    @property
    def seed(self) -> str:
        """The seed, opened only once the match is over; before that, what can be shown is the commitment."""
        return self.secret_seed if self.resolved_at and self.sealed_seed else ""


class MatchRecord(models.Model):
    """The match file, compressed: header, choices, dice, events and digest. Of a match at a table it holds the report that was accepted.

    A match has one record: what is played by the engine can never be reported as well, nor the other way round.
    """

    match = models.OneToOneField(Match, models.CASCADE, related_name="record")
    digest = models.CharField(max_length=64)
    engine = models.CharField(max_length=20)
    payload = models.BinaryField()

    def __str__(self) -> str:
        return f"Record of match {self.match_id}"

    @staticmethod
    def pack(file: str) -> bytes:
        return zlib.compress(file.encode(), 4)  # a fifth larger than at level 6, in half the time

    def unpack(self) -> bytes:
        """The file as JSON text."""
        return zlib.decompress(self.payload)


class TeamStats(models.Model):
    """What a team did in a match, by what is counted."""

    match = models.ForeignKey(
        Match, models.CASCADE, related_name="team_stats", db_index=False
    )  # the constraint has one
    team = models.ForeignKey(Team, models.PROTECT, related_name="stats")
    figures = models.JSONField()

    class Meta:
        verbose_name_plural = "team stats"
        constraints = [models.UniqueConstraint(fields=["match", "team"], name="stats_once_per_team")]

    def __str__(self) -> str:
        return f"{self.team} in {self.match}"


class PlayerStats(models.Model):
    """What a player did in a match; zeroes are left out, except that `matches` is 1 for everybody who took part."""

    match = models.ForeignKey(
        Match, models.CASCADE, related_name="player_stats", db_index=False
    )  # the constraint has one
    player = models.ForeignKey(Player, models.PROTECT, related_name="stats")
    figures = models.JSONField()

    class Meta:
        verbose_name_plural = "player stats"
        constraints = [models.UniqueConstraint(fields=["match", "player"], name="stats_once_per_player")]

    def __str__(self) -> str:
        return f"{self.player} in {self.match}"


class Job(models.Model):
    """A unit of work that the tick has found: see `matches.jobs`. The row goes when the work is done."""

    class Kind(models.TextChoices):
        LOCK = "lock", "lock the line-ups of a match"
        SEQUENCE = "sequence", "finish an overdue post-match sequence"
        OFF_SEASON = "off-season", "open an off-season"
        STAGE = "stage", "end a stage whose time is up"

    kind = models.CharField(max_length=12, choices=Kind)
    object_id = models.PositiveBigIntegerField()
    league = models.ForeignKey(League, models.CASCADE, null=True, blank=True, related_name="jobs")
    about = models.CharField(max_length=200, blank=True)
    attempts = models.PositiveSmallIntegerField(default=0)
    retry_at = models.DateTimeField()  # nobody may claim it before
    failed_at = models.DateTimeField(null=True, blank=True)  # first
    failure = models.CharField(max_length=500, blank=True)
    slow_at = models.DateTimeField(null=True, blank=True)  # when it was ended because it took too long

    class Meta:
        ordering = ["failed_at", "pk"]
        constraints = [models.UniqueConstraint(fields=["kind", "object_id"], name="one_job_per_object")]

    def __str__(self) -> str:
        return f"{self.get_kind_display()}: {self.about}"


class PlanTrial(models.Model):
    """Quick matches of a game plan against an opponent, and of the standard plan with the same dice. See `matches.trials`."""

    team = models.OneToOneField(Team, models.CASCADE, related_name="plan_trial")  # the next one takes its place
    opponent = models.ForeignKey(Team, models.CASCADE, related_name="+")
    plan = models.JSONField()
    lineup = models.JSONField()  # as that of a match, without any plan
    seed = models.CharField(max_length=64)
    figures = models.JSONField(default=dict)  # sums over the matches so far, by plan
    played = models.PositiveSmallIntegerField(default=0)  # pairs of matches
    started_at = models.DateTimeField(default=timezone.now)
    claimed_until = models.DateTimeField(null=True, blank=True)
    finished_at = models.DateTimeField(null=True, blank=True)
    failure = models.CharField(max_length=200, blank=True)

    def __str__(self) -> str:
        return f"{self.team} tries a plan against {self.opponent}"


class Outage(models.Model):
    """A time in which nothing ran, and how many matches were moved because of it. See `matches.control.outages`."""

    began_at = models.DateTimeField(unique=True)
    ended_at = models.DateTimeField()
    moved = models.PositiveIntegerField(default=0)

    class Meta:
        ordering = ["-began_at"]

    def __str__(self) -> str:
        return f"from {self.began_at:%Y-%m-%d %H:%M} for {self.length}"

    @property
    def length(self) -> timedelta:
        return self.ended_at - self.began_at


class Heartbeat(models.Model):
    """When the scheduler ("beat") and the workers ("worker") were last seen alive."""

    name = models.CharField(max_length=30, unique=True)
    at = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return f"{self.name} at {self.at:%Y-%m-%d %H:%M:%S}"


class Measure(models.Model):
    """What those who run a league have decided about a running season, with all that it changed. Rows are only ever added.

    Of those about the result of a match the latest is in force, and `league.Result` holds what it says.
    """

    class Kind(models.TextChoices):
        MOVED = "moved", "moved a match to another time"
        SWAPPED = "swapped", "swapped home and away"
        DEADLINE = "deadline", "set until when a round is played"
        VOIDED = "voided", "declared a match void"
        DECIDED = "decided", "decided a result"
        REPLAYED = "replayed", "had a match played again"
        FORFEITED = "forfeited", "entered a match as given up"
        UNPLAYED = "unplayed", "entered a match as lost by both"
        WITHDRAWN = "withdrawn", "withdrew a team"
        REPLACED = "replaced", "replaced a team by another"
        ENDED = "ended", "ended the season early"
        DELAYED = "delayed", "moved matches after an outage"
        ROUND_ADDED = "round-added", "added a round"
        SPARED = "spared", "let a match go on without a coach"
        POLICY = "policy", "changed what happens when a coach is absent"
        CORRECTED = "corrected", "corrected the report of a match"

    season = models.ForeignKey(Season, models.CASCADE, related_name="measures")
    match = models.ForeignKey(Match, models.CASCADE, null=True, blank=True, related_name="measures")
    kind = models.CharField(max_length=12, choices=Kind)
    reason = models.CharField(max_length=200)
    actor = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+")
    key = models.UUIDField(unique=True)  # names the request, so that one that is sent twice finds its row
    ripples = models.JSONField(default=list)  # see `matches.control.ripples`
    before = models.JSONField(null=True, blank=True)  # the result that was in force, and the one that is now
    result = models.JSONField(null=True, blank=True)
    at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        ordering = ["-pk"]
        constraints = [models.CheckConstraint(condition=~models.Q(reason=""), name="measure_has_a_reason")]

    def __str__(self) -> str:
        return f"{self.get_kind_display()}: {self.reason}"


class Absence(models.Model):
    """A team that nobody had done anything for when its line-ups were to be locked. See `matches.control.absences`.

    Rows are only ever added: they say how often a coach was spared, and a match of the team postponed.
    """

    match = models.ForeignKey(Match, models.CASCADE, related_name="absences")
    team = models.ForeignKey(Team, models.CASCADE, related_name="+")
    coach = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")  # at that time
    does = models.CharField(max_length=12)  # what came of it, see `league.absence.policy`
    at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["match", "team"], condition=~models.Q(does="postponement"), name="absent_once_unless_postponed"
            ),
            models.CheckConstraint(condition=models.Q(does__in=Does.values), name="absence_does_known"),
        ]

    def __str__(self) -> str:
        return f"{self.team} in {self.match}: {self.does}"
