"""A plan that comes while the line-ups are being locked: it waits, and is then refused, instead of being kept for nobody."""

import threading

import pytest
from django.db import connection, transaction

from journal.errors import Refused
from matches.gameplans import match_game_plan_save
from matches.services import match_lock
from teams.models import GamePlan
from tests.builders import bloodbowl_season, matches_of
from tests.live.services import Live, wait_until

pytestmark = pytest.mark.live
WAITING = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"


def test_a_plan_waits_for_the_lock_of_its_match(live_orm: Live) -> None:
    match, *_ = matches_of(bloodbowl_season("orc", "human"))
    team = match.fixture.home
    answers: list[str] = []

    def plan() -> None:
        try:
            match_game_plan_save(actor=team.owner, team=team, match=match.pk, plan={"style": "run"})
            answers.append("kept")
        except Refused as refusal:
            answers.append(refusal.code)
        finally:
            connection.close()

    coach = threading.Thread(target=plan)
    with transaction.atomic():
        match_lock(match_id=match.pk)
        coach.start()
        wait_until(lambda: live_orm.sql(WAITING)[0][0], what="the coach to wait")
    coach.join()
    assert answers == ["match-locked"]
    assert not GamePlan.objects.exists()
