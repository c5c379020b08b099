"""Seasons of several stages: each begins with the end of the one before, and no round is drawn up twice."""

from collections.abc import Sequence
from datetime import timedelta
from hashlib import sha256
from typing import Any

import pytest
from django.core.exceptions import PermissionDenied
from django.db import IntegrityError, transaction
from django.utils import timezone

from journal.errors import Refused
from league.models import Bye, Entrant, Fixture, Round, Season, Stage
from league.seasons.places import season_places
from league.seasons.seeding import order_after_last, proposed_order
from league.seasons.services import (
    result_apply,
    season_create,
    season_enter,
    season_seed,
    season_start,
    season_update,
)
from league.seasons.stages import Plan, season_advance
from tests.builders import make_league, make_season, make_user

pytestmark = pytest.mark.django_db
PLAY_OFFS = {"format": "knock-out", "settings": {"teams": 4}, "name": "Play-offs"}
GROUPS: list[Plan] = [{"format": "round-robin", "settings": {"groups": 2}}, PLAY_OFFS]
KNOCK_OUT: list[Plan] = [{"format": "knock-out"}]


def started(stages: Sequence[Plan], teams: int, **season: Any) -> Season:
    league = make_league(make_user())
    opened = make_season(league, teams=teams, stages=stages, **season)
    return season_start(actor=league.commissioner, season=opened)


def open_fixtures(season: Season) -> list[Fixture]:
    left = Fixture.objects.filter(round__season=season, result__isnull=True)
    return list(left.select_related("round__stage__season__league").order_by("round__number", "slot"))


def win(fixture: Fixture) -> list[Fixture]:
    """The older team wins; what that brings."""
    older = fixture.home_id < fixture.away_id
    score, winner = ([2, 1], "home") if older else ([1, 2], "away")
    return result_apply(fixture=fixture, result={"score": score, "touchdowns": score, "winner": winner}).drawn


def play_all(season: Season) -> None:
    while fixtures := open_fixtures(season):
        for fixture in fixtures:
            win(fixture)
    season.refresh_from_db()


def test_groups_and_then_play_offs_among_the_best_of_each() -> None:
    season = started(GROUPS, 8)
    groups, play_offs = season.stages.all()
    assert (groups.rounds.count(), play_offs.rounds.count(), play_offs.started_at) == (3, 0, None)
    *others, last = open_fixtures(season)
    assert [win(fixture) for fixture in others] == [[]] * 11
    assert len(win(last)) == 2
    groups.refresh_from_db()
    play_offs.refresh_from_db()
    assert groups.finished_at
    assert play_offs.started_at
    field = list(play_offs.entrants.values_list("group", flat=True))
    assert sorted(field) == [1, 1, 2, 2]
    of_group = dict(play_offs.entrants.values_list("team", "group"))
    assert all(of_group[each.home_id] != of_group[each.away_id] for each in open_fixtures(season))
    play_all(season)
    assert season.state == "finished"
    assert [each.name for each in season.rounds.all()] == ["", "", "", "Semi-finals", "Final"]
    assert [each.number for each in season.rounds.all()] == [1, 2, 3, 4, 5]
    champion, *_ = places = season_places(season)
    assert len(places) == 8
    assert champion == Fixture.objects.get(round__name="Final", slot=0).result.fixture.teams[0]
    assert set(places[:4]) == set(of_group)
    assert order_after_last(Season(league=season.league, number=2)) == places
    assert order_after_last(Season(league=make_league(make_user("other"), "Elsewhere"), number=2)) == []


def test_rounds_that_results_bring_never_lie_in_the_past() -> None:
    season = started(KNOCK_OUT, 4, ago=600, every=30)
    first, second = open_fixtures(season)
    assert win(first) == []
    now = timezone.now()
    drawn = win(second)
    every = timedelta(minutes=30)
    assert all(now + every / 2 <= each.kick_off <= now + 2 * every for each in drawn)
    assert all((each.kick_off - season.first_kick_off) % every == timedelta(0) for each in drawn)


def test_a_round_is_drawn_up_once() -> None:
    season = started(KNOCK_OUT, 4)
    first, second = open_fixtures(season)
    win(first)
    win(second)
    stage = season.stages.get()
    assert season_advance(stage=stage) == []
    assert season.rounds.count() == 2
    with pytest.raises(IntegrityError), transaction.atomic():
        Round.objects.create(season=season, stage=stage, number=2, kick_off=timezone.now())


def test_a_round_in_which_nobody_is_left_to_meet_is_passed_over() -> None:
    season = started([{"format": "knock-out", "settings": {"third_place": False}}], 8)
    stage = season.stages.get()
    *others, last = open_fixtures(season)
    for fixture in others:
        win(fixture)
    Entrant.objects.filter(stage=stage, seed__in=(3, 4)).update(withdrawn=True)  # the winners of two quarter-finals
    drawn = win(last)
    assert [set(each.teams) for each in drawn] == [
        set(stage.entrants.filter(seed__in=(1, 2)).values_list("team", flat=True))
    ]
    assert [each.fixtures.count() for each in season.rounds.all()] == [4, 0, 1]


@pytest.mark.parametrize(
    ("stages", "teams", "said"),
    [
        ([{"format": "round-robin"}, PLAY_OFFS], 3, "takes 4 teams, and 3 are entered"),
        ([{"format": "round-robin", "settings": {"groups": 4}}], 7, "at least 8 teams"),
    ],
)
def test_a_field_that_is_too_small_for_a_stage_does_not_start(stages: list[Plan], teams: int, said: str) -> None:
    with pytest.raises(Refused, match=said) as refused:
        started(stages, teams)
    assert refused.value.code == "too-few-teams"
    assert not Entrant.objects.exists()


def test_stages_are_changed_until_the_season_starts() -> None:
    league = make_league(make_user())
    season = make_season(league, teams=4)
    fields = {"name": "Cup", "first_kick_off": season.first_kick_off, "round_every": 10}
    season_update(actor=league.commissioner, season=season, stages=GROUPS, **fields)
    assert list(season.stages.values_list("number", "name", "format")) == [
        (1, "Round robin", "round-robin"),
        (2, "Play-offs", "knock-out"),
    ]
    season_update(actor=league.commissioner, season=season, **fields)
    assert season.stages.count() == 2
    assert not Bye.objects.exists()
    season_start(actor=league.commissioner, season=season)
    assert [bool(each.started_at) for each in Stage.objects.all()] == [True, False]


def test_the_next_season_proposes_who_goes_up_and_down_and_the_commissioner_confirms() -> None:
    divisions: list[Plan] = [{"format": "divisions", "settings": {"groups": 2, "moving": 1}}]
    season = started(divisions, 4)
    league = season.league
    play_all(season)
    first, second, third, fourth = season_places(season)
    fields = {"name": "", "first_kick_off": timezone.now() + timedelta(days=1), "round_every": 60}
    coming = season_create(actor=league.commissioner, league=league, stages=divisions, **fields)
    for entry in season.entries.order_by("-pk"):
        season_enter(actor=entry.team.owner, season=coming, team=entry.team)
    proposed = [entry.team_id for entry in proposed_order(coming)]
    assert proposed == [first, third, second, fourth]
    with pytest.raises(PermissionDenied):
        season_seed(actor=make_user("nobody"), season=coming, order=proposed)
    for wrong in (proposed[:3], [*proposed[:3], proposed[0]]):
        with pytest.raises(Refused) as refused:
            season_seed(actor=league.commissioner, season=coming, order=wrong)
        assert refused.value.code == "bad-order"
    season_seed(actor=league.commissioner, season=coming, order=[third, second, fourth, first])
    coming.refresh_from_db()
    coming.entries.filter(team=third).update(seed=None)
    assert [entry.team_id for entry in proposed_order(coming)] == [second, fourth, first, third]
    season_seed(actor=league.commissioner, season=coming, order=[third, first, fourth, second])
    season_start(actor=league.commissioner, season=coming)
    field = coming.stages.get().entrants.values_list("team", "group")
    assert list(field) == [(third, 1), (first, 1), (fourth, 2), (second, 2)]


@pytest.mark.parametrize("seeding", ["chance", "entered"])
def test_seeds_by_chance_are_drawn_from_the_seed_that_the_season_records(seeding: str) -> None:
    season = make_season(make_league(make_user()), teams=6, stages=KNOCK_OUT)
    Season.objects.filter(pk=season.pk).update(seeding=seeding)
    season = season_start(actor=season.league.commissioner, season=season)
    teams = sorted(season.entries.values_list("team", flat=True))
    shuffled = sorted(teams, key=lambda pk: sha256(f"{season.seed}:{pk}".encode()).digest())
    field = list(season.stages.get().entrants.values_list("team", flat=True))
    assert field == (shuffled if seeding == "chance" else teams)
