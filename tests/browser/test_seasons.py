"""Tables, brackets and rank charts on a phone and in both themes, with a filler and teams in the colours of the page."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from league.models import Entrant
from tests.browser.conftest import PHONE
from tests.builders import apply_played, matches_of, running_season

GROUPS = [
    {"format": "round-robin", "settings": {"groups": 2}},
    {"format": "knock-out", "settings": {"teams": 4}, "name": "Play-offs"},
]
ADDRESS = "/leagues/iron-city/seasons/1/"


@pytest.fixture(scope="module")
def play_offs(demo: str) -> None:
    season = running_season(teams=8, stages=GROUPS)
    first, second, third = season.stages.get(number=1).entrants.select_related("team")[:3]
    for entrant, colour in ((first, "#000000"), (second, "#ffffff"), (third, "#14201b")):
        entrant.team.colour = colour
        entrant.team.name = f"The Unpronounceablebeardedlongnames {entrant.pk}"
        entrant.team.save()
    Entrant.objects.filter(pk=first.pk).update(filler=True)
    for match in matches_of(season):
        apply_played(match)


@pytest.mark.usefixtures("play_offs")
def test_points_stay_on_a_phone_beside_long_names_and_fillers(visit: Callable[..., Page]) -> None:
    page = visit(viewport=PHONE)
    page.goto(ADDRESS)
    expect(page.locator(".standings .chip")).to_have_text("AI filler")
    for points in page.locator(".standings td.points").all():
        box = points.bounding_box()
        assert box is not None
        assert box["x"] + box["width"] <= PHONE["width"]
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]


@pytest.mark.usefixtures("play_offs")
def test_what_is_wider_than_a_phone_says_so_and_scrolls_by_keyboard(visit: Callable[..., Page]) -> None:
    page = visit(viewport=PHONE)
    page.goto(ADDRESS)
    expect(page.get_by_text("Scroll sideways for the final.")).to_be_visible()
    expect(page.get_by_text("Scroll sideways for all rounds and the names of the teams.")).to_have_count(2)
    for drawing in (page.locator(".bracket"), page.locator(".chart").first):
        drawing.focus()
        page.keyboard.press("ArrowRight")
        expect(drawing).not_to_have_js_property("scrollLeft", 0)
    page = visit()
    page.goto(ADDRESS)
    expect(page.get_by_text("Scroll sideways").first).to_be_hidden()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.usefixtures("play_offs")
def test_lines_of_every_colour_stand_out_from_the_page(visit: Callable[..., Page], scheme: str) -> None:
    page = visit(color_scheme=scheme)
    page.goto(ADDRESS)
    for lines in (".chart .rim", ".chart circle", ".bracket .colour"):
        around, behind = page.evaluate(
            "(lines) => [getComputedStyle(document.querySelector(lines)).stroke,"
            " getComputedStyle(document.querySelector(lines).closest('.card')).backgroundColor]",
            lines,
        )
        assert contrast(around, behind) >= 3, (lines, around, behind)
    wide, line = (
        page.locator(f".chart .{part}").first.evaluate("line => parseFloat(getComputedStyle(line).strokeWidth)")
        for part in ("rim", "way")
    )
    assert wide > line


def contrast(one: str, other: str) -> float:
    """As WCAG defines it, of two colours like rgb(1, 2, 3)."""
    darker, lighter = sorted((luminance(one), luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def luminance(colour: str) -> float:
    parts = [int(part) / 255 for part in re.findall(r"\d+", colour)[:3]]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
