"""Pages about a table: the table itself, why a place is a place, other rules, single figures, and the form of the rules."""

import html
import re
from typing import Any
from urllib.parse import urlencode
from uuid import uuid4

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from league.models import Result, Season
from league.people import Role
from league.seasons.selectors import rules_of, standings
from league.seasons.services import season_create, season_enter
from league.standings.bonuses import BONUSES
from league.standings.forms import values_of
from league.standings.metrics import METRICS
from league.standings.rules import DEFAULT, TableRules, presets
from league.standings.services import season_table_rules_set
from matches.control.replacing import team_replace
from matches.services import season_start
from tests.builders import apply_played, make_league, make_season, make_staff, make_team, make_user, matches_of

pytestmark = pytest.mark.django_db


def words(response: Any) -> str:
    """What a page says, without its marks."""
    assert response.status_code == 200
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", response.content.decode())).split())


def played_season(teams: int = 4, matches: int = 4, **rules: Any) -> Season:
    season = make_season(make_league(make_user()), teams=teams)
    actor = season.league.commissioner
    if rules:
        season_table_rules_set(actor=actor, season=season, rules=rules)
    season = season_start(actor=actor, season=season)
    for number, match in enumerate(matches_of(season)[:matches]):
        apply_played(match, score=(14 - 7 * (number % 3), 7))
    return Season.objects.get(pk=season.pk)


def address(name: str, season: Season, *more: Any) -> str:
    return reverse(f"league:{name}", args=[season.league.slug, season.number, *more])


def cost(path: str, client: Client | None = None) -> int:
    with CaptureQueriesContext(
        connection,
    ) as asked:
        assert (client or Client()).get(path).status_code == 200
    return len(asked)


# The table ----------------------------------------------------------------------------------------------------------------


def test_a_table_shows_what_its_rules_ask_for_and_explains_every_abbreviation() -> None:
    season = played_season(
        bonuses=[{"for": "touchdowns", "at": 2, "points": 5}],
        order=["points", "strength-of-schedule"],
        columns=["bonus-points"],
    )
    page = Client().get(address("season", season))
    text = words(page)
    content = page.content.decode()
    assert [each.name in content for each in (METRICS["strength-of-schedule"], METRICS["bonus-points"])] == [True, True]
    heads = re.findall(r"<th scope=\"col\"[^>]*>(.*?)</th>", content)
    assert [head for head in heads if "<abbr title=" not in head] == ["Team"]
    assert "Bonus: 2 or more touchdowns scored +5" in text
    legend = text[text.index("Abbreviations") :]
    for head in re.findall(r"<abbr title=\"[^\"]+\">([^<]+)</abbr>", content):
        if head not in ("#", "Score", "Form"):
            assert f" {head} " in legend, head


def test_every_place_leads_to_its_proof() -> None:
    season = played_season()
    content = Client().get(address("season", season)).content.decode()
    for row in standings(season):
        path = f"{address('place', season, row.team.slug)}?stage=1"
        assert f'href="{path}"' in content
        assert Client().get(path).status_code == 200


def test_results_that_came_with_a_place_say_who_played_them() -> None:
    season = played_season(matches=2)
    drawn, actor = matches_of(season)[1].fixture, season.league.commissioner
    newcomers = make_team(make_staff(season.league, Role.ASSISTANT, "late"), "Newcomers")
    table = address("season", season)
    assert "played by" not in words(Client().get(table))
    asked = {"actor": actor, "reason": "They moved away.", "key": uuid4()}
    team_replace(season=season, team=drawn.home, newcomer=newcomers, **asked)
    assert f"Newcomers 1 match played by {drawn.home}" in words(Client().get(table))
    own, rivals = (words(Client().get(address("place", season, slug))) for slug in (newcomers.slug, drawn.away.slug))
    assert f"against {drawn.away} played by {drawn.home}" in own
    assert f"against Newcomers (played by {drawn.home})" in rivals


# Why --------------------------------------------------------------------------------------------------------------------


def test_a_proof_names_the_metric_both_values_and_the_matches() -> None:
    season = played_season(matches=6)
    first, second, *_ = standings(season)
    page = Client().get(address("place", season, first.team.slug))
    text = words(page)
    assert f"1. {first.team.name} above 2. {second.team.name}" in text
    assert re.search(rf"Decided by [A-Z][\w ,-]+: {first.team.name} ", text)
    assert "It is settled" in text  # nothing is left to be played
    own = {
        each.match.pk
        for each in [r.fixture for r in Result.objects.select_related("fixture__match")]
        if first.pk in (each.home_id, each.away_id)
    }
    linked = {int(pk) for pk in re.findall(r'href="/matches/(\d+)/"', page.content.decode())}
    assert linked
    assert linked <= {match.pk for match in matches_of(season)}
    assert linked & own


def test_a_proof_says_what_has_to_happen() -> None:
    season = played_season(matches=4)
    _, second, third, _ = standings(season)
    text = words(Client().get(address("place", season, third.team.slug)))
    assert f"2. {second.team.name} above 3. {third.team.name}" in text
    assert "has 1 match left" in text or "They have still to meet" in text
    assert "Level on points, score difference is asked first" in text


def test_any_two_teams_can_be_compared_and_odd_wishes_do_no_harm() -> None:
    season = played_season()
    first, *_, last = standings(season)
    path = address("place", season, last.team.slug)
    assert f"1. {first.team.name} above 4. {last.team.name}" in words(Client().get(f"{path}?against={first.team.slug}"))
    for odd in (f"?against={last.team.slug}", "?against=nobody", "?stage=99", "?stage=x"):
        assert f"above 4. {last.team.name}" in words(Client().get(path + odd))


def test_where_there_is_no_table_there_is_no_proof() -> None:
    season = make_season(make_league(make_user()), teams=2)
    team = season.entries.first().team
    for path in (address("place", season, team.slug), address("figures", season)):
        assert Client().get(path).status_code == 404
    running = played_season_of_others()
    assert Client().get(address("place", running, team.slug)).status_code == 404


def played_season_of_others() -> Season:
    season = make_season(make_league(make_user("other"), "Others"), teams=2)
    return season_start(actor=season.league.commissioner, season=season)


# What if ------------------------------------------------------------------------------------------------------------------


def test_other_rules_can_be_tried_by_everybody_and_change_nothing() -> None:
    season = played_season(matches=6)
    path = reverse("league:what-if", args=[season.league.slug])
    assert "No team moves" in words(Client().get(path))
    upside_down = TableRules.from_json({"points": {"win": -3}, "order": ["points"]})
    text = words(Client().get(f"{path}?{urlencode(values_of(upside_down))}"))
    last = table_names(season, upside_down)[0]
    assert f"{last} would be first instead of {standings(season)[0].team.name}" in text
    assert Season.objects.get().table_rules == DEFAULT.to_json()


def table_names(season: Season, rules: TableRules) -> list[str]:
    from league.seasons.tables import season_tables

    (table,) = season_tables(season)
    return [row.team.name for row in sorted(table.under(rules).rows.values(), key=lambda row: row.rank)]


@pytest.mark.parametrize(
    "query", ["win=x", "win=3&place:points=1&place:wins=1", "win=3", "win=3&place:points=99", "preset=luck"]
)
def test_rules_that_make_no_sense_are_shown_with_what_is_wrong(query: str) -> None:
    season = played_season(matches=2)
    page = Client().get(f"{reverse('league:what-if', args=[season.league.slug])}?{query}")
    assert ('role="alert"' in page.content.decode()) == (query != "preset=luck")


def test_a_league_without_a_season_has_nothing_to_try() -> None:
    league = make_league(make_user())
    assert "No season of this league has started yet" in words(
        Client().get(reverse("league:what-if", args=[league.slug]))
    )


def test_trying_costs_few_queries_however_many_seasons_and_matches_there_are() -> None:
    season = played_season(teams=2, matches=1)
    path = f"{reverse('league:what-if', args=[season.league.slug])}?preset=naf-schedule"
    costs = {cost(path)}
    league, actor = season.league, season.league.commissioner
    for _ in range(2):
        following = season_create(
            actor=actor, league=league, name="", first_kick_off=season.first_kick_off, round_every=10, backdated=True
        )
        for entry in season.entries.select_related("team__owner"):
            season_enter(actor=entry.team.owner, season=following, team=entry.team)
        season_start(actor=actor, season=following)
        for match in matches_of(following):
            apply_played(match)
        costs.add(cost(path))
    assert len(costs) == 1
    assert max(costs) <= 15


# Figures ------------------------------------------------------------------------------------------------------------------


def test_a_match_that_was_given_up_counts_only_for_fair_play() -> None:
    season = played_season(matches=6)
    Result.objects.filter(fixture__match=matches_of(season)[0]).update(ended="forfeited", winner="home", home_score=70)
    given_up = matches_of(season)[0].fixture
    text = words(Client().get(address("figures", season)))
    assert "70" not in text
    fair_play = text[text.index("Fewest matches given up first") :]
    assert f"{given_up.away.name} 2 1" in fair_play
    assert f"{given_up.home.name} 2 0" in fair_play


# Cost ---------------------------------------------------------------------------------------------------------------------


def test_pages_about_a_table_cost_the_same_however_many_teams_there_are() -> None:
    def costs(season: Season) -> list[int]:
        team = season.entries.first().team
        return [
            cost(address("season", season)),
            cost(address("place", season, team.slug)),
            cost(address("figures", season)),
        ]

    small = costs(played_season(teams=2, matches=1))
    league = make_league(make_user("zoe"), "Big one")
    big = season_start(actor=league.commissioner, season=make_season(league, teams=7))
    for match in matches_of(big)[:15]:
        apply_played(match)
    large = costs(big)
    assert max(large) <= 15
    assert [one - other for one, other in zip(large, small, strict=True)][1:] == [0, 0]


# The form -----------------------------------------------------------------------------------------------------------------


@pytest.fixture
def opened() -> Season:
    return make_season(make_league(make_user()), teams=2)


@pytest.fixture
def commissioner(opened: Season) -> Client:
    client = Client()
    client.force_login(opened.league.commissioner)
    return client


@pytest.mark.parametrize("preset", sorted(presets()))
def test_a_preset_is_filled_in_and_saved_as_it_is(opened: Season, commissioner: Client, preset: str) -> None:
    """What the page is sent with is what the form sends back, without any script."""
    page = commissioner.get(f"{address('table-rules', opened)}?preset={preset}").content.decode()
    sent = {}
    for field in re.findall(r"<input[^>]*>", page):
        name, value = (re.search(rf'{part}="([^"]*)"', field) for part in ("name", "value"))
        if name and ("checked" in field or 'type="number"' in field):
            sent[html.unescape(name[1])] = html.unescape(value[1]) if value else ("on" if "checked" in field else "")
    for name, options in re.findall(r'<select name="([^"]+)"[^>]*>(.*?)</select>', page, re.DOTALL):
        sent[name] = re.search(r'<option value="([^"]*)" selected', options)[1]
    assert commissioner.post(address("table-rules", opened), sent).status_code == 302
    assert rules_of(Season.objects.get()) == presets()[preset].rules


def test_rules_can_be_tried_before_they_are_saved(opened: Season, commissioner: Client) -> None:
    sent = {**values_of(presets()["attack-pays"].rules), "try": "yes"}
    answer = commissioner.post(address("table-rules", opened), sent)
    assert answer.status_code == 302
    assert answer.url.startswith(reverse("league:what-if", args=[opened.league.slug]))
    assert Season.objects.get().table_rules == DEFAULT.to_json()
    tried = commissioner.get(answer.url)
    adopt = re.search(r'href="([^"]*/table-rules/\?[^"]*)"', tried.content.decode())[1]
    assert 'name="win" value="4"' in commissioner.get(html.unescape(adopt)).content.decode()


def test_a_form_that_makes_no_sense_says_so_and_keeps_what_was_filled_in(opened: Season, commissioner: Client) -> None:
    sent = {**values_of(DEFAULT), "place:wins": "1", "win": "7"}
    page = commissioner.post(address("table-rules", opened), sent)
    assert "Two tie-breakers have place 1" in words(page)
    assert 'name="win" value="7"' in page.content.decode()
    assert Season.objects.get().table_rules == DEFAULT.to_json()


def test_only_who_sets_the_rules_of_the_league_may_set_those_of_its_table(opened: Season) -> None:
    client = Client()
    assert client.get(address("table-rules", opened)).status_code == 302
    client.force_login(opened.entries.first().team.owner)
    for answer in (
        client.get(address("table-rules", opened)),
        client.post(address("table-rules", opened), values_of(DEFAULT)),
    ):
        assert answer.status_code == 403


def test_after_the_start_there_is_nothing_to_set(opened: Season, commissioner: Client) -> None:
    season_start(actor=opened.league.commissioner, season=opened)
    for send in (commissioner.get, commissioner.post):
        assert send(address("table-rules", opened)).url == address("season", opened)


def test_the_form_asks_for_every_bonus_and_metric(opened: Season, commissioner: Client) -> None:
    page = commissioner.get(address("table-rules", opened)).content.decode()
    assert all(f'name="bonus:{key}"' in page for key in BONUSES)
    assert all(f'name="place:{key}"' in page for key in METRICS)
