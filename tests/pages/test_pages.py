"""Every page answers, for everybody who may see it, with what it is there to show."""

import json
import re
import subprocess
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

import engine
from engine.handbook import played
from league.models import Season
from league.seasons.services import season_enter
from matches.models import Match
from teams.models import Team
from teams.templatetags.display import crest
from tests.builders import apply_played, make_league, make_team, matches_of
from tests.pages.conftest import World, signed_in, squeezed
from tests.replays.conftest import unpacked

PUBLIC = [
    "/",
    "/leagues/",
    "/leagues/iron-city/",
    "/leagues/iron-city/rules/",
    "/leagues/iron-city/seasons/1/",
    "/leagues/harbour-cup/",
    "/teams/",
    "/teams/northgate-gulls/",
    "/matches/",
    "/matches/?show=upcoming",
    "/rulings/",
    "/rulings/battleball/",
    "/rulings/battleball/battleball.roster/",
    "/rulings/battleball/battleball.pass-complete/",
    "/accounts/login/",
    "/accounts/signup/",
    "/accounts/password/reset/",
    "/accounts/password/reset/done/",
    "/accounts/password/reset/key/done/",
    "/accounts/password/reset/key/1-stale/",
    "/accounts/confirm-email/",
    "/accounts/confirm-email/stale/",
    "/accounts/inactive/",
]
PRIVATE = ["/you/", "/leagues/new/", "/drafts/new/", "/accounts/email/", "/accounts/password/change/"]


def words(response: object) -> str:
    return squeezed(response.content.decode())


@pytest.mark.parametrize("path", PUBLIC)
def test_public_pages_answer_everybody(world: World, path: str) -> None:
    assert Client().get(path).status_code == 200
    if "/accounts/" not in path:
        for user in (world.coach, world.commissioner):
            assert signed_in(user).get(path).status_code == 200


@pytest.mark.parametrize("path", PRIVATE)
def test_private_pages_ask_to_sign_in_first(world: World, path: str) -> None:
    response = Client().get(path)
    assert response.status_code == 302
    assert response.url.startswith("/accounts/login/")
    assert signed_in(world.coach).get(path).status_code == 200


def test_pages_with_no_data_teach_instead_of_failing(db: None) -> None:
    for path in ("/", "/leagues/", "/teams/", "/matches/"):
        response = Client().get(path)
        assert response.status_code == 200
        assert 'class="empty"' in words(response)


def test_home_shows_leagues_coming_matches_and_results(world: World) -> None:
    result = world.played.fixture.result
    page = words(Client().get("/"))
    assert "Iron City" in page
    assert f'data-show="{reverse("matches:show", args=[world.played.pk])}"' in page
    assert "data-countdown=" in page
    assert f"{result.home_score} : {result.away_score}" in page


def test_league_page_shows_standings_rounds_and_what_differs_from_the_profile(world: World) -> None:
    page = words(Client().get("/leagues/iron-city/"))
    assert page.count('class="rank"') == 4
    assert "Round 1 of 3" in page
    assert "The supply of carnage tokens" in page
    assert "tokens 9" in page


def test_league_page_draws_the_ranks_once_two_rounds_are_played(world: World) -> None:
    assert "The season so far" not in words(Client().get("/leagues/iron-city/"))
    for match in matches_of(world.season)[:4]:
        apply_played(match, score=(14, 7))
    page = words(Client().get("/leagues/iron-city/"))
    assert page.count('class="way"') == 4
    last = re.search(r'aria-label="Rank after each round: ([^"]*)"', page)[1].split("; ")
    assert sorted(int(each[-1]) for each in last) == [1, 2, 3, 4]
    assert last == sorted(last, key=lambda each: each[-1])


def test_rules_page_lists_every_open_point(world: World) -> None:
    page = words(Client().get("/leagues/iron-city/rules/"))
    for entry in engine.ruleset("battleball").catalogue.entries:
        assert (reverse("rulings:ruling", args=["battleball", entry.id]) in page) is not entry.fixed


def test_team_page_shows_the_roster_with_positions_and_dice(world: World) -> None:
    page = words(Client().get("/teams/northgate-gulls/"))
    for player in world.team.players.all():
        assert player.name in page
    assert "Heavy Tackle" in page
    assert "D6+D6" in page


def test_a_team_that_is_entered_waits_for_the_start(world: World) -> None:
    client, address = signed_in(world.coach), reverse("league:season", args=["harbour-cup", 1])
    assert "Nothing is coming up" in words(client.get("/you/"))
    assert "Nothing is scheduled" in words(client.get("/teams/northgate-gulls/"))
    season_enter(actor=world.coach, season=world.open_season, team=world.team)
    for path, nothing in (("/you/", "Nothing is coming up"), ("/teams/northgate-gulls/", "Nothing is scheduled")):
        page = words(client.get(path))
        assert f'entered in <a href="{address}">Harbour Cup, Season 1</a>, waiting for the start' in page
        assert nothing not in page


def test_played_match_shows_score_ticker_statistics_and_the_opened_seed(world: World) -> None:
    result = world.played.fixture.result
    page = words(Client().get(f"/matches/{world.played.pk}/"))
    assert f"<span>{result.home_score}</span>" in page
    assert world.played.seed in page
    assert world.played.commitment in page
    assert "python -m engine replay" in page
    assert "Tackles" in page
    assert 'data-step="0"' in page
    assert "Full time" in page


def test_locked_match_shows_line_ups_and_commitment_but_no_seed(world: World) -> None:
    page = words(Client().get(f"/matches/{world.locked.pk}/"))
    assert world.locked.commitment in page
    assert world.locked.secret_seed not in page
    assert world.locked.lineup["sheets"][0]["players"][0]["name"] in page


def test_scheduled_match_explains_what_will_happen(world: World) -> None:
    assert "not locked yet" in words(Client().get(f"/matches/{world.scheduled.pk}/"))


def test_show_and_file_of_a_played_match(world: World) -> None:
    show = unpacked(Client().get(f"/matches/{world.played.pk}/show.json").content)
    assert show["steps"][-1]["kind"] == "result"
    response = Client().get(f"/matches/{world.played.pk}/match.json")
    assert "attachment" in response["Content-Disposition"]
    record = engine.Record.from_json(json.loads(response.content))
    assert engine.rerun(record).matches


def test_a_failed_match_says_so_and_the_commissioner_can_have_it_tried_again(world: World) -> None:
    Match.objects.filter(pk=world.locked.pk).update(failed_at=timezone.now(), failure="The engine tripped.")
    path = f"/matches/{world.locked.pk}/"
    assert "The engine tripped." not in words(signed_in(world.coach).get(path))
    commissioner = signed_in(world.commissioner)
    assert "The engine tripped." in words(commissioner.get(path))
    assert "will be tried again" in words(commissioner.post(f"{path}retry/", follow=True))
    assert Match.objects.get(pk=world.locked.pk).status == "locked"


@pytest.mark.parametrize("name", ["show.json", "match.json"])
def test_nothing_of_a_match_is_published_before_it_is_over(world: World, name: str) -> None:
    for match in (world.locked, world.scheduled):
        response = Client().get(f"/matches/{match.pk}/{name}")
        assert response.status_code == 404
        assert "has not been played yet" in words(response)
        assert world.locked.secret_seed not in words(response)


@pytest.mark.parametrize(
    "path",
    [
        "/leagues/nowhere/",
        "/leagues/iron-city/seasons/9/",
        "/teams/nobody/",
        "/matches/999999/",
        "/matches/999999/show.json",
        "/rulings/chess/",
        "/rulings/battleball/battleball.nothing/",
        "/rulings/battleball/battleball.roster/nothing.json",
        "/rulings/battleball/battleball.roster/published.json?scenario=0",
        "/rulings/battleball/battleball.roster/published.json?scenario=x",
        "/nothing-here",
    ],
)
def test_unknown_addresses_are_404_in_our_own_clothes(world: World, path: str) -> None:
    response = Client().get(path)
    assert response.status_code == 404
    assert "Dugout" in words(response)
    assert "Traceback" not in words(response)


def test_lists_are_sorted_as_people_sort(world: World) -> None:
    make_team(world.coach, "alpha Otters")
    make_league(world.coach, "alpha Cup")
    teams, leagues = words(Client().get("/teams/")), words(Client().get("/leagues/"))
    assert teams.index("alpha Otters") < teams.index("Northgate Gulls")
    assert leagues.index("alpha Cup") < leagues.index("Harbour Cup")


def test_the_sign_in_asks_for_either_name_and_has_one_way_to_a_new_password(db: None) -> None:
    page = words(Client().get("/accounts/login/"))
    assert page.count('href="/accounts/password/reset/"') == 1
    assert '<label for="id_login">User name or e-mail</label>' in page


def test_an_icon_is_where_browsers_look_for_it(db: None) -> None:
    assert Client().get("/favicon.ico").url.endswith("logo.svg")


def test_a_refusal_leaves_one_line_in_the_log(world: World, caplog: pytest.LogCaptureFixture) -> None:
    assert signed_in(world.coach).get("/leagues/iron-city/rules/edit/").status_code == 403
    logged = [each for each in caplog.records if each.name == "django.request"]
    assert [(each.levelname, each.exc_info) for each in logged] == [("WARNING", None)]
    assert "/leagues/iron-city/rules/edit/" in logged[0].getMessage()


def test_rulings_can_be_searched_and_filtered(db: None) -> None:
    everything = Client().get("/rulings/battleball/")
    assert "197 of 197" in words(everything)
    fixed = words(Client().get("/rulings/battleball/?kind=fixed&area=pass"))
    assert "battleball.pass-complete" in fixed
    assert "battleball.pass-receiver" not in fixed
    assert "battleball.turn-minimum" not in fixed
    assert "No rule fits" in words(Client().get("/rulings/battleball/?q=zeppelin"))


def test_ruling_page_has_a_stage_for_every_choice_its_scenarios_play(db: None) -> None:
    (path,) = played("battleball")["ruling", "battleball.tackle-serious-injury"]
    scenario = engine.scenario.load(path)
    page = words(Client().get(reverse("rulings:ruling", args=["battleball", scenario.id])))
    for choice in scenario.choices:
        url = reverse("rulings:show", args=["battleball", scenario.id, choice])
        assert f'data-show="{url}' in page
        show = unpacked(Client().get(url).content)
        assert show["steps"][0]["text"] == "The position."
        assert len(show["steps"]) > 1


def test_ruling_page_says_how_the_choices_end(db: None) -> None:
    page = words(Client().get("/rulings/battleball/battleball.tackle-serious-injury/"))
    assert "<dt>How they are</dt><dd>B-RB serious</dd>" in page
    assert "<dt>How they are</dt><dd>B-RB injured</dd>" in page


def test_times_are_shown_in_the_zone_of_the_reader(world: World) -> None:
    client = signed_in(world.coach)
    assert client.post("/you/", {"time_zone": "Asia/Tokyo"}).status_code == 302
    assert "JST" in words(client.get("/leagues/iron-city/"))
    assert "Mars/Olympus" not in words(client.post("/you/", {"time_zone": "Mars/Olympus"})).replace(
        "Mars/Olympus is", ""
    )
    world.coach.refresh_from_db()
    assert world.coach.time_zone == "Asia/Tokyo"


def test_a_moment_of_another_year_is_shown_with_its_year(world: World) -> None:
    now = timezone.now()
    Season.objects.filter(pk=world.open_season.pk).update(first_kick_off=now)
    assert f"{now.year}," not in words(Client().get("/leagues/harbour-cup/"))
    Season.objects.filter(pk=world.open_season.pk).update(first_kick_off=now + timedelta(days=366))
    page = words(Client().get("/leagues/harbour-cup/"))
    assert re.search(rf"<time [^>]*>\w+ \d+ \w+ {(now + timedelta(days=366)).year}, ", page)


# Whatever attributes it has: one that names no file and is no data.
INLINE_SCRIPT = re.compile(r"<script\b(?![^>]*\s(?:src=|type=.application/json))", re.IGNORECASE)


def test_an_inline_script_is_found_whatever_its_attributes() -> None:
    for script in ("<script>", '<script nonce="x">', "<SCRIPT type=module>"):
        assert INLINE_SCRIPT.search(script)
    for script in ('<script type="module" src="/a.js">', '<script id="x" type="application/json">'):
        assert not INLINE_SCRIPT.search(script)


def test_no_page_carries_inline_script_or_style(world: World) -> None:
    for path in [*PUBLIC, f"/matches/{world.played.pk}/"]:
        page = words(Client().get(path))
        assert " style=" not in page
        assert "<style" not in page
        assert INLINE_SCRIPT.search(page) is None
        assert "//cdn" not in page


@pytest.mark.parametrize(
    ("path", "most"),
    [("/", 12), ("/leagues/", 4), ("/leagues/iron-city/", 13), ("/teams/", 3), ("/matches/", 4)],
)
def test_queries_do_not_grow_with_the_data(
    world: World, django_assert_max_num_queries: object, path: str, most: int
) -> None:
    apply_played(world.waiting)
    with django_assert_max_num_queries(most):
        Client().get(path)


def test_match_page_takes_few_queries(world: World, django_assert_max_num_queries: object) -> None:
    assert world.played.status == "resolved"
    with django_assert_max_num_queries(7):
        Client().get(f"/matches/{world.played.pk}/")


def test_the_page_for_failures_needs_neither_database_nor_context() -> None:
    from django.template.loader import render_to_string

    page = render_to_string("500.html")
    assert "Something broke" in page
    assert "Dugout" in page


def test_too_many_attempts_are_told_to_wait(world: World) -> None:
    client = Client()
    for _ in range(40):
        response = client.post("/accounts/login/", {"login": "cara", "password": "wrong"})
        if response.status_code == 429:
            break
    assert response.status_code == 429
    assert "A moment, please." in words(response)


def test_the_printed_command_gives_the_fingerprint(world: World, client: Client) -> None:
    """Whoever follows the page's own instructions finds the dice fair."""
    page = client.get(f"/matches/{world.played.pk}/").content.decode()
    command = re.search(r"<pre[^>]*>(printf [^<]+)</pre>", page)
    assert command is not None
    out = subprocess.run(["sh", "-c", command[1]], capture_output=True, text=True, check=True).stdout
    assert out.split()[0] == world.played.commitment


def test_a_crest_follows_the_colour_and_the_letters_of_its_team() -> None:
    team = Team(colour="#a3312a", short="GUL")
    before = crest(team)
    assert crest(Team(colour="#a3312a", short="GUL")) == before
    team.colour, team.short = "#ffffff", "<O>"
    assert 'fill="#ffffff"' in crest(team)
    assert "&lt;O&gt;" in crest(team)
    assert 'class="crest large"' in crest(team, "large")
