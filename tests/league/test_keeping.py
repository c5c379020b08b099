"""A league is renamed, archived, restored and deleted: by whom, and when not. A season shows what its start locks."""

import pytest
from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import PermissionDenied
from django.test import Client

from journal.errors import Refused
from journal.models import LogEntry
from league.drafts.services import draft_create
from league.keeping import services
from league.models import League, Season
from league.people import Role
from league.selectors import leagues_current
from matches.models import Match
from tests.builders import make_league, make_season, make_staff, make_team, make_user, running_season
from tests.pages.conftest import signed_in, squeezed

pytestmark = pytest.mark.django_db


@pytest.fixture
def league() -> League:
    return make_league(make_user("cara"))


def test_a_league_and_its_season_are_renamed_and_keep_their_address(league: League) -> None:
    season = make_season(league, teams=2)
    services.league_rename(actor=league.commissioner, league=league, name="Steel City")
    services.season_rename(actor=league.commissioner, season=season, name="The cold one")
    league.refresh_from_db()
    assert (league.name, league.slug, league.seasons.get().name) == ("Steel City", "iron-city", "The cold one")
    assert LogEntry.objects.filter(action__in=("league.renamed", "season.renamed")).count() == 2
    services.league_rename(actor=league.commissioner, league=league, name="Steel CITY")  # which looks the same
    make_league(make_user("other"), "Moon Cup")
    for name, code in (("m00n cup", "name-taken"), ("", "bad-name"), ("x" * 81, "bad-name")):
        with pytest.raises(Refused) as refusal:
            services.league_rename(actor=league.commissioner, league=league, name=name)
        assert refusal.value.code == code
    with pytest.raises(Refused):
        services.season_rename(actor=league.commissioner, season=season, name="x" * 81)


def test_an_archived_league_is_in_no_list_and_opens_no_season(league: League) -> None:
    actor = league.commissioner
    season = make_season(league, teams=2)
    with pytest.raises(Refused) as refusal:
        services.league_archive(actor=actor, league=league)
    assert refusal.value.code == "season-unfinished"
    season.delete()
    services.league_archive(actor=actor, league=league)
    assert not leagues_current(AnonymousUser()).exists()
    league.refresh_from_db()
    with pytest.raises(Refused) as refusal:
        make_season(league)
    assert refusal.value.code == "league-archived"
    with pytest.raises(Refused) as refusal:
        services.league_archive(actor=actor, league=league)
    assert refusal.value.code == "archived-already"
    assert Client().get("/leagues/iron-city/").status_code == 200
    services.league_restore(actor=actor, league=league)
    assert leagues_current(AnonymousUser()).exists()
    with pytest.raises(Refused) as refusal:
        services.league_restore(actor=actor, league=league)
    assert refusal.value.code == "not-archived"


def test_only_a_league_without_matches_is_deleted(league: League) -> None:
    make_season(league, teams=2)
    with pytest.raises(Refused) as refusal:
        services.league_delete(actor=league.commissioner, league=league, name="Iron")
    assert refusal.value.code == "bad-name"
    services.league_delete(actor=league.commissioner, league=league, name="iron city")
    assert not League.objects.exists()
    assert not Season.objects.exists()
    played = running_season(teams=2, name="Castle")
    with pytest.raises(Refused) as refusal:
        services.league_delete(actor=played.league.commissioner, league=played.league, name="Castle")
    assert refusal.value.code == "has-matches"


def test_nobody_else_keeps_a_league_in_order(league: League) -> None:
    season = make_season(league)
    for_owners = [
        lambda by: services.league_archive(actor=by, league=league),
        lambda by: services.league_restore(actor=by, league=league),
        lambda by: services.league_delete(actor=by, league=league, name="Iron City"),
    ]
    for_staff = [
        lambda by: services.league_rename(actor=by, league=league, name="Mine"),
        lambda by: services.season_rename(actor=by, season=season, name="Mine"),
    ]
    helper, commissioner = make_staff(league, Role.ASSISTANT), make_staff(league, Role.COMMISSIONER)
    for user in (helper, commissioner):
        for control in for_owners if user == commissioner else (*for_owners, *for_staff):
            with pytest.raises(PermissionDenied):
                control(user)
    for user in (make_user("stranger"), make_league(make_user("other"), "Elsewhere").commissioner):
        for control in (*for_owners, *for_staff):
            with pytest.raises(PermissionDenied):
                control(user)
        assert signed_in(user).get("/leagues/iron-city/keeping/").status_code == 403


def test_the_page_that_keeps_a_league_in_order(league: League) -> None:
    client, page = signed_in(league.commissioner), "/leagues/iron-city/keeping/"
    assert client.post(page, {"do": "rename", "rename-name": "Steel City"}).url == "/leagues/iron-city/"
    assert "This is not the name" in client.post(page, {"do": "delete", "delete-name": "x"}).content.decode()
    assert client.post(page, {"do": "archive"}).url == "/leagues/iron-city/"
    assert "Take it out of the archive" in client.get("/leagues/iron-city/").content.decode()
    assert client.post(page, {"do": "restore"}).url == "/leagues/iron-city/"
    assert client.post(page, {"do": "delete", "delete-name": "Steel City"}).url == "/leagues/"
    assert client.get(page).status_code == 404


def test_deleting_a_league_says_how_many_drafts_go_with_it() -> None:
    league = make_league(make_user("nuffle"), "Crossroads", ruleset="bb2025", profile="official")
    client, address = signed_in(league.commissioner), "/leagues/crossroads/keeping/"
    assert "draft" not in squeezed(client.get(address).content.decode()).partition("Delete the league")[2]
    for roster in ("human", "orc", "dwarf"):
        draft = draft_create(owner=make_user(roster), ruleset="bb2025", roster=roster, league=league)
    league.drafts.filter(pk=draft.pk).update(state="approved", team=make_team(draft.owner))  # which stays
    assert "<strong>2 drafts</strong> of its coaches" in squeezed(client.get(address).content.decode())


def test_a_start_says_first_what_it_locks(league: League) -> None:
    make_season(league, teams=4)
    address = "/leagues/iron-city/seasons/1/start/"
    assert signed_in(make_user("stranger")).get(address).status_code == 403
    client = signed_in(league.commissioner)
    page = " ".join(client.get(address).content.decode().split())
    assert "3 drawn up at once, with 6 matches" in page
    assert "The first kick-off has passed" in page
    assert not Match.objects.exists()
    assert Season.objects.get().state == "open"
    assert client.post(address).url == "/leagues/iron-city/seasons/1/"
    assert Season.objects.get().state == "running"
