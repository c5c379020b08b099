"""Forms: what is right is done once and redirected, what is wrong is said at the form, and nobody acts for others."""

import re
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

import engine
from league.models import Entry, League, Season
from league.rulings.selectors import league_rulings
from league.seasons.services import season_enter
from matches.models import Match
from teams.models import Team
from teams.services import standard_players
from teams.templatetags.display import words
from tests.builders import make_league, make_season
from tests.pages.conftest import World, signed_in, squeezed


def team_data(rulings: Any = None, **changed: Any) -> dict[str, Any]:
    players = standard_players(engine.ruleset("battleball"), "x", rulings)
    data: dict[str, Any] = {"name": "Ferry Dock Otters", "short": "fdo", "colour": "#3B7A8C", "motto": "Slippery."}
    data |= {"players-TOTAL_FORMS": len(players), "players-INITIAL_FORMS": len(players)}
    for number, player in enumerate(players):
        data |= {f"players-{number}-{key}": value for key, value in player.items()}
    return data | changed


def test_a_coach_founds_a_team(coach_client: Client) -> None:
    response = coach_client.post("/teams/new/?ruleset=battleball", team_data(**{"players-0-name": "Otto"}))
    assert response.status_code == 302
    team = Team.objects.get(name="Ferry Dock Otters")
    assert response.url == reverse("teams:team", args=[team.slug])
    assert (team.short, team.colour, team.players.count()) == ("FDO", "#3b7a8c", 11)
    assert team.players.filter(name="Otto").exists()


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"name": ""}, "This field is required"),
        ({"name": "northgate gulls"}, "already a team called"),
        ({"short": "A"}, "at least 3 characters"),
        ({"short": "1!2"}, "three capital letters"),
        ({"colour": "green"}, "#rrggbb"),
        ({"players-0-name": ""}, "This field is required"),
        ({"players-0-position": "safety"}, "See the rule"),
        ({"players-0-position": "wizard"}, "Select a valid choice"),
        ({"players-1-number": "1"}, "That did not work"),
        ({"players-0-name": ""}, "That did not work"),
        ({"players-TOTAL_FORMS": "nonsense"}, "ManagementForm data is missing"),
    ],
)
def test_a_team_that_may_not_be_is_refused_at_the_form(
    coach_client: Client, changed: dict[str, str], said: str
) -> None:
    before = Team.objects.count()
    response = coach_client.post("/teams/new/?ruleset=battleball", team_data(**changed))
    assert response.status_code == 200
    assert said in response.content.decode()
    assert Team.objects.count() == before


def test_every_row_with_a_number_worn_twice_is_marked(coach_client: Client) -> None:
    page = coach_client.post("/teams/new/?ruleset=battleball", team_data(**{"players-4-number": "1"})).content.decode()
    marked = re.findall(r'<input[^>]*name="players-(\d+)-number"[^>]*aria-invalid="true"', page)
    assert marked == ["0", "4"]
    assert page.count("Two players cannot wear number 1.") == 2


def test_the_owner_edits_team_and_names(world: World, coach_client: Client) -> None:
    url = reverse("teams:edit", args=[world.team.slug])
    players = list(world.team.players.all())
    data = {"name": "Northgate Terns", "short": "NGT", "colour": "#112233", "motto": ""}
    data |= {f"player-{player.pk}": player.name for player in players} | {f"player-{players[0].pk}": "Stormy"}
    assert coach_client.get(url).status_code == 200
    assert coach_client.post(url, data).status_code == 302
    world.team.refresh_from_db()
    assert world.team.name == "Northgate Terns"
    assert world.team.players.get(pk=players[0].pk).name == "Stormy"


def test_while_a_team_plays_its_owner_reads_how_to_quit(world: World) -> None:
    entry = world.season.entries.select_related("team__owner").first()
    client, url = signed_in(entry.team.owner), f"/teams/{entry.team.slug}/edit/"
    assert f"Do you want to quit during {world.season.name}?" in client.get(url).content.decode()
    Entry.objects.filter(pk=entry.pk).update(withdrawn_at=timezone.now())
    assert "Do you want to quit" not in client.get(url).content.decode()
    Entry.objects.filter(pk=entry.pk).update(withdrawn_at=None)
    Season.objects.filter(pk=world.season.pk).update(state="finished", finished_at=timezone.now())
    assert "Do you want to quit" not in client.get(url).content.decode()


def test_a_refused_edit_changes_nothing(world: World, coach_client: Client) -> None:
    url = reverse("teams:edit", args=[world.team.slug])
    players = list(world.team.players.all())
    taken = Team.objects.exclude(pk=world.team.pk).first().name
    data = {"name": taken, "short": "NGT", "colour": "#112233", "motto": ""}
    data |= {f"player-{player.pk}": f"New {player.number}" for player in players}
    response = coach_client.post(url, data)
    assert "already a team called" in response.content.decode()
    assert not world.team.players.filter(name__startswith="New ").exists()


def test_nobody_edits_the_team_of_another(world: World, commissioner_client: Client) -> None:
    url = reverse("teams:edit", args=[world.team.slug])
    for response in (commissioner_client.get(url), commissioner_client.post(url, {"name": "Mine now"})):
        assert response.status_code == 403
        assert "Only the owner" in response.content.decode()


def test_a_league_is_created_with_rulings_of_its_own(coach_client: Client) -> None:
    data = {
        "name": "Dockside",
        "description": "By the water.",
        "profile": "published",
        "battleball.carnage-supply": "limited",
        "battleball.carnage-supply:limited:tokens": "7",
    }
    response = coach_client.post("/leagues/new/?ruleset=battleball", data)
    assert response.status_code == 302
    league = League.objects.get(name="Dockside")
    assert league.profile == "published"
    ruling = league.rulings.get()
    assert (ruling.ruling, ruling.choice, ruling.settings) == ("battleball.carnage-supply", "limited", {"tokens": 7})


def test_settings_that_are_lists_of_names_are_ticked(coach_client: Client) -> None:
    form = coach_client.get("/leagues/new/?ruleset=battleball").content.decode()
    assert form.count('type="checkbox"') == 8  # one of them for a private league
    assert "Fleet footed: One more space on every move." in form
    cards, rules = "battleball.mvp-skills", "battleball.setup-team-rule"
    data = {
        "name": "Dockside",
        "profile": "manual",
        cards: "custom",
        f"{cards}:custom:skills": ["strong-arm", "steady-boot"],
        rules: "custom",
        f"{rules}:custom:rules": ["iron-wall"],
    }
    assert coach_client.post("/leagues/new/?ruleset=battleball", data).status_code == 302
    league = League.objects.get(name="Dockside")
    resolved = league_rulings(league).settings
    assert resolved[cards] == {"skills": ["strong-arm", "steady-boot"]}
    assert resolved[rules] == {"rules": ["iron-wall"]}
    page = coach_client.get("/leagues/dockside/").content.decode()
    assert "skills strong arm, steady boot" in page
    again = coach_client.get("/leagues/dockside/rules/edit/").content.decode()
    assert again.count('value="strong-arm"') == 1
    assert len(re.findall(r'type="checkbox"[^>]* checked', again)) == 3


def counted(**changed: int) -> dict[str, str]:
    """The form's fields for a roster of one's own; `running_back` stands for running-back."""
    counts = {"running-back": 3, "safety": 2, "linebacker": 2, "lineman": 2, "tackle": 1, "heavy-tackle": 1}
    counts |= {key.replace("_", "-"): number for key, number in changed.items()}
    return {"battleball.roster": "custom", **{f"battleball.roster:custom:{key}": str(n) for key, n in counts.items()}}


def test_the_form_says_what_the_profile_chooses_and_what_numbers_may_be(coach_client: Client, world: World) -> None:
    page = squeezed(coach_client.get("/leagues/new/?ruleset=battleball").content.decode())
    assert "Manual: The advanced manual to the letter" in page
    assert re.search(r'name="battleball.roster:custom:heavy-tackle"[^>]* min="0" max="3"', page)
    rules = engine.ruleset("battleball")
    entry = next(
        each for each in rules.catalogue.entries if each.profiles.get("published", each.default) != each.default
    )
    assert page.count("<b>As in the profile:</b>") == len(rules.catalogue.open_points())

    def followed(html: str) -> str:
        place = html.index(f'name="{entry.id}"')
        return re.search(r"<b>As in the profile:</b> ([^<]+)</label>", html[place:])[1]

    assert followed(page) == words(entry.default)
    other = squeezed(
        coach_client.post("/leagues/new/?ruleset=battleball", {"name": "", "profile": "published"}).content.decode()
    )
    assert followed(other) == words(entry.profiles["published"])


def test_numbers_of_choices_that_were_not_made_do_not_matter(coach_client: Client) -> None:
    data = {"name": "Dockside", "profile": "manual", "battleball.carnage-supply:limited:tokens": "x"}
    assert coach_client.post("/leagues/new/?ruleset=battleball", data).status_code == 302


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"name": ""}, "This field is required"),
        ({"battleball.mvp-skills": "custom"}, "Tick at least one"),
        (
            {"battleball.carnage-supply": "limited", "battleball.carnage-supply:limited:tokens": "1001"},
            "than or equal to 1000",
        ),
        (
            {"battleball.half-length": "turn-limit", "battleball.half-length:turn-limit:turns": "0"},
            "than or equal to 1",
        ),
        ({**counted(running_back=4)}, "Who is in a team: the counts add up to 12"),
        ({"battleball.mvp-skills": "custom", "battleball.mvp-skills:custom:skills": "wings"}, "Select a valid choice"),
        ({"name": "iron city"}, "already a league called"),
        ({"profile": "imaginary"}, "Select a valid choice"),
        ({"battleball.carnage-supply": "sometimes"}, "Select a valid choice"),
        ({"battleball.carnage-supply": "limited", "battleball.carnage-supply:limited:tokens": ""}, "needs a value"),
        ({"battleball.carnage-supply": "limited", "battleball.carnage-supply:limited:tokens": "x"}, "whole number"),
    ],
)
def test_a_league_that_may_not_be_is_refused(coach_client: Client, changed: dict[str, str], said: str) -> None:
    before = League.objects.count()
    data = {"name": "Dockside", "profile": "manual", "description": ""} | changed
    response = coach_client.post("/leagues/new/?ruleset=battleball", data)
    assert response.status_code == 200
    assert said in response.content.decode()
    assert League.objects.count() == before


def test_a_league_or_team_called_new_does_not_hide_behind_the_form(coach_client: Client) -> None:
    assert (
        coach_client.post("/leagues/new/?ruleset=battleball", {"name": "New", "profile": "manual"}).url
        == "/leagues/new-2/"
    )
    assert coach_client.post("/teams/new/?ruleset=battleball", team_data(name="New")).url == "/teams/new-2/"


def test_an_unknown_ruleset_is_404(coach_client: Client) -> None:
    assert coach_client.get("/leagues/new/?ruleset=chess").status_code == 404
    assert coach_client.get("/teams/new/?ruleset=chess").status_code == 404


def test_the_commissioner_edits_the_rules(world: World, commissioner_client: Client) -> None:
    url = reverse("league:rules-edit", args=[world.league.slug])
    page = commissioner_client.get(url).content.decode()
    assert 'value="limited" checked' in page
    assert 'value="9"' in page
    response = commissioner_client.post(url, {"profile": "published", "battleball.overtime-limit": "no-overtime"})
    assert response.status_code == 302
    world.league.refresh_from_db()
    assert world.league.profile == "published"
    assert [each.ruling for each in world.league.rulings.all()] == ["battleball.overtime-limit"]


def test_saved_rules_say_which_season_they_hold_for(world: World, commissioner_client: Client) -> None:
    running = commissioner_client.post("/leagues/iron-city/rules/edit/", {"profile": "manual"}, follow=True)
    assert "hold from the next season on. Season 1 keeps" in running.content.decode()
    season_enter(actor=world.coach, season=world.open_season, team=world.team)
    url = "/leagues/harbour-cup/rules/edit/"
    assert "Season 1 takes the rules" in commissioner_client.get(url).content.decode()
    kept = commissioner_client.post(url, {"profile": "published"}, follow=True).content.decode()
    assert "Season 1 takes them when it starts" in kept
    assert "may not play" not in kept
    changed = {"profile": "manual", **counted(running_back=4, linebacker=1)}
    said = commissioner_client.post(url, changed, follow=True).content.decode()
    assert "entered teams Northgate Gulls may not play" in said


@pytest.mark.parametrize("name", ["league:rules-edit", "league:season-new"])
def test_only_the_commissioner_runs_a_league(world: World, coach_client: Client, name: str) -> None:
    url = reverse(name, args=[world.league.slug])
    assert coach_client.get(url).status_code == 403
    assert coach_client.post(url, {"profile": "published"}).status_code == 403
    assert Client().post(url).status_code == 302


def season_data(**changed: str) -> dict[str, str]:
    kick_off = timezone.localtime() + timedelta(days=2)
    data = {"name": "Autumn", "first_kick_off": kick_off.strftime("%Y-%m-%dT%H:%M"), "every": "2", "unit": "hours"}
    return {
        **data,
        "format": "round-robin",
        "format-round-robin-times": "2",
        "seeding": "chance",
        "time_zone": "Europe/Berlin",
        **changed,
    }


def test_a_season_runs_from_the_form_to_the_first_round(world: World, coach_client: Client) -> None:
    client, league = signed_in(world.coach), "dockside"
    client.post("/leagues/new/?ruleset=battleball", {"name": "Dockside", "profile": "manual"})
    response = client.post(f"/leagues/{league}/seasons/new/", season_data())
    season = Season.objects.get(league__slug=league)
    assert response.url == reverse("league:season", args=[league, 1])
    assert (season.round_every, season.seeding, season.state) == (120, "chance", "open")
    assert season.stages.get().settings == {"times": 2, "groups": 1}
    enter = reverse("league:season-enter", args=[league, 1])
    client.post(enter, {"team": world.team.slug})
    assert Entry.objects.filter(season=season, team=world.team).exists()
    refused = client.post(reverse("league:season-start", args=[league, 1]), follow=True)
    assert "at least two teams" in refused.content.decode()
    second = signed_in(world.commissioner)
    second.post("/teams/new/?ruleset=battleball", team_data())
    second.post(enter, {"team": "ferry-dock-otters"})
    started = client.post(reverse("league:season-start", args=[league, 1]), follow=True)
    assert "has started" in started.content.decode()
    assert Match.objects.filter(fixture__round__season=season).count() == 2


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"first_kick_off": "soon"}, "Enter a valid date/time"),
        ({"every": "0"}, "greater than or equal to 1"),
        ({"every": "1000", "unit": "days"}, "Round every (minutes)"),
        ({"first_kick_off": "9999-12-31T23:30"}, "more than two years ahead"),
        ({"first_kick_off": "0001-01-01T00:00"}, "has passed already"),
        ({"first_kick_off": "2020-01-01T19:00"}, "has passed already"),
        ({"time_zone": "Mars/Olympus"}, "Select a valid choice"),
        ({"format": "chess"}, "Select a valid choice"),
        ({"format-round-robin-times": "9"}, "less than or equal to 8"),
        ({"seeding": "stars"}, "Select a valid choice"),
    ],
)
def test_a_season_that_may_not_be_is_refused(world: World, changed: dict[str, str], said: str) -> None:
    client = signed_in(world.coach)
    client.post("/leagues/new/?ruleset=battleball", {"name": "Dockside", "profile": "manual"})
    response = client.post("/leagues/dockside/seasons/new/", season_data(**changed))
    assert response.status_code == 200
    assert said in response.content.decode()
    assert not Season.objects.filter(league__slug="dockside").exists()


def test_a_kick_off_is_typed_in_the_zone_that_stands_beside_it(world: World) -> None:
    client = signed_in(world.coach)
    client.post("/leagues/new/?ruleset=battleball", {"name": "Dockside", "profile": "manual"})
    client.cookies["zone"] = "Europe/Berlin"
    form = client.get("/leagues/dockside/seasons/new/").content.decode()
    assert "In your time zone, Europe/Berlin." in form
    assert '<input type="hidden" name="first_kick_off-zone" value="Europe/Berlin">' in form
    assert '<option value="Europe/Berlin" selected>' in form
    assert '<option value="weeks" selected>' in form
    client.cookies["zone"] = "Asia/Tokyo"  # the reader moved on while the form was filled in
    july = f"{timezone.now().year + 1}-07-04T20:00"
    typed = {"first_kick_off": july, "first_kick_off-zone": "Europe/Berlin"}
    again = client.post("/leagues/dockside/seasons/new/", season_data(**typed, name="")).content.decode()
    assert f'value="{july}"' in again
    assert 'value="Europe/Berlin">' in again
    client.post("/leagues/dockside/seasons/new/", season_data(**typed))
    season = Season.objects.get(league__slug="dockside")
    assert season.first_kick_off == datetime.fromisoformat(f"{july}Z") - timedelta(hours=2)
    assert season.time_zone == "Europe/Berlin"


def test_the_commissioner_edits_a_season_that_is_open(world: World, commissioner_client: Client) -> None:
    url = reverse("league:season-edit", args=["harbour-cup", 1])
    assert url in commissioner_client.get("/leagues/harbour-cup/").content.decode()
    form = commissioner_client.get(url).content.decode()
    assert 'name="every" value="10"' in form
    assert '<option value="minutes" selected>' in form
    refused = commissioner_client.post(url, season_data(first_kick_off="9999-12-31T23:30"))
    assert "more than two years ahead" in refused.content.decode()
    assert commissioner_client.post(url, season_data()).url == reverse("league:season", args=["harbour-cup", 1])
    world.open_season.refresh_from_db()
    assert (world.open_season.name, world.open_season.round_every) == ("Autumn", 120)


@pytest.mark.parametrize("name", ["season-edit", "season-start", "season-order"])
def test_a_season_that_has_begun_has_no_form_to_set_it_up(
    world: World, commissioner_client: Client, coach_client: Client, name: str
) -> None:
    url = reverse(f"league:{name}", args=["iron-city", 1])
    assert coach_client.get(url).status_code == 403
    page = commissioner_client.get(url).content.decode().split("<main")[1]
    assert "is already running" in page
    assert "<form" not in page
    assert f'href="{reverse("league:control", args=["iron-city", 1])}"' in page
    name, began = world.season.name, world.season.started_at
    commissioner_client.post(url, season_data())
    world.season.refresh_from_db()
    assert (world.season.name, world.season.started_at) == (name, began)
    Season.objects.filter(pk=world.season.pk).update(state="finished", finished_at=timezone.now())
    assert "is over" in commissioner_client.get(url).content.decode()


def test_a_passed_kick_off_is_pointed_out_before_the_start(world: World, commissioner_client: Client) -> None:
    assert "The first kick-off has passed." in commissioner_client.get("/leagues/harbour-cup/").content.decode()
    commissioner_client.post(reverse("league:season-edit", args=["harbour-cup", 1]), season_data())
    assert "The first kick-off has passed." not in commissioner_client.get("/leagues/harbour-cup/").content.decode()


def test_the_commissioner_cancels_a_season_that_is_open(world: World, commissioner_client: Client) -> None:
    cancelled = commissioner_client.post(reverse("league:season-cancel", args=["harbour-cup", 1]), follow=True)
    assert "is cancelled" in cancelled.content.decode()
    assert not Season.objects.filter(pk=world.open_season.pk).exists()
    assert "/leagues/harbour-cup/seasons/new/" in cancelled.content.decode()
    running = commissioner_client.post(reverse("league:season-cancel", args=["iron-city", 1]), follow=True)
    assert "only before it starts" in running.content.decode()


def test_nobody_else_edits_or_cancels_a_season(world: World, coach_client: Client) -> None:
    for verb in ("season-edit", "season-cancel"):
        assert coach_client.post(reverse(f"league:{verb}", args=["harbour-cup", 1]), season_data()).status_code == 403
    assert Season.objects.filter(pk=world.open_season.pk).exists()


def test_a_second_season_waits_for_the_first(world: World, commissioner_client: Client) -> None:
    response = commissioner_client.post("/leagues/iron-city/seasons/new/", season_data())
    assert "not finished yet" in response.content.decode()


def test_entering_and_withdrawing(world: World, coach_client: Client) -> None:
    enter, withdraw = (reverse(f"league:season-{verb}", args=["harbour-cup", 1]) for verb in ("enter", "withdraw"))
    coach_client.post(enter, {"team": world.team.slug})
    assert Entry.objects.filter(team=world.team).exists()
    again = coach_client.post(enter, {"team": world.team.slug}, follow=True)
    assert "already entered" in again.content.decode()
    coach_client.post(withdraw, {"team": world.team.slug})
    assert not Entry.objects.filter(team=world.team).exists()
    assert "is not entered" in coach_client.post(withdraw, {"team": world.team.slug}, follow=True).content.decode()


def test_a_league_with_a_roster_of_its_own_has_teams_of_its_own(world: World, coach_client: Client) -> None:
    counts = {"choice": "custom", "running-back": 4, "linebacker": 1}
    league = make_league(world.commissioner, "Fast Cup", rulings={"battleball.roster": counts})
    season = make_season(league)
    page = coach_client.get("/leagues/fast-cup/teams/new/").content.decode()
    assert page.count('<option value="running-back" selected>') == 4
    response = coach_client.post("/leagues/fast-cup/teams/new/", team_data(league_rulings(league)))
    assert response.url == "/leagues/fast-cup/"
    fast = Team.objects.get(name="Ferry Dock Otters")
    assert fast.players.filter(position="running-back").count() == 4
    enter = reverse("league:season-enter", args=["fast-cup", season.number])
    assert "See the rule" in coach_client.post(enter, {"team": world.team.slug}, follow=True).content.decode()
    coach_client.post(enter, {"team": fast.slug})
    assert [entry.team for entry in Entry.objects.filter(season=season)] == [fast]


def test_nobody_acts_for_another(world: World, coach_client: Client) -> None:
    foreign = world.waiting.fixture.home
    assert (
        coach_client.post(reverse("league:season-enter", args=["harbour-cup", 1]), {"team": foreign.slug}).status_code
        == 403
    )
    assert (
        coach_client.post(
            reverse("league:season-withdraw", args=["harbour-cup", 1]), {"team": foreign.slug}
        ).status_code
        == 403
    )
    assert coach_client.post(reverse("league:season-start", args=["harbour-cup", 1])).status_code == 403
    assert coach_client.post(reverse("matches:retry", args=[world.waiting.pk])).status_code == 403
    assert coach_client.post(reverse("league:season-enter", args=["harbour-cup", 1]), {"team": "no"}).status_code == 404


@pytest.mark.parametrize("verb", ["season-enter", "season-withdraw", "season-cancel"])
def test_reading_changes_nothing_and_leads_to_the_page(world: World, commissioner_client: Client, verb: str) -> None:
    for client in (commissioner_client, Client()):
        response = client.get(reverse(f"league:{verb}", args=["harbour-cup", 1]))
        assert (response.status_code, response["Allow"]) == (405, "POST")
        assert 'href="/leagues/harbour-cup/seasons/1/"' in response.content.decode()
    assert Season.objects.get(pk=world.open_season.pk).state == "open"


@pytest.mark.parametrize("verb", ["season-enter", "season-withdraw", "season-cancel"])
def test_whoever_was_signed_out_comes_back_to_the_page_and_not_to_the_button(world: World, verb: str) -> None:
    response = Client().post(reverse(f"league:{verb}", args=["harbour-cup", 1]), {"team": world.team.slug})
    assert response.url == "/accounts/login/?next=/leagues/harbour-cup/seasons/1/"
    assert Season.objects.get(pk=world.open_season.pk).state == "open"


def test_whoever_was_signed_out_comes_back_to_the_match(world: World) -> None:
    response = Client().post(reverse("matches:retry", args=[world.waiting.pk]))
    assert response.url == f"/accounts/login/?next=/matches/{world.waiting.pk}/"


def test_a_match_that_has_not_failed_is_not_tried_again(world: World, commissioner_client: Client) -> None:
    response = commissioner_client.post(reverse("matches:retry", args=[world.waiting.pk]), follow=True)
    assert "has not failed" in response.content.decode()


def test_a_form_without_its_token_is_refused_kindly(world: World) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(world.coach)
    response = client.post("/teams/new/?ruleset=battleball", team_data())
    assert response.status_code == 403
    assert "form has expired" in response.content.decode()
