"""Nobody coaches two teams that play against each other, whichever comes first: the entry or the coaching."""

import pytest
from django.utils import timezone

from journal.errors import Refused
from league.models import Season
from league.seasons.services import season_enter, season_withdraw
from teams.coaches.services import co_coach_accept, co_coach_invite
from teams.handover.services import team_accept, team_offer
from teams.models import Team
from tests.builders import make_league, make_season, make_team, make_user

pytestmark = pytest.mark.django_db


@pytest.fixture
def season() -> Season:
    league = make_league(make_user("nuffle"), "Crossroads", ruleset="bb2025", profile="official")
    return make_season(league, rosters=("orc", "dwarf"))


def helped(team: Team, name: str) -> None:
    co_coach_invite(actor=team.owner, team=team, name=name)


def test_a_coach_of_the_season_cannot_help_a_rival(season: Season) -> None:
    one, other = (entry.team for entry in season.entries.all())
    with pytest.raises(Refused, match="nobody coaches two rivals"):
        helped(one, other.owner.username)
    third = make_user("third")
    helped(one, "third")
    helped(other, "third")  # nothing is accepted yet
    co_coach_accept(actor=third, team=one)
    with pytest.raises(Refused) as refusal:
        co_coach_accept(actor=third, team=other)
    assert refusal.value.code == "coaches-a-rival"
    season.entries.filter(team=other).update(withdrawn_at=timezone.now())
    helped(one, other.owner.username)  # a team that has withdrawn plays against nobody
    team_offer(actor=one.owner, team=one, name="third")
    assert team_accept(actor=third, team=one).owner == third  # its co-coach, who coaches no other


def test_a_team_with_a_coach_of_a_rival_cannot_enter(season: Season) -> None:
    rival = season.entries.first().team
    own = make_team(make_user("third"), "Third", ruleset="bb2025", roster="human")
    helped(own, rival.owner.username)
    co_coach_accept(actor=rival.owner, team=own)
    with pytest.raises(Refused, match=f"{rival.owner} coaches {rival}"):
        season_enter(actor=own.owner, season=season, team=own)
    season_withdraw(actor=rival.owner, season=season, team=rival)
    season_enter(actor=own.owner, season=season, team=own)
    with pytest.raises(Refused, match="nobody coaches two rivals"):
        season_enter(actor=rival.owner, season=season, team=rival)  # its owner helps the other now


def test_who_was_only_asked_to_help_keeps_no_team_out(season: Season) -> None:
    own = make_team(make_user("third"), "Third", ruleset="bb2025", roster="human")
    rival, helper = season.entries.first().team, make_user("helper")
    helped(rival, "helper")
    co_coach_accept(actor=helper, team=rival)  # and of no other team
    helped(own, rival.owner.username)
    assert season_enter(actor=own.owner, season=season, team=own)
    second = make_team(own.owner, "Fourth", ruleset="bb2025", roster="human")
    assert season_enter(actor=own.owner, season=season, team=second)  # how many one coach has is for the league to say


def test_teams_of_different_seasons_and_of_seasons_that_are_over_are_no_rivals(season: Season) -> None:
    one, other = (entry.team for entry in season.entries.all())
    elsewhere = make_league(make_user("dan"), "Elsewhere", ruleset="bb2025", profile="official")
    abroad = make_season(elsewhere, rosters=("skaven",)).entries.get().team
    helped(abroad, other.owner.username)
    co_coach_accept(actor=other.owner, team=abroad)
    over = {"state": "finished", "started_at": season.first_kick_off, "finished_at": season.first_kick_off}
    Season.objects.filter(pk=season.pk).update(**over)
    helped(one, other.owner.username)
    co_coach_accept(actor=other.owner, team=one)
