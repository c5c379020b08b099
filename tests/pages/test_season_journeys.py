"""A season of each format by its pages alone: the league, its teams, their entries, the start, the matches and the champion."""

import re

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from league.formats import formats
from league.models import Round, Season
from league.seasons.places import season_places
from matches.free_play import stage_close
from matches.models import Match
from matches.offers import MatchOffer
from teams.models import Team
from teams.templatetags.display import when
from tests.builders import apply_played, make_user
from tests.pages.conftest import signed_in
from tests.pages.test_forms import season_data, team_data

pytestmark = pytest.mark.django_db
LEAGUE, TEAMS = "dockside", 4
SEASONS = {
    "round-robin": {"format-round-robin-times": "1"},
    "divisions": {"format-divisions-groups": "2"},
    "swiss": {"format-swiss-rounds": "2"},
    "knock-out": {"format-knock-out-third_place": "on"},
    "ladder": {"format-ladder-rounds": "2"},
    "open-play": {"format-open-play-rounds": "2"},
    "play-offs": {
        "format": "round-robin",
        "format-round-robin-groups": "2",
        "then": "knock-out",
        "then-knock-out-teams": "2",
        "then-knock-out-legs": "1",
    },
}


def address(name: str) -> str:
    return reverse(f"league:{name}", args=[LEAGUE, 1])


def words(page: str) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", page.split("<main")[1]).split())


def season_begun(boss: Client, fields: dict[str, str]) -> list[Client]:
    """A running season with the coaches of its teams."""
    boss.post("/leagues/new/?ruleset=battleball", {"name": "Dockside", "profile": "manual"})
    assert boss.post(f"/leagues/{LEAGUE}/seasons/new/", season_data(**fields)).status_code == 302
    coaches = []
    for number in range(TEAMS):
        coach = signed_in(make_user(f"coach-{number}"))
        coach.post(f"/leagues/{LEAGUE}/teams/new/", team_data(name=f"Team {number}"))
        assert "Enter the season" in coach.get(f"/leagues/{LEAGUE}/").content.decode()
        coach.post(address("season-enter"), {"team": f"team-{number}"})
        coaches.append(coach)
    shown = words(boss.get(address("season-start")).content.decode())
    assert "Team 3" in shown, shown
    assert boss.post(address("season-start")).url == address("season")
    rounds, matches = Season.objects.get().rounds, Match.objects.count()
    assert f"{rounds.count()} drawn up at once" in shown
    assert (f"with {matches} match" if matches else "coaches make the matches") in shown
    for each in (rounds.earliest("number"), rounds.latest("number")):
        assert re.sub(r"<[^>]+>", "", when(each.kick_off)) in shown
    return coaches


def matches_ask(season: Season) -> None:
    """Every team asks the one above it, and where it has to, that one agrees."""
    places = season_places(season)
    for asked, asking in zip(places[::2], places[1::2], strict=True):
        mine, theirs = Team.objects.get(pk=asking), Team.objects.get(pk=asked)
        page = signed_in(mine.owner).get(address("season")).content.decode()
        assert f'value="{theirs.slug}"' in page
        signed_in(mine.owner).post(address("match-ask"), {"team": mine.slug, "opponent": theirs.slug})
    for offer in MatchOffer.objects.select_related("opponent__owner"):
        coach = signed_in(offer.opponent.owner)
        asked = f"{offer.team} asks {offer.opponent} for a match"
        assert asked in words(coach.get("/you/").content.decode())
        assert asked not in words(signed_in(offer.team.owner).get("/you/").content.decode())
        assert "Accept" in coach.get(address("season")).content.decode()
        coach.post(address("offer-answer"), {"offer": offer.pk, "answer": "accept"})
        assert asked not in words(coach.get("/you/").content.decode())


def matches_play() -> int:
    """Also those that results bring; the better seed of a knock-out is at home, and wins."""
    played = 0
    while match := Match.objects.filter(resolved_at=None).order_by("due_at", "pk").first():
        apply_played(match)
        played += 1
    return played


def test_every_format_has_a_season_here() -> None:
    assert set(formats()) <= SEASONS.keys()


@pytest.mark.parametrize("plan", SEASONS)
def test_a_season_from_its_form_to_its_champion(plan: str) -> None:
    boss = signed_in(make_user("boss"))
    season_begun(boss, {"format": plan, **SEASONS[plan]})
    season = Season.objects.get()
    if free := plan in ("ladder", "open-play"):
        matches_ask(season)
    assert matches_play() >= 2
    if free:
        Round.objects.update(kick_off=timezone.now())
        stage_close(stage_id=season.stages.get().pk)
    season.refresh_from_db()
    assert season.state == "finished"
    champion = Team.objects.get(pk=season_places(season)[0])
    page = Client().get(address("season")).content.decode()
    assert f"won by {champion}" in page
    assert User.objects.count() == TEAMS + 1
