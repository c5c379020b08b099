"""A commissioner decides, a coach agrees on a time: with a preview before, and a trace in ledgers and standings after."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import Page

from matches.models import Match, Measure
from teams.models import LedgerRow
from tests.browser.conftest import PASSWORD, sign_in

pytestmark = pytest.mark.browser
Visit = Callable[..., Page]


def decide(page: Page, match: Match, title: str, **fields: str) -> Measure:
    """Fill in a form, look at the preview, confirm it."""
    page.goto(f"/matches/{match.pk}/decide/")
    page.get_by_text(title, exact=True).click()
    card = page.locator("details[open]")
    for label, value in fields.items():
        named = card.get_by_label(label.replace("_", " "))
        if named.first.get_attribute("type") == "radio":
            named.first.check()
        else:
            named.first.fill(value)
    card.get_by_label("Reason").fill("So it was agreed.")
    card.get_by_role("button").click()
    assert "Nothing is decided yet" in page.locator("main").inner_text()
    before = Measure.objects.count()
    page.get_by_role("button", name="Decide it").click()
    page.get_by_text("It is decided").wait_for()
    assert Measure.objects.count() == before + 1
    assert "So it was agreed." in page.locator("main").inner_text()
    return Measure.objects.latest("pk")


def test_a_commissioner_decides_about_matches(visit: Visit) -> None:
    page = visit()
    sign_in(page, "cara")
    played = Match.objects.filter(
        resolved_at__isnull=False,
        fixture__round__season__league__ruleset="bb2025",
        fixture__round__season__state="running",
    ).first()
    rows = LedgerRow.objects.filter(team=played.fixture.home).count()
    measure = decide(page, played, "Declare it void", Take_back="")
    assert LedgerRow.objects.filter(team=played.fixture.home).count() > rows
    page.goto(f"/teams/{played.fixture.home.slug}/ledger/")
    assert "Taken back" in page.locator("main").inner_text()
    page.goto(f"/leagues/{measure.season.league.slug}/seasons/{measure.season.number}/measures/")
    page.get_by_role("link", name="All that it changed").click()
    assert "Standings" in page.locator("main").inner_text() or "Matches" in page.locator("main").inner_text()
    waiting = list(
        Match.objects.filter(locked_at__isnull=True, resolved_at__isnull=True, fixture__round__season=measure.season)
    )
    later = (timezone.now() + timedelta(days=30)).strftime("%Y-%m-%dT20:00")
    decide(page, waiting[0], "Play it at another time", New=later)
    decide(page, waiting[0], "Swap home and away")
    decide(page, waiting[0], "A side gives it up", The_away_side="")
    decide(page, waiting[1], "Nobody played it")
    decide(page, waiting[2], "Decide the result", Score_of_the_home="3", Score_of_the_away="1")
    page.goto(f"/leagues/{measure.season.league.slug}/")
    assert page.locator("table.standings").is_visible()


def test_two_coaches_agree_on_a_time(visit: Visit) -> None:
    match = Match.objects.filter(locked_at__isnull=True, resolved_at__isnull=True, fixture__void=False).latest("due_at")
    Match.objects.filter(pk=match.pk).update(due_at=timezone.now() + timedelta(days=3))
    for owner in (match.fixture.home.owner, match.fixture.away.owner):
        owner.set_password(PASSWORD)
        owner.save()
    home, away = visit(), visit()
    sign_in(home, match.fixture.home.owner.username)
    home.goto(f"/matches/{match.pk}/")
    home.get_by_role("link", name="Agree on a time").click()
    home.get_by_label("Kick-off").fill((timezone.now() + timedelta(days=5)).strftime("%Y-%m-%dT19:00"))
    home.get_by_role("button", name="Propose").click()
    home.get_by_text("The other coach is asked").wait_for()
    sign_in(away, match.fixture.away.owner.username)
    away.goto(f"/matches/{match.pk}/time/")
    away.get_by_role("button", name="Accept").click()
    away.get_by_text("The match is moved").wait_for()
    match.refresh_from_db()
    assert match.due_at - timezone.now() > timedelta(days=3, hours=12)
