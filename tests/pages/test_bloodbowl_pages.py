"""Blood Bowl on the pages: leagues with its profiles and terms, a match with its own figures."""

import pytest
from django.test import Client
from django.urls import reverse

from league.models import League
from matches.models import Match
from matches.services import match_lock, match_resolve
from tests.builders import bloodbowl_season, make_user, matches_of
from tests.pages.conftest import signed_in

pytestmark = pytest.mark.django_db
TERMS = {"draft_budget": "1100", "redraft_cap": "1400", "decide_within": "48"}


@pytest.fixture
def coach_client() -> Client:
    return signed_in(make_user("abel"))


@pytest.mark.parametrize("profile", ["official", "jervis", "fumbbl-guide", "fumbbl-house", "naf"])
def test_a_league_is_founded_with_any_profile(coach_client: Client, profile: str) -> None:
    address = "/leagues/new/?ruleset=bb2025"
    response = coach_client.post(address, {"name": "Crossroads", "description": "", "profile": profile, **TERMS})
    league = League.objects.get()
    assert (league.ruleset, league.profile) == ("bb2025", profile)
    assert (league.draft_budget, league.redraft_cap, league.decide_within) == (1100, 1400, 48)
    page = coach_client.get(response.url).content.decode()
    assert "Blood Bowl 2025, run by" in page
    assert "Nothing differs from the profile" in page


def test_the_official_rules_are_preselected(coach_client: Client) -> None:
    page = coach_client.get("/leagues/new/?ruleset=bb2025")
    assert page.context["form"]["profile"].value() == "official"
    assert "publisher" in page.content.decode()


def test_the_page_of_a_match_shows_the_figures_of_its_game() -> None:
    locked, *_ = matches_of(bloodbowl_season("nurgle", "human"))
    match_lock(match_id=locked.pk)
    address = reverse("matches:match", args=[locked.pk])
    page = Client().get(address).content.decode()
    assert "Pestigor" in page
    assert "Raised" not in page
    match_resolve(match_id=locked.pk)
    match = Match.objects.get(pk=locked.pk)
    assert match.status == "resolved", match.failure
    page = Client().get(address).content.decode()
    assert page.count('title="Star Player Points"') == 2
    assert "Turns with the ball" in page
    assert "Tackles" not in page
    result = match.fixture.result
    assert f"casualties {result.home_casualties} : {result.away_casualties}" in page
    for path in ("/", f"/leagues/{match.fixture.round.season.league.slug}/", f"/teams/{match.fixture.home.slug}/"):
        assert Client().get(path).status_code == 200
