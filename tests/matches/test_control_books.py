"""Decisions on top of each other: the books count every match once, and nobody is stuck."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from journal.errors import Refused
from league.models import Season
from matches.control import results, seasons
from matches.control.results import Later
from matches.models import Match
from matches.services import match_lock
from teams.ledger.services import open_sequence, team_club
from teams.ledger.striking import record_of
from teams.models import Team
from teams.sequence.services import sequence_finish
from tests.builders import apply_played, bloodbowl_season, matches_of, running_season
from tests.matches.test_control_results import asked, fresh, play

pytestmark = pytest.mark.django_db
ROUND_ROBIN, FINAL = {"format": "round-robin"}, {"format": "knock-out", "settings": {"teams": 2}}


@pytest.fixture
def season() -> Season:
    return bloodbowl_season("human", "orc", "dwarf", "skaven")


@pytest.fixture
def match(season: Season) -> Match:
    return fresh(matches_of(season)[0])


def counted(team: Team) -> tuple[int, int, int]:
    club = team_club(Team.objects.get(pk=team.pk))
    return club.played, club.won, club.drawn


def finished(season: Season) -> bool:
    while match := Match.objects.filter(fixture__round__season=season, resolved_at=None).first():
        apply_played(match)
    season.refresh_from_db()
    return season.state == Season.State.FINISHED


@pytest.mark.parametrize("consequence", ["forfeit", "leave"])
@pytest.mark.parametrize(
    ("stages", "played"),
    [
        ([{"format": "knock-out"}], 2),
        ([{"format": "swiss", "settings": {"rounds": 3}}], 2),
        ([ROUND_ROBIN, FINAL], 6),
    ],
    ids=["knock-out", "swiss", "final"],
)
def test_a_team_withdraws_from_what_has_been_drawn_up(
    stages: list[dict[str, Any]], played: int, consequence: str
) -> None:
    season = running_season(teams=4, stages=stages, ago=600)
    for match in matches_of(season)[:played]:
        apply_played(match)
    left = Match.objects.filter(fixture__round__season=season, resolved_at=None).order_by("fixture__round__number")
    team = left.select_related("fixture__home").first().fixture.home
    seasons.team_withdraw(season=season, team=team, consequence=consequence, **asked(season))
    assert finished(season)


def test_a_match_that_was_struck_whole_and_decided_counts_as_decided(season: Season, match: Match) -> None:
    play(match)
    results.match_decide(match=fresh(match), score=[0, 9], later=Later.REPLAY, **asked(season))
    assert [counted(team) for team in (match.fixture.home, match.fixture.away)] == [(1, 0, 0), (1, 1, 0)]


@pytest.mark.parametrize("later", [Later.LEAVE, Later.BOOKS])
def test_a_result_that_was_decided_and_then_void_counts_for_nothing(season: Season, match: Match, later: Later) -> None:
    first, second, third, *_ = matches_of(season)
    play(first, second)
    for team in (match.fixture.home, match.fixture.away):
        sequence_finish(team=team)
    play(third)
    score = [3, 0] if fresh(match).fixture.result.winner != "home" else [3, 3]
    results.match_decide(match=fresh(match), score=score, later=later, **asked(season))
    results.match_void(match=fresh(match), later=Later.BOOKS, **asked(season))
    for team in (match.fixture.home, match.fixture.away):
        assert set(record_of(team, match.pk).values()) == {0}


@pytest.mark.parametrize("later", Later.values)
def test_a_match_that_was_decided_unplayed_and_is_to_be_played_counts_for_nothing_yet(
    season: Season, match: Match, later: str
) -> None:
    results.match_decide(match=match, score=[2, 0], later=later, **asked(season))
    assert counted(match.fixture.home) == (1, 1, 0)
    again = timezone.now() + timedelta(hours=1)
    results.match_replay(match=fresh(match), due_at=again, later=Later.BOOKS, **asked(season))
    assert counted(match.fixture.home) == (0, 0, 0)


def test_nobody_earns_anything_more_from_a_match_that_is_out_of_the_books(season: Season, match: Match) -> None:
    first, second, *rest = matches_of(season)
    play(first, second)
    other = next(each for each in rest if match.fixture.home_id in fresh(each).fixture.teams)
    sequence_finish(team=match.fixture.home)
    play(other)
    away = match.fixture.away
    assert open_sequence(away).object_id == match.pk
    results.match_void(match=fresh(match), later=Later.BOOKS, **asked(season))
    last = away.ledger.count()
    sequence_finish(team=Team.objects.get(pk=away.pk))
    assert not away.ledger.filter(number__gt=last, spp__gt=0).exists()


def test_no_match_is_given_up_while_its_team_has_another_one_locked(season: Season, match: Match) -> None:
    match_lock(match_id=match.pk)
    other = next(fresh(each) for each in matches_of(season)[2:] if match.fixture.home_id in fresh(each).fixture.teams)
    for give_up in (
        lambda: results.match_forfeit(match=other, side="home", penalty=False, **asked(season)),
        lambda: results.match_unplayed(match=other, **asked(season)),
    ):
        with pytest.raises(Refused, match="line-ups are locked") as refusal:
            give_up()
        assert refusal.value.code == "match-under-way"
