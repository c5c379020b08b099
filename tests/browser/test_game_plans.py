"""A coach draws a formation: with a mouse and by keyboard, judged by the server at every step."""

from collections.abc import Callable, Iterator

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Locator, Page, expect
from pytest_django.live_server_helper import LiveServer

from teams.models import Team
from tests.browser.conftest import DESKTOP, sign_in
from tests.builders import make_team, make_user

pytestmark = pytest.mark.browser

Visit = Callable[..., Page]
SMALL = {"width": 360, "height": 780}


@pytest.fixture(scope="module")
def demo(db: None) -> Iterator[str]:
    """Stands in for the demonstration."""
    server = LiveServer("localhost")
    yield str(server.url)
    server.stop()


def square(board: Locator, row: int, column: int) -> tuple[float, float]:
    """Where a square is on the screen."""
    board.scroll_into_view_if_needed()
    x, y = board.evaluate(
        "(svg, at) => { const p = new DOMPoint(...at).matrixTransform(svg.getScreenCTM()); return [p.x, p.y] }",
        [column - 0.5, row + 0.5],
    )
    return x, y


@pytest.mark.parametrize(("size", "name"), [(DESKTOP, "abel"), (SMALL, "berta")], ids=["desktop", "phone"])
def test_a_formation_is_drawn_and_saved(visit: Visit, size: dict[str, int], name: str) -> None:
    team = make_team(make_user(name), f"Team of {name}", ruleset="bb2025", roster="human")
    page = visit(viewport=size)
    sign_in(page, name)
    page.goto(f"/teams/{team.slug}/plan/")
    page.get_by_role("heading", name="Set-up when kicking").click()
    drawn = page.locator("#formation-kicking")
    board, verdict = drawn.locator("[data-board]"), drawn.get_by_role("status")
    drawn.get_by_role("button", name="Two lines").click()
    expect(verdict).to_contain_text("11 places, within the rules.")

    drawn.locator("[data-player='3']").click()
    page.mouse.click(*square(board, 0, 7))
    expect(drawn.locator("#kicking-man-0")).to_have_attribute(
        "aria-label", label(team, 3, "on the line of scrimmage, column 7")
    )

    start, end = square(board, 0, 8), square(board, 5, 6)
    page.mouse.move(*start)
    page.mouse.down()
    page.mouse.move((start[0] + end[0]) / 2, (start[1] + end[1]) / 2)
    page.mouse.move(*end)
    page.mouse.up()
    expect(verdict).to_contain_text("3 players have to stand on the line of scrimmage")

    moved = drawn.locator("#kicking-man-1")
    expect(moved).to_be_focused()
    for step in (4, 2, 1, 0):  # somebody stands on 3
        page.keyboard.press("ArrowUp")
        where = f"{step} behind the line" if step else "on the line of scrimmage"
        expect(moved).to_have_attribute(
            "aria-label", f"Anybody, {where}, column 6. Arrow keys move, Delete takes away."
        )
    expect(verdict).to_contain_text("11 places, within the rules.")
    page.keyboard.press("Delete")
    expect(verdict).to_contain_text("3 players have to stand on the line of scrimmage")

    drawn.locator("[data-player='5']").focus()
    page.keyboard.press("Enter")
    expect(drawn.locator("#kicking-man-10")).to_be_focused()
    assert [each["id"] for each in Axe().run(page).response["violations"]] == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.get_by_role("button", name="Save the plan").last.click()
    expect(page.get_by_text("The game plan is saved.")).to_be_visible()
    kept = team.game_plans.get().plan["kicking"]
    assert {"square": [0, 7], "player": "3"} in kept
    assert {"square": [0, 8], "player": "5"} in kept


def label(team: Team, number: int, where: str) -> str:
    player = team.players.get(number=number)
    return f"{player.number} {player.name}, {where}. Arrow keys move, Delete takes away."
