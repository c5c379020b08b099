"""One coach, one broken team: their league has trouble, and every other league goes on. Real workers, PostgreSQL and Redis."""

from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import psycopg
import pytest
from django.utils import timezone

from matches.models import Job, Match
from teams.models import Sequence, Team
from tests.aftermaths import after_match
from tests.builders import bloodbowl_season, matches_of, running_season
from tests.live.services import Live

pytestmark = pytest.mark.live
Wait = Callable[..., Any]
FAULTS = str(Path(__file__).parent / "faults")


def done(season: Any) -> bool:
    return not Match.objects.filter(fixture__round__season=season, resolved_at__isnull=True).exists()


def test_a_line_up_that_takes_for_ever_stops_nobody_else(live_orm: Live, tmp_path: Path, wait_until: Wait) -> None:
    stuck = bloodbowl_season("human", "orc", "dwarf", "skaven")
    other = running_season(name="Elsewhere", teams=4)
    fault = {"PYTHONPATH": FAULTS, "FAULT": "preparing-stick", "FAULT_MARK": str(tmp_path / "mark")}
    live_orm.worker(concurrency=2, JOB_TIME_LIMIT="2", **fault)
    visitor = live_orm.web()
    live_orm.beat()
    failed = Job.objects.filter(league=stuck.league, slow_at__isnull=False)
    wait_until(failed.exists, what="the line-ups took too long")
    wait_until(lambda: done(other), what="the other league has played all its matches")
    assert visitor.get("/").status == 200
    assert not done(stuck)
    assert not Match.objects.filter(fixture__round__season=stuck, locked_at__isnull=False).exists()  # nothing half done
    # The other two line-ups of the round were not even tried again and again.
    assert sum(Job.objects.filter(league=stuck.league).values_list("attempts", flat=True)) <= 2


def test_a_broken_team_stops_nobody_else_and_goes_on_once_it_is_mended(live_orm: Live, wait_until: Wait) -> None:
    season = bloodbowl_season("human", "orc", "dwarf", "skaven")
    Match.objects.all().update(due_at=timezone.now() + timedelta(days=1))
    for entry in season.entries.all():
        after_match(entry.team)
    Sequence.objects.update(deadline=timezone.now())
    broken = Team.objects.get(pk=season.entries.first().team_id)
    Team.objects.filter(pk=broken.pk).update(orders={"squad": "nonsense"})
    other = running_season(name="Elsewhere", teams=4)
    live_orm.worker(concurrency=2)
    visitor = live_orm.web()
    live_orm.beat()
    wait_until(lambda: done(other), what="the other league has played all its matches")
    undecided = Sequence.objects.filter(closed_at__isnull=True)
    wait_until(lambda: undecided.count() == 1, what="the other teams of the league are through")
    assert undecided.get().team == broken
    assert visitor.get(f"/leagues/{season.league.slug}/").status == 200
    assert Job.objects.get().about == str(broken)
    Team.objects.filter(pk=broken.pk).update(orders={})
    Job.objects.update(retry_at=timezone.now())
    wait_until(lambda: not undecided.exists(), what="the team is mended")
    assert not Job.objects.exists()


def test_a_coach_who_is_changing_a_team_holds_up_only_its_own_match(live_orm: Live, wait_until: Wait) -> None:
    """The row of a team is locked from outside: its line-up waits in the database and not in a worker."""
    season = running_season(teams=4)
    first, second = matches_of(season)[:2]
    with psycopg.connect(live_orm.database_url) as link:
        link.execute("SELECT 1 FROM teams_team WHERE id = %s FOR UPDATE", (first.fixture.home_id,))
        live_orm.worker(concurrency=1)
        live_orm.beat()
        wait_until(lambda: Match.objects.get(pk=second.pk).resolved_at, what="the other match is resolved")
        assert not Match.objects.get(pk=first.pk).locked_at
        assert not Job.objects.filter(failed_at__isnull=False).exists()
    wait_until(lambda: done(season), what="the rest follows")
