"""Seasons of every format on their pages, and the form that sets them up."""

import re
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from league.models import Entrant, Result, Season
from league.seasons.services import season_enter
from matches.control.results import match_decide
from tests.builders import apply_played, make_league, make_season, make_team, make_user, matches_of, running_season
from tests.pages.conftest import signed_in
from tests.pages.test_forms import season_data

pytestmark = pytest.mark.django_db
GROUPS = [
    {"format": "round-robin", "settings": {"groups": 2}},
    {"format": "knock-out", "settings": {"teams": 4}, "name": "Play-offs"},
]
KNOCK_OUT = [{"format": "knock-out"}]


def page_of(season: Season) -> str:
    return Client().get(reverse("league:season", args=[season.league.slug, season.number])).content.decode()


def text_of(html: str) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", html))


def test_a_bracket_is_drawn_and_told_as_a_list() -> None:
    season = running_season(teams=5, stages=KNOCK_OUT)
    html = page_of(season)
    drawing, listed = html.split("Knock-out as a list")
    assert drawing.count('<rect class="box"') == 1 + 2 + 2  # four teams of the first round have nobody to meet but two
    words = text_of(listed)
    assert "goes on without a match" in words
    assert "winner of quarter-final" in words
    first, *_ = matches_of(season)
    apply_played(first)
    after = text_of(page_of(season).split("Knock-out as a list")[1])
    home, away = first.fixture.home.name, first.fixture.away.name
    assert f"{home} v {away} 14:7" in after or f"{away} v {home} 7:14" in after
    assert f"{home} goes on" in after


def test_penalties_stand_beside_the_score() -> None:
    season = running_season(teams=2, stages=KNOCK_OUT)
    (final,) = matches_of(season)
    asked = {"actor": season.league.commissioner, "reason": "A mix-up.", "key": uuid4()}
    match_decide(**asked, match=final, score=(1, 0))
    match_page = reverse("matches:match", args=[final.pk])
    assert "on penalties" not in text_of(Client().get(match_page).content.decode())
    Result.objects.update(winner="home", home_penalties=4, away_penalties=3)
    season_page = reverse("league:season", args=["iron-city", 1])
    _, drawing, listed = re.split(
        'class="card bracket"|class="bracket-list"', Client().get(season_page).content.decode()
    )
    assert [re.search("[43] : [34] on penalties", text_of(each)) is not None for each in (drawing, listed)] == [
        True,
        True,
    ]
    for address in (match_page, reverse("matches:matches"), season_page):
        assert "4 : 3 on penalties" in text_of(Client().get(address).content.decode()), address
    shown = Client().get(reverse("api:match", args=[final.pk])).json()["result"]
    assert (shown["home_penalties"], shown["away_penalties"]) == (4, 3)


def test_who_loses_the_only_semi_final_is_third() -> None:
    season = running_season(teams=3, stages=KNOCK_OUT)
    assert "Third place: loser of semi-final 2 is third" in text_of(page_of(season))
    (match,) = matches_of(season)
    apply_played(match)
    assert f"Third place: {match.fixture.away.name} is third" in text_of(page_of(season))


def test_a_bracket_has_room_for_what_stands_below_its_last_box() -> None:
    season = running_season(teams=2, stages=KNOCK_OUT)
    apply_played(matches_of(season)[0], score=(7, 7))
    html = page_of(season)
    ((note, said),) = re.findall(r'<text class="note" x="[0-9]+" y="([0-9]+)">([^<]*)<', html)
    assert said == "as the better seed"
    *_, height = re.findall(r'viewBox="0 0 [0-9]+ ([0-9]+)"', html.split('class="note"')[0])
    assert int(note) < int(height)


def test_a_round_is_called_by_its_name_and_counted_among_those_to_come() -> None:
    html = text_of(page_of(running_season(teams=8, stages=KNOCK_OUT)))
    assert "Round 1 of 3: Quarter-finals" in html


def test_a_season_page_with_a_bracket_costs_no_more_when_there_is_more_of_it(django_assert_max_num_queries) -> None:
    for teams in (4, 8):
        season = running_season(teams=teams, stages=KNOCK_OUT, name=f"Cup of {teams}")
        apply_played(matches_of(season)[0])
        with django_assert_max_num_queries(15):
            page_of(season)


def test_groups_and_play_offs_come_from_the_form(client: Client) -> None:
    coach = make_user()
    client = signed_in(coach)
    client.post("/leagues/new/?ruleset=battleball", {"name": "Dockside", "profile": "manual"})
    wanted = {"format-round-robin-times": "1", "format-round-robin-groups": "2", "then": "knock-out"}
    given = season_data(
        **wanted, **{"then-knock-out-teams": "4", "then-knock-out-legs": "2", "then-knock-out-third_place": "on"}
    )
    client.post("/leagues/dockside/seasons/new/", given)
    first, then = Season.objects.get().stages.all()
    assert (first.format, first.settings) == ("round-robin", {"times": 1, "groups": 2})
    assert (then.format, then.settings) == (
        "knock-out",
        {"teams": 4, "legs": 2, "one_final": False, "third_place": True},
    )
    form = client.get("/leagues/dockside/seasons/1/edit/").content.decode()
    assert re.search(r'name="then" value="knock-out" checked', form)
    assert re.search(r'<option value="4" selected', form)


def test_pages_say_how_a_season_is_played_before_and_after_its_start() -> None:
    season = make_season(make_league(make_user()), stages=GROUPS, every=7 * 24 * 60, teams=3)
    client, start = signed_in(season.league.commissioner), "/leagues/iron-city/seasons/1/start/"
    words = (
        "In two groups, everybody meets",
        "The first two of each group go on",
        "every week",
        "In the order of their",
    )
    for address in ("/leagues/iron-city/", "/leagues/iron-city/seasons/1/"):
        page = text_of(client.get(address).content.decode())
        assert [each for each in (*words, "3 so far, 4 needed to start") if each not in page] == []
    assert "2 groups need at least 4 teams" in client.get(start).content.decode()
    team = make_team(season.league.commissioner)
    season_enter(actor=season.league.commissioner, season=season, team=team)
    page = text_of(client.get(start).content.decode())
    assert [each for each in (*words, "3 rounds with 4 teams") if each not in page] == []
    client.post(start)
    page = text_of(client.get("/leagues/iron-city/").content.decode())
    assert [each for each in words if each not in page] == []


def test_tables_say_who_goes_on() -> None:
    season = running_season(teams=8, stages=GROUPS)
    filler = Entrant.objects.get(seed=1)
    Entrant.objects.filter(pk=filler.pk).update(filler=True)

    def tables() -> tuple[str, list[list[str]]]:
        """What the page says, and of each table the rows: those who go on, the last of them with the line below."""
        html = page_of(season)
        shown = [each.split("<tr")[1:] for each in re.findall(r"<tbody>(.*?)</tbody>", html, re.DOTALL)]
        return text_of(html), [[each for each in rows if 'class="lead' in each] for rows in shown]

    words, shown = tables()
    assert "as things stand" not in words  # nothing is played
    assert shown == [[], []]
    first, others = matches_of(season)[:4], matches_of(season)[4:]
    for match in first:
        apply_played(match)
    words, shown = tables()
    assert "The first two of each group go on to Play-offs. AI fillers are passed over" in words
    assert words.count("Above the line: who goes on as things stand.") == 2
    assert sum(map(len, shown)) == 4
    for rows in shown:
        assert ["lead cut" in each for each in rows] == [*(False for _ in rows[1:]), True]
        assert not any(filler.team.name in each for each in rows)
    for match in others:
        apply_played(match)
    words, shown = tables()
    assert words.count("Above the line: who went on.") == 2
    field = Season.objects.get().stages.get(number=2).entrants.values_list("team__name", flat=True)
    assert filler.team.name not in field
    assert all(sum(name in row for rows in shown for row in rows) == 1 for name in field)


def test_the_form_explains_every_format() -> None:
    coach = make_user()
    client = signed_in(coach)
    client.post("/leagues/new/?ruleset=battleball", {"name": "Dockside", "profile": "manual"})
    form = client.get("/leagues/dockside/seasons/new/").content.decode()
    assert form.count('name="format"') == len(re.findall(r'name="format" value="[a-z-]+"', form)) > 1
    assert "Whoever loses is out" in form


def test_the_commissioner_puts_the_teams_in_order() -> None:
    season = make_season(make_league(make_user()), teams=3)
    client, address = signed_in(season.league.commissioner), "/leagues/iron-city/seasons/1/order/"
    first, second, third = season.entries.values_list("team", flat=True)
    assert "what the last season proposes" in client.get(address).content.decode()
    twice = client.post(address, {f"seed-{first}": "2", f"seed-{second}": "2", f"seed-{third}": "1"})
    assert "Two teams have this number" in twice.content.decode()
    assert client.post(address, {f"seed-{first}": "2", f"seed-{second}": "3", f"seed-{third}": "1"}).status_code == 302
    assert list(season.entries.order_by("seed").values_list("team", flat=True)) == [third, first, second]
    assert signed_in(make_user("other")).get(address).status_code == 403


def test_a_new_season_is_proposed_as_the_last_one_was_played() -> None:
    groups = [
        {"format": "round-robin", "settings": {"groups": 2}},
        {"format": "knock-out", "settings": {"teams": 2, "third_place": False}},
    ]
    season = running_season(teams=4, stages=groups)
    played = {"round_every": 3 * 24 * 60, "time_zone": "Europe/Berlin", "seeding": "last-season", "venue": "table"}
    Season.objects.update(state="finished", finished_at=timezone.now(), **played)
    page = signed_in(season.league.commissioner).get(reverse("league:season-new", args=[season.league.slug]))
    form = page.context["form"]
    proposed = {
        "name": "Season 2",
        "format": "round-robin",
        "format-round-robin-groups": 2,
        "then": "knock-out",
        "then-knock-out-teams": 2,
        "every": 3,
        "unit": "days",
        "time_zone": "Europe/Berlin",
        "seeding": "last-season",
    }
    assert {name: form[name].value() for name in proposed} == proposed
    assert form.initial["first_kick_off"] > timezone.now()
