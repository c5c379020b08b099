"""Copies of matches that were played: rows for pages to count and to list, not to look into."""

from collections import Counter
from collections.abc import Callable
from datetime import timedelta
from typing import Any
from uuid import uuid4

from django.utils import timezone

import engine
from journal.models import LogEntry
from league.models import FIGURES, Fixture, Result, Round, Season, Stage
from matches.models import Match, MatchRecord, Measure, TeamStats
from teams.models import LedgerRow, Sequence, Team

SIDES = ("home", "away")
ROWS_EACH = 3  # of the ledger of a team, for each match
MEASURED = 10  # every how many-th match was moved


class Copies:
    """Rounds like those that were played, with new rows for everything that belongs to a match."""

    def __init__(self, played: list[Match]) -> None:
        self.rounds: dict[int, list[Match]] = {}
        for match in played:
            self.rounds.setdefault(match.fixture.round_id, []).append(match)
        sides = {team for match in played for team in match.fixture.teams}
        self.teams = Team.objects.in_bulk(sides)
        self.namings = {pk: _naming(team) for pk, team in self.teams.items()}
        self.stats = {match.pk: [*match.team_stats.all(), *match.player_stats.all()] for match in played}
        self.rows: dict[type[Any], list[Any]] = {}
        self.counted: Counter[tuple[str, int]] = Counter()

    def add(self, season: Season, stage: Stage, matches: int, after: int) -> None:
        """So many matches in rounds that come after this one."""
        at, patterns = timezone.now() - timedelta(days=30), sorted(self.rounds.values(), key=len)
        pattern = patterns[-1]
        for number in range(after + 1, after + 1 + -(-matches // len(pattern))):
            played_in = Round.objects.create(season=season, stage=stage, number=number, kick_off=at)
            for slot, match in enumerate(pattern[:matches]):
                self._copy(match, played_in, slot)
            matches -= len(pattern)

    def store(self) -> None:
        for model, rows in self.rows.items():
            model.objects.bulk_create(rows, batch_size=500)

    def _copy(self, old: Match, played_in: Round, slot: int) -> None:
        at = played_in.kick_off
        teams = {"home_id": old.fixture.home_id, "away_id": old.fixture.away_id}
        fixture = Fixture.objects.create(round=played_in, slot=slot, kick_off=at, **teams)
        seed = uuid4().hex * 2
        moments = dict.fromkeys(("due_at", "locked_at", "claimed_at", "resolved_at"), at)
        sealed = {"sealed_seed": seed, "commitment": engine.commitment(seed)}
        match = Match.objects.create(fixture=fixture, **moments, **sealed, attempts=1)
        result = {name: getattr(old.fixture.result, name) for name in (*FIGURES, "winner", "ended")}
        self._add(Result(fixture=fixture, **result))
        self._add(MatchRecord(match=match, digest=uuid4().hex * 2, engine=engine.VERSION, payload=b""))
        for each in self.stats[old.pk]:
            whose = {"team_id": each.team_id} if isinstance(each, TeamStats) else {"player_id": each.player_id}
            self._add(type(each)(match=match, figures=each.figures, **whose))
        for team in teams.values():
            self._books(self.teams[team], match, sealed, played_in.season.league_id)
        for action in ("match.locked", "match.resolved"):
            self._note(match, action, played_in.season.league_id)
        if match.pk % MEASURED == 0:
            self._add(Measure(season=played_in.season, match=match, kind="moved", reason="Rain.", key=uuid4()))

    def _books(self, team: Team, match: Match, sealed: dict[str, str], league: int) -> None:
        number = self._next("sequence", team, team.sequences.count)
        about = {"kind": "match", "object_id": match.pk, "closed_at": match.due_at, "deadline": match.due_at}
        sequence = Sequence.objects.create(team=team, number=number, **about, **sealed)
        naming = self.namings[team.pk]
        for _ in range(ROWS_EACH):
            row = self._next("row", team, team.ledger.count)
            self._add(
                LedgerRow(
                    team=team, number=row, sequence=sequence, request=uuid4(), action="rename", by="coach", **naming
                )
            )
        self._note(team, "team.orders", league)

    def _note(self, target: Any, action: str, league: int) -> None:
        kind = target._meta.label_lower
        about = {"action": action, "object_type": kind, "object_id": str(target.pk), "league": league}
        self._add(LogEntry(summary=f"{target}: {action}.", **about))

    def _add(self, row: Any) -> None:
        self.rows.setdefault(type(row), []).append(row)

    def _next(self, what: str, team: Team, begun: Callable[[], int]) -> int:
        if not self.counted[what, team.pk]:
            self.counted[what, team.pk] = begun()
        self.counted[what, team.pk] += 1
        return self.counted[what, team.pk]


def _naming(team: Team) -> dict[str, Any]:
    """A row that changes nothing: a player is called as before."""
    player = team.players.filter(left_at=None).order_by("member")[0]
    return {"kind": "renamed", "member": player.member, "data": {"name": player.name, "number": player.number}}
