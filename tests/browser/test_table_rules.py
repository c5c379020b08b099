"""A commissioner puts tie-breakers in order: by buttons, by arrow keys, by dragging, and without any script."""

from collections.abc import Callable, Iterator

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from league.models import Season
from tests.browser.conftest import DESKTOP, PHONE, sign_in
from tests.builders import make_league, make_season, make_user

pytestmark = pytest.mark.browser

Visit = Callable[..., Page]
SMALL = {"width": 360, "height": 780}
PATH = "/leagues/{}/seasons/1/table-rules/"


@pytest.fixture(scope="module")
def demo(db: None) -> Iterator[str]:
    """Stands in for the demonstration."""
    server = LiveServer("localhost")
    yield str(server.url)
    server.stop()


def opened(page: Page, name: str) -> Season:
    """The form of an open season, asked for by its commissioner."""
    season = make_season(make_league(make_user(name), f"Cup {ord(name[0])}"))
    sign_in(page, name)
    page.goto(PATH.format(season.league.slug))
    return season


def order_of(season: Season) -> list[str]:
    season.refresh_from_db()
    return list(season.table_rules["order"])


@pytest.mark.parametrize(("size", "name"), [(DESKTOP, "abel"), (SMALL, "berta")], ids=["desktop", "phone"])
def test_tie_breakers_are_ordered_by_buttons_and_keys(visit: Visit, size: dict[str, int], name: str) -> None:
    page = visit(viewport=size)
    season = opened(page, name)
    status = page.locator("[data-ordering-status]")
    page.get_by_role("button", name="Move Head to head up", exact=True).click()
    expect(status).to_contain_text("Head to head: place 4 of 5.")
    page.get_by_role("button", name="Do not use Touchdowns", exact=True).click()
    expect(status).to_contain_text("Touchdowns is not used.")
    page.get_by_role("button", name="Use Wins", exact=True).click()
    expect(status).to_contain_text("Wins: place 5 of 5.")
    page.keyboard.press("ArrowUp")  # the button keeps the focus
    expect(status).to_contain_text("Wins: place 4 of 5.")
    assert Axe().run(page, options={"resultTypes": ["violations"]}).response["violations"] == []
    assert page.evaluate("document.documentElement.scrollWidth") <= size["width"]
    page.get_by_role("button", name="Save the table rules").click()
    expect(page.get_by_role("status")).to_contain_text("follows these rules")
    assert order_of(season) == ["points", "difference", "head-to-head", "wins", "casualties"]


def test_a_tie_breaker_is_dragged_to_another_place(visit: Visit) -> None:
    page = visit()
    season = opened(page, "carl")
    row = page.locator("tr[data-name='Head to head']")
    row.drag_to(page.locator("tr[data-name='Points']"), target_position={"x": 200, "y": 3})
    expect(page.locator("[data-ordering-status]")).to_contain_text("Head to head: place 1 of 5.")
    page.get_by_role("button", name="Save the table rules").click()
    page.wait_for_url("**/seasons/1/")
    assert order_of(season)[:2] == ["head-to-head", "points"]


def test_without_scripts_the_places_are_numbers_to_choose(visit: Visit) -> None:
    page = visit(java_script_enabled=False)
    season = opened(page, "dora")
    page.get_by_label("Place of Touchdowns", exact=True).select_option("")
    page.get_by_label("Place of Wins", exact=True).select_option("3")
    page.get_by_role("button", name="Save the table rules").click()
    assert order_of(season) == ["points", "difference", "wins", "casualties", "head-to-head"]


def test_a_phone_has_room_for_bonuses_and_a_box_beside_the_first_line_of_its_label(visit: Visit) -> None:
    page = visit(viewport=PHONE)
    opened(page, "nora")
    table = page.locator(".table-box", has=page.locator(".bonuses"))
    assert table.evaluate("box => box.scrollWidth <= box.clientWidth")
    check = page.locator(".field.check", has_text="forfeited")
    middle = "box => { const { top, height } = box.getBoundingClientRect(); return top + height / 2; }"
    first_line = "label => { const text = new Range(); text.selectNodeContents(label); const [line] = text.getClientRects(); return line.top + line.height / 2; }"
    label = check.locator("label")
    assert label.bounding_box()["height"] > 60  # it takes two lines
    assert check.get_by_role("checkbox").evaluate(middle) == pytest.approx(label.evaluate(first_line), abs=2)
