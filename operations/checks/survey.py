"""All checks over all that is stored, or over a part of it, while the site goes on working."""

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from secrets import randbelow
from typing import Any

from django.db import Error, connection, transaction
from django.db.models import Q, QuerySet

import engine
from journal.errors import Refused
from league.models import Entry, League, Season
from matches.models import Match
from matches.selectors import match_content
from operations.checks.ledgers import ledger_breaches
from operations.checks.results import is_replayable, match_breaches, replay_breaches
from operations.checks.rosters import roster_breaches
from operations.checks.seasons import season_breaches
from teams.models import LedgerRow, Sequence, Team

BATCH = 500
EVERY_MATCH = 0
REPLAYED = "matches played again"


@dataclass(frozen=True, slots=True)
class Part:
    """What is looked at; everything, unless a part is asked for."""

    teams: QuerySet[Team] = field(default_factory=Team.objects.all)
    matches: QuerySet[Match] = field(default_factory=Match.objects.all)
    seasons: QuerySet[Season] = field(default_factory=Season.objects.all)


def part_of(*, league: str = "", season: int | None = None, team: str = "") -> Part:
    """A league by its slug, one season of it by its number, or a team by its slug with its matches."""
    if team:
        found = Team.objects.filter(slug=team)
        if not found.exists():
            raise Refused("unknown-team", f"There is no team {team!r}.")
        return Part(
            found, Match.objects.filter(Q(fixture__home__in=found) | Q(fixture__away__in=found)), Season.objects.none()
        )
    if not league:
        return Part()
    seasons = Season.objects.filter(league__slug=league)
    if not League.objects.filter(slug=league).exists():
        raise Refused("unknown-league", f"There is no league {league!r}.")
    if season is not None:
        seasons = seasons.filter(number=season)
        if not seasons.exists():
            raise Refused("unknown-season", f"The league {league!r} has no season {season}.")
    entered = Entry.objects.filter(season__in=seasons).values("team")
    return Part(Team.objects.filter(pk__in=entered), Match.objects.filter(fixture__round__season__in=seasons), seasons)


class Survey:
    """Goes through a part once. `replay` plays so many of its matches again, or `EVERY_MATCH`; None plays none."""

    def __init__(self, part: Part | None = None, *, replay: int | None = None) -> None:
        self.part = part or Part()
        self.replay = replay
        self.checked = Counter(dict.fromkeys(("seasons", "teams", "ledger rows", "sequences", "matches", REPLAYED), 0))

    def breaches(self) -> Iterator[str]:
        """One sentence for each thing that is wrong."""
        for pk in _pks(self.part.seasons):
            yield from self._check("seasons", self.part.seasons.select_related("league"), pk, season_breaches)
        for pk in _pks(self.part.teams):
            yield from self._check("teams", self.part.teams, pk, self._of_team)
        chosen = self._chosen()
        for pk in _pks(self.part.matches):
            yield from self._of_match(pk, chosen)

    def _of_team(self, team: Team) -> Iterator[str]:
        self.checked["ledger rows"] += LedgerRow.objects.filter(team=team).count()
        if not engine.ruleset(team.ruleset).has_campaign:
            yield from roster_breaches(team)
            return
        yield from ledger_breaches(team)
        yield from _causes(team)
        self.checked["sequences"] += Sequence.objects.filter(team=team).count()

    def _of_match(self, pk: int, chosen: Iterator[bool]) -> Iterator[str]:
        """Where it is to be played again, that happens outside of the snapshot, because it takes a while."""
        files: list[dict[str, Any]] = []

        def check(match: Match) -> Iterator[str]:
            yield from match_breaches(match)
            if match.has_replay and next(chosen):
                files.append(match_content(match))

        matches = self.part.matches.select_related("fixture__home", "fixture__away")
        yield from self._check("matches", matches, pk, check)
        for file in files:
            if is_replayable(file):
                self.checked[REPLAYED] += 1
                yield from (f"Match {pk}: {sentence}." for sentence in _safely(partial(replay_breaches, file)))
            else:
                self.checked["matches of another version of the rules, not played again"] += 1

    def _chosen(self) -> Iterator[bool]:
        """Which matches that were played are played again: all, none, or so many at even distances, others in each survey."""
        if not self.replay:
            while True:
                yield self.replay == EVERY_MATCH
        played = self.part.matches.filter(resolved_at__isnull=False, unplayed=False).count()
        apart = max(1, played // self.replay)
        left, wait = self.replay, randbelow(apart)
        while True:
            chosen = wait == 0 and left > 0
            left -= chosen
            wait = (wait or apart) - 1
            yield chosen

    def _check(self, what: str, rows: QuerySet[Any], pk: int, check: Callable[[Any], Iterator[str]]) -> Iterator[str]:
        """All breaches of one row, which is read in the same moment as everything that belongs to it."""
        with one_moment():
            row = rows.filter(pk=pk).first()
            if row is None:  # deleted since the list was read
                return
            self.checked[what] += 1
            name = _name(row)
            found = _safely(partial(check, row))
        yield from (f"{name}: {sentence}." for sentence in found)


def _safely(check: Callable[[], Iterator[str]]) -> list[str]:
    """What is so broken that a check fails on it is one more breach. A database that fails is none."""
    found: list[str] = []
    try:
        found.extend(check())
    except Error:
        raise
    except Exception as error:
        found.append(f"it cannot be checked: {type(error).__name__}: {error}")
    return found


def _name(row: Season | Team | Match) -> str:
    match row:
        case Season():
            return f"Season {row.number} of {row.league.slug}"
        case Team():
            return f"Team {row.slug}"
        case _:
            return f"Match {row.pk}, {row.fixture}"


def _causes(team: Team) -> Iterator[str]:
    """Every sequence follows a match that the team has played, or a season that it has finished."""
    played = Match.objects.filter(Q(fixture__home=team) | Q(fixture__away=team), resolved_at__isnull=False)
    finished = Season.objects.filter(entries__team=team, state=Season.State.FINISHED)
    over: dict[str, QuerySet[Any]] = {Sequence.Kind.MATCH: played, Sequence.Kind.SEASON: finished}
    for each in team.sequences.order_by("number"):
        if not over[each.kind].filter(pk=each.object_id).exists():
            yield f"sequence {each.number} follows {each.cause}, which is not over for this team"


def _pks(rows: QuerySet[Any]) -> Iterator[int]:
    """Fetched some at a time, so that memory stays the same however many there are."""
    last = 0
    while batch := list(rows.filter(pk__gt=last).order_by("pk").values_list("pk", flat=True)[:BATCH]):
        yield from batch
        last = batch[-1]


@contextmanager
def one_moment() -> Iterator[None]:
    """Everything read inside is as it was at one moment, nothing can be written, and no writer has to wait.

    Inside a transaction of the caller, that one decides.
    """
    if connection.in_atomic_block:
        yield
    elif connection.vendor == "postgresql":
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY")
            yield
    else:
        with _sqlite_reader(), transaction.atomic():
            yield


@contextmanager
def _sqlite_reader() -> Iterator[None]:
    """A transaction that only reads must not begin with the lock of the one writer, as the site's own do."""
    connection.ensure_connection()
    usual, connection.transaction_mode = connection.transaction_mode, "DEFERRED"  # type: ignore[attr-defined]  # of SQLite alone
    try:
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA query_only = ON")
        yield
    finally:
        connection.transaction_mode = usual  # type: ignore[attr-defined]  # of SQLite alone
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA query_only = OFF")
