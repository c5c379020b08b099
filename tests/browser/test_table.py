"""A match at a table on a phone: one coach reports it, the other confirms it, and nothing is too small or too wide."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from accounts.models import User
from matches.models import Match
from matches.services import match_lock
from tests.browser.conftest import PHONE, sign_in
from tests.browser.test_accessibility import TOO_LOW, serious, too_wide
from tests.builders import bloodbowl_season, matches_of

pytestmark = pytest.mark.browser


def opened(visit: Callable[..., Page], user: User, match: Match) -> Page:
    page = visit(viewport=PHONE, has_touch=True, is_mobile=True)
    sign_in(page, user.username)
    page.goto(f"/matches/{match.pk}/")
    return page


def flaws(page: Page) -> list[str]:
    return [*serious(page), *too_wide(page), *page.evaluate(TOO_LOW)]


def test_a_report_is_filed_and_confirmed(visit: Callable[..., Page]) -> None:
    (first,) = matches_of(bloodbowl_season("orc", "human", venue="table"))
    match = match_lock(match_id=first.pk)
    home, away = match.locked_lineup["sheets"]
    page = opened(visit, match.fixture.home.owner, match)
    page.get_by_role("link", name="Write the report").click()
    page.locator("#score-home").fill("1")
    for side, sheet in (("home", home), ("away", away)):
        page.locator(f"#fans-{side}").fill(str(sheet["fans"] + 2))
    page.get_by_label(f"Touchdowns of {home['players'][0]['name']}").fill("1")
    page.locator("summary").filter(has_text="Injury").first.click()
    assert flaws(page) == []
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("The report is saved")).to_be_visible()
    page.get_by_role("button", name="File the report").click()
    expect(page.get_by_text("The report is filed")).to_be_visible()
    other = opened(visit, match.fixture.away.owner, match)
    other.get_by_role("link", name="Confirm or dispute the report").click()
    other.get_by_text("No, it was different").click()
    assert flaws(other) == []
    other.get_by_role("button", name="Confirm it").click()
    expect(other.locator("#final-score")).to_contain_text("1:0")
    assert flaws(other) == []
