"""Reading leagues: right, and in the same number of queries whatever their size."""

import pytest
from django.http import Http404

from league.models import Fixture
from league.rulings.selectors import rules_in_force
from league.seasons.selectors import enterable_teams, entered_teams, round_fixtures, rounds, season_detail, standings
from league.seasons.services import result_apply
from league.selectors import league_detail, league_list
from league.services import league_rulings_set
from tests.builders import (
    VISITOR,
    apply_played,
    make_league,
    make_season,
    make_team,
    make_user,
    matches_of,
    running_season,
)

pytestmark = pytest.mark.django_db
RESULT = {"score": [14, 7], "touchdowns": [2, 1], "winner": "home"}


@pytest.mark.parametrize("teams", [2, 5])
def test_standings_come_from_the_results_in_two_queries(teams: int, django_assert_num_queries) -> None:
    season = running_season(teams=teams)
    for fixture in Fixture.objects.select_related("round__season"):
        result_apply(fixture=fixture, result=RESULT)
    with django_assert_num_queries(2):
        rows = standings(season)
        assert [row.team.name for row in rows]
    homes = {row.team.pk: row.won for row in rows}
    assert sum(homes.values()) == Fixture.objects.count()
    assert rows[0].points == rows[0].won * 3
    assert sum(row.points_for for row in rows) == 21 * Fixture.objects.count()


@pytest.mark.parametrize("teams", [2, 5])
def test_rounds_take_a_query_and_the_fixtures_of_one_another(teams: int, django_assert_num_queries) -> None:
    season = running_season(teams=teams)
    apply_played(matches_of(season)[0])
    with django_assert_num_queries(1):
        found = [(each.size, each.played) for each in rounds(season)]
    assert found == [(teams // 2, 1)] + (teams - 1 + teams % 2 - 1) * [(teams // 2, 0)]
    first = season.rounds.first()
    with django_assert_num_queries(1):
        shown = [(each.home.name, each.away.name, each.match.status) for each in round_fixtures(first)]
    assert sorted(status for _, _, status in shown) == ["resolved", "scheduled"][: teams // 2]


@pytest.mark.parametrize("count", [1, 4])
def test_the_list_of_leagues_takes_two_queries(count: int, django_assert_num_queries) -> None:
    cara = make_user()
    for number in range(count):
        make_season(make_league(cara, f"League {number}"), teams=2)
    with django_assert_num_queries(2):
        shown = [(each.commissioner.username, each.all_seasons[0].size) for each in league_list(VISITOR)]
    assert shown == [("cara", 2)] * count


def test_a_league_and_its_seasons_are_found_by_address() -> None:
    season = running_season()
    league = league_detail(season.league.slug, VISITOR)
    assert league == season.league
    assert season_detail(league.slug, 1, VISITOR) == season
    assert len(entered_teams(season)) == 2
    for call in (lambda: league_detail("nowhere", VISITOR), lambda: season_detail(league.slug, 2, VISITOR)):
        with pytest.raises(Http404):
            call()


def test_a_coach_is_offered_only_own_teams_that_are_free() -> None:
    season = make_season(make_league(make_user()), teams=1)
    busy = season.entries.get().team
    free = make_team(busy.owner, "Free")
    make_team(make_user("other"), "Not mine")
    assert list(enterable_teams(busy.owner, season)) == [free]


def test_a_running_season_shows_the_rules_it_was_started_with() -> None:
    key = "battleball.overtime-limit"
    season = running_season(rulings={key: "no-overtime"})
    league_rulings_set(actor=season.league.commissioner, league=season.league, profile="manual", rulings={})
    now = {each["entry"].id: each for each in rules_in_force(season, season.league)}
    next_time = {each["entry"].id: each for each in rules_in_force(None, season.league)}
    assert (now[key]["choice"], now[key]["default"]) == ("no-overtime", False)
    assert (next_time[key]["choice"], next_time[key]["default"]) == ("none", True)
    assert now[key]["text"] == now[key]["entry"].choices["no-overtime"]
