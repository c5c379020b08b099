"""Blood Bowl in the replay viewer, as the rulings pages play it."""

import json
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from matches.models import Match
from matches.selectors import match_record
from replays.show import match_show
from teams.colours import match_colours
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
    group = page.locator("[data-replay]").first  # a page may have several, and the first need not be ready first
    expect(group).to_have_attribute("data-ready", "true")
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
        ("push-trapdoor-timing", {"0"}),
        ("lone-fouler-rerolled-double", {"0"}),
        ("captain-saves-loner-loss", set()),
        ("high-kick-into-opponents-half", {"7", "ball"}),
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


def test_in_a_corner_the_arrow_leaves_away_from_who_pushes(visit: Visit) -> None:
    """The corner is at 1,1 of the drawing; `behind` is beside it, below it, and across from it."""
    page = visit()
    page.goto("/")
    ends = page.evaluate(
        """async () => {
          const { Board } = await import("/static/js/replay/board.js");
          const space = (id, x, y) => ({ id, x, y, w: 1, h: 1 });
          const spaces = [space(1, 0.5, 0.5), space(2, 1.5, 0.5), space(3, 0.5, 1.5), space(4, 1.5, 1.5)];
          const board = new Board({ width: 15, height: 26, spaces, goals: [], lines: [], zones: [] }, [{ name: "A" }, { name: "B" }], false);
          const { x, y } = board.centre(1);
          return [2, 3, 4].map((behind) => board.beyond(1, behind)).map((end) => [Math.sign(end.x - x), Math.sign(end.y - y)]);
        }"""
    )
    assert ends == [[-1, 0], [0, -1], [-1, -1]]


def test_a_trapdoor_is_drawn_where_it_is(visit: Visit) -> None:
    group = open_ruling(visit(reduced_motion="reduce"), "push-trapdoor-timing")
    stage = group.locator("[data-show]").first
    expect(stage.locator(".trapdoor")).to_have_count(1)
    door, who = (stage.locator(each).bounding_box() for each in (".trapdoor rect", ".piece[data-piece='4'] .body"))
    assert abs(door["x"] + door["width"] / 2 - who["x"] - who["width"] / 2) < 1
    assert abs(door["y"] + door["height"] / 2 - who["y"] - who["height"] / 2) < 1
    group.get_by_role("button", name="To the end").click()
    expect(stage.locator(".trapdoor")).to_have_count(1)


def test_squares_can_be_found_by_the_numbers_that_sentences_give(visit: Visit) -> None:
    """z stands on 13,8: below the 13 of the upper edge, beside the 8 of the left one, framed or not."""
    group = open_ruling(visit(reduced_motion="reduce"), "push-trapdoor-timing")
    stage = group.locator("[data-show]").first
    group.get_by_role("button", name="To the end").click()
    for press in (False, True):
        if press:
            stage.get_by_role("button", name="Whole pitch").click()
        who = stage.locator(".piece[data-piece='4'] .body").bounding_box()
        texts = stage.locator(".layer-numbers text")
        if not texts.count():
            continue  # upright, with no room for numbers
        column, row = (
            texts.filter(has_text=re.compile("^13$")).first.bounding_box(),
            texts.filter(has_text=re.compile("^8$")).last.bounding_box(),
        )
        assert who["x"] < column["x"] + column["width"] / 2 < who["x"] + who["width"]
        assert who["y"] < row["y"] + row["height"] / 2 < who["y"] + who["height"]
        assert stage.locator(".pitch").bounding_box()["y"] <= column["y"] < who["y"]


def test_the_controls_of_scenarios_stay_in_reach_on_a_low_desktop(visit: Visit) -> None:
    page = visit(viewport={"width": 1280, "height": 700})
    group = open_ruling(page, "lone-fouler-rerolled-double")
    page.evaluate("document.querySelector('.stage-bar').scrollIntoView()")
    expect(group.locator(".controls")).to_be_in_viewport(ratio=1)


def test_the_bar_above_a_scenario_has_two_lines_on_a_small_phone(visit: Visit) -> None:
    page = visit(viewport=SMALL)
    page.goto("/rulings/bb2025/skills/frenzy/")
    page.locator("[data-ready]").wait_for()
    expect(page.locator(".stage-score abbr").first).to_have_text("Home")
    assert page.locator(".stage-bar").bounding_box()["height"] < 95


def test_letters_of_scenarios_stand_in_the_middle_of_their_pieces(visit: Visit) -> None:
    group = open_ruling(visit(), "both-down-first-player")
    off = "pieces => pieces.map(piece => { const [body, text] = ['.body', '.number'].map(each => piece.querySelector(each).getBoundingClientRect()); return Math.abs(body.y + body.height / 2 - text.y - text.height / 2) / body.height; })"
    assert max(group.locator(".piece:not([hidden])").evaluate_all(off)) < 0.08
    group.get_by_role("button", name="To the end").click()
    lying = group.locator(".piece[data-stance=prone]").evaluate_all(off)
    assert lying
    assert max(lying) < 0.15


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


def open_match(page: Page) -> None:
    played = Match.objects.filter(fixture__round__season__league__ruleset="bb2025").exclude(resolved_at=None)
    page.goto(f"/matches/{played.earliest('pk').pk}/")
    page.locator("[data-ready]").wait_for()


def test_many_reserves_sit_side_by_side_on_a_phone(visit: Visit) -> None:
    page = visit(viewport=SMALL, reduced_motion="reduce")
    open_match(page)
    page.keyboard.press("End")
    places = "tokens => tokens.map(token => token.querySelector('svg').getBoundingClientRect()).map(({ x, y, width }) => [x, y, width])"
    for bench in page.locator(".bench[data-where=reserves]").all():
        boxes = bench.locator("[data-piece]").evaluate_all(places)
        assert len(boxes) > 3
        for x, y, width in boxes:
            assert 0 < x < SMALL["width"] - width
            assert sum(abs(x - other) < width - 1 and abs(y - beside) < width - 1 for other, beside, _ in boxes) == 1


# For every step of the replay: how far the sentence reaches below the upper edge of the controls, and where that is.
EACH_STEP = """() => {
  const [range, text, bar] = ['input[type=range]', '.stage-text', '.transport'].map(each => document.querySelector(each));
  return Array.from({ length: Number(range.max) + 1 }, (_, index) => {
    range.value = index;
    range.dispatchEvent(new Event('input'));
    const { top } = bar.getBoundingClientRect();
    return [text.getBoundingClientRect().bottom - top, Math.round(top)];
  });
}"""


def test_the_controls_on_a_desktop_never_move(visit: Visit) -> None:
    page = visit(reduced_motion="reduce")
    open_match(page)
    page.evaluate("document.querySelector('.stage-bar').scrollIntoView()")
    assert len({top for _, top in page.evaluate(EACH_STEP)}) == 1
    pitch, bar, caption = (
        page.locator(each).bounding_box() for each in (".stage-pitch", ".transport", ".stage-caption")
    )
    assert pitch["y"] + pitch["height"] <= bar["y"] + 1
    assert bar["y"] + bar["height"] <= caption["y"] + 1


def test_few_sentences_reach_under_the_controls_of_a_small_phone(visit: Visit) -> None:
    page = visit(viewport={"width": 360, "height": 740}, reduced_motion="reduce")
    open_match(page)
    page.evaluate("document.querySelector('.stage-bar').scrollIntoView()")
    expect(page.locator(".transport")).to_have_class(re.compile("sticks"))
    under = [below > 0 for below, _ in page.evaluate(EACH_STEP)]
    assert sum(under) / len(under) < 0.05


def test_the_controls_on_a_phone_leave_the_sentence_free(visit: Visit) -> None:
    played = Match.objects.filter(fixture__round__season__league__ruleset="bb2025").exclude(resolved_at=None)
    page = visit(viewport={"width": 360, "height": 740}, reduced_motion="reduce")
    page.goto(f"/matches/{played.earliest('pk').pk}/")
    page.locator("[data-ready]").wait_for()
    page.evaluate("document.querySelector('.stage-bar').scrollIntoView()")
    expect(page.locator(".transport")).to_have_class(re.compile("sticks"))
    caption, controls = (page.locator(each).bounding_box() for each in (".stage-caption", ".transport"))
    assert caption["y"] + 200 < controls["y"]


def played_match() -> Match:
    return (
        Match.objects.filter(fixture__round__season__league__ruleset="bb2025").exclude(resolved_at=None).earliest("pk")
    )


def test_the_viewer_unpacks_what_the_server_packs(visit: Visit) -> None:
    match = played_match()
    show = match_show(match_record(match), match_colours(match.fixture.home.colour, match.fixture.away.colour))
    page = visit()
    page.goto("/")
    unpack = (
        "async (address) => (await import('/static/js/replay/show.js')).wholeShow(await (await fetch(address)).json())"
    )
    assert page.evaluate(unpack, f"/matches/{match.pk}/show.json") == json.loads(json.dumps(show))


def test_a_show_that_was_kept_from_an_older_release_is_asked_for_again(visit: Visit) -> None:
    page = visit()
    page.route("**/show.json", lambda route: route.fulfill(json={"format": 1, "steps": []}), times=1)
    page.goto(f"/matches/{played_match().pk}/")
    expect(page.locator("[data-ready] .pitch")).to_be_visible()


def test_a_turning_point_leads_to_its_moment_on_the_pitch(visit: Visit) -> None:
    page = visit(viewport=DESKTOP, reduced_motion="reduce")
    page.goto(f"/matches/{played_match().pk}/analysis/")
    link = page.get_by_role("link", name="Watch it in the replay").first
    step = int(str(link.get_attribute("href")).rpartition("-")[2])
    link.click()
    expect(page.locator("[data-ready] .counter")).to_have_text(re.compile(rf"^{step + 1} / "))
    expect(page.locator(".stage-pitch")).to_be_in_viewport(ratio=0.9)
