"""Which teams have a coach who is there: what counts as present is said in words in `league.absence.policy`."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.db.models import Max, Q
from django.utils import timezone

from accounts.models import User
from journal.errors import Refused
from journal.models import LogEntry
from journal.services import record
from league.absence.policy import SPARES, Does
from league.models import Entry, Season
from matches.models import Absence, Match
from teams.models import CoCoach, GamePlan, Team
from teams.permissions import is_coach

DAY = timedelta(days=1)
READY = "team.ready"


@dataclass(frozen=True, slots=True)
class Presence:
    """How a team stands before a match."""

    present: bool
    since: datetime | None  # from when on something has to be done for it; none where nothing has to be
    at: datetime | None = None  # when it was last done


@dataclass(slots=True)
class Roll:
    """Who has done what for the teams of some matches of one season: seven queries, however many matches these are."""

    season: Season
    owners: dict[int, int]
    entered: dict[int, Entry]
    last_over: dict[int, datetime]  # when the last match of a team ended
    acted: dict[int, datetime]  # when a coach last did something for a team
    for_match: set[tuple[int, int]]  # matches and teams that a coach has done something about in particular
    spared: Counter[int]  # by coach
    postponed: Counter[int]  # by team

    def of(self, match: Match, team: int, at: datetime) -> Presence:
        """Whether a team counts as present for a match whose line-ups are locked at that time."""
        entry, over = self.entered.get(team), self.last_over.get(team)
        acted = self.acted.get(team)
        if entry is None or entry.filler:
            return Presence(present=True, since=None)
        if over is None and (entry.season.started_at is None or entry.entered_at <= entry.season.started_at):
            return Presence(present=True, since=None)
        since = over or entry.entered_at
        done = (acted is not None and acted > since) or (match.pk, team) in self.for_match
        return Presence(done or at - since < least_time(self.season), since, acted if done else None)


def least_time(season: Season) -> timedelta:
    """Who has had less time than this is not absent."""
    return min(timedelta(minutes=season.round_every) / 2, DAY)


def roll_of(season: Season, matches: Sequence[Match], *, counted: bool = True) -> Roll:
    """Without `counted`, how often somebody was spared is not asked for."""
    teams = {team for match in matches for team in match.fixture.teams}
    owners, wishes = dict[int, int](), set[tuple[int, int]]()
    for team, owner, planned in Team.objects.filter(pk__in=teams).values_list("pk", "owner", "match_plan__match"):
        owners[team] = owner
        wishes.add((planned, team))
    coaches = _coaches(owners)
    acted, for_match = _done(coaches, matches)
    spared, postponed = _absences(season) if counted else (Counter[int](), Counter[int]())
    return Roll(
        season=season,
        owners=owners,
        entered={
            each.team_id: each for each in Entry.objects.filter(season=season, team__in=teams).select_related("season")
        },
        last_over=_last_over(season, teams),
        acted=acted,
        for_match=for_match | wishes | _planned(teams, matches),
        spared=spared,
        postponed=postponed,
    )


def presence_of(match: Match, team: Team) -> Presence:
    """Of one team before its next match."""
    season = match.fixture.round.season
    return roll_of(season, [match], counted=False).of(match, team.pk, max(timezone.now(), match.locks_at))


@transaction.atomic
def team_ready(*, actor: User, team: Team, match: Match) -> bool:
    """A coach says that nothing is left to do for a match; False where that was said already."""
    if not is_coach(actor, team):
        raise PermissionDenied(f"Only a coach of {team} may say that it is ready.")
    found = Match.objects.select_for_update(of=("self",), no_key=True).select_related("fixture").get(pk=match.pk)
    if team.pk not in found.fixture.teams:
        raise PermissionDenied(f"{team} does not play in this match.")
    if found.locked_at or found.resolved_at:
        raise Refused("match-locked", f"The line-ups of {found.fixture} are locked.")
    known = LogEntry.objects.filter(object_type=Team._meta.label_lower, object_id=str(team.pk), action=READY)
    if known.filter(actor=actor, data__match=found.pk).exists():
        return False
    summary = f"{actor} said that {team} is ready for {found.fixture}."
    record(actor=actor, action=READY, target=team, summary=summary, data={"match": found.pk})
    return True


# What there is to read ------------------------------------------------------------------------------------------------------


def _coaches(owners: Mapping[int, int]) -> dict[int, set[int]]:
    """By team: its owner, and whoever has accepted to run it as well."""
    coaches = {team: {owner} for team, owner in owners.items()}
    helpers = CoCoach.objects.filter(team__in=owners, accepted_at__isnull=False)
    for team, user in helpers.values_list("team", "user"):
        coaches[team].add(user)
    return coaches


def _done(coaches: dict[int, set[int]], matches: Sequence[Match]) -> tuple[dict[int, datetime], set[tuple[int, int]]]:
    """What the coaches did, from the log: for their teams when last, and about which of these matches."""
    people = {user for each in coaches.values() for user in each}
    of_teams = Q(object_type=Team._meta.label_lower, object_id__in=[str(team) for team in coaches])
    of_matches = Q(object_type=Match._meta.label_lower, object_id__in=[str(match.pk) for match in matches])
    by_pk = {match.pk: match for match in matches}
    acted: dict[int, datetime] = {}
    about: set[tuple[int, int]] = set()
    rows = LogEntry.objects.filter(of_teams | of_matches, actor__in=people).order_by()
    for kind, pk, actor, at in rows.values_list("object_type", "object_id", "actor").annotate(Max("at")):
        if kind == Match._meta.label_lower:
            about |= {(int(pk), team) for team in by_pk[int(pk)].fixture.teams if actor in coaches[team]}
        elif actor in coaches[int(pk)]:
            acted[int(pk)] = max(at, acted.get(int(pk), at))
    return acted, about


def _last_over(season: Season, teams: Iterable[int]) -> dict[int, datetime]:
    own = Q(fixture__home__in=teams) | Q(fixture__away__in=teams)
    played = Match.objects.filter(own, fixture__round__season=season, resolved_at__isnull=False).order_by("resolved_at")
    rows = played.values_list("fixture__home", "fixture__away", "resolved_at")
    return {team: at for *pair, at in rows if at for team in pair}  # the last one stays


def _planned(teams: Iterable[int], matches: Sequence[Match]) -> set[tuple[int, int]]:
    """Game plans for one of these matches, also those that were made before the last one had ended."""
    plans = GamePlan.objects.filter(team__in=teams, match__in=[match.pk for match in matches])
    return {(match, team) for match, team in plans.values_list("match", "team") if match is not None}


def _absences(season: Season) -> tuple[Counter[int], Counter[int]]:
    spared, postponed = Counter[int](), Counter[int]()
    for team, coach, does in Absence.objects.filter(match__fixture__round__season=season).values_list(
        "team", "coach", "does"
    ):
        spared[coach] += does in SPARES
        postponed[team] += does == Does.POSTPONE
    return spared, postponed
