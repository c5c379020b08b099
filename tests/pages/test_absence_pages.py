"""Pages about coaches who are absent, about teams that are replaced, and about AI fillers."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from journal.models import LogEntry
from league.models import Entry, Season
from league.people import Role
from matches.control import results
from matches.models import Match, Measure
from tests.builders import apply_played, bloodbowl_season, make_staff, make_team, matches_of, running_season
from tests.matches.test_absences import asked, long_ago, set_policy
from tests.pages.conftest import World, signed_in
from tests.pages.test_control_pages import confirmed, text

pytestmark = pytest.mark.django_db
CONTROL = "/leagues/iron-city/seasons/1/control/"
TONIGHT = "/leagues/iron-city/seasons/1/tonight/"


@pytest.fixture
def season() -> Season:
    """The second of three rounds is due, and nobody has done anything since the first one."""
    season = running_season(teams=4, every=24 * 60, ago=26 * 60)
    for match in matches_of(season)[:2]:
        apply_played(match)
    long_ago(season)
    return season


@pytest.fixture
def commissioner(season: Season) -> Client:
    return signed_in(season.league.commissioner)


def test_the_commissioner_reads_tonights_consequences(
    season: Season, commissioner: Client, django_assert_max_num_queries: Any
) -> None:
    assert TONIGHT in text(commissioner.get(CONTROL))
    assert "the standing orders decide" in text(commissioner.get(TONIGHT))
    set_policy(season, does="double-loss")
    with django_assert_max_num_queries(15):
        page = text(commissioner.get(TONIGHT))
    match = matches_of(season)[2]
    assert f"Absent: {match.fixture.home}, {match.fixture.away}" in page
    assert page.count("It is lost for both.") == 2
    assert "A team counts as absent if" in page
    assert "Choose" in text(commissioner.get(f"{TONIGHT}?hours=9999")) or "less than" in text(
        commissioner.get(f"{TONIGHT}?hours=9999")
    )
    assert "No line-ups are locked" not in text(commissioner.get(f"{TONIGHT}?hours=1"))
    Match.objects.filter(resolved_at=None).update(due_at=timezone.now() + timedelta(days=9))
    assert "No line-ups are locked" in text(commissioner.get(f"{TONIGHT}?hours=1"))


def test_a_coach_of_any_game_learns_that_nobody_was_there_and_says_so(
    season: Season, django_assert_max_num_queries: Any
) -> None:
    match = matches_of(season)[2]
    home = match.fixture.home
    coach, address = signed_in(home.owner), f"/teams/{home.slug}/ready/"
    assert address not in text(coach.get(f"/matches/{match.pk}/"))
    assert "asks nobody to be there" in text(coach.get(address))
    set_policy(season, does="concession")
    assert address in text(coach.get(f"/matches/{match.pk}/"))
    assert address not in text(Client().get(f"/matches/{match.pk}/"))
    with django_assert_max_num_queries(15):
        page = text(coach.get(address))
    assert f"{home} counts as absent." in page
    assert ">I am ready<" in page
    later = next(each for each in matches_of(season)[4:] if home.pk in each.fixture.teams)
    for wrong in ({}, {"match": later.pk}, {"match": "x"}):
        coach.post(address, wrong)
    assert not LogEntry.objects.filter(action="team.ready").exists()
    assert coach.post(address, {"match": match.pk}).url == address
    page = text(coach.get(address))
    assert f"{home} counts as present" in page
    assert ">I am ready<" not in page
    results.match_unplayed(match=match, **asked(season))
    assert f"/matches/{later.pk}/" in text(coach.get(address))  # the next one now
    Match.objects.all().delete()
    assert "no match to be ready for" in text(coach.get(address))


def test_a_coach_is_warned_of_what_the_policy_does_and_how_to_prevent_it(
    season: Season, django_assert_max_num_queries: Any
) -> None:
    match = matches_of(season)[2]
    home = match.fixture.home
    home_again = next(each for each in matches_of(season)[4:] if home.pk in each.fixture.teams)
    coach = signed_in(home.owner)
    assert f"Does {home} count as present?" not in text(coach.get("/you/"))
    fragment = lambda: text(coach.get("/you/", headers={"HX-Request": "true"}))  # noqa: E731
    assert fragment().strip() == ""
    set_policy(season, does="double-loss")
    assert "no-store" in coach.get("/you/").headers["Cache-Control"]
    page = text(coach.get("/you/"))
    assert f"Does {home} count as present?" in page
    assert 'hx-get="/you/" hx-trigger="load"' in page
    with django_assert_max_num_queries(15):
        shown = fragment()
    assert f"{home} counts as absent" in shown
    assert "one alone gives it up" in shown
    assert f"/matches/{home_again.pk}/" not in shown  # only the next one
    assert match.fixture.away.name not in shown.replace(str(match.fixture), "")
    rival, plain = match.fixture.away, lambda html: re.sub(r'value="\w{64}"', "", html)
    signed_in(rival.owner).post(f"/teams/{rival.slug}/ready/", {"match": match.pk})
    assert plain(fragment()) == plain(shown)  # whether the rival is there is not for the coach to know
    Match.objects.filter(pk=match.pk).update(locked_at=timezone.now(), sealed_seed="x", commitment="x")
    assert fragment().strip() == ""  # too late
    Match.objects.filter(pk=match.pk).update(locked_at=None, sealed_seed="", commitment="")
    coach.post(f"/teams/{home.slug}/ready/", {"match": match.pk})
    assert fragment().strip() == ""
    Match.objects.filter(resolved_at=None).update(due_at=timezone.now() + timedelta(days=9))
    LogEntry.objects.filter(action="team.ready").delete()
    assert fragment().strip() == ""
    assert "count as present?" not in text(coach.get("/you/"))


def test_the_page_of_the_next_match_says_what_to_press(django_assert_max_num_queries: Any) -> None:
    season = bloodbowl_season("human", "orc", "dwarf", "skaven")
    for match in matches_of(season)[:2]:
        results.match_unplayed(match=match, **asked(season))
    long_ago(season)
    set_policy(season, does="postponement", days=3)
    home = matches_of(season)[2].fixture.home
    coach, address = signed_in(home.owner), f"/teams/{home.slug}/next/"
    with django_assert_max_num_queries(15):
        page = text(coach.get(address))
    assert f"{home} counts as absent." in page
    assert "By 3 days, once for a team in the season" in page
    coach.post(f"/teams/{home.slug}/ready/", {"match": matches_of(season)[2].pk})
    assert f"{home} counts as present" in text(coach.get(address))


def test_the_policy_is_asked_for_with_the_season_and_read_by_everybody(
    world: World, commissioner_client: Client
) -> None:
    season = world.open_season
    address = f"/leagues/{season.league.slug}/seasons/{season.number}/edit/"
    page = text(commissioner_client.get(address))
    assert 'name="absence_does"' in page
    form = {
        "name": season.name,
        "first_kick_off": "2027-01-15T20:00",
        "every": 1,
        "unit": "weeks",
        "time_zone": "UTC",
        "seeding": "chance",
        "format": "round-robin",
        "absence_does": "postponement",
        "absence_days": 3,
        "absence_most": 2,
        "absence_then": "double-loss",
        "absence_spared": 4,
    }
    for wrong in (
        {"absence_does": "pray"},
        {"absence_days": 29},
        {"absence_most": 0},
        {"absence_then": "postponement"},
        {"absence_spared": "often"},
    ):
        assert 'class="errorlist"' in text(commissioner_client.post(address, {**form, **wrong})), wrong
    season.refresh_from_db()
    assert season.absence["does"] == "orders"
    assert commissioner_client.post(address, form).status_code == 302
    season.refresh_from_db()
    assert season.absence == {"does": "postponement", "days": 3, "most": 2, "then": "double-loss", "spared": 4}
    page = text(Client().get(f"/leagues/{season.league.slug}/seasons/{season.number}/"))
    assert "at most 2 times for a team in the season" in page
    answer = Client().get(f"/api/v1/seasons/{season.pk}/").json()
    assert answer["absence"]["spared"] == 4


def test_the_policy_of_a_running_season_is_changed_with_a_preview(season: Season, commissioner: Client) -> None:
    form = {"do": "policy", "policy-absence_does": "ai", "policy-reason": "Holidays."}
    assert 'class="errorlist"' in text(commissioner.post(CONTROL, {**form, "policy-absence_days": 99}))
    response, preview = confirmed(commissioner, CONTROL, form)
    assert "AI coach: the match is played" in preview
    assert response.url == CONTROL
    season.refresh_from_db()
    assert season.absence["does"] == "ai"
    assert "Holidays." in text(Client().get("/leagues/iron-city/seasons/1/measures/"))


@pytest.mark.parametrize("do", ["replace", "filler"])
def test_a_team_is_replaced_with_a_preview(season: Season, commissioner: Client, do: str) -> None:
    old = matches_of(season)[0].fixture.home
    new = make_team(make_staff(season.league, Role.ASSISTANT), "Newcomers")
    page = text(commissioner.get(CONTROL))
    assert "Newcomers" in page
    who = {"replace-newcomer": new.slug} if do == "replace" else {}
    form = {"do": do, f"{do}-team": old.slug, f"{do}-reason": "They are gone.", **who}
    assert 'class="errorlist"' in text(commissioner.post(CONTROL, {**form, f"{do}-team": "nobody"}))
    response, preview = confirmed(commissioner, CONTROL, form)
    assert response.url == CONTROL
    name = Entry.objects.get(team=old).replaced_by.name
    assert name in preview
    assert Measure.objects.get().kind == "replaced"
    page = text(Client().get("/leagues/iron-city/seasons/1/"))
    assert name in page
    assert ("AI filler" in page) == (do == "filler")
    standings = Client().get(f"/api/v1/seasons/{season.pk}/").json()["standings"]
    assert [each["filler"] for each in standings if each["team"]["name"] == name] == [do == "filler"]
    assert sum(each["filler"] for each in standings) == (do == "filler")


def test_where_no_team_is_free_to_replace_another_the_form_says_why(season: Season, commissioner: Client) -> None:
    page = text(commissioner.get(CONTROL))
    assert "No team is free" in page
    assert 'has a free team. <a href="/leagues/iron-city/door/">Who gets in</a>' in page
    make_team(make_staff(season.league, Role.ASSISTANT), "Newcomers")
    assert "No team is free" not in text(commissioner.get(CONTROL))


def test_an_assistant_sees_who_is_absent_and_replaces_nobody(season: Season) -> None:
    assistant = signed_in(make_staff(season.league, Role.ASSISTANT))
    page = text(assistant.get(CONTROL))
    assert 'value="replace"' not in page
    assert 'value="policy"' not in page
    assert TONIGHT in page
    assert assistant.get(TONIGHT).status_code == 200


def test_a_filler_is_added_before_the_start_and_says_what_it_is(world: World, commissioner_client: Client) -> None:
    season = world.open_season
    owner = season.league.commissioner
    assert owner == world.commissioner
    address = f"/leagues/{season.league.slug}/seasons/{season.number}/"
    assert "Add an AI filler" in text(commissioner_client.get(address))
    assert "Add an AI filler" not in text(signed_in(world.coach).get(address))
    response = commissioner_client.post(f"{address}filler/", {"roster": "nonsense"}, follow=True)
    assert "Choose the roster" in text(response)
    commissioner_client.post(f"{address}filler/", {"roster": ""})
    assert not Entry.objects.filter(filler=True).exists()  # half of a field at most
    Entry.objects.create(season=season, team=world.team)
    commissioner_client.post(f"{address}filler/", {"roster": ""})
    filler = Entry.objects.get(filler=True).team
    page = text(commissioner_client.get(address))
    assert f"The AI filler {filler} is entered in" in page
    assert re.search(rf"{re.escape(filler.name)}.*AI filler", page, re.DOTALL)
    assert "AI filler" in text(Client().get(f"/teams/{filler.slug}/"))
    assert Client().get(f"/api/v1/teams/{filler.slug}/").json()["filler"]
    assert not Client().get(f"/api/v1/teams/{world.team.slug}/").json()["filler"]
