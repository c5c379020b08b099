"""Who gets into a league: its door, invitation links, applications, limits."""

from datetime import timedelta
from types import SimpleNamespace

import pytest
from django.core.exceptions import PermissionDenied
from django.test import Client
from django.utils import timezone

from accounts.models import User
from journal.errors import Refused
from journal.models import LogEntry
from league.decisions.services import decision_confirm
from league.drafts.services import draft_create
from league.joining import services
from league.joining.applications import (
    application_approve,
    application_decline,
    application_make,
    application_take_back,
)
from league.joining.services import league_door_set, link_create, link_revoke, link_use
from league.models import League, Season
from league.people import Application, Decision, InvitationLink, InvitationUse, Role
from league.seasons.services import season_enter
from teams.models import Team
from tests.builders import bloodbowl_season, make_league, make_season, make_staff, make_team, make_user
from tests.pages.conftest import signed_in, squeezed

pytestmark = pytest.mark.django_db


@pytest.fixture
def world() -> SimpleNamespace:
    league = make_league(make_user("cara"))
    season, abel = make_season(league, teams=1), make_user("abel")
    return SimpleNamespace(
        league=league, owner=league.commissioner, season=season, abel=abel, team=make_team(abel, "Gulls", short="GUL")
    )


def door(world: SimpleNamespace, **given: object) -> None:
    world.league = league_door_set(actor=world.owner, league=world.league, **given)


def link(world: SimpleNamespace, uses: int = 1, days: int = 1) -> tuple[InvitationLink, str]:
    return link_create(actor=world.owner, league=world.league, uses=uses, days=days)


def refused(code: str, call: object) -> None:
    with pytest.raises(Refused) as refusal:
        call()
    assert refusal.value.code == code


def enter(world: SimpleNamespace, team: Team | None = None) -> None:
    team = team or world.team
    season_enter(actor=team.owner, season=world.season, team=team)


# The door and its limits ----------------------------------------------------------------------------------------------------


def test_only_commissioners_change_the_door_and_each_change_is_logged(world: SimpleNamespace) -> None:
    door(world, private=True, joining="invited")
    entry = LogEntry.objects.latest("pk")
    assert (entry.action, entry.data["private"]) == ("league.door-set", {"old": False, "new": True})
    door(world, private=True)
    assert LogEntry.objects.latest("pk") == entry  # nothing has changed
    refused("bad-joining", lambda: door(world, joining="lottery"))
    refused("bad-teams_per_coach", lambda: door(world, teams_per_coach=0))
    refused("unknown-field", lambda: door(world, name="x"))
    for stranger in (world.abel, make_staff(world.league, Role.ASSISTANT)):
        with pytest.raises(PermissionDenied):
            league_door_set(actor=stranger, league=world.league, private=False)


def test_so_many_teams_of_a_coach_and_in_all(world: SimpleNamespace, monkeypatch: pytest.MonkeyPatch) -> None:
    door(world, teams_per_coach=1, most_teams=3)
    enter(world)
    second = make_team(world.abel, "Terns", short="TER")
    refused("too-many-teams", lambda: enter(world, second))
    door(world, teams_per_coach=2)
    enter(world, second)
    late = make_team(make_user("late"), "Late", short="LAT")
    refused("season-full", lambda: enter(world, late))
    monkeypatch.setattr("league.seasons.entering.MAX_TEAMS", 3)
    door(world, most_teams=100)
    refused("season-full", lambda: enter(world, late))  # more than any season holds


# Links --------------------------------------------------------------------------------------------------------------------


def test_where_an_invitation_is_needed_a_link_is_one(world: SimpleNamespace) -> None:
    door(world, joining="invited")
    elsewhere = make_league(world.owner, "Elsewhere")
    _, secret = link_create(actor=world.owner, league=elsewhere, uses=1, days=1)
    link_use(actor=world.abel, secret=secret)
    refused("not-invited", lambda: enter(world))
    _, secret = link(world)
    link_use(actor=world.abel, secret=secret)
    assert LogEntry.objects.latest("pk").action == "league.link-used"
    enter(world)
    helper = make_staff(world.league, Role.ASSISTANT)
    enter(world, make_team(helper, "Helpers", short="HEL"))  # staff needs none
    coach = Team.objects.get(entries__season=world.season, name__startswith="Team").owner
    enter(world, make_team(coach, "Again", short="AGA"))  # who has played here needs none either


def test_a_link_lets_in_so_many_each_once(world: SimpleNamespace) -> None:
    made, secret = link(world, uses=2)
    for _ in range(2):
        assert link_use(actor=world.abel, secret=secret) == world.league
    link_use(actor=world.owner, secret=secret)  # in already: takes no place
    link_use(actor=make_user("bob"), secret=secret)
    refused("link-closed", lambda: link_use(actor=make_user("late"), secret=secret))
    assert list(made.used.values_list("place", flat=True)) == [1, 2]


def test_a_link_ends_and_can_be_taken_back(world: SimpleNamespace) -> None:
    ended, first = link(world)
    InvitationLink.objects.filter(pk=ended.pk).update(until=timezone.now() - timedelta(seconds=1))
    refused("link-closed", lambda: link_use(actor=world.abel, secret=first))
    taken, second = link(world, uses=5)
    link_use(actor=make_user("early"), secret=second)
    for _ in range(2):
        link_revoke(actor=world.owner, link=taken)
    assert LogEntry.objects.filter(action="league.link-revoked").count() == 1
    refused("link-closed", lambda: link_use(actor=world.abel, secret=second))
    assert InvitationUse.objects.get().user.username == "early"
    refused("no-such-link", lambda: link_use(actor=world.abel, secret="x"))


def test_the_secret_is_not_kept(world: SimpleNamespace) -> None:
    made, secret = link(world)
    assert secret not in str(list(InvitationLink.objects.values()))
    assert len(secret) == 32
    assert made.secret_hash != link(world)[0].secret_hash


def test_links_have_limits_and_only_commissioners_make_them(
    world: SimpleNamespace, monkeypatch: pytest.MonkeyPatch
) -> None:
    for uses, days in ((0, 1), (101, 1), (1, 0), (1, 91)):
        with pytest.raises(Refused):
            link(world, uses, days)
    made, _ = link(world, 100, 90)
    for stranger in (world.abel, make_staff(world.league, Role.ASSISTANT)):
        with pytest.raises(PermissionDenied):
            link_create(actor=stranger, league=world.league, uses=1, days=1)
        with pytest.raises(PermissionDenied):
            link_revoke(actor=stranger, link=made)
    monkeypatch.setattr(services, "MOST_LINKS", 1)
    refused("too-many-links", lambda: link(world))
    link_revoke(actor=world.owner, link=made)
    ended, _ = link(world)
    InvitationLink.objects.filter(pk=ended.pk).update(until=timezone.now())
    link(world)  # what works no more does not count


def test_whoever_opens_a_link_signs_up_and_comes_back(world: SimpleNamespace) -> None:
    door(world, private=True, joining="invited")
    _, secret = link(world)
    page, visitor = f"/join/{secret}/", Client()
    shown = visitor.get(page).content.decode()
    assert "Iron City" in shown
    assert f"/accounts/signup/?next={page}" in shown
    form = {"username": "newbie", "email": "new@example.org", "password1": "chalk-on-turf-26", "next": page}
    answer = visitor.post("/accounts/signup/", {**form, "password2": form["password1"]})
    assert answer.url == page
    assert "You come in as newbie" in visitor.get(page).content.decode()
    assert visitor.post(page).url == "/leagues/iron-city/"
    assert visitor.get("/leagues/iron-city/").status_code == 200
    assert "You are already in" in visitor.get(page).content.decode()
    assert "used up" in Client().get(page).content.decode()
    assert Client().post(page).status_code == 200
    assert Client().get("/join/nothing/").status_code == 404


def test_whoever_confirms_an_address_in_between_comes_back_after_signing_in(world: SimpleNamespace) -> None:
    page, visitor = f"/join/{link(world)[1]}/", Client()
    visitor.get(page)
    answer = visitor.post("/accounts/login/", {"login": "abel", "password": "a good password"})
    assert answer.url == page


def test_the_page_of_the_door(world: SimpleNamespace) -> None:
    owner, page = signed_in(world.owner), f"/leagues/{world.league.slug}/door/"
    settings = {"do": "door", "private": "on", "joining": "approved", "teams_per_coach": "1", "most_teams": ""}
    assert owner.post(page, settings).url == page
    changed = League.objects.get()
    assert (changed.private, changed.joining, changed.teams_per_coach, changed.most_teams) == (
        True,
        "approved",
        1,
        None,
    )
    owner.post(page, {"do": "link", "uses": "3", "days": "2"})
    assert "/join/" in owner.get(page).content.decode()
    assert "/join/" not in owner.get(page).content.decode()  # shown once
    number = InvitationLink.objects.get().pk
    assert owner.post(f"{page}revoke/", {"link": number}).url == page
    assert InvitationLink.objects.get().revoked_at
    assert "Ensure this value" in owner.post(page, {"do": "link", "uses": "0", "days": "2"}).content.decode()


def test_whoever_joins_in_mid_season_is_told_what_to_do_next() -> None:
    season = bloodbowl_season("orc", "human")
    league, address = season.league, "/leagues/crossroads/"
    league_door_set(actor=league.commissioner, league=league, joining="invited")
    _, secret = link_create(actor=league.commissioner, league=league, uses=2, days=1)
    abel, bring = make_user("abel"), "You have no team in this league yet."
    client = signed_in(abel)
    assert bring not in client.get(address).content.decode()  # nobody has let them in
    link_use(actor=abel, secret=secret)
    page = squeezed(client.get(address).content.decode())
    assert bring in page
    assert "the place of one that leaves" in page
    assert f'href="{address}teams/new/">Draft a team for this league' in page
    assert "have no team for it yet" in squeezed(client.get("/you/").content.decode())
    for user in (league.commissioner, season.entries.first().team.owner):
        assert bring not in signed_in(user).get(address).content.decode()
    assert bring not in Client().get(address).content.decode()
    draft = draft_create(owner=abel, ruleset="bb2025", roster="orc", league=league)
    assert "have no team for it yet" not in squeezed(client.get("/you/").content.decode())
    draft.delete()
    make_team(abel, "Late Orcs", ruleset="bb2025", roster="orc")
    page = squeezed(client.get(address).content.decode())
    assert "Late Orcs can play here." in page
    assert "Draft a team for this league" not in page
    season.state = "finished"
    season.finished_at = timezone.now()
    season.save()
    assert "as soon as the next season opens" in squeezed(client.get(address).content.decode())


# Applications --------------------------------------------------------------------------------------------------------------


def ask(world: SimpleNamespace, team: Team | None = None) -> Application:
    team = team or world.team
    return application_make(actor=team.owner, season=world.season, team=team, message=" let me in ")


def test_approving_enters_the_team_in_one_step(world: SimpleNamespace) -> None:
    refused("no-approval", lambda: ask(world))
    door(world, joining="approved")
    refused("needs-approval", lambda: enter(world))
    found = ask(world)
    assert found.message == "let me in"
    refused("asked-already", lambda: ask(world))
    with pytest.raises(PermissionDenied):
        application_make(actor=world.owner, season=world.season, team=make_team(world.abel, "Terns", short="TER"))
    for stranger in (world.abel, make_user("stranger")):
        with pytest.raises(PermissionDenied):
            application_approve(actor=stranger, application=found)
        with pytest.raises(PermissionDenied):
            application_decline(actor=stranger, application=found, answer="no")
    application_approve(actor=make_staff(world.league, Role.ASSISTANT), application=found)
    assert world.season.entries.filter(team=world.team).exists()
    assert LogEntry.objects.latest("pk").action == "season.entry-approved"
    refused("answered-already", lambda: application_approve(actor=world.owner, application=found))
    refused("team-busy", lambda: ask(world))


def test_declined_with_a_reason_asked_again_and_taken_back(world: SimpleNamespace) -> None:
    door(world, joining="approved")
    found = ask(world)
    refused("bad-answer", lambda: application_decline(actor=world.owner, application=found, answer=" "))
    application_decline(actor=world.owner, application=found, answer="too strong")
    refused("declined-already", lambda: application_approve(actor=world.owner, application=found))
    page = f"/leagues/{world.league.slug}/"
    assert "too strong" in signed_in(world.abel).get(page).content.decode()
    assert "too strong" not in signed_in(make_user("other")).get(page).content.decode()
    again = ask(world)
    assert (again.declined_at, again.answer) == (None, "")
    with pytest.raises(PermissionDenied):
        application_take_back(actor=world.owner, application=again)
    application_take_back(actor=world.abel, application=again)
    assert not Application.objects.exists()


def test_what_does_not_fit_any_more_is_not_approved(world: SimpleNamespace) -> None:
    door(world, joining="approved")
    found = ask(world)
    door(world, most_teams=2)
    season_two = make_team(make_user("fast"), "Fast", short="FAS")
    application_approve(actor=world.owner, application=ask(world, season_two))
    refused("season-full", lambda: application_approve(actor=world.owner, application=found))
    Season.objects.filter(pk=world.season.pk).update(state="running", started_at=timezone.now())
    refused("season-not-open", lambda: application_approve(actor=world.owner, application=found))


def test_nobody_lets_the_own_team_in(world: SimpleNamespace) -> None:
    door(world, joining="approved")
    own = ask(world, make_team(world.owner, "Homers", short="HOM"))
    decision = application_approve(actor=world.owner, application=own, reason="I play too")
    assert isinstance(decision, Decision)
    assert not world.season.entries.filter(team=own.team).exists()
    decision_confirm(actor=make_staff(world.league, Role.ASSISTANT), decision=decision)
    assert world.season.entries.filter(team=own.team).exists()


def test_the_pages_of_an_application(world: SimpleNamespace) -> None:
    door(world, joining="approved")
    page, coach, owner = f"/leagues/{world.league.slug}/seasons/1/", signed_in(world.abel), signed_in(world.owner)
    assert "Ask for a place" in coach.get(page).content.decode()
    assert coach.post(f"{page}ask/", {"team": "gulls", "message": "please"}).url == page
    shown = owner.get(page).content.decode()
    assert "please" in shown
    assert "Let Gulls in" in shown
    assert "Let Gulls in" not in coach.get(page).content.decode()
    number = Application.objects.get().pk
    owner.post(f"{page}ask/decline/", {"application": number, "answer": "next season"})
    assert Application.objects.get().answer == "next season"
    coach.post(f"{page}ask/take-back/", {"application": number})
    coach.post(f"{page}ask/", {"team": "gulls"})
    owner.post(f"{page}ask/approve/", {"application": Application.objects.get().pk})
    assert world.season.entries.filter(team=world.team).exists()


def test_an_account_leaves_with_its_applications(world: SimpleNamespace) -> None:
    from league.account.services import account_delete

    door(world, joining="approved")
    ask(world)
    link_use(actor=world.abel, secret=link(world)[1])
    account_delete(user=User.objects.get(username="abel"), name="abel", password="a good password")
    assert not Application.objects.exists()
