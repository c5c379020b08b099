"""A coach says “I am ready” by keyboard on a phone; the commissioner looks at tonight's consequences and calls in an AI filler."""

import os
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Page
from pytest_django.live_server_helper import LiveServer

from accounts.models import User
from league.models import Entry, Season
from matches.control import results
from tests.browser.conftest import PASSWORD, PHONE, sign_in
from tests.browser.test_accessibility import serious, too_wide
from tests.builders import bloodbowl_season, matches_of
from tests.matches.test_absences import asked, long_ago, set_policy

pytestmark = pytest.mark.browser
Visit = Callable[..., Page]
SHOTS = os.environ.get("SHOTS", "")


@pytest.fixture(scope="module")
def demo(db: None) -> Iterator[str]:
    """Stands in for the demonstration: the second round is due, and nobody has done anything since the first."""
    server = LiveServer("localhost")
    yield str(server.url)
    server.stop()


@pytest.fixture
def season(db: None) -> Season:
    season = bloodbowl_season("human", "orc", "dwarf", "skaven")
    for match in matches_of(season)[:2]:
        results.match_unplayed(match=match, **asked(season))
    long_ago(season)
    set_policy(season, does="postponement", days=2, most=1, then="concession", spared=3)
    for user in User.objects.all():
        user.set_password(PASSWORD)
        user.save()
    return season


def sound(page: Page) -> None:
    """Nothing serious for axe in either theme, and nothing wider than a phone."""
    problems = []
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        problems += [*serious(page), *too_wide(page)]
        if SHOTS:
            page.screenshot(path=f"{SHOTS}/{page.url.strip('/').split('/')[-1]}-{scheme}.png", full_page=True)
    assert problems == []


def test_a_coach_is_ready_and_a_commissioner_looks_ahead(visit: Visit, season: Season) -> None:
    match = matches_of(season)[2]
    home, league = match.fixture.home, season.league
    coach = visit(viewport=PHONE)
    sign_in(coach, home.owner.username)
    coach.goto(f"/teams/{home.slug}/next/")
    coach.get_by_text(f"{home} counts as absent.").wait_for()
    sound(coach)
    runner = visit(viewport=PHONE)
    sign_in(runner, league.commissioner.username)
    runner.goto(f"/leagues/{league.slug}/seasons/1/control/")
    sound(runner)
    runner.get_by_role("link", name="Tonight’s consequences").click()
    chips = runner.locator(".chip", has_text="Absent")
    assert f"{home}," in chips.first.inner_text()
    sound(runner)
    button = coach.get_by_role("button", name="I am ready")
    button.focus()
    coach.keyboard.press("Enter")
    coach.get_by_text(f"{home} counts as present").wait_for()
    runner.reload()
    assert str(home) not in chips.first.inner_text()
    runner.goto(f"/leagues/{league.slug}/seasons/1/control/")
    runner.get_by_text("Replace a team by an AI filler").click()
    card = runner.locator("details[open]")
    card.get_by_label("Who leaves").select_option(home.slug)
    card.get_by_label("The roster of the AI filler").select_option("skaven")
    card.get_by_label("Reason").fill("They moved away.")
    card.get_by_role("button").click()
    assert "Nothing is decided yet" in runner.locator("main").inner_text()
    sound(runner)
    runner.get_by_role("button", name="Decide it").click()
    runner.get_by_text("It is decided").wait_for()
    filler = Entry.objects.get(filler=True).team
    runner.goto(f"/leagues/{league.slug}/")
    assert "AI filler" in runner.locator("table.standings").inner_text()
    sound(runner)
    runner.goto(f"/teams/{filler.slug}/")
    sound(runner)
