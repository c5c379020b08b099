"""A page that has read how stages stand makes its tables of that; they are those that are read by themselves."""

from typing import Any

import pytest

from league.seasons.courses import courses_of
from league.seasons.tables import StageTable, season_tables
from matches.models import Match
from tests.builders import apply_played, running_season

PLAY_OFFS = {"format": "knock-out", "settings": {"teams": 2}}


def shown(table: StageTable) -> tuple[Any, ...]:
    games = sorted(table.games, key=lambda game: (game.round, game.home))
    return table.name, [team.pk for team in table.teams], games, [(row.pk, row.rank) for row in table.rows]


@pytest.mark.django_db
@pytest.mark.parametrize(
    "first",
    [
        {"format": "swiss"},  # with a rest in each round
        {"format": "round-robin", "settings": {"groups": 2}},
    ],
)
def test_tables_made_from_courses_are_those_that_are_read(
    first: dict[str, Any], django_assert_num_queries: Any
) -> None:
    season = running_season(teams=5, stages=[first, PLAY_OFFS])
    while match := Match.objects.filter(resolved_at=None).order_by("due_at", "pk").first():
        apply_played(match)
    courses = courses_of(season, list(season.stages.all()))
    read = season_tables(season)
    assert read[0].games
    with django_assert_num_queries(0):
        made = season_tables(season, courses)
        assert list(map(shown, made)) == list(map(shown, read))
