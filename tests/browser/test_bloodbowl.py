"""Blood Bowl in the replay viewer, as the rulings pages play it."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from matches.models import Match
from tests.browser.conftest import DESKTOP

pytestmark = pytest.mark.browser

Visit = Callable[..., Page]
SMALL = {"width": 360, "height": 780}

# Where everybody and the ball is drawn: on the pitch with place and stance, or in which box of the dug-out.
DRAWN = """stage => Object.fromEntries([
  ...[...stage.querySelectorAll('.piece:not([hidden])')].map(each => [each.dataset.piece, `${each.style.transform} ${each.dataset.stance}`]),
  ...[...stage.querySelectorAll('.bench')].flatMap(box => [...box.querySelectorAll('[data-piece]')].map(each => [each.dataset.piece, box.dataset.where])),
  ['ball', stage.querySelector('.ball:not([hidden])')?.style.transform ?? 'nowhere'],
])"""


def open_ruling(page: Page, ruling: str) -> Locator:
    page.goto(f"/rulings/bb2025/bb2025.{ruling}/")
    group = page.locator("[data-ready]").first
    group.wait_for()
    return group


def forward(group: Locator, until: Locator) -> None:
    """Steps on until something is seen."""
    while not until.count():
        counter = group.locator(".counter").inner_text()
        group.get_by_role("button", name="One step forward").click()
        assert group.locator(".counter").inner_text() != counter, "the end, and it was not seen"


@pytest.mark.parametrize("size", [DESKTOP, SMALL], ids=["desktop", "phone"])
@pytest.mark.parametrize(
    ("ruling", "differing"),
    [
        ("both-down-first-player", {"0", "2"}),
        ("push-trapdoor-timing", {"2"}),
        ("lone-fouler-rerolled-double", {"0"}),
        ("captain-saves-loner-loss", set()),
        ("high-kick-into-opponents-half", {"7"}),
    ],
)
def test_the_choices_end_as_they_should(visit: Visit, ruling: str, differing: set[str], size: dict[str, int]) -> None:
    page = visit(viewport=size, reduced_motion="reduce")
    group = open_ruling(page, ruling)
    stages = group.locator("[data-show]")
    expect(stages).to_have_count(2)
    group.get_by_role("button", name="To the end").click()
    expect(group.locator(".counter")).to_have_text(re.compile(r"^(\d+) / \1$"))
    one, other = (stage.evaluate(DRAWN) for stage in stages.all())
    assert one.keys() == other.keys()
    assert {piece for piece in one if one[piece] != other[piece]} == differing
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_block_dice_are_drawn_with_their_faces(visit: Visit) -> None:
    group = open_ruling(visit(), "both-down-first-player")
    block = group.locator(".roll.block").first
    forward(group, block)
    expect(block.get_by_role("img", name="Both Down, chosen")).to_be_visible()
    expect(block.locator(".block-face.chosen")).to_have_count(1)
    expect(block.locator(".roll-label")).to_contain_text("3 against 3")


def test_those_who_lie_are_told_apart_by_shape(visit: Visit) -> None:
    group = open_ruling(visit(), "both-down-first-player")
    group.get_by_role("button", name="To the end").click()
    stage = group.locator("[data-show]").first
    marks = [stage.locator(f".piece[data-stance={stance}] .fallen") for stance in ("prone", "stunned")]
    prone, stunned = (str(mark.get_attribute("d")) for mark in marks)
    assert prone != stunned


def test_a_chain_of_pushes_is_numbered_and_made_push_by_push(visit: Visit) -> None:
    group = open_ruling(visit(reduced_motion="reduce"), "push-trapdoor-timing")
    stage = group.locator("[data-show]").first
    forward(group, stage.locator(".push"))
    for number, pushed in enumerate(("2", "4")):
        expect(stage.locator(".push-number text")).to_have_text(["1", "2"])
        expect(stage.locator(".push:not(.idle)")).to_have_count(1)
        arrow = stage.locator(".push:not(.idle)").bounding_box()
        assert arrow == stage.locator(".push").nth(number).bounding_box()
        piece = stage.locator(f".piece[data-piece='{pushed}']").bounding_box()
        assert piece["x"] < arrow["x"] + arrow["width"] < piece["x"] + piece["width"]
        group.get_by_role("button", name="One step forward").click()


def test_a_push_into_the_crowd_goes_over_the_edge(visit: Visit) -> None:
    group = open_ruling(visit(), "crowd-injury-and-follow-up")
    stage = group.locator("[data-show]").last
    forward(group, stage.locator(".push.crowd"))
    arrow, edge = (stage.locator(each).first.bounding_box() for each in (".push.crowd", ".edge"))
    assert arrow["y"] < edge["y"] < arrow["y"] + arrow["height"]


def test_the_dug_out_holds_who_left_the_pitch(visit: Visit) -> None:
    group = open_ruling(visit(), "lone-fouler-rerolled-double")
    boxes = group.locator(".dugout.side-0 .bench[data-where=sent-off]")
    expect(boxes.nth(0).locator("b")).to_have_text("0")
    group.get_by_role("button", name="To the end").click()
    expect(boxes.nth(0).locator("b")).to_have_text("1")
    expect(boxes.nth(1).locator("b")).to_have_text("0")
    boxes.nth(0).locator("[data-piece]").click()
    who = group.locator(".stage-who").first
    expect(who).to_be_visible()
    expect(who).to_have_text(re.compile(r"^[A-Z], Player.+ST \d", re.DOTALL))
    group.locator(".pitch").first.click(position={"x": 4, "y": 4})
    expect(who).to_be_hidden()


def seen(stage: Locator) -> list[float]:
    return [float(number) for number in str(stage.locator(".pitch").get_attribute("viewBox")).split()]


def test_stages_show_the_stretch_that_matters(visit: Visit) -> None:
    for size in (DESKTOP, SMALL):
        group = open_ruling(visit(viewport=size), "both-down-first-player")
        first, second = group.locator("[data-show]").all()
        assert seen(first) == seen(second)
        assert 9 <= seen(first)[2] < 16
        first.get_by_role("button", name="Whole pitch").click()
        assert max(seen(first)) > 26


@pytest.mark.parametrize("size", [DESKTOP, SMALL], ids=["desktop", "phone"])
def test_a_match_opens_with_the_teams_lined_up_and_ends_with_its_result(visit: Visit, size: dict[str, int]) -> None:
    played = Match.objects.exclude(resolved_at=None)
    match = played.filter(fixture__round__season__league__ruleset="bb2025").earliest("pk")
    page = visit(viewport=size, reduced_motion="reduce")
    page.goto(f"/matches/{match.pk}/")
    page.locator("[data-ready]").wait_for()
    expect(page.locator(".piece:not([hidden])")).to_have_count(22)
    pitch, dugout = (page.locator(each).first.bounding_box() for each in (".stage-pitch", ".dugout"))
    assert (dugout["x"] < pitch["x"]) is (size == DESKTOP)
    for _ in range(5):
        page.keyboard.press("n")
    page.keyboard.press("End")
    result = match.fixture.result
    expect(page.locator("[data-score]")).to_have_text(f"{result.home_score} : {result.away_score}")
    expect(page.locator(".piece:not([hidden])")).to_have_count(0)
    assert page.locator(".bench [data-piece]").count() >= 22


def test_the_controls_on_a_phone_leave_the_sentence_free(visit: Visit) -> None:
    played = Match.objects.filter(fixture__round__season__league__ruleset="bb2025").exclude(resolved_at=None)
    page = visit(viewport={"width": 360, "height": 740}, reduced_motion="reduce")
    page.goto(f"/matches/{played.earliest('pk').pk}/")
    page.locator("[data-ready]").wait_for()
    page.evaluate("document.querySelector('.stage-bar').scrollIntoView()")
    expect(page.locator(".transport")).to_have_class(re.compile("sticks"))
    caption, controls = (page.locator(each).bounding_box() for each in (".stage-caption", ".transport"))
    assert caption["y"] + 200 < controls["y"]
