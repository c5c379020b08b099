"""A coach drafts a team from nothing, is refused once, and the commissioner approves it."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Route, expect

from accounts.models import User
from league.drafting import Draft
from league.models import League
from teams.models import Team
from tests.browser.conftest import sign_in
from tests.browser.test_accessibility import check
from tests.builders import make_league

pytestmark = pytest.mark.browser
Visit = Callable[..., Page]


@pytest.fixture(scope="module")
def league(demo: str) -> League:
    cara = User.objects.get(username="cara")
    return make_league(cara, "Crossroads Cup", ruleset="bb2025", profile="official", approves_drafts=True)


def begin(page: Page, league: League, roster: str) -> None:
    sign_in(page, "abel")
    page.goto(f"/leagues/{league.slug}/drafts/new/")
    page.get_by_role("button", name=f"Draft {roster}", exact=True).click()
    page.get_by_role("heading", name=f"New {roster} team").wait_for()


def test_a_human_team_is_drafted_refused_mended_and_approved(visit: Visit, league: League) -> None:
    page = visit()
    sign_in(page, "abel")
    page.goto(f"/leagues/{league.slug}/drafts/new/")
    page.get_by_label("Find a roster").fill("halfling catcher human")
    expect(page.locator("[data-item]:visible")).to_have_count(2)  # Human and Old World Alliance
    page.get_by_role("button", name="Draft Human").click()
    page.get_by_label("Name", exact=True).fill("Reikwald Rovers")
    page.get_by_label("Short name").fill("RWR")
    for position, number in (("Human Blitzer", 2), ("Human Lineman", 9)):
        for _ in range(number):
            page.get_by_role("button", name=f"One more {position}").click()
    summary = page.locator("#draft-sum")
    expect(summary).to_contain_text("620k spent")
    expect(summary).to_contain_text("11 players")
    expect(page.get_by_role("button", name="One more Human Lineman")).to_be_focused()
    page.get_by_label("Name of player 1", exact=True).fill("Otto the Unready")
    page.get_by_label("Captain").first.check()
    page.get_by_label("Team re-rolls, at most 8").fill("8")
    expect(page.get_by_label("Name", exact=True)).to_have_value("Reikwald Rovers")
    page.get_by_role("button", name="Submit").click()
    expect(page.get_by_role("alert")).to_contain_text("The list costs 1020k, and there are 1000k. (Core p.86)")
    expect(page.get_by_label("Name of player 1", exact=True)).to_have_value("Otto the Unready")
    assert Draft.objects.get(document__roster="human").document["rerolls"] == 8
    page.get_by_role("button", name="Team re-rolls: one fewer").click()
    expect(summary).to_contain_text("30k left")
    expect(summary).to_contain_text("✓ Complete")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("status").first).to_contain_text("The draft is saved")
    page.goto("/you/")
    page.get_by_role("link", name="Reikwald Rovers").click()
    page.get_by_role("button", name="Submit").click()
    expect(page.get_by_text("Waiting for approval")).to_be_visible()
    judge = visit()
    sign_in(judge, "cara")
    judge.goto(f"/leagues/{league.slug}/")
    judge.get_by_role("link", name="Reikwald Rovers").click()
    expect(judge.get_by_role("row", name=re.compile("Otto the Unready.*Captain"))).to_be_visible()
    judge.get_by_role("button", name="Approve the team").click()
    expect(judge.get_by_role("status").first).to_contain_text("Reikwald Rovers is approved")
    assert Team.objects.get(name="Reikwald Rovers").players.filter(name="Otto the Unready").exists()


def test_leaving_the_page_loses_nothing(visit: Visit, league: League) -> None:
    page = visit()
    begin(page, league, "Amazon")
    page.get_by_role("button", name="Fill with a good list").click()
    expect(page.locator("#draft-sum")).to_contain_text("✓ Complete")
    page.get_by_label("Motto").fill("Saved while typing.")
    expect(page.locator("#draft-sum")).to_contain_text("✓ Saved")
    with page.expect_request(lambda request: request.method == "POST"):
        page.get_by_label("Name", exact=True).fill("Vine Street Vipers")
    # What was typed in the moment before is still waiting to be sent, and leaves with the page.
    page.get_by_label("Name of player 1", exact=True).fill("Penthesilea")
    page.goto("/you/")
    page.get_by_role("link", name="Vine Street Vipers").click()
    expect(page.get_by_label("Name of player 1", exact=True)).to_have_value("Penthesilea")
    expect(page.get_by_label("Motto")).to_have_value("Saved while typing.")


def test_a_late_answer_never_replaces_that_to_a_submission(visit: Visit, league: League) -> None:
    """The first request is held back; the submission waits for it, and its refusal is what stays on the page."""
    page = visit()
    begin(page, league, "Skaven")
    page.get_by_label("Name", exact=True).fill("Drain Lane Dashers")
    page.get_by_label("Short name").fill("DLD")
    page.get_by_role("button", name="Fill with a good list").click()
    expect(page.locator("#draft-sum")).to_contain_text("✓ Complete")
    held: list[Route] = []
    sent: list[str] = []

    def hold_the_first(route: Route) -> None:
        sent.append("submit" if "do=submit" in str(route.request.post_data) else "typed")
        if len(sent) == 1:
            held.append(route)
        else:
            route.continue_()

    page.route(re.compile(r"/drafts/\d+/$"), hold_the_first)
    page.get_by_label("Team re-rolls, at most 8").fill("8")
    page.wait_for_timeout(900)
    page.get_by_role("button", name="Submit").click()
    page.wait_for_timeout(500)
    assert sent == ["typed"]
    held[0].continue_()
    expect(page.get_by_role("alert").first).to_contain_text("The list costs")
    page.wait_for_timeout(500)
    assert sent == ["typed", "submit"]
    expect(page.get_by_role("alert").first).to_contain_text("The list costs")


def test_a_draft_fits_a_phone_and_is_readable_for_everybody(visit: Visit, league: League) -> None:
    page = visit(viewport={"width": 360, "height": 740})
    begin(page, league, "Norse")
    page.get_by_role("button", name="Fill with a good list").click()
    expect(page.locator("#draft-sum")).to_contain_text("✓ Complete")
    page.locator("summary", has_text="Frenzy").first.click()
    expect(page.get_by_role("definition").first).to_be_visible()
    page.get_by_role("button", name="Save").click()
    page.get_by_role("status").first.wait_for()
    page.wait_for_load_state("networkidle")  # the page comes anew when it is saved
    assert check(page, page.url, 1280) == []
    assert check(page, f"/leagues/{league.slug}/drafts/new/", 1280) == []


def test_a_good_list_also_chooses_the_league_of_the_roster(visit: Visit, league: League) -> None:
    page = visit()
    begin(page, league, "Goblin")
    choice, summary = page.get_by_label("League of the roster"), page.locator("#draft-sum")
    page.get_by_role("button", name="Fill with a good list").click()
    expect(summary).to_contain_text("✓ Complete")
    expect(choice).to_have_value("badlands-brawl")
    choice.select_option("")
    expect(summary).to_contain_text("1 problem")
    page.get_by_role("button", name="Fill with a good list").click()
    expect(summary).to_contain_text("✓ Complete")
    page.get_by_label("Name", exact=True).fill("Bog Lane Biters")
    page.get_by_label("Short name").fill("BLB")
    page.get_by_role("button", name="Submit").click()
    expect(page.get_by_text("Waiting for approval")).to_be_visible()


def test_a_draft_is_made_without_scripts(visit: Visit, league: League) -> None:
    page = visit(java_script_enabled=False)
    begin(page, league, "Orc")
    page.get_by_role("button", name="One more Orc Lineman").click()
    page.get_by_label("Team re-rolls, at most 8").fill("2")
    page.get_by_role("button", name="Recalculate").click()
    expect(page.locator("#draft-sum")).to_contain_text("170k spent")
    assert Draft.objects.get(document__roster="orc").document["rerolls"] == 2
    page.get_by_label("Name of player 1", exact=True).press("Enter")  # sends the form as it stands, and adds nobody
    expect(page.locator("#draft-sum")).to_contain_text("1 player ")
