"""A team is offered, taken over, and retired for good."""

import pytest
from django.core.exceptions import PermissionDenied

from accounts.models import User
from journal.errors import Refused
from league.seasons.services import season_enter
from teams.handover import services
from teams.models import Team, TeamHandover
from tests.builders import make_league, make_season, make_team, make_user
from tests.pages.conftest import signed_in

pytestmark = pytest.mark.django_db
PAGE = "/teams/anvil-street-hammers/handover/"


@pytest.fixture
def team() -> Team:
    return make_team(make_user("abel"))


@pytest.fixture
def heir() -> User:
    return make_user("bente")


def test_a_team_changes_hands_when_the_other_accepts(team: Team, heir: User) -> None:
    abel = team.owner
    services.team_offer(actor=abel, team=team, name="Bente")
    assert Team.objects.get().owner == abel
    with pytest.raises(Refused) as refusal:
        services.team_offer(actor=abel, team=team, name="bente")
    assert refusal.value.code == "offered-already"
    with pytest.raises(Refused) as refusal:
        services.team_accept(actor=make_user("stranger"), team=team)
    assert refusal.value.code == "not-offered"
    services.team_accept(actor=heir, team=team)
    team.refresh_from_db()
    tenure = team.tenures.get()
    assert (team.owner, tenure.user, tenure.since) == (heir, abel, team.created_at)
    assert not TeamHandover.objects.exists()
    with pytest.raises(PermissionDenied):
        services.team_offer(actor=abel, team=team, name="abel")
    services.team_offer(actor=heir, team=team, name="abel")
    services.team_accept(actor=abel, team=team)
    assert [each.user for each in team.tenures.all()] == [heir, abel]
    assert team.tenures.first().since == tenure.until


def test_an_offer_can_come_to_nothing(team: Team, heir: User) -> None:
    for name, code in (("abel", "own-team"), ("nobody", "no-such-user")):
        with pytest.raises(Refused) as refusal:
            services.team_offer(actor=team.owner, team=team, name=name)
        assert refusal.value.code == code
    services.team_offer(actor=team.owner, team=team, name="bente")
    services.team_decline(actor=heir, team=team)
    services.team_offer(actor=team.owner, team=team, name="bente")
    with pytest.raises(PermissionDenied):
        services.team_take_back(actor=heir, team=team)
    services.team_take_back(actor=team.owner, team=team)
    with pytest.raises(Refused) as refusal:
        services.team_accept(actor=heir, team=team)
    assert refusal.value.code == "not-offered"
    assert Team.objects.get().owner.username == "abel"


def test_a_team_retires_for_good(team: Team, heir: User) -> None:
    season = make_season(make_league(make_user("cara")))
    season_enter(actor=team.owner, season=season, team=team)
    name = team.name
    for actor, given, error in (
        (heir, name, PermissionDenied),
        (team.owner, "Hammers", Refused),
        (team.owner, name, Refused),
    ):
        with pytest.raises(error):
            services.team_retire(actor=actor, team=team, name=given)
    season.entries.all().delete()
    services.team_retire(actor=team.owner, team=team, name="anvil street hammers")
    for control in (
        lambda: season_enter(actor=team.owner, season=season, team=team),
        lambda: services.team_offer(actor=team.owner, team=team, name="bente"),
        lambda: services.team_retire(actor=team.owner, team=team, name=name),
    ):
        with pytest.raises(Refused) as refusal:
            control()
        assert refusal.value.code == "team-retired"
    assert "Retired for good" in signed_in(heir).get("/teams/anvil-street-hammers/").content.decode()


def test_the_pages_of_a_handover(team: Team, heir: User) -> None:
    owner, other, stranger = signed_in(team.owner), signed_in(heir), signed_in(make_user("stranger"))
    assert stranger.get(PAGE).status_code == other.get(PAGE).status_code == 403
    assert "nobody called" in owner.post(PAGE, {"do": "offer", "offer-name": "nobody"}).content.decode()
    assert owner.post(PAGE, {"do": "offer", "offer-name": "bente"}).status_code == 302
    assert "abel offers you" in other.get("/you/").content.decode()
    assert "Offered to you" in other.get(PAGE).content.decode()
    assert other.post(f"{PAGE}decline/").status_code == 302
    assert owner.post(PAGE, {"do": "offer", "offer-name": "bente"}).status_code == 302
    assert owner.post(f"{PAGE}take-back/").status_code == 302
    assert other.get(PAGE).status_code == 403
    assert owner.post(PAGE, {"do": "offer", "offer-name": "bente"}).status_code == 302
    assert other.post(f"{PAGE}accept/").status_code == 302
    assert "after abel" in " ".join(other.get("/teams/anvil-street-hammers/").content.decode().split())
    assert other.post(PAGE, {"do": "retire", "retire-name": team.name}).status_code == 302
