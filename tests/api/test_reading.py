"""The API shows what the pages show, and refuses clearly."""

import json
from io import StringIO

import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

import engine
from config.api_schema import _public_schema
from league.models import Season
from league.standings.rules import DEFAULT
from matches.models import Match
from teams.models import Team
from tests.builders import apply_played, lock_due, make_user, matches_of, running_season
from tests.pages.conftest import signed_in

pytestmark = pytest.mark.django_db


@pytest.fixture
def season() -> Season:
    """Three teams, both legs; the first match is resolved, the second locked, the others wait."""
    made = running_season(teams=3, legs=2)
    lock_due()
    apply_played(matches_of(made)[0])
    lock_due()
    return made


def get(client: Client, name: str, *args: object, code: int = 200, **query: object):
    answer = client.get(reverse(f"api:{name}", args=args), query)
    assert answer.status_code == code, answer.content
    return answer.json()


def test_the_start_says_what_there_is(client: Client) -> None:
    addresses = get(client, "start")
    assert set(addresses) == {"leagues", "seasons", "teams", "matches", "rulesets", "drafts", "schema", "docs"}
    assert {
        name: client.get(address).status_code for name, address in addresses.items() if name != "drafts"
    } == dict.fromkeys(set(addresses) - {"drafts"}, 200)
    assert client.get(addresses["drafts"]).status_code == 403  # only for those who are signed in


def test_leagues_name_their_seasons_and_their_rulings(client: Client, season: Season) -> None:
    (league,) = get(client, "leagues")["results"]
    assert (league["slug"], league["ruleset"]) == ("iron-city", "battleball")
    assert [(each["number"], each["teams"]) for each in league["seasons"]] == [(1, 3)]
    shown = get(client, "league", "iron-city")
    assert shown["rulings"] == engine.ruleset("battleball").rulings().to_json()


def test_a_season_shows_its_table_and_its_rounds(client: Client, season: Season) -> None:
    shown = get(client, "season", season.pk)
    assert [row["rank"] for row in shown["standings"]] == [1, 2, 3]
    assert sum(row["played"] for row in shown["standings"]) == 2
    assert {(row["stage"], row["table"]) for row in shown["standings"]} == {(1, "")}
    assert shown["table_rules"] == DEFAULT.to_json()
    first = shown["standings"][0]
    assert first["metrics"] == {key: first[key] for key in ("difference", "touchdowns", "casualties")}
    assert len(shown["rounds"]) == 6
    assert [(each["matches"], each["played"]) for each in shown["rounds"]] == [(1, 1)] + 5 * [(1, 0)]
    assert shown["rulings"] == season.rulings


def test_a_team_shows_its_players_and_its_totals(client: Client, season: Season) -> None:
    match = matches_of(season)[0]
    shown = get(client, "team", match.fixture.home.slug)
    assert len(shown["players"]) == 11
    assert shown["totals"]["played"] == 1
    assert all(each["totals"]["matches"] == 1 for each in shown["players"])
    assert shown["stats"] == {"touchdowns": 1, "tackles": 1, "passes": 1}


def test_a_match_shows_commitment_first_and_seed_after(client: Client, season: Season) -> None:
    over, locked, scheduled, *_ = matches_of(season)
    first, second, third = (get(client, "match", match.pk) for match in (over, locked, scheduled))
    assert engine.commitment(first["seed"]) == first["commitment"] == over.commitment
    assert len(first["digest"]) == 64
    assert {each["key"] for each in first["stats"]} >= {"touchdowns", "tackles", "passes"}
    assert len(first["players"]) == 22
    assert (second["status"], second["commitment"], second["seed"], second["digest"]) == (
        "locked",
        locked.commitment,
        "",
        None,
    )
    assert (third["status"], third["commitment"], third["result"]) == ("scheduled", "", None)


def test_the_match_file_can_be_downloaded_after_the_match_and_not_before(client: Client, season: Season) -> None:
    over, locked, scheduled, *_ = matches_of(season)
    answer = client.get(reverse("api:match-file", args=[over.pk]))
    assert answer.headers["Content-Disposition"] == f'attachment; filename="match-{over.pk}.json"'
    file = json.loads(answer.content)
    assert engine.commitment(file["seed"]) == over.commitment
    for match in (locked, scheduled):
        refused = get(client, "match-file", match.pk, code=409)
        assert refused["code"] == "not-played-yet"
        assert refused["message"].startswith("This match has not been played yet")


def test_matches_are_filtered_by_league_season_round_team_and_status(client: Client, season: Season) -> None:
    other = running_season(teams=2, name="Elsewhere")
    team = matches_of(season)[0].fixture.home
    expectations = [
        ({}, 7),
        ({"league": "elsewhere"}, 1),
        ({"season": season.pk}, 6),
        ({"season": 999}, 0),
        ({"round": 1}, 2),
        ({"season": season.pk, "round": 6}, 1),
        ({"team": team.slug}, 4),
        ({"status": "resolved"}, 1),
        ({"status": "locked"}, 1),
        ({"status": "scheduled", "season": other.pk}, 1),
    ]
    for query, count in expectations:
        assert get(client, "matches", **query)["count"] == count, query


def test_teams_and_seasons_are_filtered_too(client: Client, season: Season) -> None:
    running_season(teams=2, name="Elsewhere", ago=-60)
    assert get(client, "teams", season=season.pk)["count"] == 3
    assert get(client, "teams", owner=Team.objects.first().owner.username)["count"] == 1
    assert get(client, "seasons", league="elsewhere", state="running")["count"] == 1
    assert get(client, "seasons", state="finished")["count"] == 0
    assert get(client, "leagues", ruleset="battleball")["count"] == 2


def test_lists_come_in_pages(client: Client, season: Season) -> None:
    listing = get(client, "matches")
    assert (listing["count"], listing["next"], listing["previous"]) == (6, None, None)
    assert get(client, "matches", page=2, code=404)["code"] == "not_found"


def test_the_catalogue_of_rulings_is_readable(client: Client) -> None:
    first = {each["key"]: each["profiles"][0] for each in get(client, "rulesets")}
    assert first == {"battleball": "manual", "bb2025": "official"}
    open_points = get(client, "rulings", "battleball", fixed="false")["results"]
    assert open_points
    assert all(each["choices"] for each in open_points)
    shown = get(client, "ruling", "battleball", "battleball.overtime-limit")
    assert (shown["default"], shown["fixed"]) == ("none", False)


@pytest.mark.parametrize("ruleset", engine.RULESETS)
def test_the_pages_of_a_catalogue_hold_every_ruling_in_its_order(client: Client, ruleset: str) -> None:
    entries = engine.ruleset(ruleset).catalogue.entries
    pages = [get(client, "rulings", ruleset, page=number) for number in range(1, len(entries) // 50 + 2)]
    assert [each["id"] for page in pages for each in page["results"]] == [entry.id for entry in entries]
    assert {page["count"] for page in pages} == {len(entries)}
    assert [bool(page["next"]) for page in pages] == [True] * (len(pages) - 1) + [False]
    assert client.get(pages[0]["next"]).json() == pages[1]


@pytest.mark.parametrize(
    "path",
    [
        "leagues/nowhere/",
        "seasons/99/",
        "teams/nobody/",
        "matches/99/",
        "matches/99/file/",
        "matches/99999999999999999999999/",
        "matches/x/",
        "rulesets/chess/rulings/",
        "rulesets/battleball/rulings/battleball.unknown/",
        "nothing/here",
    ],
)
def test_unknown_things_are_404_in_the_shape_of_an_error(client: Client, path: str) -> None:
    answer = client.get(f"/api/v1/{path}")
    assert answer.status_code == 404
    assert set(answer.json()) == {"code", "message", "rule"}
    assert answer.json()["code"] == "not_found"


@pytest.mark.parametrize("query", ["status=asleep", "season=x", "team=%00"])
def test_a_filter_that_makes_no_sense_is_a_400(client: Client, query: str) -> None:
    answer = client.get(f"/api/v1/matches/?{query}")
    assert answer.status_code == 400
    assert answer.json()["code"] == "invalid"


@pytest.mark.parametrize("method", ["post", "put", "patch", "delete"])
def test_the_api_writes_nothing(client: Client, season: Season, method: str) -> None:
    answer = getattr(client, method)(reverse("api:match", args=[matches_of(season)[0].pk]))
    assert answer.status_code in (403, 405)
    assert Match.objects.count() == 6


@pytest.mark.parametrize("teams", [2, 6])
def test_each_list_takes_the_same_queries_whatever_its_length(
    teams: int, client: Client, django_assert_num_queries
) -> None:
    season = running_season(teams=teams)
    limits = {"leagues": 3, "seasons": 2, "teams": 3, "matches": 2}
    for name, queries in limits.items():
        with django_assert_num_queries(queries):
            get(client, name)
    with django_assert_num_queries(9):
        get(client, "season", season.pk)
    slug = Team.objects.values_list("slug", flat=True)[0]
    with django_assert_num_queries(7):
        get(client, "team", slug)


def test_the_schema_is_generated_without_a_warning() -> None:
    out = StringIO()
    call_command("spectacular", "--validate", "--fail-on-warn", stdout=out)
    assert "/api/v1/matches/{id}/file/" in out.getvalue()


def test_the_schema_is_made_once_and_is_the_same_for_everybody(client: Client) -> None:
    first = client.get("/api/schema/")
    made = _public_schema.cache_info().misses
    assert signed_in(make_user("stranger")).get("/api/schema/").content == first.content
    assert _public_schema.cache_info().misses == made
    assert client.get("/api/schema/", {"version": "2"}).content != first.content
    assert client.get("/api/schema/").content == first.content
