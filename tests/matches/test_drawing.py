"""Matches that results bring: made with the last result that they wait for, once, and with everything that goes on their sheets."""

from datetime import timedelta

import pytest
from django.utils import timezone

from league.models import Round
from matches.applying import outcome_apply
from matches.models import Match
from matches.services import match_lock, match_resolve
from teams.models import Sequence
from tests.builders import apply_played, bloodbowl_season, matches_of, played, running_season

pytestmark = pytest.mark.django_db
KNOCK_OUT = [{"format": "knock-out"}]


def test_the_last_result_of_a_round_makes_the_matches_of_the_next_once() -> None:
    season = running_season(teams=4, stages=KNOCK_OUT, ago=600)
    first, last = matches_of(season)
    apply_played(first)
    assert Match.objects.count() == 2
    locked = match_lock(match_id=last.pk)
    outcome = played(locked)
    assert outcome_apply(match_id=last.pk, played=outcome)
    assert not outcome_apply(match_id=last.pk, played=outcome)
    final, third = Match.objects.filter(fixture__round__number=2).order_by("fixture__slot")
    assert Round.objects.count() == 2
    assert {each.fixture.home_id for each in (first, last)} == set(final.fixture.teams)
    assert {each.fixture.away_id for each in (first, last)} == set(third.fixture.teams)
    assert final.due_at == final.fixture.kick_off > timezone.now()
    for match in (final, third):
        apply_played(match)
    season.refresh_from_db()
    assert season.state == "finished"


def test_a_match_that_draws_nothing_costs_no_query_more_in_a_knock_out(django_assert_max_num_queries) -> None:
    counted = []
    for name, stages in (("One", ()), ("Two", KNOCK_OUT)):
        match = match_lock(match_id=matches_of(running_season(teams=4, stages=stages, name=name))[0].pk)
        outcome = played(match)
        with django_assert_max_num_queries(40) as found:
            outcome_apply(match_id=match.pk, played=outcome)
        counted.append(len(found))
    assert (
        counted[1] <= counted[0] + 1
    )  # whether another match of the round is left; a round robin knows of the teams' next ones


def test_the_rules_of_battleball_end_a_match_by_themselves() -> None:
    match = match_lock(match_id=matches_of(running_season(stages=KNOCK_OUT))[0].pk)
    assert all("winner_needed" not in sheet for sheet in match.lineup["sheets"])


def test_the_second_match_of_a_tie_counts_the_first_and_needs_a_winner() -> None:
    two = {"legs": 2, "one_final": False}
    season = bloodbowl_season("orc", "human", stages=[{"format": "knock-out", "settings": two}])
    first, second = matches_of(season)
    match_lock(match_id=first.pk)
    assert match_resolve(match_id=first.pk) == "resolved"
    first.refresh_from_db()
    assert not any(sheet.get("winner_needed") for sheet in first.lineup["sheets"])
    score = (first.fixture.result.home_score, first.fixture.result.away_score)
    sheets = match_lock(match_id=second.pk).lineup["sheets"]
    assert [sheet["winner_needed"] for sheet in sheets] == [True, True]
    assert tuple(sheet.get("first_leg", 0) for sheet in sheets) == score[::-1]
    assert match_resolve(match_id=second.pk) == "resolved"
    season.refresh_from_db()
    assert season.state == "finished"


def test_who_is_still_deciding_has_until_the_next_match_is_locked() -> None:
    season = bloodbowl_season("orc", "human", "dwarf", stages=KNOCK_OUT)
    (semi,) = matches_of(season)
    waiting = season.entries.exclude(team__in=semi.fixture.teams).get().team
    later = timezone.now() + timedelta(days=30)
    Sequence.objects.create(team=waiting, number=99, kind="match", object_id=9999, deadline=later)
    match_lock(match_id=semi.pk)
    assert match_resolve(match_id=semi.pk) == "resolved"
    final = Match.objects.get(fixture__round__number=2)
    sequences = Sequence.objects.filter(closed_at=None, team__in=final.fixture.teams)
    deadlines = set(sequences.values_list("deadline", flat=True))
    assert deadlines == {Match.objects.select_related("fixture__round__season").get(pk=final.pk).locks_at}
