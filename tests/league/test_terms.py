"""What a league asks of teams that live by a ledger: who may enter, and what becomes of them when the season is over."""

from datetime import timedelta
from uuid import uuid4

import pytest
from django.utils import timezone

from journal.errors import Refused
from league.models import Season
from league.seasons.places import season_places
from league.seasons.services import season_enter
from matches.control.seasons import season_end
from matches.models import Job
from matches.services import match_lock, match_resolve, season_start
from teams.drafting.services import ready_draft, team_found
from teams.ledger.services import team_club
from teams.models import Sequence, Team
from teams.sequence.services import sequence_finish
from tests.builders import bloodbowl_season, do_due, make_league, make_season, make_team, make_user, matches_of

pytestmark = pytest.mark.django_db


def open_season(**settings: object) -> Season:
    league = make_league(make_user("nuffle"), "Crossroads", ruleset="bb2025", profile="official")
    for name, value in settings.items():
        setattr(league, name, value)
    league.save()
    return make_season(league)


def refused(season: Season, team: Team) -> tuple[str, str]:
    with pytest.raises(Refused) as caught:
        season_enter(actor=team.owner, season=season, team=team)
    assert not season.entries.exists()
    return caught.value.code, caught.value.rule


def test_a_newcomer_may_not_bring_more_money_than_the_league_gives() -> None:
    rich = {"settings": {"budget": 1150}}
    draft = ready_draft("bb2025", "orc", "Rich Orcs", 1150)
    fields = {"name": "Rich Orcs", "short": "RIC", "colour": "#3f7d32"}
    team = team_found(owner=make_user("c"), ruleset="bb2025", draft=draft, terms=rich, **fields)
    assert refused(open_season(), team) == ("over-budget", "Core p.86")


def test_a_league_that_approves_its_teams_takes_no_others() -> None:
    team = make_team(make_user("c"), "Orcs", ruleset="bb2025", roster="orc")
    assert refused(open_season(approves_drafts=True), team) == ("not-approved", "Core p.86")


def played_season() -> Season:
    season = bloodbowl_season("orc", "human")
    (match,) = matches_of(season)
    match_lock(match_id=match.pk)
    assert match_resolve(match_id=match.pk) == "resolved"
    return Season.objects.get(pk=season.pk)


def teams_of(season: Season) -> list[Team]:
    return list(Team.objects.filter(entries__season=season))


def test_the_off_season_waits_for_the_sequence_and_comes_once() -> None:
    season = played_season()
    assert do_due(Job.Kind.OFF_SEASON) == []  # both teams are in their post-match sequence
    for team in teams_of(season):
        sequence_finish(team=team)
    assert sorted(do_due(Job.Kind.OFF_SEASON)) == sorted(season.entries.values_list("pk", flat=True))
    assert do_due(Job.Kind.OFF_SEASON) == []
    assert {team.step for team in teams_of(season)} == {"redraft"}


def test_prizes_and_the_trophy_follow_the_places_and_all_have_as_long_to_decide() -> None:
    season = bloodbowl_season("orc", "human", "dwarf", "skaven")
    season_end(season=season, actor=season.league.commissioner, reason="Snow.", key=uuid4())
    do_due(Job.Kind.OFF_SEASON)
    now, teams = timezone.now(), [Team.objects.get(pk=pk) for pk in season_places(Season.objects.get(pk=season.pk))]
    assert [[row.gold for row in team.ledger.filter(kind="prize")] for team in teams] == [[100], [60], [30], []]
    assert [team_club(team).trophy for team in teams] == [1, 0, 0, 0]
    hours = [(each.deadline - now) / timedelta(hours=1) for each in Sequence.objects.filter(team__in=teams)]
    assert hours == [pytest.approx(season.league.decide_within, abs=0.1)] * 4


def test_whoever_has_not_drafted_anew_is_ready_when_the_next_season_starts() -> None:
    season = played_season()
    following = make_season(season.league)
    for team in teams_of(season):
        season_enter(actor=team.owner, season=following, team=team)
    season_start(actor=season.league.commissioner, season=following)
    for team in teams_of(season):
        club = team_club(team)
        assert (team.step, club.season, club.played) == ("ready", 2, 0)
        assert team.terms["rulings"] == Season.objects.get(pk=following.pk).rulings
    assert do_due(Job.Kind.OFF_SEASON) == []
