"""A coach takes a team through a whole post-match sequence and the re-draft in the browser."""

import re
from collections.abc import Callable, Iterator

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from teams.ledger.services import team_club
from teams.models import Team
from tests.aftermaths import after_match, before_redraft
from tests.browser.conftest import DESKTOP, sign_in
from tests.builders import make_team, make_user

pytestmark = pytest.mark.browser

Visit = Callable[..., Page]
SMALL = {"width": 360, "height": 780}


@pytest.fixture(scope="module")
def demo(db: None) -> Iterator[str]:
    """Stands in for the demonstration: a site on which tests make the teams they need."""
    server = LiveServer("localhost")
    yield str(server.url)
    server.stop()


def human_team(name: str) -> Team:
    """A team after a match that was well paid, with a player who has the points for a skill."""
    team = make_team(make_user(name), f"Team of {name}", ruleset="bb2025", roster="human")
    return after_match(team, spp={3: 7}, fan_factors=[9, 9])


def finish(page: Page) -> None:
    page.get_by_role("button", name=re.compile("^Finish")).click()


def is_sound(page: Page) -> bool:
    """Nothing wider than the screen, and nothing that a screen reader trips over."""
    found = Axe().run(page).response["violations"]
    assert [each["id"] for each in found] == []
    return bool(page.evaluate("document.documentElement.scrollWidth <= innerWidth"))


@pytest.mark.parametrize(("size", "name"), [(DESKTOP, "abel"), (SMALL, "berta")], ids=["desktop", "phone"])
def test_a_whole_sequence(visit: Visit, size: dict[str, int], name: str) -> None:
    team = human_team(name)
    page = visit(viewport=size)
    sign_in(page, name)
    page.goto(f"/teams/{team.slug}/sequence/")
    expect(page.locator("[aria-current=step]")).to_contain_text("Most valuable player")
    assert is_sound(page)
    for box in page.get_by_role("checkbox").all()[:6]:
        box.check()
    page.get_by_role("button", name="Nominate and roll").click()
    finish(page)
    expect(page.locator("[aria-current=step]")).to_contain_text("Advancements")
    learner = page.locator(".learner").filter(has_text="7 SPP").or_(page.locator(".learner").filter(has_text="11 SPP"))
    learner.get_by_label("Choose a skill").select_option("guard")
    assert is_sound(page)
    learner.get_by_role("button", name="Learn").click()
    expect(page.get_by_role("button", name="Undo my last move")).to_be_visible()
    finish(page)
    expect(page.locator("[aria-current=step]")).to_contain_text("Hiring")
    page.get_by_label("Name of the new Human Lineman").fill("Wilma Zack")
    page.get_by_label("Number of the new Human Lineman").fill("77")
    assert is_sound(page)
    page.get_by_label("Name of the new Human Lineman").press("Enter")
    expect(page.locator(".told").get_by_text("Wilma Zack").first).to_be_visible()
    finish(page)
    expect(page.locator("[aria-current=step]")).to_contain_text("Firing")
    club = team_club(team)
    for member in [each for each in club.eligible if each.id != club.captain][: len(club.eligible) - 10]:
        page.get_by_role("button", name=f"Fire {member.name}", exact=True).click()
    alert = page.get_by_role("alert")
    expect(alert).to_contain_text("cannot be fired")
    expect(alert.get_by_role("link", name="See the rule")).to_be_visible()
    assert is_sound(page)
    for _ in ("firing", "staff", "journeymen"):
        finish(page)
    expect(page.get_by_role("heading", name="What changed")).to_be_visible()
    page.get_by_text("Check it yourself").click()
    assert is_sound(page)
    club = team_club(team)
    assert club.step == "ready"
    assert "guard" in club.members[3].skills
    assert 77 in {each.number for each in club.listed}


@pytest.mark.parametrize(("size", "name"), [(DESKTOP, "cyrus"), (SMALL, "dora")], ids=["desktop", "phone"])
def test_the_redraft_with_its_live_bill(visit: Visit, size: dict[str, int], name: str) -> None:
    team = make_team(make_user(name), f"Team of {name}", ruleset="bb2025", roster="human")
    before_redraft(team)
    page = visit(viewport=size)
    sign_in(page, name)
    page.goto(f"/teams/{team.slug}/sequence/")
    bill = page.locator("#bill")
    expect(page.locator("#sum")).to_be_in_viewport()
    for box in page.get_by_role("checkbox").all():
        box.uncheck()
    expect(bill).to_contain_text("11 more needed")
    page.get_by_role("button", name="Buy this list").click()
    expect(page.get_by_role("alert")).to_contain_text("11 more needed")
    assert is_sound(page)
    page.get_by_role("button", name="As the standing orders would").click()
    expect(bill).to_contain_text("This list is legal")
    page.get_by_role("button", name="Buy this list").click()
    expect(page.get_by_role("heading", name="What changed")).to_be_visible()
    club = team_club(team)
    assert (club.step, club.season) == ("ready", 2)


@pytest.mark.parametrize("size", [DESKTOP, SMALL], ids=["desktop", "phone"])
def test_the_total_of_inducements_follows_what_is_picked(visit: Visit, size: dict[str, int]) -> None:
    name = f"hanna{size['width']}"
    team = make_team(make_user(name), f"Team of {name}", ruleset="bb2025", roster="orc")
    page = visit(viewport=size)
    sign_in(page, name)
    page.goto(f"/teams/{team.slug}/orders/")
    total = page.locator("#wishes-sum")
    page.get_by_label("Inducement 10").select_option("dodgy-league-rep")
    expect(total).to_contain_text("1 Dodgy League Rep")
    page.get_by_label("Number 10").fill("2")
    expect(total).to_contain_text("Not bought: 1 Riotous Rookies, 1 Dodgy League Rep")
    stays = total.locator(".running-total")
    expect(stays).to_be_in_viewport(ratio=1)
    assert stays.bounding_box()["height"] < size["height"] / 6
    page.get_by_label("Number 10").fill("")
    expect(total).to_contain_text("1 Dodgy League Rep")
    assert is_sound(page)
    page.get_by_role("button", name="Save the orders").click()
    expect(page.get_by_role("status").first).to_contain_text("The standing orders are saved")
    wishes = Team.objects.get(pk=team.pk).orders["inducements"]["wishes"]
    assert wishes[-1] == ["dodgy-league-rep", 1]
