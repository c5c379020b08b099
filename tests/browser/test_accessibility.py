"""Axe finds nothing serious on any main page, in either theme, on phone and desktop; nothing is wider than its screen."""

from collections.abc import Callable

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.urls import reverse
from playwright.sync_api import Page, expect

from accounts.models import User
from matches.models import Match
from matches.services import match_lock, match_resolve
from teams.models import Team
from tests.browser.conftest import NOWHERE, sign_in
from tests.builders import matches_of, running_season

pytestmark = pytest.mark.browser

LEAGUE = "/leagues/iron-city-battleball-league/"
PAGES = [
    "/",
    "/leagues/",
    LEAGUE,
    f"{LEAGUE}seasons/1/places/northgate-gulls/",
    f"{LEAGUE}seasons/1/figures/",
    f"{LEAGUE}what-if/?preset=book-2025-bonus",
    f"{LEAGUE}rules/",
    f"{LEAGUE}log/",
    f"{LEAGUE}commissioner/",
    f"{LEAGUE}staff/",
    f"{LEAGUE}decisions/",
    f"{LEAGUE}door/",
    f"{LEAGUE}keeping/",
    f"{LEAGUE}seasons/1/control/",
    f"{LEAGUE}seasons/1/measures/",
    "/leagues/harbour-lights-cup/",
    "/leagues/new/",
    "/teams/",
    "/teams/northgate-gulls/",
    "/teams/tollgate-trumpeters/",
    "/teams/tollgate-trumpeters/ledger/",
    "/teams/tollgate-trumpeters/players/1/",
    "/teams/tollgate-trumpeters/print/",
    "/teams/new/",
    "/matches/",
    "{played}",
    "{next}",
    "{next}decide/",
    "{bowl}analysis/",
    "/rulings/battleball/?area=pass",
    "/rulings/battleball/battleball.tackle-serious-injury/",
    "/rulings/bb2025/",
    "/rulings/bb2025/?kind=differ",
    "/rulings/bb2025/compare/",
    "/rulings/bb2025/skills/dodge/",
    "/rulings/bb2025/tables/",
    "/leagues/new/?ruleset=bb2025",
    "/you/",
    "/you/delete/",
    NOWHERE,
]
SIGNED_OUT = ["/accounts/login/", "/accounts/signup/", "/accounts/password/reset/"]
BRACKET_AND_LADDER = {"Cup": {"format": "knock-out"}, "Rungs": {"format": "ladder"}}
WIDTHS = {"phone": (390, 360), "desktop": (1280, 768)}  # axe looks at the first, both must hold the page
# The spaces of a pitch are one picture with a name; axe would look at each of them.
SCOPE = {"exclude": [[".camera"]]}


def serious(page: Page, **options: object) -> list[str]:
    found = Axe().run(page, context=SCOPE, options={"resultTypes": ["violations"], **options}).response["violations"]
    return [
        f"{page.url}: {each['id']} ({each['impact']}) at {each['nodes'][0]['target']}: {each['nodes'][0]['failureSummary']}"
        for each in found
        if each["impact"] in {"serious", "critical"}
    ]


def check(page: Page, path: str, other_width: int) -> list[str]:
    page.emulate_media(color_scheme="light", reduced_motion="reduce")
    page.goto(path)
    for replay in page.locator("[data-replay]").all():
        replay.locator(".transport").wait_for()
    problems = [*serious(page), *too_wide(page)]
    page.emulate_media(color_scheme="dark", reduced_motion="reduce")
    problems += serious(page, runOnly=["color-contrast", "link-in-text-block"])
    usual = page.viewport_size
    page.set_viewport_size({**usual, "width": other_width})
    problems += too_wide(page)
    page.set_viewport_size(usual)
    return problems


def too_wide(page: Page) -> list[str]:
    width = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    return [f"{page.url}: {width} px wider than a screen of {page.viewport_size['width']}"] if width > 0 else []


@pytest.mark.parametrize("device", ["phone", "desktop"])
def test_axe_finds_nothing_serious(visit: Callable[..., Page], device: str) -> None:
    width, other = WIDTHS[device]
    page = visit(viewport={"width": width, "height": 850})
    problems = [problem for path in SIGNED_OUT for problem in check(page, path, other)]
    sign_in(page, "cara")
    played = Match.objects.filter(resolved_at__isnull=False).first()
    coming = Match.objects.filter(resolved_at__isnull=True).last()
    bowl = Match.objects.filter(resolved_at__isnull=False, fixture__round__season__league__ruleset="bb2025").first()
    places = {name: f"/matches/{match.pk}/" for name, match in (("played", played), ("next", coming), ("bowl", bowl))}
    problems += [problem for path in PAGES for problem in check(page, path.format(**places), other)]
    assert problems == []


def test_a_bracket_and_a_ladder_fit_a_phone_and_are_readable_for_everybody(visit: Callable[..., Page]) -> None:
    page = visit(viewport={"width": 390, "height": 850})
    sign_in(page, "cara")
    problems = []
    for name, stages in BRACKET_AND_LADDER.items():
        season = running_season(teams=8, name=name, stages=[stages])
        for match in matches_of(season)[:2]:
            match_lock(match_id=match.pk)
            match_resolve(match_id=match.pk)
        Team.objects.filter(pk=season.entries.values("team")[:1]).update(owner=User.objects.get(username="cara"))
        problems += check(page, reverse("league:season", args=[season.league.slug, season.number]), 360)
    assert problems == []


# What acts and is lower than a finger is wide. A link within a sentence may be, and so may the timeline: buttons do the same.
TOO_LOW = """() => [...document.querySelectorAll('a, button, select, summary, input:not([type=hidden], [type=range])')]
  .filter(each => each.getClientRects().length && getComputedStyle(each).display !== 'inline' && !each.closest('.visually-hidden, .skip'))
  .map(each => [each, each.matches('[type=radio], [type=checkbox]') ? each.labels[0] ?? each : each])
  .map(([each, felt]) => [each, felt.getBoundingClientRect().height + 2 * Math.max(0, -parseFloat(getComputedStyle(felt, '::after').top) || 0)])
  .filter(([, height]) => height < 40)
  .map(([each, height]) => `${location.pathname}: ${each.outerHTML.slice(0, 80)} is ${Math.round(height)} px high`)"""


def test_everything_that_acts_is_high_enough_for_a_finger(visit: Callable[..., Page]) -> None:
    page = visit(viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True)
    sign_in(page, "abel")
    problems = []
    for path in (
        "/",
        "/leagues/crossroads-bowl/",
        "/teams/tollgate-trumpeters/",
        "/teams/tollgate-trumpeters/orders/",
        "/teams/tollgate-trumpeters/plan/",
        "/matches/",
        "/rulings/bb2025/?q=push",
        "/leagues/new/?ruleset=bb2025",
        "/you/",
    ):
        page.goto(path)
        page.evaluate("document.querySelectorAll('details').forEach(each => { each.open = true; })")
        expect(page.locator("details [hx-trigger^=toggle]")).to_have_count(0)
        problems += page.evaluate(TOO_LOW)
    assert problems == []
