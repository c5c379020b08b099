"""Several workers lock the line-ups of absent coaches at once, while the commissioner moves matches: each consequence comes once."""

import threading
from collections.abc import Callable
from datetime import timedelta
from uuid import uuid4

import pytest
from django.db import connection, transaction
from django.utils import timezone

from journal.errors import Busy
from league.models import Season
from matches.control import absences, fixtures, results
from matches.models import Absence, Match, Measure
from matches.services import match_lock_due
from operations.checks.survey import Survey
from tests.builders import matches_of, running_season
from tests.live.services import Live
from tests.matches.test_absences import asked, long_ago, set_policy

pytestmark = pytest.mark.live


def at_once(*acts: Callable[[], None]) -> None:
    troubles: list[BaseException] = []

    def run(act: Callable[[], None]) -> None:
        try:
            act()
        except BaseException as error:
            troubles.append(error)
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=(act,)) for act in acts]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert troubles == []


def insist(match: Match) -> Callable[[], None]:
    """As a job does it that is tried again as long as somebody is busy."""

    def act() -> None:
        while True:
            try:
                match_lock_due(match_id=match.pk, worker="here")
            except Busy:
                continue
            return

    return act


def season_of_eight() -> Season:
    season = running_season(teams=8, every=24 * 60, ago=26 * 60)
    for match in matches_of(season)[:4]:
        results.match_unplayed(match=match, **asked(season))
    long_ago(season)
    return season


def test_each_absence_has_its_consequence_once(live_orm: Live) -> None:
    season = season_of_eight()
    set_policy(season, does="double-loss")
    due, later = matches_of(season)[4:8], matches_of(season)[8:12]

    def move(match: Match) -> Callable[[], None]:
        at = timezone.now() + timedelta(days=3)
        how = {"actor": season.league.commissioner, "reason": "rain", "key": uuid4()}
        return lambda: fixtures.match_move(match=match, due_at=at, **how) and None

    at_once(*(insist(match) for match in due * 3), *(move(match) for match in later))
    assert Absence.objects.count() == 8
    assert Measure.objects.filter(actor=None, kind="unplayed").count() == 4
    assert Measure.objects.filter(kind="moved").count() == 4
    assert all(match.unplayed for match in Match.objects.filter(pk__in=[each.pk for each in due]))
    assert list(Survey().breaches()) == []


def test_a_season_in_other_hands_is_left_alone(live_orm: Live) -> None:
    season = season_of_eight()
    set_policy(season, does="concession")
    held, done = threading.Event(), threading.Event()
    match, other = matches_of(season)[4:6]

    def hold() -> None:
        with transaction.atomic():
            list(Match.objects.select_for_update(no_key=True).filter(pk=other.pk))
            held.set()
            done.wait(10)

    def ask() -> None:
        held.wait(10)
        try:
            with pytest.raises(Busy):
                match_lock_due(match_id=match.pk, worker="here")
        finally:
            done.set()

    at_once(hold, ask)
    assert not Absence.objects.exists()
    assert len(absences.tonight(season, 1)) == 4
