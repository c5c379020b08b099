"""A season of Blood Bowl from entries to standings."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

import engine
from journal.errors import Refused
from league.seasons.selectors import standings
from league.seasons.services import season_enter
from matches.models import Match, PlayerStats, TeamStats
from matches.selectors import match_player_stats
from matches.services import match_lock, match_resolve, season_start
from teams.seeds import seeds_from
from teams.sequence.services import sequence_finish
from tests.builders import bloodbowl_season, make_league, make_season, make_team, make_user, matches_of

pytestmark = pytest.mark.django_db

MOST_QUERIES = 43  # to lock a match with its game plans, play it and store what came of it
OF_THE_LAST = 7  # … and to read the stage that it ends, and go on from there


@pytest.fixture
def match() -> Match:
    """A team that can raise the dead is at home, and does."""
    with seeds_from(lambda what: f"{7:064x}"):
        match = match_lock(match_id=matches_of(bloodbowl_season("nurgle", "human"))[0].pk)
        assert match_resolve(match_id=match.pk) == "resolved"
    return Match.objects.select_related("fixture__result", "fixture__round__season").get(pk=match.pk)


def test_a_match_is_played_and_counted(match: Match) -> None:
    result, season = match.fixture.result, match.fixture.round.season
    scored = TeamStats.objects.get(match=match, team=match.fixture.home).figures
    players = PlayerStats.objects.filter(match=match, player__team=match.fixture.home)
    assert result.home_score == scored["touchdowns"]
    assert result.home_casualties == sum(each.figures.get("casualties_for_spp", 0) for each in players)
    assert season.state == "finished"
    assert {row.team.pk: row.casualties for row in standings(season)} == {
        match.fixture.home_id: result.home_casualties,
        match.fixture.away_id: result.away_casualties,
    }
    assert result.home_casualties + result.away_casualties > 0


def test_players_who_took_part_have_their_figures(match: Match) -> None:
    players = match_player_stats(match)
    assert {line.totals["matches"] for line in players} == {1}
    assert sum(line.totals.get("blocks", 0) for line in players) > 10
    assert not any("took_part" in line.totals for line in players)


def test_both_teams_are_in_their_post_match_sequence(match: Match) -> None:
    for team in (match.fixture.home, match.fixture.away):
        team.refresh_from_db()
        sequence = team.sequences.get()
        assert (team.step, sequence.cause, sequence.seed) == ("mvp", f"match {match.pk}", "")
        assert team.treasury == sum(team.ledger.values_list("gold", flat=True)) > 0
        assert sequence_finish(team=team)
        team.refresh_from_db()
        sequence.refresh_from_db()
        assert (team.step, engine.commitment(sequence.seed)) == ("ready", sequence.commitment)
        assert not sequence_finish(team=team)


def test_a_sequence_ends_when_the_next_match_is_locked_or_with_the_patience_of_the_league(settings) -> None:
    settings.LOCK_LEAD = 900
    league = make_league(make_user("nuffle"), "Crossroads", ruleset="bb2025", profile="official", decide_within=2)
    opened = make_season(league, rosters=("orc", "human"), legs=2, ago=5, every=60)
    first, second = matches_of(season_start(actor=league.commissioner, season=opened))
    for match in (first, second):
        match_lock(match_id=match.pk)
        assert match_resolve(match_id=match.pk) == "resolved"
    home = first.fixture.home.sequences.order_by("number")
    assert home[0].deadline == second.due_at - timedelta(minutes=15)
    assert abs(home[1].deadline - timezone.now() - timedelta(hours=2)) < timedelta(minutes=1)


def test_a_team_of_one_game_cannot_enter_a_league_of_another() -> None:
    battleball, bowl = (
        make_league(make_user()),
        make_league(make_user("b"), "Bowl", ruleset="bb2025", profile="official"),
    )
    orcs = make_team(make_user("c"), "Orcs", ruleset="bb2025", roster="orc")
    wolves = make_team(make_user("d"), "Wolves")
    for league, team, said in ((battleball, orcs, "plays Blood Bowl 2025"), (bowl, wolves, "plays Battleball")):
        with pytest.raises(Refused, match=said) as caught:
            season_enter(actor=team.owner, season=make_season(league), team=team)
        assert caught.value.code == "wrong-ruleset"
        assert not league.seasons.get().entries.exists()


def test_the_books_of_both_teams_are_read_and_stored_together(django_assert_max_num_queries: Any) -> None:
    with seeds_from(lambda what: f"{7:064x}"):
        first, ordinary, last = matches_of(bloodbowl_season("nurgle", "human", "orc"))
        match_lock(match_id=first.pk)
        match_resolve(match_id=first.pk)
        for match, most in ((ordinary, MOST_QUERIES), (last, MOST_QUERIES + OF_THE_LAST)):
            with django_assert_max_num_queries(most):  # with all that standing orders decide after the matches before
                match_lock(match_id=match.pk)
                assert match_resolve(match_id=match.pk) == "resolved"
