"""A browser, and a demonstration whose first round has been played, on a live server."""

import os
from collections.abc import Callable, Iterator
from itertools import count

import pytest
from django.core.management import call_command
from django.utils import timezone
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, sync_playwright
from pytest_django import DjangoDbBlocker
from pytest_django.live_server_helper import LiveServer

from matches import services
from operations.demo import demo_create
from teams.seeds import seeds_from
from tests.builders import lock_due

# Playwright's own event loop runs in the thread of the tests, which also writes the rows that the live server shows.
os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"

PASSWORD = "a good password"
NOWHERE = "/leagues/nowhere/"
PHONE, DESKTOP = {"width": 390, "height": 844}, {"width": 1280, "height": 900}
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


@pytest.fixture(scope="session")
def browser(chromium_path: str) -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium_path, args=ARGUMENTS)
        yield browser
        browser.close()


@pytest.fixture(scope="module")
def db(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    """Stands in for pytest-django's: one database for all tests of a file, emptied after the last of them."""
    with django_db_blocker.unblock():
        yield
        call_command("flush", interactive=False, verbosity=0)


@pytest.fixture(scope="module")
def demo(db: None) -> Iterator[str]:
    """The address of a site with the demonstration, one round of it played with the same seeds every time."""
    seeds = (f"{number:064x}" for number in count(1))
    with seeds_from(lambda what: next(seeds)):
        demo_create(password=PASSWORD)
        now = timezone.now()
        lock_due(now)
        for match_id in services.matches_claim_due(now=now, worker="test"):
            assert services.match_resolve(match_id=match_id) == services.Outcome.RESOLVED
    server = LiveServer("localhost")
    yield str(server.url)
    server.stop()


@pytest.fixture
def visit(browser: Browser, demo: str) -> Iterator[Callable[..., Page]]:
    """Opens pages in fresh contexts; a script that fails anywhere fails the test."""
    contexts: list[BrowserContext] = []
    troubles: list[str] = []

    def open_page(**options: object) -> Page:
        context = browser.new_context(base_url=demo, **{"viewport": DESKTOP, **options})
        context.set_default_timeout(15_000)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: troubles.append(str(error)))
        page.on("console", lambda message: troubles.append(message.text) if is_trouble(message) else None)
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert troubles == []


def is_trouble(message: ConsoleMessage) -> bool:
    """A browser also complains about the page that is meant not to exist."""
    return message.type == "error" and not message.location["url"].endswith(NOWHERE)


def sign_in(page: Page, name: str) -> None:
    page.goto("/accounts/login/")
    page.locator("input[name=login]").fill(name)
    page.locator("input[name=password]").fill(PASSWORD)
    page.get_by_role("main").get_by_role("button", name="Sign in").click()
    page.get_by_role("link", name=name).wait_for()
