"""What a round waits for: who is still deciding, what is not locked, what has failed and why; and reminders for coaches."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.db.models import Q, QuerySet
from django.urls import reverse
from django.utils import timezone

from accounts.ai import AI_COACH
from accounts.models import User
from journal.errors import Refused
from journal.models import LogEntry
from journal.services import record
from league.models import Round, Season
from league.permissions import May, may
from matches.models import Job, Match
from matches.reporting import MatchReport
from matches.table.selectors import filed_reports, waits_for
from teams.coaches.mail import coaches_write
from teams.models import Sequence
from teams.selectors import bulky

REMINDED_AGAIN = timedelta(hours=6)


@dataclass(slots=True)
class Waiting:
    """A match of the round, and in sentences what stands between it and its result."""

    match: Match
    for_what: list[str] = field(default_factory=list)


@dataclass(slots=True)
class Tower:
    matches: list[Waiting]
    deciding: list[Sequence]  # of teams of the round, each with its team
    reminded_at: datetime | None = None

    @property
    def waits(self) -> list[Waiting]:
        return [each for each in self.matches if each.for_what]


def tower_of(shown: Round) -> Tower:
    """One round: seven queries, however long the season is."""
    matches = list(_matches(shown))
    teams = {team for each in matches for team in (each.fixture.home_id, each.fixture.away_id)}
    deciding = list(_deciding(teams))
    earlier, failing = _earlier(matches, teams), _failing(matches, deciding)
    reports = filed_reports(matches)
    last = _reminders(shown.season_id).filter(data__round=shown.number).first()
    return Tower(
        [Waiting(each, _reasons(each, earlier, failing, reports.get(each.pk))) for each in matches],
        deciding,
        last.at if last else None,
    )


def _matches(shown: Round) -> Iterable[Match]:
    found = Match.objects.filter(fixture__round=shown, fixture__void=False).order_by("due_at", "pk")
    found = found.select_related("fixture__home", "fixture__away", "fixture__round__season", "fixture__result")
    return found.defer("lineup", *bulky("fixture__home"), *bulky("fixture__away"))


def _deciding(teams: Collection[int]) -> Iterable[Sequence]:
    open_ = Sequence.objects.filter(team__in=teams, closed_at__isnull=True).exclude(team__owner__username=AI_COACH)
    open_ = open_.select_related("team__owner")
    return open_.defer(*bulky("team")).order_by("deadline", "pk")


def _earlier(matches: Collection[Match], teams: Collection[int]) -> dict[int, Match]:
    """For each team its first match that is not over, up to the last of these matches."""
    own = Q(fixture__home__in=teams) | Q(fixture__away__in=teams)
    last = max((each.due_at for each in matches), default=timezone.now())
    first: dict[int, Match] = {}
    waiting = Match.objects.filter(own, resolved_at__isnull=True, due_at__lte=last)
    waiting = waiting.select_related("fixture__home", "fixture__away")
    for match in waiting.defer("lineup", *bulky("fixture__home"), *bulky("fixture__away")).order_by("due_at", "pk"):
        for team in (match.fixture.home_id, match.fixture.away_id):
            first.setdefault(team, match)
    return first


def _failing(matches: Collection[Match], deciding: Collection[Sequence]) -> dict[tuple[str, int], str]:
    jobs = Job.objects.filter(
        Q(kind=Job.Kind.LOCK, object_id__in=[each.pk for each in matches])
        | Q(kind=Job.Kind.SEQUENCE, object_id__in=[each.pk for each in deciding]),
        failed_at__isnull=False,
    )
    return {(job.kind, job.object_id): job.failure for job in jobs}


def _reasons(
    match: Match, earlier: dict[int, Match], failing: dict[tuple[str, int], str], report: MatchReport | None
) -> list[str]:
    if match.resolved_at:
        return []
    if match.failed_at:
        return [f"It could not be played: {match.failure}"]
    if problem := failing.get((Job.Kind.LOCK, match.pk)):
        return [f"Its line-ups cannot be locked: {problem}"]
    first = {each.pk: each for team in _pair(match) if (each := earlier.get(team)) and each.pk != match.pk}
    if first:
        return [f"{each.fixture} has to be over first." for each in first.values()]
    return [_locked_for(match, report) if match.locked_at else "Its line-ups are not locked yet."]


def _locked_for(match: Match, report: MatchReport | None) -> str:
    if match.at_table:
        return waits_for(report)
    return "It is locked, and is played at its kick-off." if match.due_at > timezone.now() else "It waits for a worker."


def _pair(match: Match) -> tuple[int, int]:
    return match.fixture.home_id, match.fixture.away_id


# Reminders ----------------------------------------------------------------------------------------------------------------


@transaction.atomic
def round_remind(*, actor: User, played_in: Round) -> int:
    """Write to the coaches of a round who have still to decide something; how many teams that were.

    Who was written to lately is left out, also where that was about another round: what is left to decide is the same.
    """
    season = (
        Season.objects.select_for_update(of=("self",), no_key=True).select_related("league").get(pk=played_in.season_id)
    )
    if not may(actor, season.league, May.REMIND):
        raise PermissionDenied(f"Only somebody who runs the {season.league} may remind its coaches.")
    waiting = tower_of(played_in).deciding
    if not waiting:
        raise Refused("nothing-to-remind", "Nobody has anything left to decide for this round.")
    lately = _reminders(season.pk).filter(at__gt=timezone.now() - REMINDED_AGAIN)
    told = {slug for row in lately for slug in row.data["teams"]}
    deciding = [each for each in waiting if each.team.slug not in told]
    if not deciding:
        raise Refused("reminded-already", "The coaches of this round were reminded within the last six hours.")
    for sequence in deciding:
        _write(season, sequence)
    data = {"round": played_in.number, "teams": [each.team.slug for each in deciding]}
    summary = f"{actor} reminded the coaches of {played_in} of {season}."
    record(actor=actor, action="season.reminded", target=season, summary=summary, data=data)
    return len(deciding)


def _reminders(season: int) -> QuerySet[LogEntry]:
    rows = LogEntry.objects.filter(object_type="league.season", object_id=str(season), action="season.reminded")
    return rows.order_by("-pk")


def _write(season: Season, sequence: Sequence) -> None:
    team = sequence.team
    by = f" by {sequence.deadline:%Y-%m-%d %H:%M} UTC" if sequence.deadline else ""
    text = (
        f"{team} still has to decide what it does after its last match in {season}{by}.\n"
        "Whatever is open then is decided by the standing orders of the team."
    )
    coaches_write(team, f"{team} has something to decide", text, reverse("teams:sequence", args=[team.slug]))
