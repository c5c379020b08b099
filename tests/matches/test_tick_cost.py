"""The tick looks at what is under way: however many seasons are over, finding work costs the same."""

from collections.abc import Callable
from datetime import timedelta
from functools import partial

import pytest
from django.db import connection, transaction
from django.utils import timezone

from league.models import Entry, Fixture, League, Result, Round, Season, Stage
from matches.jobs import WORK, jobs_claim
from matches.models import Match
from matches.services import match_lock, matches_claim_due
from teams.models import Sequence, Team
from tests.aftermaths import after_match
from tests.builders import bloodbowl_season, matches_of, running_season

pytestmark = pytest.mark.django_db


@pytest.fixture
def teams() -> list[Team]:
    """Six teams with all kinds of work to find."""
    season = bloodbowl_season("human", "orc", "dwarf", "skaven")
    waiting, ready, *_ = teams = [entry.team for entry in season.entries.select_related("team")]
    after_match(waiting)
    Sequence.objects.update(deadline=timezone.now() - timedelta(hours=1))
    finished(season.league, [waiting, ready], 1)
    Entry.objects.filter(season__state="finished", team=ready).update(off_season_due=True)
    running_season(stages=[{"format": "ladder"}], name="Ladder")
    Round.objects.filter(season__league__name="Ladder").update(kick_off=timezone.now())
    other = running_season(teams=2)
    match_lock(match_id=matches_of(other)[0].pk)
    return [*teams, *Team.objects.filter(entries__season=other)]


def finished(league: League, teams: list[Team], count: int) -> None:
    """So many more seasons that are over, with one match for each pair of these teams."""
    at, last = timezone.now() - timedelta(days=9), max(league.seasons.values_list("number", flat=True))
    state = {"state": "finished", "started_at": at, "finished_at": at, "first_kick_off": at, "round_every": 10}
    seasons = Season.objects.bulk_create(
        Season(league=league, number=last + number, name=f"Season {number}", **state) for number in range(1, count + 1)
    )
    Entry.objects.bulk_create(Entry(season=season, team=team) for season in seasons for team in teams)
    stages = Stage.objects.bulk_create(
        Stage(season=season, number=1, format="ladder", started_at=at, finished_at=at) for season in seasons
    )
    rounds = Round.objects.bulk_create(Round(season=each.season, stage=each, number=1, kick_off=at) for each in stages)
    pairs = list(zip(teams[::2], teams[1::2], strict=True))
    fixtures = Fixture.objects.bulk_create(
        Fixture(round=each, home=home, away=away, kick_off=at) for each in rounds for home, away in pairs
    )
    score = {"home_score": 0, "away_score": 0, "home_touchdowns": 0, "away_touchdowns": 0, "winner": "draw"}
    Result.objects.bulk_create(Result(fixture=fixture, **score) for fixture in fixtures)
    played = {"due_at": at, "locked_at": at, "claimed_at": at, "resolved_at": at, "sealed_seed": "s", "commitment": "c"}
    matches = Match.objects.bulk_create(Match(fixture=fixture, **played) for fixture in fixtures)
    Sequence.objects.bulk_create(
        Sequence(team=team, number=1000 + match.pk, kind="match", object_id=match.pk, closed_at=at, deadline=at)
        for match, fixture in zip(matches, fixtures, strict=True)
        for team in (fixture.home, fixture.away)
    )


def claim_matches() -> list[int]:
    return matches_claim_due(now=timezone.now(), worker="w")


def steps(find: Callable[[], list[int]]) -> int:
    """How many instructions the database runs until some work is found, which is left undone."""
    count = 0

    def tell() -> None:
        nonlocal count
        count += 1

    with transaction.atomic():
        connection.connection.set_progress_handler(tell, 1)
        try:
            assert find()
        finally:
            connection.connection.set_progress_handler(None, 0)
            transaction.set_rollback(True)
    return count


@pytest.mark.skipif(connection.vendor != "sqlite", reason="only SQLite counts its instructions")
def test_finished_seasons_cost_the_tick_nothing(teams: list[Team]) -> None:
    searches = {kind: partial(jobs_claim, kind=kind, now=timezone.now()) for kind in WORK} | {"play": claim_matches}
    league = League.objects.get(name="Crossroads")
    finished(league, teams, 5)
    few = {what: steps(find) for what, find in searches.items()}
    finished(league, teams, 100)
    many = {what: steps(find) for what, find in searches.items()}
    assert many == few
