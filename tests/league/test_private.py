"""Private leagues: who sees one, and that no list, search or page names it to anybody else."""

from collections.abc import Callable
from types import SimpleNamespace

import pytest
from django.contrib.auth.models import AnonymousUser
from django.test import Client

from accounts.models import User
from league.drafts.services import draft_create
from league.handover.services import handover_offer
from league.joining.services import league_door_set, link_create, link_use
from league.models import League
from league.people import Role, StaffMember
from league.seasons.services import season_enter
from league.staff.services import staff_invite
from league.visibility import sees, team_visible, visible
from matches.services import match_lock, match_resolve, season_start
from teams.coaches.services import co_coach_accept, co_coach_invite
from teams.models import Team, TeamHandover
from tests.builders import make_league, make_season, make_team, make_user, matches_of
from tests.pages.conftest import signed_in

pytestmark = pytest.mark.django_db
NAME = "Hidden Cup"


@pytest.fixture
def world() -> SimpleNamespace:
    league = make_league(
        make_user("cara"), NAME, ruleset="bb2025", profile="official", private=True, joining="approved"
    )
    League.objects.filter(pk=league.pk).update(joining="open")
    season = make_season(league, rosters=("orc", "dwarf"))
    League.objects.filter(pk=league.pk).update(joining="approved")
    league.refresh_from_db()
    return SimpleNamespace(league=league, owner=league.commissioner, season=season)


def invited_by_link(world: SimpleNamespace, user: User) -> None:
    _, secret = link_create(actor=world.owner, league=world.league, uses=1, days=1)
    link_use(actor=user, secret=secret)


def helps_a_team(world: SimpleNamespace, user: User) -> None:
    team = world.season.entries.first().team
    co_coach_invite(actor=team.owner, team=team, name=user.username)
    co_coach_accept(actor=user, team=team)


def has_asked(world: SimpleNamespace, user: User) -> None:
    team = make_team(user, "Askers", ruleset="bb2025", roster="human", short="ASK")
    world.season.applications.create(team=team)


INSIDE: dict[str, Callable[[SimpleNamespace, User], object]] = {
    "assistant": lambda w, u: StaffMember.objects.create(league=w.league, user=u, role=Role.ASSISTANT),
    "asked to help": lambda w, u: staff_invite(actor=w.owner, league=w.league, name=u.username, role="assistant"),
    "offered it": lambda w, u: handover_offer(actor=w.owner, league=w.league, name=u.username),
    "invited by a link": invited_by_link,
    "co-coach": helps_a_team,
    "has asked for a place": has_asked,
    "has a draft": lambda w, u: w.league.drafts.create(owner=u, ruleset="bb2025", document={}),
    "superuser": lambda w, u: User.objects.filter(pk=u.pk).update(is_superuser=True),
}


def seen_by(user: User | AnonymousUser, league: League) -> bool:
    listed = League.objects.filter(visible(user), pk=league.pk).exists()
    assert sees(user, league) == listed
    return listed


@pytest.mark.parametrize("how", INSIDE)
def test_members_and_whom_they_invite_see_it(world: SimpleNamespace, how: str) -> None:
    user = make_user("abel")
    assert not seen_by(user, world.league)
    INSIDE[how](world, user)
    assert seen_by(User.objects.get(pk=user.pk), world.league)
    other = make_league(make_user("dan"), "Other Cup", private=True)
    assert seen_by(User.objects.get(pk=user.pk), other) == (how == "superuser")


def test_owner_and_coaches_see_it_and_strangers_do_not(world: SimpleNamespace) -> None:
    staff = make_user("staff")
    staff.is_staff = True
    staff.save()
    coach = world.season.entries.first().team.owner
    assert [seen_by(user, world.league) for user in (world.owner, coach)] == [True, True]
    assert [seen_by(user, world.league) for user in (AnonymousUser(), make_user("abel"), staff)] == [False] * 3


def test_a_team_is_hidden_with_its_leagues_until_it_plays_in_a_public_one(world: SimpleNamespace) -> None:
    entry = world.season.entries.first()
    team, stranger = entry.team, make_user("abel")

    def shown(user: User | AnonymousUser) -> bool:
        return Team.objects.filter(team_visible(user), pk=team.pk).exists()

    assert [shown(user) for user in (team.owner, world.owner, stranger, AnonymousUser())] == [True, True, False, False]
    free = make_team(stranger, "Free", ruleset="bb2025", roster="human", short="FRE")
    assert Team.objects.filter(team_visible(AnonymousUser()), pk=free.pk).exists()
    entry.delete()
    public = make_league(make_user("dan"), "Public Cup", ruleset="bb2025", profile="official")
    season_enter(actor=team.owner, season=make_season(public), team=team)
    assert shown(AnonymousUser())
    world.season.entries.create(team=team)  # it plays in both
    assert shown(AnonymousUser())


LISTS = (
    *(
        "/",
        "/leagues/",
        "/leagues/?q=hidden",
        "/teams/",
        "/teams/?q=team",
        "/matches/",
        "/matches/?show=upcoming",
        "/you/",
    ),
    *("/api/v1/leagues/", "/api/v1/seasons/", "/api/v1/teams/", "/api/v1/matches/", "/api/v1/drafts/"),
    *("/api/v1/matches/?league=hidden-cup", "/api/v1/seasons/?league=hidden-cup"),
)


def test_no_list_names_it_its_teams_or_its_matches(world: SimpleNamespace) -> None:
    season = season_start(actor=world.owner, season=world.season)
    (match,) = matches_of(season)
    teams = [entry.team for entry in season.entries.select_related("team")]
    match_lock(match_id=match.pk)

    def named(client: Client) -> set[str]:
        """The lists on which something of the league stands."""
        words = [NAME, world.league.slug, *(f">{team.name}<" for team in teams), *(f'"{team.slug}"' for team in teams)]
        pages = {page: client.get(page, follow=True).content.decode() for page in LISTS}
        return {page for page, text in pages.items() if any(word in text for word in words)}

    for _ in range(2):
        assert named(Client()) == set()
        assert named(signed_in(make_user(f"abel{_}"))) == set()
        assert len(named(signed_in(teams[0].owner))) >= 8
        match_resolve(match_id=match.pk)  # and again with a result


def test_nobody_drafts_for_a_league_that_is_not_seen(world: SimpleNamespace) -> None:
    from django.core.exceptions import PermissionDenied

    with pytest.raises(PermissionDenied):
        draft_create(owner=make_user("abel"), ruleset="bb2025", roster="orc", league=world.league)
    draft_create(owner=world.owner, ruleset="bb2025", roster="orc", league=world.league)


def test_a_mixed_team_shows_strangers_only_its_public_matches(world: SimpleNamespace) -> None:
    season = season_start(actor=world.owner, season=world.season)
    (match,) = matches_of(season)
    match_lock(match_id=match.pk)
    match_resolve(match_id=match.pk)
    team = season.entries.first().team
    public = make_league(make_user("dan"), "Public Cup", ruleset="bb2025", profile="official")
    public.seasons.create(number=1, name="First", first_kick_off=season.first_kick_off, round_every=60).entries.create(
        team=team
    )
    page = f"/teams/{team.slug}/"
    assert f"/matches/{match.pk}/" in signed_in(team.owner).get(page).content.decode()
    assert f"/matches/{match.pk}/" not in Client().get(page).content.decode()
    assert Client().get(f"/api/v1{page}").json()["totals"]["played"] == 0
    assert signed_in(team.owner).get(f"/api/v1{page}").json()["totals"]["played"] == 1


def test_what_browsers_keep_of_private_leagues_is_theirs_alone(world: SimpleNamespace) -> None:
    season = season_start(actor=world.owner, season=world.season)
    (match,) = matches_of(season)
    match_lock(match_id=match.pk)
    match_resolve(match_id=match.pk)
    answer = signed_in(world.owner).get(f"/matches/{match.pk}/show.json")
    assert "private" in answer["Cache-Control"]
    league_door_set(actor=world.owner, league=world.league, private=False)
    assert "public" in Client().get(f"/matches/{match.pk}/show.json")["Cache-Control"]


def test_a_league_is_made_private_from_its_first_moment(world: SimpleNamespace) -> None:
    dan = make_user("dan")
    form = {"name": "Secret Cup", "profile": "manual", "private": "on", "joining": "invited"}
    assert signed_in(dan).post("/leagues/new/?ruleset=battleball", form).url == "/leagues/secret-cup/"
    found = League.objects.get(slug="secret-cup")
    assert (found.private, found.joining) == (True, "invited")
    assert Client().get("/leagues/secret-cup/").status_code == 404


def test_whoever_is_asked_to_coach_a_hidden_team_sees_it_to_answer(world: SimpleNamespace) -> None:
    team, dan = world.season.entries.first().team, make_user("dan")
    hidden = Team.objects.filter(pk=team.pk)
    assert not hidden.filter(team_visible(dan)).exists()
    co_coach_invite(actor=team.owner, team=team, name="dan")
    assert hidden.filter(team_visible(dan)).exists()
    assert signed_in(dan).post(f"/teams/{team.slug}/coaches/accept/").status_code == 302
    heir = make_user("heir")
    TeamHandover.objects.create(team=team, to=heir)
    assert hidden.filter(team_visible(heir)).exists()


def test_a_team_that_was_drafted_for_it_is_hidden_before_it_enters(world: SimpleNamespace) -> None:
    coach = make_user("abel")
    team = make_team(coach, "Drafted", ruleset="bb2025", roster="human", short="DRA")
    world.league.drafts.create(owner=coach, ruleset="bb2025", document={}, state="approved", team=team)
    shown = [Team.objects.filter(team_visible(user), pk=team.pk).exists() for user in (world.owner, make_user("dan"))]
    assert shown == [True, False]
