"""Blood Bowl on the pages: leagues with its profiles and terms, a match with its own figures."""

import pytest
from django.test import Client
from django.urls import reverse

from league.models import League
from matches.models import Match
from matches.services import match_lock, match_resolve
from teams.sequence.services import sequence_finish
from tests.builders import bloodbowl_season, make_league, make_user, matches_of
from tests.pages.conftest import signed_in

pytestmark = pytest.mark.django_db
TERMS = {"draft_budget": "1100", "redraft_cap": "1400", "decide_within": "48"}


@pytest.fixture
def coach_client() -> Client:
    return signed_in(make_user("abel"))


@pytest.mark.parametrize("profile", ["official", "jervis", "fumbbl-guide", "fumbbl-house", "fumbbl-client", "naf"])
def test_a_league_is_created_with_any_profile(coach_client: Client, profile: str) -> None:
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
    assert f"casualties that earned Star Player Points {result.home_casualties} : {result.away_casualties}" in page
    for path in ("/", f"/leagues/{match.fixture.round.season.league.slug}/", f"/teams/{match.fixture.home.slug}/"):
        assert Client().get(path).status_code == 200
    for team in (match.fixture.home, match.fixture.away):
        sequence_finish(team=team)
        closed = reverse("teams:sequence-past", args=[team.slug, 1])
        places = (address, reverse("teams:team", args=[team.slug]), reverse("teams:ledger", args=[team.slug]))
        assert all(f'href="{closed}"' in Client().get(place).content.decode() for place in places)


def test_the_terms_of_a_league_are_read_with_its_rules() -> None:
    league = make_league(
        make_user("nuffle"), "Crossroads", ruleset="bb2025", profile="official", draft_budget=1150, decide_within=30
    )
    battleball = make_league(make_user("cara"))
    for name in ("league:league", "league:rules"):
        page = Client().get(reverse(name, args=[league.slug])).content.decode()
        assert all(
            f"<dd>{words}" in page for words in ("with 1150k", "with up to 1300k", "30 hours", "need no approval")
        )
        assert "<dt>Re-draft" not in Client().get(reverse(name, args=[battleball.slug])).content.decode()
