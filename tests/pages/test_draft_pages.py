"""The pages of a draft: buttons work on the list in the form, saving keeps it, and what is refused stays on the page."""

import re
from typing import Any

import pytest
from django.test import Client

import engine
from league.drafting import Draft
from league.drafts import services as drafts
from league.models import League
from teams.models import Team
from tests.builders import make_league, make_user
from tests.pages.conftest import signed_in

pytestmark = pytest.mark.django_db
FIELDS = {"name": "Bog Lane Bashers", "short": "blb", "colour": "#3F7D32", "motto": "Mind the step."}


@pytest.fixture
def draft() -> Draft:
    return drafts.draft_create(owner=make_user("abel"), ruleset="bb2025", roster="human")


@pytest.fixture
def client(draft: Draft) -> Client:
    return signed_in(draft.owner)


@pytest.fixture
def league() -> League:
    return make_league(make_user("nuffle"), ruleset="bb2025", profile="official", approves_drafts=True)


def form(do: str, document: Any = None, **changed: Any) -> dict[str, Any]:
    """A document as the page's form sends it."""
    document = document or engine.campaign_of("bb2025").draft.standard("human")
    players = document["players"]
    rows = {"position": "position", "player": "name", "number": "number"}
    sent = {field: [player[key] for player in players] for field, key in rows.items()}
    staff = {what: document[what] for what in ("rerolls", "assistant_coaches", "cheerleaders", "fans")}
    captain = next((row for row, player in enumerate(players) if player["number"] == document["captain"]), -1)
    ticked = {"apothecary": "on"} if document["apothecary"] else {}
    return {"do": do, **FIELDS, **sent, **staff, "captain": captain, **ticked, **changed}


def test_founding_a_team_of_a_drafted_game_begins_with_a_roster(client: Client, league: League) -> None:
    page = client.get("/teams/new/?ruleset=bb2025", follow=True)
    assert page.redirect_chain == [("/drafts/new/?ruleset=bb2025", 302)]
    assert page.content.decode().count('name="roster"') == 31
    assert "no apothecary" in page.content.decode()
    assert "Brawlin&#x27; Brutes" in page.content.decode()
    assert "Favoured of Hashut" in page.content.decode()
    assert client.get(f"/leagues/{league.slug}/teams/new/").url == f"/leagues/{league.slug}/drafts/new/"
    made = client.post(f"/leagues/{league.slug}/drafts/new/", {"roster": "orc"})
    draft = Draft.objects.get(league=league)
    assert (made.url, draft.document["roster"]) == (f"/drafts/{draft.pk}/", "orc")
    assert "There is no roster" in client.post("/drafts/new/?ruleset=bb2025", {"roster": "elk"}).content.decode()
    assert client.get("/drafts/new/?ruleset=battleball").status_code == 404


def test_buttons_change_the_list_and_save_it(client: Client, draft: Draft) -> None:
    sheet = client.post(f"/drafts/{draft.pk}/", form("add:human-lineman")).context["sheet"]
    assert (sheet.players[-1].position.key, sheet.players[-1].number) == ("human-lineman", 12)
    assert sheet.players[-1].name
    assert [each.code for each in sheet.problems] == ["over-budget"]
    sheet = client.post(f"/drafts/{draft.pk}/", form("remove:human-lineman")).context["sheet"]
    assert [line.number for line in sheet.players] == list(range(1, 11))
    sheet = client.post(f"/drafts/{draft.pk}/", form("drop:1")).context["sheet"]
    assert [each.code for each in sheet.problems] == ["too-few-players"]
    assert not any(line.captain for line in sheet.players)
    sheet = client.post(f"/drafts/{draft.pk}/", form("more:rerolls")).context["sheet"]
    assert sheet.document["rerolls"] == engine.campaign_of("bb2025").draft.standard("human")["rerolls"] + 1
    draft.refresh_from_db()
    assert draft.document == sheet.document


def test_a_late_request_never_undoes_a_later_one(client: Client, draft: Draft) -> None:
    address, base = f"/drafts/{draft.pk}/", draft.updated_at.isoformat()

    def sent(do: str, motto: str, edition: int, window: str = "here", **changed: Any) -> str:
        given = {"base": base, "window": window, "edition": edition, "motto": motto, **changed}
        html = client.post(address, form(do, **given)).content.decode()
        draft.refresh_from_db()
        return html

    assert "✓ Saved" in sent("recalculate", "Second.", 2)
    assert "has been changed elsewhere" in sent("recalculate", "First.", 1)
    assert draft.motto == "Second."
    saved = draft.updated_at
    assert "✓ Saved" in sent("recalculate", "Second.", 2)
    assert draft.updated_at == saved  # what changes nothing leaves other windows what they show
    assert "has been changed elsewhere" in sent("add:human-lineman", "Another window.", 9, "there")
    assert draft.motto == "Second."
    assert "✓ Saved" in sent("recalculate", "Third.", 3)
    insisted = sent("save", "There.", 10, "there")
    assert "has been changed elsewhere" in insisted
    seen = re.search(r'name="base" id="draft-base" value="([^"]+)"', insisted)
    assert draft.motto == "Third."
    sent("save", "There.", 11, "there", base=seen[1])
    assert draft.motto == "There."
    assert "has been changed elsewhere" in sent("recalculate", "Fourth.", 4)
    for odd in ("-1", "9" * 40, "x"):
        sent("recalculate", "Odd.", odd, "o" * 400)
    assert draft.motto == "There."
    drafts.draft_save(actor=draft.owner, draft=draft, document=draft.document, motto="By a program.")
    assert "has been changed elsewhere" in sent("recalculate", "Fifth.", 12, "there")


def test_what_comes_after_the_submission_is_covered_by_it(client: Client, draft: Draft) -> None:
    address = f"/drafts/{draft.pk}/"
    team = client.post(address, form("submit")).url
    assert client.post(address, form("recalculate", motto="Late.")).status_code == 204
    assert "cannot be changed" not in client.get(team).content.decode()


def test_fields_that_are_still_being_typed_are_left_out(client: Client, draft: Draft) -> None:
    html = client.post(f"/drafts/{draft.pk}/", form("recalculate", short="B")).content.decode()
    assert "✕ Not saved:\n          short name" in html
    assert "That did not work" not in html
    draft.refresh_from_db()
    assert (draft.name, draft.short, len(draft.document["players"])) == ("Bog Lane Bashers", "", 11)


def test_a_draft_is_filled_saved_and_found_again(client: Client, draft: Draft) -> None:
    address = f"/drafts/{draft.pk}/"
    page = client.post(address, {"do": "fill", **FIELDS})
    assert "✓ Saved" in page.content.decode()
    assert page.context["sheet"].problems == []
    assert client.post(address, form("save", page.context["sheet"].document)).url == address
    draft.refresh_from_db()
    assert (draft.name, draft.short, draft.colour, len(draft.document["players"])) == (
        "Bog Lane Bashers",
        "BLB",
        "#3f7d32",
        11,
    )
    page = client.get(address)
    assert page.context["sheet"].document == draft.document
    assert address in client.get("/you/").content.decode()
    assert client.post(address, form("submit")).url == f"/teams/{Team.objects.get().slug}/"


def test_a_good_list_keeps_to_the_budget_of_the_league(client: Client, draft: Draft, league: League) -> None:
    League.objects.filter(pk=league.pk).update(draft_budget=850)
    Draft.objects.filter(pk=draft.pk).update(league=league)
    sheet = client.post(f"/drafts/{draft.pk}/", {"do": "fill"}).context["sheet"]
    assert (sheet.bill.budget, sheet.problems) == (850, [])


@pytest.mark.parametrize(
    ("roster", "chosen", "league", "favour"),
    [
        ("goblin", {}, "badlands-brawl", ""),
        ("goblin", {"league": "underworld-challenge"}, "underworld-challenge", ""),
        ("norse", {"league": "old-world-classic"}, "old-world-classic", ""),
        ("norse", {"league": "chaos-clash"}, "chaos-clash", "khorne"),
    ],
)
def test_a_good_list_makes_the_choices_that_are_missing(
    client: Client, draft: Draft, roster: str, chosen: dict[str, str], league: str, favour: str
) -> None:
    made = drafts.draft_create(owner=draft.owner, ruleset="bb2025", roster=roster)
    page = client.post(f"/drafts/{made.pk}/", {"do": "fill", **chosen})
    sheet = page.context["sheet"]
    assert (sheet.league, sheet.favoured_of, sheet.problems) == (league, favour, [])
    assert f'<option value="{league}" selected>' in page.content.decode()


@pytest.mark.parametrize(
    ("changed", "said", "kept"),
    [
        ({"rerolls": 8}, "costs 1245k, and there are 1000k. (Core p.86)", 11),
        ({"rerolls": 10**30}, "a number from 0 to 99. (Core p.86)", 0),
        ({"rerolls": -3}, "a number from 0 to 99. (Core p.86)", 0),
        ({"position": ["orc-lineman"] * 11}, "Human teams have", 0),
        ({"name": ""}, "This field cannot be blank", 11),
        ({"short": "B"}, "at least 3 characters", 11),
        ({"number": ["7"] * 11}, "11 players wear number 7", 11),
    ],
)
def test_a_refused_submission_says_why_and_keeps_what_can_be_kept(
    client: Client, draft: Draft, changed: dict[str, Any], said: str, kept: int
) -> None:
    page = client.post(f"/drafts/{draft.pk}/", form("submit", **changed))
    assert said in page.content.decode()
    assert 'value="Mind the step."' in page.content.decode()
    assert not Team.objects.exists()
    draft.refresh_from_db()
    assert (draft.state, len(draft.document["players"])) == (Draft.State.OPEN, kept)


def test_a_commissioner_returns_and_approves(draft: Draft, client: Client, league: League) -> None:
    Draft.objects.filter(pk=draft.pk).update(league=league)
    address, judge = f"/drafts/{draft.pk}/", signed_in(league.commissioner)
    assert judge.get(address).status_code == 403
    client.post(address, form("submit"))
    assert "Bog Lane Bashers" in judge.get(f"/leagues/{league.slug}/").content.decode()
    assert "Bog Lane Bashers" not in Client().get(f"/leagues/{league.slug}/").content.decode()
    assert "cannot be changed any more" in client.post(address, form("save"), follow=True).content.decode()
    assert "Say what should be changed" in judge.post(f"{address}return/", follow=True).content.decode()
    assert judge.post(f"{address}return/", {"comment": "Frogs\0"}).url == address
    judge.post(f"{address}return/", {"comment": "Too many frogs."})
    assert "Too many frogs." in client.get(address).content.decode()
    client.post(address, form("submit"))
    for _ in range(2):
        assert judge.post(f"{address}approve/").url == f"/leagues/{league.slug}/"
    assert Team.objects.get().owner == draft.owner
    assert "Go to the team" in client.get(address).content.decode()


def test_drafts_are_closed_to_others(draft: Draft) -> None:
    stranger, address = signed_in(make_user("mallory")), f"/drafts/{draft.pk}/"
    assert stranger.get(address).status_code == 403
    assert stranger.post(address, form("save")).status_code == 403
    for action in ("delete", "approve", "return"):
        assert stranger.post(f"{address}{action}/", {"comment": "No."}).status_code == 403
    assert Client().get(address).url.startswith("/accounts/login/")
    assert Draft.objects.get().state == Draft.State.OPEN


def test_the_page_takes_few_queries(client: Client, draft: Draft, django_assert_max_num_queries: Any) -> None:
    client.post(f"/drafts/{draft.pk}/", form("recalculate"))
    with django_assert_max_num_queries(6):
        client.get(f"/drafts/{draft.pk}/")
    with django_assert_max_num_queries(9):
        client.post(f"/drafts/{draft.pk}/", form("recalculate", motto="Typed."))


def test_terms_of_a_league_are_offered_where_teams_have_a_campaign(league: League) -> None:
    judge = signed_in(league.commissioner)
    address, rules = f"/leagues/{league.slug}/rules/edit/", {"profile": "official"}
    terms = {"draft_budget": "900", "redraft_cap": "1250", "decide_within": "24"}
    page = judge.get(address).content.decode()
    asked = re.search(r'<input type="number" name="draft_budget"[^>]*>\s*<div[^>]*>([^<]*)<', page)
    assert ('min="500"' in asked[0], 'max="3000"' in asked[0], asked[1]) == (True, True, "From 500 to 3000.")
    assert "before the standing orders decide. From 1 to 1440." in page
    for wrong in ("400", "3001", "1e3"):
        page = judge.post(address, {**rules, **terms, "draft_budget": wrong}).content.decode()
        assert re.findall(r"<li>([^<]*500[^<]*)</li>", page) == ["A whole number from 500 to 3000."]
    assert judge.post(address, {**rules, **terms}).status_code == 302
    league.refresh_from_db()
    assert (league.draft_budget, league.redraft_cap, league.decide_within) == (900, 1250, 24)
    assert league.approves_drafts is False
    assert "draft_budget" not in judge.get("/leagues/new/?ruleset=battleball").content.decode()


def test_drafting_belongs_to_the_teams(db: None) -> None:
    html = signed_in(make_user("dana")).get("/drafts/new/?ruleset=bb2025").content.decode()
    menu = html[html.index('<nav class="site-nav"') :].partition("</nav>")[0]
    assert re.findall(r'<a href="([^"]+)" aria-current="true"', menu) == ["/teams/"]
