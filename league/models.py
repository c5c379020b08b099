"""Leagues, their rulings, seasons, rounds, fixtures and results."""

from typing import Any

from django.conf import settings
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models.functions import Lower
from django.utils import timezone

from accounts.models import validate_time_zone
from accounts.text import LineField, LinesField, LookField
from engine.campaign import LEAGUE, PLAYS
from league.absence.policy import usual_policy
from league.drafting import Draft  # noqa: F401  Django looks for models in here
from league.people import Joining
from league.standings.games import GIVEN_UP, Ending
from league.standings.rules import DEFAULT
from teams.models import Team


class League(models.Model):
    name = LineField(max_length=80, unique=True)
    name_look = LookField(of="name")
    slug = models.SlugField(max_length=90, unique=True)
    # Its owner; whoever else helps to run it is in `staff`.
    commissioner = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="leagues")
    ruleset = models.CharField(max_length=30)
    profile = models.CharField(max_length=30)
    description = LinesField(max_length=2000, blank=True)
    # For games whose teams have a life between matches; gold in thousands.
    play = models.CharField(max_length=8, choices=PLAYS, default=LEAGUE)
    draft_budget = models.PositiveIntegerField(
        default=1000, validators=[MinValueValidator(500), MaxValueValidator(3000)]
    )
    redraft_cap = models.PositiveIntegerField(
        default=1300, validators=[MinValueValidator(500), MaxValueValidator(5000)]
    )
    decide_within = models.PositiveSmallIntegerField(
        default=72,
        help_text="Hours a coach has for the post-match sequence before the standing orders decide.",
        validators=[MinValueValidator(1), MaxValueValidator(24 * 60)],
    )
    approves_drafts = models.BooleanField(default=False, help_text="New teams wait for the commissioner's approval.")
    # Who sees it, and who gets in: `league.visibility` and `league.joining`.
    private = models.BooleanField(default=False, help_text="Only its members and those you invite see the league.")
    joining = models.CharField("Who may enter", max_length=8, choices=Joining, default=Joining.OPEN)
    teams_per_coach = models.PositiveSmallIntegerField(
        "Teams of one coach in a season", null=True, blank=True, validators=[MinValueValidator(1)]
    )
    most_teams = models.PositiveSmallIntegerField(
        "Teams in a season", null=True, blank=True, validators=[MinValueValidator(2)]
    )
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    archived_at = models.DateTimeField(null=True, blank=True)  # in no list any more

    class Meta:
        ordering = ["name"]
        indexes = [models.Index(Lower("name"), name="league_by_name")]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(joining__in=["open", "invited", "approved"]), name="league_joining_known"
            ),
        ]

    def __str__(self) -> str:
        return self.name


class LeagueRuling(models.Model):
    """A ruling in which a league departs from its profile."""

    league = models.ForeignKey(League, models.CASCADE, related_name="rulings")
    ruling = models.CharField(max_length=80)
    choice = models.CharField(max_length=60)
    settings = models.JSONField(default=dict, blank=True)

    class Meta:
        ordering = ["ruling"]
        constraints = [models.UniqueConstraint(fields=["league", "ruling"], name="one_choice_per_ruling")]

    def __str__(self) -> str:
        return f"{self.ruling}: {self.choice}"


def usual_table_rules() -> dict[str, Any]:
    return DEFAULT.to_json()


class Season(models.Model):
    """A competition of a league. Its rulings and the rules of its table are pinned when it starts."""

    class State(models.TextChoices):
        OPEN = "open", "open for entries"
        RUNNING = "running", "running"
        FINISHED = "finished", "finished"

    class Seeding(models.TextChoices):
        ENTERED = "entered", "In the order of their entries"
        CHANCE = "chance", "By chance: drawn when the season starts"
        LAST_SEASON = "last-season", "By the places of the last season, newcomers after them"
        HAND = "hand", "By hand: the commissioner puts them in order"

    class Venue(models.TextChoices):
        ENGINE = "engine", "By the engine, when they are due"
        TABLE = "table", "At a table: the coaches play them, and report how they ended"
        AGREED = "agreed", "By the engine, or at a table where both coaches agree on it"

    league = models.ForeignKey(League, models.CASCADE, related_name="seasons")
    number = models.PositiveSmallIntegerField()
    name = LineField(max_length=80)
    state = models.CharField(max_length=10, choices=State, default=State.OPEN)
    ruleset_version = models.CharField(max_length=20, blank=True)
    rulings = models.JSONField(default=dict, blank=True)
    table_rules = models.JSONField(default=usual_table_rules)  # see `league.standings.rules`
    absence = models.JSONField(default=usual_policy)  # see `league.absence.policy`
    first_kick_off = models.DateTimeField()
    round_every = models.PositiveIntegerField(
        help_text="Minutes between rounds.", validators=[MinValueValidator(1), MaxValueValidator(60 * 24 * 60)]
    )
    time_zone = models.CharField(
        max_length=64,
        default="UTC",
        validators=[validate_time_zone],
        help_text="The rounds keep their time of the day there when the clocks change.",
    )
    venue = models.CharField(max_length=6, choices=Venue, default=Venue.ENGINE)  # how its matches are played
    seeding = models.CharField(max_length=12, choices=Seeding, default=Seeding.ENTERED)
    seed = models.CharField(
        max_length=64, blank=True, editable=False
    )  # of all that is left to chance; drawn at the start
    started_at = models.DateTimeField(null=True, blank=True)
    finished_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-number"]
        constraints = [
            models.UniqueConstraint(fields=["league", "number"], name="season_number_once_per_league"),
            models.UniqueConstraint(
                fields=["league"], condition=~models.Q(state="finished"), name="one_unfinished_season_per_league"
            ),
            models.CheckConstraint(
                condition=models.Q(state__in=["open", "running", "finished"]), name="season_state_known"
            ),
            models.CheckConstraint(condition=models.Q(round_every__gte=1), name="season_rounds_apart"),
            models.CheckConstraint(
                condition=models.Q(venue__in=["engine", "table", "agreed"]), name="season_venue_known"
            ),
            models.CheckConstraint(
                condition=models.Q(state="open", started_at__isnull=True)
                | (~models.Q(state="open") & models.Q(started_at__isnull=False)),
                name="season_started_unless_open",
            ),
            models.CheckConstraint(
                condition=models.Q(state="finished", finished_at__isnull=False)
                | (~models.Q(state="finished") & models.Q(finished_at__isnull=True)),
                name="season_end_when_finished",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.league.name}, {self.name}"


class Entry(models.Model):
    """A team's place in a season."""

    season = models.ForeignKey(Season, models.CASCADE, related_name="entries")
    team = models.ForeignKey(Team, models.PROTECT, related_name="entries")
    entered_at = models.DateTimeField(default=timezone.now, editable=False)
    seed = models.PositiveSmallIntegerField(null=True, blank=True)  # where seeds are set by hand: 1 is the best
    withdrawn_at = models.DateTimeField(null=True, blank=True)  # it plays no more in this season
    filler = models.BooleanField(default=False)  # made by the site: it has no coach, and no right to titles
    replaced_by = models.ForeignKey(Team, models.PROTECT, null=True, blank=True, related_name="+")  # who has its place
    off_season_due = models.BooleanField(
        default=False
    )  # the season is over, and the team has not gone into its off-season

    class Meta:
        ordering = ["pk"]
        verbose_name_plural = "entries"
        constraints = [models.UniqueConstraint(fields=["season", "team"], name="one_entry_per_team")]
        indexes = [
            models.Index(fields=["season"], condition=models.Q(off_season_due=True), name="entry_off_season_due")
        ]

    def __str__(self) -> str:
        return f"{self.team} in {self.season}"


class Stage(models.Model):
    """A part of a season with a format of its own. It waits, runs and is finished; the next one begins with its end."""

    season = models.ForeignKey(Season, models.CASCADE, related_name="stages")
    number = models.PositiveSmallIntegerField()
    name = LineField(max_length=60)
    format = models.CharField(max_length=30)  # a key of `league.formats`
    settings = models.JSONField(default=dict, blank=True)  # as the format has checked them
    started_at = models.DateTimeField(null=True, blank=True)
    finished_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["season", "number"], name="stage_number_once_per_season"),
            models.CheckConstraint(
                condition=models.Q(finished_at__isnull=True) | models.Q(started_at__isnull=False),
                name="stage_finished_after_start",
            ),
        ]
        indexes = [
            models.Index(fields=["format"], condition=models.Q(finished_at__isnull=True), name="stage_unfinished")
        ]

    def __str__(self) -> str:
        return self.name


class Entrant(models.Model):
    """A team's place in a stage."""

    stage = models.ForeignKey(Stage, models.CASCADE, related_name="entrants", db_index=False)  # the constraint has one
    team = models.ForeignKey(Team, models.PROTECT, related_name="+")
    seed = models.PositiveSmallIntegerField()  # 1 is the best
    group = models.PositiveSmallIntegerField(default=0)  # 0 where the field has no groups
    withdrawn = models.BooleanField(default=False)  # it plays no more
    filler = models.BooleanField(default=False)  # as its entry says

    class Meta:
        ordering = ["seed"]
        constraints = [
            models.UniqueConstraint(fields=["stage", "team"], name="one_place_per_team_and_stage"),
            models.UniqueConstraint(fields=["stage", "seed"], name="one_team_per_seed"),
        ]

    def __str__(self) -> str:
        return f"{self.team} in {self.stage}"


class Round(models.Model):
    """Rounds are numbered through the season. The number is unique, so that none is ever drawn up twice."""

    season = models.ForeignKey(Season, models.CASCADE, related_name="rounds")
    stage = models.ForeignKey(Stage, models.CASCADE, related_name="rounds")
    number = models.PositiveSmallIntegerField()
    name = models.CharField(max_length=40, blank=True)  # beside its number, where its format has one: Semi-finals
    kick_off = models.DateTimeField()
    deadline = models.DateTimeField(null=True, blank=True)  # until when coaches may agree to play

    class Meta:
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["season", "number"], name="round_number_once_per_season")]

    def __str__(self) -> str:
        return f"Round {self.number}"


class Fixture(models.Model):
    round = models.ForeignKey(Round, models.CASCADE, related_name="fixtures")
    home = models.ForeignKey(Team, models.PROTECT, related_name="home_fixtures")
    away = models.ForeignKey(Team, models.PROTECT, related_name="away_fixtures")
    kick_off = models.DateTimeField()
    slot = models.PositiveSmallIntegerField(
        default=0
    )  # which of its round, from 0; in a bracket it says where it stands
    void = models.BooleanField(default=False)  # it counts for nothing, and another one may take its place
    # For whom the result counts, where another team has taken the place of one that played.
    home_heir = models.ForeignKey(Team, models.PROTECT, null=True, blank=True, related_name="+")
    away_heir = models.ForeignKey(Team, models.PROTECT, null=True, blank=True, related_name="+")

    class Meta:
        ordering = ["kick_off", "pk"]
        constraints = [
            models.CheckConstraint(condition=~models.Q(home=models.F("away")), name="fixture_two_teams"),
            models.UniqueConstraint(
                fields=["round", "home"], condition=models.Q(void=False), name="one_home_fixture_per_round"
            ),
            models.UniqueConstraint(
                fields=["round", "away"], condition=models.Q(void=False), name="one_away_fixture_per_round"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.home} v {self.away}"

    @property
    def teams(self) -> tuple[int, int]:
        return self.home_id, self.away_id

    @property
    def heirs(self) -> tuple[int, int]:
        """For whom the result counts."""
        return self.home_heir_id or self.home_id, self.away_heir_id or self.away_id


class Bye(models.Model):
    """A team rests in a round, and that counts: with no opponent left for it, it is not its fault."""

    round = models.ForeignKey(Round, models.CASCADE, related_name="byes", db_index=False)  # the constraint has one
    team = models.ForeignKey(Team, models.PROTECT, related_name="+")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["round", "team"], name="one_bye_per_round")]

    def __str__(self) -> str:
        return f"{self.team} rests in {self.round}"


FIGURES = tuple(f"{side}_{figure}" for side in ("home", "away") for figure in ("score", "touchdowns", "casualties"))


class Result(models.Model):
    """What a fixture ended as, and how it came to that: the result in force. What it was before, and why, is in `matches.Measure`."""

    class Winner(models.TextChoices):
        HOME = "home", "home"
        AWAY = "away", "away"
        DRAW = "draw", "draw"
        NOBODY = "none", "nobody"  # lost for both

    Ending = Ending

    fixture = models.OneToOneField(Fixture, models.CASCADE, related_name="result")
    home_score = models.SmallIntegerField()
    away_score = models.SmallIntegerField()
    home_touchdowns = models.PositiveSmallIntegerField()
    away_touchdowns = models.PositiveSmallIntegerField()
    home_casualties = models.PositiveSmallIntegerField(default=0)
    away_casualties = models.PositiveSmallIntegerField(default=0)
    winner = models.CharField(max_length=4, choices=Winner)
    ended = models.CharField(max_length=10, choices=Ending, default=Ending.PLAYED)
    home_penalties = models.PositiveSmallIntegerField(default=0)
    away_penalties = models.PositiveSmallIntegerField(default=0)
    applied_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        ordering = ["-applied_at", "-pk"]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(winner__in=["home", "away", "draw", "none"]), name="result_winner_known"
            ),
            models.CheckConstraint(
                condition=models.Q(ended="played", winner__in=["home", "away", "draw"])
                | models.Q(ended__in=["conceded", "forfeited"], winner__in=["home", "away"])
                | models.Q(ended="unplayed", winner="none", **dict.fromkeys(FIGURES, 0))
                | models.Q(ended="decided"),
                name="result_winner_fits_ending",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.fixture}: {self.home_score}:{self.away_score}"

    @property
    def shootout(self) -> str:
        """The penalties that decided it; empty where there were none."""
        decided = self.home_penalties or self.away_penalties
        return f"{self.home_penalties} : {self.away_penalties} on penalties" if decided else ""

    @property
    def gave_up(self) -> str:
        """The side that conceded or forfeited, "home" or "away"; empty where nobody did."""
        if self.ended not in GIVEN_UP:
            return ""
        return self.Winner.AWAY if self.winner == self.Winner.HOME else self.Winner.HOME
