"""Reading matches: right, and in the same number of queries whatever there is."""

import pytest
from django.http import Http404
from django.template.loader import render_to_string

from league.models import Fixture
from matches.applying import outcome_apply
from matches.models import Match, MatchRecord
from matches.selectors import (
    coming_matches,
    featured_match,
    match_detail,
    match_player_stats,
    match_stats,
    played_matches,
    player_totals,
    team_page,
    team_stats,
)
from teams.models import Team
from teams.services import player_hurt, team_rename_player
from tests.builders import VISITOR, apply_played, lock_due, matches_of, played, running_season

pytestmark = pytest.mark.django_db


def play_due() -> None:
    """Lock and apply everything that is due, round after round."""
    while due := lock_due():
        for pk in due:
            outcome_apply(match_id=pk, played=played(Match.objects.get(pk=pk)))


@pytest.mark.parametrize("teams", [2, 6])
def test_lists_of_matches_take_one_query(teams: int, django_assert_num_queries) -> None:
    running_season(teams=teams, name="Past")
    play_due()
    running_season(teams=teams, name="Future", ago=-600)
    with django_assert_num_queries(1):
        ahead = list(coming_matches(VISITOR)[:5])
        assert {match.fixture.round.season.league.name for match in ahead} == {"Future"}
    with django_assert_num_queries(1):
        behind = list(played_matches(VISITOR)[:5])
        assert {(match.fixture.home.short, match.fixture.result.winner) for match in behind} == {("ASH", "home")}
        for match in (*ahead, *behind):
            assert match.fixture.away.name in render_to_string("partials/fixture.html", {"match": match, "where": True})
    assert ahead == sorted(ahead, key=lambda match: match.due_at)
    assert behind == sorted(behind, key=lambda match: match.resolved_at, reverse=True)


def test_a_match_page_needs_three_queries(django_assert_num_queries) -> None:
    running_season(teams=2)
    play_due()
    pk = Match.objects.get().pk
    with django_assert_num_queries(3):
        match = match_detail(pk, VISITOR)
        stats, players = match_stats(match), match_player_stats(match)
        assert match.fixture.round.season.league.commissioner.username
    assert ("touchdowns", 1, 2) in stats
    assert [each.side for each in players] == ["home"] * 11 + ["away"] * 11


@pytest.mark.parametrize("teams", [2, 6])
def test_a_team_page_takes_nine_queries(teams: int, django_assert_num_queries) -> None:
    season = running_season(teams=teams, legs=2, ago=10)
    play_due()
    team = Team.objects.first()
    hurt, other = team.players.all()[:2]
    last = matches_of(season)[0]
    player_hurt(player=hurt, match=last.pk, absent=2)
    team_rename_player(actor=team.owner, player=other, name="Ada Swift")
    with django_assert_num_queries(9):
        page = team_page(team, VISITOR)
        assert [match.fixture.home.name for match in (*page.upcoming, *page.played)]
        told = [(each.player, each.what, each.why) for each in page.news]
    assert told == [
        ("Ada Swift", "renamed", f"was {other.name}"),
        (hurt.name, "absent", f"match {last.pk}, {last.fixture}"),
        (hurt.name, "seriously injured", f"match {last.pk}, {last.fixture}"),
    ]
    mine = [match for match in matches_of(season) if team in (match.fixture.home, match.fixture.away)]
    over = [match for match in mine if match.resolved_at]
    assert page.totals.played == len(over) == len(page.played)
    assert page.totals.won == sum(match.fixture.home == team for match in over)
    assert page.totals.won + page.totals.drawn + page.totals.lost == page.totals.played
    assert page.totals.touchdowns == sum(2 if match.fixture.home == team else 1 for match in over)
    assert team_stats(team, VISITOR)["tackles"] == sum(1 if match.fixture.home == team else 2 for match in over)


def test_player_totals_are_sums_over_all_matches() -> None:
    running_season(teams=2, legs=2)
    play_due()
    team = Team.objects.first()
    first, *others = player_totals(team, VISITOR)
    assert first.totals == {"matches": 2, "touchdowns": 3}
    assert {tuple(each.totals.items()) for each in others} == {(("matches", 2),)}


def test_an_unknown_match_is_not_found() -> None:
    with pytest.raises(Http404):
        match_detail(99, VISITOR)


def test_the_featured_match_is_the_best_of_the_latest_round() -> None:
    assert featured_match(VISITOR) is None
    season = running_season(teams=8)
    rounds = sorted({match.fixture.round_id for match in matches_of(season)})
    first, second = (list(Fixture.objects.filter(round=each).order_by("pk")) for each in rounds[:2])

    def play(fixture: Fixture, score: tuple[int, int]) -> Match:
        apply_played(fixture.match, score=score)
        return fixture.match

    earlier = play(first[0], (7, 7))
    for fixture in first[1:]:
        play(fixture, (7, 0))
    assert featured_match(VISITOR) == earlier
    dull = play(second[0], (21, 0))
    assert featured_match(VISITOR) == dull  # of the latest round, however close those before it were
    close = play(second[1], (7, 0))
    assert featured_match(VISITOR) == close
    rich = play(second[2], (21, 14))
    assert featured_match(VISITOR) == rich  # as close, with more touchdowns
    MatchRecord.objects.filter(match=rich).delete()
    assert featured_match(VISITOR) == close  # what nobody played cannot be watched
