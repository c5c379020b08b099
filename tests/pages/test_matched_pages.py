"""The pages of matched play: skills are picked beside the players, and the team shows them."""

import re
from typing import Any

import pytest
from django.test import Client

from league.drafting import Draft
from league.drafts import services as drafts
from league.models import League
from league.seasons.services import season_enter
from matches.services import season_start
from teams.drafting.services import ready_draft, team_found
from teams.models import Team
from tests.builders import make_league, make_season, make_user, matches_of
from tests.pages.conftest import signed_in
from tests.pages.test_draft_pages import form

pytestmark = pytest.mark.django_db
RICH: dict[str, Any] = {"terms": {"settings": {"budget": 1150}}}


@pytest.fixture
def league() -> League:
    return make_league(make_user("nuffle"), ruleset="bb2025", profile="official", play="matched", draft_budget=1150)


@pytest.fixture
def draft(league: League) -> Draft:
    return drafts.draft_create(owner=make_user("abel"), ruleset="bb2025", roster="human", league=league)


@pytest.fixture
def client(draft: Draft) -> Client:
    return signed_in(draft.owner)


def sent(do: str, *skills: str, **changed: Any) -> dict[str, Any]:
    """A good list with these skills of the first players, as the page's form sends it."""
    document = ready_draft("bb2025", "human", "Bog Lane Bashers", 1150, "matched")
    listed = [*skills, *[""] * (len(document["players"]) - len(skills))]
    return {**form(do, document), "skill": listed, **changed}


def text(html: str) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", "", html))


def test_skills_are_picked_and_summed_up_as_the_list_is_edited(client: Client, draft: Draft) -> None:
    page = client.post(f"/drafts/{draft.pk}/", sent("recalculate", "mighty-blow", "wrestle", "guard"))
    shown = text(page.content.decode())
    assert "1150k to spend and 8 skill points, as a team of tier 2 in matched play" in shown
    draft.refresh_from_db()
    assert [each["skill"] for each in draft.document["players"][:4]] == ["mighty-blow", "wrestle", "guard", ""]
    assert page.context["sheet"].skills.spent == draft.campaign.draft.skills(draft.document).spent
    assert f"{page.context['sheet'].skills.spent} of 8 skill points" in shown
    assert "has Mighty Blow already" in shown


def test_a_skill_that_a_player_cannot_have_stays_picked_and_is_a_problem(client: Client, draft: Draft) -> None:
    page = client.post(f"/drafts/{draft.pk}/", sent("recalculate", "", "claws")).content.decode()
    assert '<option value="claws" selected>Claws</option>' in page
    assert "mutation skills are closed to it" in text(page)
    assert (
        "There is no skill &#x27;loner&#x27;"
        in client.post(f"/drafts/{draft.pk}/", sent("recalculate", "loner")).content.decode()
    )


def test_buttons_put_inducements_on_the_list(client: Client, draft: Draft) -> None:
    client.post(f"/drafts/{draft.pk}/", sent("more:team-mascot"))
    draft.refresh_from_db()
    assert draft.document["inducements"]["team-mascot"] == 1
    mascot = {"team-mascot": 1}
    page = client.post(f"/drafts/{draft.pk}/", sent("less:team-mascot", **mascot))
    assert page.context["sheet"].document["inducements"]["team-mascot"] == 0
    page = client.post(f"/drafts/{draft.pk}/", sent("recalculate", bribes="-5")).content.decode()
    assert "Bribes: a number from 0 to 99." in page


def test_a_good_list_comes_with_skills_and_becomes_a_team_that_shows_them(client: Client, draft: Draft) -> None:
    page = client.post(f"/drafts/{draft.pk}/", sent("fill"))
    assert page.context["sheet"].problems == []
    assert page.context["sheet"].skills.spent == 8
    assert "What is left is lost." in text(page.content.decode())
    document = page.context["sheet"].document
    skills = [each["skill"] for each in document["players"]]
    made = client.post(f"/drafts/{draft.pk}/", {**form("submit", document), "skill": skills, "team-mascot": 0})
    assert made.status_code == 302
    team = Team.objects.get()
    shown = text(client.get(f"/teams/{team.slug}/").content.decode())
    assert "matched play" in shown
    assert "8 of 8 points" in shown
    assert "Standing orders" not in shown
    assert "There is nothing to order." in client.get(f"/teams/{team.slug}/orders/").content.decode()
    assert "came with" in client.get(f"/teams/{team.slug}/ledger/").content.decode()


def test_there_is_nothing_to_buy_for_the_next_match(league: League) -> None:
    season = make_season(league)
    for roster in ("human", "orc"):
        draft = ready_draft("bb2025", roster, roster, 1150, "matched")
        named = {"name": f"The {roster}s", "short": roster[:3].upper(), "colour": "#3f7d32"}
        team = team_found(owner=make_user(roster), ruleset="bb2025", draft=draft, play="matched", **RICH, **named)
        season_enter(actor=team.owner, season=season, team=team)
    season_start(actor=league.commissioner, season=season)
    coach, address = signed_in(team.owner), f"/teams/{team.slug}/next/"
    page = coach.get(address)
    assert "both teams begin every match as they were drafted" in text(page.content.decode())
    assert "Save the plan" not in page.content.decode()
    (match,) = matches_of(season)
    planned = coach.post(address, {"match": match.pk, "team-mascot": 1, "own": 0})
    assert planned.status_code in (200, 302)
    team.refresh_from_db()
    assert not team.match_plan


def test_a_league_says_how_it_is_played(league: League) -> None:
    judge = signed_in(league.commissioner)
    assert "begin every match as they were drafted" in judge.get(f"/leagues/{league.slug}/rules/edit/").content.decode()
    assert "with added skills by tier" in text(judge.get(f"/leagues/{league.slug}/rules/").content.decode())
    assert "added skills, nobody improves" in text(judge.get(f"/leagues/{league.slug}/seasons/new/").content.decode())
    terms = {"profile": "official", "draft_budget": "1100", "redraft_cap": "1300", "decide_within": "24"}
    assert judge.post(f"/leagues/{league.slug}/rules/edit/", {**terms, "play": "cards"}).status_code == 200
    assert judge.post(f"/leagues/{league.slug}/rules/edit/", terms).status_code == 302
    league.refresh_from_db()
    assert (league.play, league.draft_budget) == ("matched", 1100)
    assert judge.post(f"/leagues/{league.slug}/rules/edit/", {**terms, "play": "league"}).status_code == 302
    league.refresh_from_db()
    assert (league.play, league.draft_budget) == ("league", 1100)


def test_the_page_of_a_draft_keeps_its_queries_and_its_size(
    client: Client, draft: Draft, django_assert_max_num_queries: Any
) -> None:
    client.post(f"/drafts/{draft.pk}/", sent("fill"))
    with django_assert_max_num_queries(6):
        page = client.get(f"/drafts/{draft.pk}/")
    assert len(page.content) < 150_000
