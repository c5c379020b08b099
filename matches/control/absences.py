"""The policy for the absent, carried out when line-ups are to be locked: once for each match, or once for each postponement.

The lock asks `absence_apply` first. What it comes to is told beforehand by `tonight`, from the same verdicts. Whatever stands in the
way of a consequence, the match is played: nobody waits because somebody else is absent.
"""

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import partial
from uuid import UUID, uuid5

from django.conf import settings
from django.db import transaction
from django.db.models import Max, Q
from django.utils import timezone

from accounts.models import User
from journal.errors import Busy, Refused
from league.absence.policy import SPARES, Absent, Does, Verdict
from league.absence.services import policy_of
from league.models import Round, Season
from matches.control.fixtures import match_set_time
from matches.control.measures import measure_announce, measure_of_nobody, season_matches
from matches.control.presence import Roll, roll_of
from matches.control.results import change_result, give_up, lose_for_both
from matches.models import Absence, Match, Measure
from teams.models import Team
from teams.permissions import coached_by
from teams.selectors import bulky

ABSENCES = UUID("0f6a2f0c-64a1-4c3b-9c43-5a4f0c8f2f77")  # keys of what follows from an absence
NEAR = timedelta(days=3)  # before the kick-off a coach is warned
SAID = {
    Does.ORDERS: "it is played, and the standing orders decide.",
    Does.AI: "it is played with standard orders and the built-in coach's own plan.",
    Does.DOUBLE: "it is lost for both.",
}
NOT_SHOWN = (*bulky("fixture__home"), *bulky("fixture__away"), "fixture__round__season__rulings")
WITH_TEAMS = ("fixture__home", "fixture__away", "fixture__round__season__league", "fixture__round__stage")


@dataclass(frozen=True, slots=True)
class Consequence:
    """What the policy does with a match, to whom and why."""

    match: Match
    verdict: Verdict
    absent: list[Team] = field(default_factory=list)
    due_at: datetime | None = None  # where it is postponed

    @property
    def reason(self) -> str:
        """For everybody to read. It fits into a measure, however long the names of the teams are."""
        said = f"Nothing was done for {' and '.join(str(team) for team in self.absent)}. {self.verdict.why}"
        return said.strip() + (" An AI coach plays." if self.verdict.does == Does.AI else "")

    @property
    def said(self) -> str:
        """What comes of it, as a sentence."""
        return self.words[:1].upper() + self.words[1:]

    @property
    def words(self) -> str:
        """The same, to go on with a sentence."""
        if self.due_at is not None:
            return f"it is played at {self.due_at:%Y-%m-%d %H:%M} UTC instead."
        if self.verdict.does == Does.CONCEDE:
            return f"{self.loser} gives it up, without a penalty."
        return SAID[Does(self.verdict.does)] if self.absent else "it is played."

    @property
    def by_ai(self) -> list[int]:
        return [team.pk for team in self.absent] if self.verdict.does == Does.AI else []

    @property
    def goes_on(self) -> bool:
        """Its line-ups are locked now."""
        return not self.absent or self.verdict.does in (Does.ORDERS, Does.AI)

    @property
    def loser(self) -> Team:
        side = self.verdict.sides[0]
        return self.match.fixture.home if side == "home" else self.match.fixture.away


def consequences(season: Season, matches: Sequence[Match], now: datetime) -> Iterator[Consequence]:
    """What becomes of these matches of a season, one after the other: eight queries, and none where the policy asks for nobody."""
    policy = policy_of(season)
    if policy.does_nothing or not matches:
        yield from (Consequence(match, Verdict(Does.ORDERS)) for match in matches)
        return
    roll = roll_of(season, matches)
    last = Round.objects.filter(season=season).aggregate(at=Max("kick_off"))["at"]
    for match in matches:
        at = max(now, match.locks_at)
        absent = [_absent(roll, side, team) for side, team in _sides(match) if not roll.of(match, team.pk, at).present]
        later = match.due_at + timedelta(days=policy.days)
        verdict = policy.verdict(absent, later=_fits(match, later, last))
        missing = [team for side, team in _sides(match) if side in [each.side for each in absent]]
        due_at = later if absent and verdict.does == Does.POSTPONE else None
        _count(roll, verdict, missing)
        yield Consequence(match, verdict, missing, due_at)


def tonight(season: Season, hours: int) -> list[Consequence]:
    """What would happen now to the matches of a season that lock within so many hours and have nothing before them."""
    now = timezone.now()
    until = now + timedelta(hours=hours)
    waiting = season_matches(season).filter(
        resolved_at__isnull=True, due_at__lte=until + timedelta(seconds=settings.LOCK_LEAD)
    )
    busy: set[int] = set()
    found = []
    for match in waiting.select_related(*WITH_TEAMS).defer("lineup", *NOT_SHOWN).order_by("due_at", "pk"):
        if busy.isdisjoint(match.fixture.teams) and match.status == "scheduled" and match.locks_at <= until:
            found.append(match)
        busy.update(match.fixture.teams)
    return list(consequences(season, found, now))


def warnings_of(user: User) -> list[tuple[Team, Match, list[str]]]:
    """The teams of a coach that count as absent for their next matches, where the kick-off is near, with the words of the policy.

    What would come of it is not told: that depends on the rival, and whether a rival is there is for those who run the season to see.
    """
    now = timezone.now()
    mine = set(Team.objects.filter(coached_by(user)).values_list("pk", flat=True))
    own = Q(fixture__home__in=mine) | Q(fixture__away__in=mine)
    waiting = Match.objects.filter(own, resolved_at__isnull=True, due_at__lte=now + NEAR).select_related(*WITH_TEAMS)
    found: dict[Season, list[Match]] = defaultdict(list)
    busy: set[int] = set()
    for match in waiting.defer("lineup", *NOT_SHOWN).order_by("due_at", "pk"):
        teams = mine.intersection(match.fixture.teams)
        if teams - busy and match.status == "scheduled":
            found[match.fixture.round.season].append(match)
        busy |= teams
    told: list[tuple[Team, Match, list[str]]] = []
    for season, matches in found.items():
        policy = policy_of(season)
        if policy.does_nothing:
            continue
        roll = roll_of(season, matches, counted=False)
        asked = ((team, match) for match in matches for _, team in _sides(match) if team.pk in mine)
        told += [
            (team, match, policy.words)
            for team, match in asked
            if not roll.of(match, team.pk, max(now, match.locks_at)).present
        ]
    return told


def absence_apply(match: Match) -> Consequence:
    """Carry out what the policy says about a match that is to be locked. The caller has locked its row."""
    season = match.fixture.round.season
    if policy_of(season).does_nothing:
        return Consequence(match, Verdict(Does.ORDERS))
    hold(season)
    season.refresh_from_db(fields=["absence"])  # another policy may be in force by now
    (found,) = consequences(season, [match], timezone.now())
    if not found.absent:
        return found
    try:
        with transaction.atomic():
            ACTIONS[found.verdict.does](found)
    except Refused as refusal:
        found = _spared_after_all(found, refusal)
    _keep(found)
    return found


def hold(season: Season) -> None:
    """Lock all matches of a season and its row, as measures do, without waiting for anybody."""
    matches = season_matches(season)
    held = matches.select_for_update(of=("self",), no_key=True, skip_locked=True).order_by("pk").values_list("pk")
    rows = Season.objects.select_for_update(of=("self",), no_key=True, skip_locked=True)
    if len(held) < matches.count() or not rows.filter(pk=season.pk).exists():
        raise Busy(f"{season} is being changed.")


def _spared_after_all(found: Consequence, refusal: Refused) -> Consequence:
    """Something is in the way of the consequence; the match is played, and everybody can read why."""
    played = Consequence(found.match, Verdict(Does.ORDERS, found.verdict.sides), found.absent)
    _announce(played, more=refusal.message)
    return played


def _keep(found: Consequence) -> None:
    conceded = found.verdict.does == Does.CONCEDE
    for side, team in _sides(found.match):
        if team in found.absent and (not conceded or side in found.verdict.sides):
            does = found.verdict.does
            Absence.objects.create(match=found.match, team=team, coach_id=team.owner_id, does=does)


def _sides(match: Match) -> tuple[tuple[str, Team], tuple[str, Team]]:
    return ("home", match.fixture.home), ("away", match.fixture.away)


def _absent(roll: Roll, side: str, team: Team) -> Absent:
    return Absent(side, roll.spared[roll.owners[team.pk]], roll.postponed[team.pk])


def _count(roll: Roll, verdict: Verdict, missing: Sequence[Team]) -> None:
    """Whoever is spared in this match has fewer chances in the next, with another team: no team is in two of them."""
    for team in missing:
        roll.spared[roll.owners[team.pk]] += verdict.does in SPARES


def _fits(match: Match, due_at: datetime, last: datetime | None) -> bool:
    """Whether nobody has to wait for a match at that time: it is within its round's deadline and not after the last round."""
    deadline = match.fixture.round.deadline
    return last is not None and due_at <= last and (deadline is None or due_at <= deadline)


# What the verdicts do -----------------------------------------------------------------------------------------------------


def _key(found: Consequence) -> UUID:
    return uuid5(ABSENCES, f"{found.match.pk} {found.match.absences.count()}")


def _announce(found: Consequence, more: str = "") -> None:
    reason = f"{found.reason} {more}".strip()
    summary = f"{found.match.fixture}: {found.said}"
    season = found.match.fixture.round.season
    kind = Measure.Kind.SPARED
    measure_announce(season=season, match=found.match, kind=kind, reason=reason, summary=summary, key=_key(found))


def _postpone(found: Consequence) -> None:
    due_at = found.due_at
    if due_at is None:
        raise ValueError(f"{found.match} is not postponed.")

    def act(measure: Measure) -> str:
        match_set_time(found.match, due_at)
        return f"{found.match.fixture} is postponed to {due_at:%Y-%m-%d %H:%M} UTC."

    _measure(found, Measure.Kind.MOVED, act)


def _settle(kind: str, change: Callable[[Consequence], Callable[[Measure, Match], str]], found: Consequence) -> None:
    _measure(
        found,
        kind,
        partial(change_result, match=found.match, teams=lambda: found.match.fixture.teams, act=change(found)),
    )


def _measure(found: Consequence, kind: str, act: Callable[[Measure], str]) -> None:
    teams = lambda: found.match.fixture.teams  # noqa: E731
    measure_of_nobody(match=found.match, kind=kind, reason=found.reason, key=_key(found), teams=teams, act=act)


ACTIONS: Mapping[str, Callable[[Consequence], None]] = {
    Does.ORDERS: _announce,
    Does.AI: _announce,
    Does.POSTPONE: _postpone,
    Does.CONCEDE: partial(
        _settle, Measure.Kind.FORFEITED, lambda found: partial(give_up, side=found.verdict.sides[0], penalty=False)
    ),
    Does.DOUBLE: partial(_settle, Measure.Kind.UNPLAYED, lambda found: lose_for_both),
}
