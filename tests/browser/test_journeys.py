"""The main journeys, as a person makes them."""

import re
from collections.abc import Callable
from datetime import datetime
from zoneinfo import ZoneInfo

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from accounts.models import User
from league.models import League
from league.rulings.selectors import rulings_of
from league.services import league_create
from matches import services
from matches.models import Match
from tests.browser.conftest import DESKTOP, PHONE, sign_in
from tests.builders import departures

pytestmark = pytest.mark.browser

Visit = Callable[..., Page]


def open_played_match(page: Page) -> None:
    page.goto("/leagues/")
    page.get_by_role("link", name="Iron City Battleball League").click()
    page.get_by_role("navigation", name="Rounds").get_by_role("link", name="1", exact=True).click()
    page.locator("a.fixture", has=page.locator(".score")).first.click()
    page.locator("[data-ready]").wait_for()


def final_score(page: Page) -> str:
    return re.sub(r"\s+", "", page.locator("#final-score").inner_text()).replace(":", " : ")


def test_a_coach_watches_a_replay_to_its_end(visit: Visit) -> None:
    page = visit()
    sign_in(page, "abel")
    open_played_match(page)
    score = page.locator("[data-score]")
    expect(score).to_have_text("0 : 0")
    page.get_by_label("Speed").select_option("20")
    page.get_by_role("button", name="Play").click()
    expect(page.locator(".counter")).to_have_text(re.compile(r"^(\d+) / \1$"), timeout=60_000)
    expect(score).to_have_text(final_score(page))
    expect(page.locator(".stage-text")).to_contain_text("Full time")
    expect(page.get_by_role("button", name="Play")).to_be_visible()


def test_stepping_and_jumping_move_board_words_and_ticker_together(visit: Visit) -> None:
    page = visit()
    open_played_match(page)
    page.keyboard.press("End")
    expect(page.locator("[data-score]")).to_have_text(final_score(page))
    page.keyboard.press("Home")
    expect(page.locator(".counter")).to_have_text(re.compile(r"^1 /"))
    page.keyboard.press("n")
    page.keyboard.press("ArrowRight")
    line = page.locator("#ticker [aria-current=step]")
    inside = "line => { const box = line.closest('[data-ticker-box]').getBoundingClientRect(); const own = line.getBoundingClientRect(); return own.top >= box.top && own.bottom <= box.bottom; }"
    assert line.evaluate(inside)
    sentence = page.locator(".stage-text").inner_text()
    expect(line).to_contain_text(sentence)
    run = page.locator("#ticker li[data-kind=move]").nth(3)
    run.click()
    expect(run).to_have_attribute("aria-current", "step")
    expect(run).to_contain_text(page.locator(".stage-text").inner_text())
    expect(page.locator(".piece.active")).to_be_visible()
    expect(page.locator(".trail")).to_have_count(1)
    page.get_by_label("Jump to a moment").select_option(index=2)
    expect(page.locator("#ticker [aria-current=step]")).to_have_class("key")


def test_a_replay_opens_with_the_teams_lined_up(visit: Visit) -> None:
    for size in (PHONE, DESKTOP):
        page = visit(viewport=size, reduced_motion="reduce")
        open_played_match(page)
        expect(page.locator(".counter")).to_have_text(re.compile(r"^2 /"))
        inside = "pieces => { const pitch = document.querySelector('.stage-pitch').getBoundingClientRect(); return pieces.filter(piece => { const own = piece.getBoundingClientRect(); return own.width && own.top >= pitch.top && own.bottom <= pitch.bottom; }).length; }"
        assert page.locator(".piece").evaluate_all(inside) == 22


def test_moments_have_short_names_that_end_with_a_word(visit: Visit) -> None:
    page = visit()
    open_played_match(page)
    names = page.get_by_label("Jump to a moment").locator("option").all_inner_texts()[1:]
    sentences = set(page.locator("#ticker li.key").all_inner_texts())
    assert names[0] == "First half"
    for name in names:
        assert len(name) <= 90
        what = name.removesuffix("…").partition(": ")[2]
        followers = {each[len(what)] for each in sentences if each.startswith(what) and len(each) > len(what)}
        assert not name.endswith("…") or followers & set(" ,.:;"), name


def test_on_a_phone_the_controls_do_not_cover_the_pitch(visit: Visit) -> None:
    page = visit(viewport=PHONE)
    open_played_match(page)
    measure = "() => { const [bar, pitch] = ['.transport', '.stage-pitch'].map(each => document.querySelector(each).getBoundingClientRect()); return [pitch.bottom - bar.top, bar.bottom - innerHeight]; }"
    covered, _ = page.evaluate(measure)
    assert covered <= 0
    page.get_by_role("link", name="Watch the replay").click()
    expect(page.locator(".transport")).to_have_class(re.compile("sticks"))
    covered, below = page.evaluate(measure)
    assert max(covered, below) <= 0.5


def test_on_a_phone_the_controls_stay_in_reach_at_every_pitch_of_a_ruling(visit: Visit) -> None:
    page = visit(viewport=PHONE)
    page.goto("/rulings/battleball/battleball.board-grid/")
    page.locator("[data-ready]").first.wait_for()
    pitches = page.locator(".stage-pitch")
    assert pitches.count() == 3
    for pitch in pitches.all():
        pitch.evaluate("each => each.scrollIntoView({ block: 'start' })")
        expect(page.locator(".transport")).to_have_class(re.compile("sticks"))
        expect(page.locator(".transport .control.play")).to_be_in_viewport(ratio=1)


def test_a_roll_shows_dice_target_and_verdict(visit: Visit) -> None:
    page = visit()
    page.goto("/rulings/battleball/battleball.pass-complete/")
    page.locator("[data-ready]").first.wait_for()
    while not page.locator(".die.football").count():
        page.get_by_role("button", name="One step forward").first.click()
    roll = page.locator(".roll")
    expect(roll.locator(".die")).to_have_count(2)
    expect(roll.locator(".die.football")).to_have_count(1)
    expect(roll.locator(".target")).to_contain_text("needs")
    expect(roll.locator(".verdict")).to_be_visible()


def drawn(page: Page) -> tuple[float, float]:
    """Width and height of what is seen of the pitch, in spaces."""
    _, _, width, height = (float(number) for number in page.locator(".pitch").get_attribute("viewBox").split())
    return width, height


def test_the_pitch_stands_upright_on_a_phone_and_lies_on_a_desktop(visit: Visit) -> None:
    for size, upright in ((PHONE, True), (DESKTOP, False)):
        page = visit(viewport=size)
        page.goto("/")
        page.locator("[data-ready]").first.wait_for()
        assert page.locator(".stage-zoom").is_visible() is upright
        close = drawn(page)
        if upright:
            page.get_by_role("button", name="Whole pitch").click()
            assert drawn(page)[1] > close[1]
        width, height = drawn(page)
        assert (height > width) is upright


def test_a_commissioner_and_a_coach_set_up_a_season(visit: Visit) -> None:
    page = visit()
    sign_in(page, "farid")
    page.goto("/leagues/new/?ruleset=battleball")
    page.get_by_label("Name", exact=True).fill("Dockside Trophy")
    page.get_by_text("Components", exact=False).first.click()
    page.get_by_label(re.compile("^Limited:")).check()
    page.get_by_role("spinbutton", name="Tokens").fill("8")
    page.get_by_role("button", name="Create the league").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Dockside Trophy")
    expect(page.get_by_text("tokens 8")).to_be_visible()
    page.get_by_role("link", name="Open a season").click()
    page.get_by_label("A round every").fill("2")
    page.get_by_label("Meetings").first.fill("2")
    page.get_by_role("button", name="Open the season").click()
    expect(page.get_by_text("Open for entries").first).to_be_visible()
    page.get_by_role("button", name="Enter the season").click()
    expect(page.get_by_role("status").first).to_contain_text("Ferry Dock Otters is entered")
    page.goto("/teams/new/?ruleset=battleball")
    page.get_by_label("Name", exact=True).fill("Pier Nine Pelicans")
    page.get_by_label("Short name").fill("PNP")
    page.get_by_label("Name, player 1", exact=True).fill("Pelle")
    page.get_by_role("button", name="Create the team").click()
    expect(page.get_by_role("row", name=re.compile("Pelle"))).to_be_visible()
    page.goto("/leagues/dockside-trophy/")
    page.get_by_role("button", name="Enter the season").click()
    page.get_by_role("link", name="Start the season").click()
    page.get_by_role("button", name="Start the season").click()
    expect(page.get_by_text("Running").first).to_be_visible()
    expect(page.locator(".standings tbody tr")).to_have_count(2)


def test_a_refusal_is_said_at_the_form(visit: Visit) -> None:
    page = visit()
    sign_in(page, "abel")
    page.goto("/teams/new/?ruleset=battleball")
    page.get_by_label("Name", exact=True).fill("Too Many Backs")
    page.get_by_label("Short name").fill("TMB")
    page.get_by_label("Position, player 11").select_option("running-back")
    page.get_by_role("button", name="Create the team").click()
    alert = page.get_by_role("alert")
    expect(alert).to_be_visible()
    alert.get_by_role("link", name="See the rule").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Who is in a team")


def test_a_commissioner_finds_a_ruling_and_sees_what_the_profile_makes_of_it(visit: Visit) -> None:
    page = visit()
    sign_in(page, "farid")
    page.goto("/leagues/new/?ruleset=bb2025")
    page.get_by_label("Find a ruling").fill("blitz bone head")
    field = page.locator("[data-item]:visible")
    expect(field).to_have_count(1)
    expect(page.locator("details.area-group:visible")).to_have_count(1)
    differs = field.get_by_text("Differs from the profile")
    expect(field.locator("label").first).to_have_text("As in the profile: Target first")
    page.get_by_label(re.compile("Jervis: ")).check()
    expect(field.locator("label").first).to_have_text("As in the profile: Trait first")
    field.get_by_label(re.compile("^Trait first:")).check()
    expect(differs).to_be_hidden()
    field.get_by_label(re.compile("^Target first:")).check()
    expect(differs).to_be_visible()
    page.get_by_label("Find a ruling").fill("")
    expect(page.locator("details.area-group:visible")).not_to_have_count(1)


def test_the_form_of_the_rules_counts_and_finds_what_departs_from_the_profile(visit: Visit) -> None:
    page = visit(viewport=PHONE)
    sign_in(page, "farid")
    page.goto("/leagues/new/?ruleset=bb2025")
    told, items = page.locator("[data-departures]"), page.locator("[data-item]:visible")
    expect(told).to_have_text("0")
    expect(told).to_be_in_viewport()
    chapter = page.locator("details.area-group").filter(has_text="Activating and moving")
    chapter.locator("summary").click()
    chapter.get_by_label(re.compile("^Trait first:")).check()
    expect(told).to_have_text("1")
    expect(chapter.locator("summary")).to_contain_text("1 not as in the profile")
    page.get_by_label("Among", exact=True).select_option("those not as in the profile")
    expect(items).to_have_count(1)
    page.get_by_label("Find a ruling").fill("prayer")
    expect(page.locator("[data-finder] [role=status]")).to_have_text(re.compile("^None of "))
    page.get_by_label("Find a ruling").fill("")
    page.get_by_label("Among", exact=True).select_option("every point")
    page.get_by_label(re.compile("Jervis: ")).check()
    expect(told).to_have_text("0")
    expect(chapter.locator("summary")).not_to_contain_text("not as in the profile")
    summary = chapter.locator("summary")
    chapter.locator("fieldset").last.scroll_into_view_if_needed()
    assert 0 <= summary.bounding_box()["y"] < 10


def test_answers_of_every_chapter_are_there_and_stay_when_the_rules_are_saved(visit: Visit) -> None:
    decided = departures()
    commissioner = User.objects.get(username="farid")
    fields = {"name": "Many Rulings", "ruleset": "bb2025", "profile": "naf", "description": ""}
    league = league_create(commissioner=commissioner, rulings=decided, **fields)
    page = visit()
    sign_in(page, "farid")
    page.goto(f"/leagues/{league.slug}/rules/edit/")
    expect(page.locator("[data-departures]")).to_have_text(str(len(decided)))
    expect(page.locator("#rulings input[type=hidden]")).to_have_count(0)  # what the page did not carry has come
    expect(page.locator("[data-departures]")).to_have_text(str(len(decided)))
    page.get_by_role("button", name="Save the rules").click()
    expect(page.get_by_text("The rules are saved.")).to_be_visible()
    assert rulings_of(League.objects.get(pk=league.pk)) == decided


def test_chapters_open_without_scripts_and_keep_what_is_filled_in(visit: Visit) -> None:
    page = visit(java_script_enabled=False)
    sign_in(page, "farid")
    page.goto("/leagues/new/?ruleset=bb2025")
    page.get_by_label("Name", exact=True).fill("Dockside")
    for title, choice in (("Activating and moving", "Trait first"), ("Skills and traits", None)):
        chapter = page.locator("details.area-group").filter(has=page.locator("summary", has_text=title))
        chapter.locator("summary").click()
        chapter.get_by_role("button", name="Show these points").click()
        expect(chapter.locator("fieldset[data-item]").first).to_be_in_viewport()
        if choice:
            chapter.get_by_label(re.compile(f"^{choice}:")).check()
    page.get_by_label("Name", exact=True).press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text("Dockside")
    assert rulings_of(League.objects.get(name="Dockside")) == {"bb2025.blitz-target-and-negatraits": "trait-first"}


def test_a_chapter_of_the_rules_shows_its_choices_when_it_is_opened(visit: Visit) -> None:
    page = visit()
    page.goto("/rulings/bb2025/")
    chapter = page.locator("details.area-group").filter(has=page.get_by_role("heading", name="Players", exact=True))
    chapter.locator("summary").press("Enter")
    expect(chapter.locator(".choices").first).to_be_visible()
    expect(chapter.get_by_role("link", name="Show the choices too")).to_have_count(0)
    expect(chapter.locator("summary")).to_be_focused()


@pytest.mark.parametrize("viewport", [{"width": 360, "height": 640}, DESKTOP], ids=["phone", "desktop"])
def test_whoever_searches_sees_the_first_hit_however_the_word_is_spelt(visit: Visit, viewport: dict[str, int]) -> None:
    page = visit(viewport=viewport)
    sign_in(page, "farid")
    page.goto("/leagues/new/?ruleset=bb2025")
    box, told, items = (
        page.get_by_label("Find a ruling"),
        page.locator("[data-finder] [role=status]"),
        page.locator("[data-item]:visible"),
    )
    for spellings in (("kickoff", "kick off", "Kick-off"), ("trapdoor", "trap door")):
        counts = set()
        for spelling in spellings:
            box.fill(spelling)
            expect(told).to_have_text(re.compile(r"^[1-9]\d* of \d+$"))
            counts.add(told.text_content())
            bar = page.locator(".form-actions.stays").bounding_box()
            assert items.first.locator("legend").bounding_box()["y"] + 24 <= bar["y"]
            expect(box).to_be_in_viewport(ratio=1)
        assert len(counts) == 1
    box.fill("kickoff")
    under = page.locator(".subjects", has=page.get_by_role("heading", name="Kick-off", exact=True)).locator(
        "[data-item]"
    )
    assert under.count() == under.locator("visible=true").count() > 3
    left = page.locator("details.area-group:visible [data-count]").all_text_contents()
    assert sum(int(each.partition(" of ")[0]) for each in left) == items.count()
    box.fill("")
    expect(page.locator("[data-count]").first).to_have_text(re.compile(r"^\d+ points?$"))


@pytest.mark.parametrize(
    ("minutes", "told"),
    [(3 * 1440 - 1, "in 3 days"), (2 * 1440 + 23 * 60, "in 2 days 23 h"), (1440 + 30, "in 24 h 29 min")],
)
def test_a_countdown_does_not_lose_most_of_a_day(visit: Visit, minutes: int, told: str) -> None:
    page = visit()
    page.goto("/")
    mark = page.locator("[data-countdown]").first
    mark.evaluate(
        "(mark, minutes) => { mark.dataset.countdown = new Date(Date.now() + minutes * 60_000).toISOString(); }",
        minutes,
    )
    expect(mark).to_have_text(told)


def test_a_countdown_stays_on_one_line_of_a_phone(visit: Visit) -> None:
    page = visit(viewport=PHONE)
    page.goto("/")
    mark = page.locator(".fixture [data-countdown]").first
    mark.evaluate("mark => { mark.dataset.countdown = new Date(Date.now() + 475_900).toISOString(); }")
    expect(mark).to_have_text(re.compile("^in 7 min 5[0-9] s$"))
    lines = "mark => { const text = new Range(); text.selectNodeContents(mark); return text.getClientRects().length; }"
    assert mark.evaluate(lines) == 1


def test_the_ways_to_other_pages_stand_beside_their_numbers_on_a_phone(visit: Visit) -> None:
    page = visit(viewport=PHONE)
    page.goto("/leagues/")
    page.get_by_role("link", name="Iron City Battleball League").click()
    pager = page.get_by_role("navigation", name="Rounds")
    numbers = pager.get_by_role("list").bounding_box()
    for way in pager.locator("a.button").all():
        box = way.bounding_box()
        assert numbers["y"] <= box["y"] + box["height"] / 2 <= numbers["y"] + numbers["height"]


def test_drawn_dice_have_one_minus_sign(visit: Visit) -> None:
    page = visit()
    page.goto("/")
    roll = {
        "label": "catch",
        "side": 0,
        "dice": [[6, 1, "D6"]],
        "total": -1,
        "target": 3,
        "modifiers": [["marked", -2]],
        "passed": False,
        "verdict": "missed",
    }
    draw = "async (roll) => (await import('/static/js/replay/dice.js')).drawRolls([roll])[0].textContent"
    drawn = page.evaluate(draw, roll)
    assert "−2 marked= −1" in drawn
    assert "-" not in drawn


def test_the_choices_of_a_ruling_run_side_by_side(visit: Visit) -> None:
    page = visit()
    page.goto("/rulings/battleball/?q=tackle-serious-injury&kind=open")
    page.get_by_role("link", name="Serious injuries in a tackle", exact=True).click()
    group = page.locator("[data-ready]").first
    expect(group.locator(".pitch")).to_have_count(2)
    group.get_by_role("button", name="To the end").click()
    words = group.locator(".stage-text")
    expect(words.nth(0)).to_contain_text("is seriously injured")
    expect(words.nth(1)).not_to_contain_text("seriously")
    group.get_by_role("button", name="Back to the start").click()
    expect(words.nth(0)).to_have_text("The position.")
    expect(words.nth(1)).to_have_text("The position.")


def test_the_theme_is_kept(visit: Visit) -> None:
    page = visit(color_scheme="light")
    page.goto("/")
    background = "getComputedStyle(document.body).backgroundColor"
    light = page.evaluate(background)
    page.get_by_role("button", name="Switch to the dark theme").click()
    dark = page.evaluate(background)
    assert dark != light
    page.goto("/teams/")
    assert page.evaluate(background) == dark
    expect(page.get_by_role("button", name="Switch to the light theme")).to_be_visible()


def test_times_are_the_browsers_until_the_account_has_a_zone(visit: Visit) -> None:
    """Shown alike with scripts and without, and typed in the same zone."""
    page = visit(timezone_id="Asia/Tokyo", locale="en-GB")

    def expect_times(zone: str) -> None:
        page.goto("/matches/?show=upcoming")
        moment = page.locator("time[data-local]").first
        stored = datetime.fromisoformat(str(moment.get_attribute("datetime"))).astimezone(ZoneInfo(zone))
        expect(moment).to_contain_text(f"{stored:%H:%M}")
        expect(moment).to_contain_text(re.compile(r"JST|CES?T|GMT[+]"))
        expect(page.locator(".site-foot")).to_contain_text(f"Times are in {zone}.")
        assert f">{stored:%a %d %b, %H:%M %Z}<" in page.request.get("/matches/?show=upcoming").text()

    expect_times("Asia/Tokyo")
    User.objects.filter(username="cara").update(time_zone="")
    sign_in(page, "cara")
    assert User.objects.get(username="cara").time_zone == "Asia/Tokyo"
    page.goto("/you/")
    page.get_by_label("Time zone").select_option("Europe/Berlin")
    page.get_by_role("button", name="Save the time zone").click()
    expect_times("Europe/Berlin")
    page.goto("/leagues/harbour-lights-cup/seasons/1/edit/")
    expect(page.get_by_text("In your time zone, Europe/Berlin.")).to_be_visible()


def test_a_moment_of_another_year_says_so(visit: Visit) -> None:
    page = visit(timezone_id="UTC", locale="en-GB")
    page.clock.set_fixed_time("2031-05-01T12:00:00Z")
    page.goto("/matches/?show=upcoming")
    moment = page.locator("time[data-local]").first
    expect(moment).to_contain_text(moment.get_attribute("datetime")[:4])
    page.clock.set_fixed_time(moment.get_attribute("datetime"))
    page.reload()
    expect(moment).not_to_contain_text(moment.get_attribute("datetime")[:4])


def test_a_league_page_shows_a_result_without_being_loaded_again(visit: Visit) -> None:
    page = visit()
    league = "iron-city-battleball-league"
    waiting = Match.objects.filter(resolved_at=None, fixture__round__season__league__slug=league)
    match = waiting.order_by("due_at", "pk").first()
    services.match_lock(match_id=match.pk)
    Match.objects.filter(pk=match.pk).update(due_at=timezone.now())
    page.goto(f"/leagues/{league}/")
    line = page.locator(f"a.fixture[href='/matches/{match.pk}/']")
    expect(line).to_contain_text("due now")
    page.evaluate("window.kept = true")
    services.match_resolve(match_id=match.pk)
    expect(line.locator(".score")).to_be_visible(timeout=20_000)
    assert page.evaluate("window.kept")
    result = Match.objects.get(pk=match.pk).fixture.result
    expect(line.locator(".score")).to_have_text(f"{result.home_score} : {result.away_score}")
    expect(page.locator("#round .section-head time")).to_contain_text("\u00a0")  # in the browser's own words again


def test_with_reduced_motion_nothing_slides(visit: Visit) -> None:
    page = visit(reduced_motion="reduce")
    open_played_match(page)
    for _ in range(8):
        page.keyboard.press("ArrowRight")
    assert page.evaluate("document.getAnimations().length") == 0


def test_without_javascript_the_ticker_tells_the_match(visit: Visit) -> None:
    page = visit(java_script_enabled=False)
    page.goto("/matches/")
    page.locator("a.fixture").first.click()
    expect(page.locator("#ticker")).to_contain_text("Full time")
    expect(page.locator("[data-theme-toggle]")).to_be_hidden()
