"""After an outage the locks that fell into it move by its length, once, in order, and announced."""

from datetime import timedelta

import pytest
from django.utils import timezone

from league.models import Season
from matches import tasks
from matches.control.outages import LEAST, outage_make_up, outage_notice
from matches.models import Heartbeat, Match, Measure, Outage
from matches.services import match_lock, match_resolve
from tests.builders import matches_of, running_season

pytestmark = pytest.mark.django_db
MINUTE = timedelta(minutes=1)


@pytest.fixture
def season(settings) -> Season:
    """Three rounds, half an hour apart; the first has just begun. Line-ups are locked a quarter of an hour before."""
    settings.LOCK_LEAD = 900
    return running_season(teams=4, ago=0, every=30)


def times(season: Season) -> list[int]:
    """In minutes after the first kick-off."""
    return [round((match.due_at - season.first_kick_off) / MINUTE) for match in matches_of(season)]


def test_what_was_to_be_locked_meanwhile_moves_by_the_length(season: Season) -> None:
    first = season.first_kick_off
    outage = outage_make_up(began_at=first - 20 * MINUTE, ended_at=first + 5 * MINUTE)
    assert times(season) == [25, 25, 30, 30, 60, 60]
    assert outage.moved == 2
    match = matches_of(season)[0]
    assert match.fixture.kick_off == match.due_at
    measure = Measure.objects.get()
    assert (measure.kind, measure.actor) == ("delayed", None)
    assert "25 minutes" in measure.reason


def test_matches_that_would_be_overtaken_move_too(season: Season) -> None:
    first = season.first_kick_off
    outage_make_up(began_at=first - 20 * MINUTE, ended_at=first + 10 * MINUTE)
    assert times(season) == [30, 30, 60, 60, 90, 90]


def test_what_was_locked_before_or_is_locked_later_stays(season: Season) -> None:
    first = season.first_kick_off
    match_lock(match_id=matches_of(season)[0].pk)
    outage_make_up(began_at=first - 12 * MINUTE, ended_at=first + 2 * MINUTE)
    assert times(season) == [0, 0, 30, 30, 60, 60]
    assert not Measure.objects.exists()
    outage_make_up(began_at=first - 20 * MINUTE, ended_at=first - 5 * MINUTE)
    assert times(season) == [0, 15, 30, 30, 60, 60]  # one was locked by then


@pytest.mark.parametrize(("began", "ended"), [(15, 5), (25, 15)])
def test_a_lock_at_its_first_or_last_moment_fell_into_it(season: Season, began: int, ended: int) -> None:
    first = season.first_kick_off
    outage_make_up(began_at=first - began * MINUTE, ended_at=first - ended * MINUTE)
    assert times(season)[:2] == [10, 10]


def test_an_outage_is_made_up_for_once(season: Season) -> None:
    how = {"began_at": season.first_kick_off - 20 * MINUTE, "ended_at": season.first_kick_off}
    assert outage_make_up(**how)
    assert outage_make_up(**how) is None
    assert outage_make_up(began_at=how["began_at"], ended_at=how["ended_at"] + MINUTE) is None
    assert times(season) == [20, 20, 30, 30, 60, 60]
    assert Outage.objects.get().moved == 2


def test_the_tick_notices_an_outage_before_it_looks_for_work(season: Season) -> None:
    now = timezone.now()
    assert outage_notice(now) is None  # nothing has ever run here
    Heartbeat.objects.create(name="worker", at=now - LEAST + MINUTE)
    assert outage_notice(now) is None
    Heartbeat.objects.update(at=now - LEAST)
    assert outage_notice(now) is not None
    assert times(season)[:2] == [0, 0]  # locked long before
    Heartbeat.objects.update(at=now - 40 * MINUTE)
    tasks.tick()
    assert times(season)[:2] == [40, 40]
    assert not Match.objects.filter(locked_at__isnull=False).exists()
    assert Outage.objects.count() == 2


def test_a_match_that_is_played_long_after_its_kick_off_is_marked(season: Season, client) -> None:
    match = matches_of(season)[0]
    match_lock(match_id=match.pk)
    match_resolve(match_id=match.pk)
    page = f"/matches/{match.pk}/"
    assert "Played late" not in client.get(page).content.decode()
    Match.objects.filter(pk=match.pk).update(due_at=timezone.now() - timedelta(hours=2))
    assert "Played late" in client.get(page).content.decode()
