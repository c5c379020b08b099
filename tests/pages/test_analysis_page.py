"""The analysis page: chances, turning points and luck of a match that was really played."""

import json
import re

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.text import slugify

from league.models import Result
from matches.models import Match
from matches.services import match_lock, match_resolve
from pages.matches.analysis import difference, percent, summary
from replays.analysis.luck import Tally
from replays.analysis.selectors import match_analysis
from teams.colours import match_colours
from teams.gameplans.services import game_plan_save
from tests.builders import bloodbowl_season, matches_of
from tests.pages.conftest import World, squeezed

MOST_QUERIES, MOST_BYTES = 15, 150_000


@pytest.fixture
def played(db: None) -> Match:
    match, *_ = matches_of(bloodbowl_season("skaven", "human"))
    match_lock(match_id=match.pk)
    match_resolve(match_id=match.pk)
    return Match.objects.get(pk=match.pk)


def test_the_page_shows_chances_turning_points_and_luck(played: Match, django_assert_max_num_queries) -> None:
    client, address = Client(), reverse("matches:analysis", args=[played.pk])
    with django_assert_max_num_queries(MOST_QUERIES):
        answer = client.get(address)
    page, found = squeezed(answer.content.decode()), match_analysis(played)
    assert len(answer.content) < MOST_BYTES
    assert [title in page for title in ("Win probability", "Turning points", "Luck")] == [True] * 3
    assert page.count('class="touchdown"') == len(found.touchdowns)
    assert page.count('<tr><th scope="row">') == len(found.points) + 2 * len(answer.context["luck"])
    sides = (played.fixture.home.colour, played.fixture.away.colour)
    home, away = match_colours(*sides)
    assert sides == (home, home) != (home, away)  # both came in the same colour
    shown = json.loads(client.get(reverse("matches:show", args=[played.pk])).content)
    assert [team["colour"] for team in shown["sides"]] == [home, away]
    assert {home, away} <= set(re.findall(r'fill="(#[0-9a-f]{6})"', page))
    watched = re.findall(r"#step-(\d+)", page)
    assert [int(step) for step in watched] == [each.step for each in found.turning_points]
    replay = client.get(reverse("matches:match", args=[played.pk])).content.decode()
    assert all(f'id="step-{step}"' in replay for step in watched)
    assert replay.count(f'href="{address}"') == 2


def test_the_page_says_whether_the_game_plans_were_obeyed(db: None, django_assert_max_num_queries) -> None:
    match, *_ = matches_of(bloodbowl_season("skaven", "human"))
    team = match.fixture.home
    game_plan_save(actor=team.owner, team=team, plan={"fouls": "never", "carriers": ["1"]})
    match_lock(match_id=match.pk)
    address = reverse("matches:analysis", args=[match.pk])
    assert Client().get(address).status_code == 404  # plans are secret until the match is over
    match_resolve(match_id=match.pk)
    with django_assert_max_num_queries(MOST_QUERIES):
        page = squeezed(Client().get(address).content.decode())
    section = page.partition('id="plans"')[2].partition("</section>")[0]
    assert [setting in section for setting in ("Ball carriers", "No fouls.", "Block and blitz first")] == [
        True,
        True,
        False,
    ]
    (home,) = [lines for lines in match_analysis(Match.objects.get(pk=match.pk)).plans if lines]
    for line in home:
        assert f'<use href="#verdict-{slugify(line.verdict)}"/></svg>{line.verdict}</span>' in section
    assert section.count("<table>") == 1  # the other team had no plan


def test_without_plans_there_is_no_word_of_them(played: Match) -> None:
    assert "Game plans" not in Client().get(reverse("matches:analysis", args=[played.pk])).content.decode()


def test_the_edges_of_the_chart_are_the_chances(played: Match) -> None:
    answer, found = Client().get(reverse("matches:analysis", args=[played.pk])), match_analysis(played)
    chart = answer.context["chart"]
    heights = [float(each.partition(",")[2]) for each in chart.home_edge.split()]
    assert heights == pytest.approx([100 * (1 - each.chances.home) for each in found.points], abs=0.06)
    places = [mark.x for mark in (*chart.turns, *chart.touchdowns, *chart.turning)]
    assert all(0 <= place <= 100 for place in places)
    assert [mark.text for mark in chart.halves] == ["First half", "Second half"]


def test_a_match_that_is_not_over_has_no_analysis(db: None) -> None:
    match, *_ = matches_of(bloodbowl_season("skaven", "human"))
    match_lock(match_id=match.pk)
    assert Client().get(reverse("matches:analysis", args=[match.pk])).status_code == 404
    assert "/analysis/" not in Client().get(reverse("matches:match", args=[match.pk])).content.decode()


def test_battleball_says_that_it_has_none(world: World) -> None:
    page = Client().get(reverse("matches:analysis", args=[world.played.pk])).content.decode()
    assert "There is no analysis of Battleball." in page
    assert "/analysis/" not in Client().get(reverse("matches:match", args=[world.played.pk])).content.decode()


def test_a_match_that_the_penalties_decided_says_so(played: Match) -> None:
    told = summary(match_analysis(played), ("Iron Fists", "River Rats"), "away", (2, 3))
    assert told[0] == "River Rats won 3 : 2 on penalties."
    Result.objects.update(home_penalties=2, away_penalties=3)
    page = squeezed(Client().get(reverse("matches:analysis", args=[played.pk])).content.decode())
    assert f"{played.fixture.away.name}, 2 : 3 on penalties. Why did it go this way?" in page


def test_figures_are_written_for_coaches() -> None:
    written = [percent(chance).replace("\N{NO-BREAK SPACE}", " ") for chance in (0, 0.001, 0.614, 0.999, 1)]
    assert written == ["0 %", "< 1 %", "61 %", "> 99 %", "100 %"]
    tallies = (Tally(4, 1.2, 3), Tally(4, 3.2, 1), Tally(1, 0.98, 1))
    assert [difference(each) for each in tallies] == ["+1.8", "\N{MINUS SIGN}2.2", "0"]
