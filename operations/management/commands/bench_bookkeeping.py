"""What a match costs besides playing it, as the ledgers of its teams grow: lock, apply, and the sequences by standing orders.

The teams grow old as teams do, with a re-draft after each season. What is compared are the first matches of seasons, so that
only the history differs: tired teams write more rows a match, however short their ledger is. A match also counts in units, each
timed beside it: they do not depend on how fast the machine is at that moment.
"""

from argparse import ArgumentParser
from collections.abc import Iterator
from datetime import timedelta
from hashlib import sha256
from statistics import median
from time import process_time
from typing import Any

from django.core.management.base import BaseCommand
from django.db import connection
from django.utils import timezone

from engine.cli.bench import unit
from league.models import Fixture, Round, Season
from matches.applying import outcome_apply
from matches.models import Match
from matches.playing import play
from matches.services import match_lock
from operations.rehearsal import season_begin
from operations.scratch import scratch_database
from teams.models import Team
from teams.seeds import seeds_from
from teams.sequence.services import off_season_open, sequence_finish

ROSTERS = ("human", "orc")
WINDOW = 12  # matches over which the cost is taken
SEASON = 10  # matches between two re-drafts


class Command(BaseCommand):
    help = "Prints the processor time and the queries of one match's bookkeeping at growing ledgers, in a database of its own."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--rows", default="16,1000,5000", help="ledger sizes to measure at")

    def handle(self, *, rows: str, **options: Any) -> None:
        with scratch_database(), seeds_from(the_same_every_time):
            season = season_begin("bb2025", ROSTERS, 2)
            Fixture.objects.filter(round__season=season).delete()
            games = endless(season)
            self.stdout.write(f"{'ledger rows':>12} {'CPU ms':>10} {'units':>10} {'queries':>10}")
            for wanted in map(int, rows.split(",")):
                while longest() < wanted:
                    age(games)
                reached = longest()
                costs = [measured(next(games)) for _ in range(WINDOW)]
                cpu, units, queries = (median(each) for each in zip(*costs, strict=True))
                self.stdout.write(f"{reached:>12} {1000 * cpu:>10.1f} {units:>10.4f} {queries:>10.0f}")


def the_same_every_time(what: str) -> str:
    return sha256(what.encode()).hexdigest()


def endless(season: Season) -> Iterator[Match]:
    """One match after the other; the season never ends, because the next fixture always exists."""
    home, away = Team.objects.order_by("pk")
    previous = None
    for number in range(100, 30_000):
        at = timezone.now() - timedelta(days=1) + timedelta(seconds=number)
        leg = Round.objects.create(season=season, stage=season.stages.get(), number=number, kick_off=at)
        fixture = Fixture.objects.create(round=leg, home=home, away=away, kick_off=at)
        match = Match.objects.create(fixture=fixture, due_at=at)
        if previous is not None:
            yield previous
        previous = match


def age(games: Iterator[Match]) -> None:
    """One more season, and the re-draft for the next one."""
    for _ in range(SEASON):
        bookkeeping(next(games))
    for team in Team.objects.all():
        off_season_open(team=team, season=team.ledger.count(), prize=0, trophy=False, deadline=None)
        sequence_finish(team=team)


def longest() -> int:
    return max(team.ledger.count() for team in Team.objects.all())


def measured(match: Match) -> tuple[float, float, int]:
    """Processor time, the same in units of just before and after, and queries."""
    before = unit()
    cpu, queries = bookkeeping(match)
    return cpu, 2 * cpu / (before + unit()), queries


def bookkeeping(match: Match) -> tuple[float, int]:
    """Lock, play, apply and finish; processor time and queries of all but the playing."""
    queries = 0

    def counted(execute: Any, *statement: Any) -> Any:  # a cursor that remembers its statements would take time itself
        nonlocal queries
        queries += 1
        return execute(*statement)

    with connection.execute_wrapper(counted):
        begun = process_time()
        locked = match_lock(match_id=match.pk)
        spent = process_time() - begun
        played = play(locked.locked_lineup, locked.secret_seed)
        begun = process_time()
        outcome_apply(match_id=match.pk, played=played)
        for team in Team.objects.all():
            sequence_finish(team=team)
        spent += process_time() - begun
    return spent, queries
