"""Takes a picture of every main page, light and dark, on a phone and on a desktop.

Without ``--base-url`` it starts an application of its own with a temporary data directory, waits for the demonstration's
first results, and stops it afterwards. ``CHROMIUM`` names another browser than Debian's.
"""

import argparse
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

ROOT = Path(__file__).resolve().parent.parent
CHROMIUM = os.environ.get("CHROMIUM", "/usr/bin/chromium")
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
SIZES = {"phone": (390, 844), "desktop": (1280, 900)}
HIGHEST = 4000  # pixels of a page that a picture shows
THEMES = ("light", "dark")
SECONDS_TO_RESULTS = 150.0
SIGN_IN = ("cara", "dugout-demo")
LEAGUE = "leagues/iron-city-battleball-league/"
BOWL = "leagues/crossroads-bowl/"
PLAYED = {
    "block": "both-down-first-player",
    "push": "push-trapdoor-timing",
    "foul": "lone-fouler-rerolled-double",
    "captain": "captain-saves-loner-loss",
    "kick-off": "high-kick-into-opponents-half",
}
PAGES = {
    "home": "",
    "leagues": "leagues/",
    "league": LEAGUE,
    "league-open": "leagues/harbour-lights-cup/",
    "league-figures": f"{LEAGUE}seasons/1/figures/",
    "league-place": f"{LEAGUE}seasons/1/places/northgate-gulls/",
    "league-what-if": f"{LEAGUE}what-if/?preset=naf-schedule",
    "league-table-rules": "leagues/harbour-lights-cup/seasons/1/table-rules/",
    "league-rules": f"{LEAGUE}rules/",
    "league-rules-edit": f"{LEAGUE}rules/edit/",
    "league-new": "leagues/new/",
    "league-log": f"{LEAGUE}log/",
    "league-hand-over": f"{LEAGUE}commissioner/",
    "teams": "teams/",
    "team": "teams/northgate-gulls/",
    "team-new": "teams/new/",
    "matches": "matches/",
    "match": "{match}",
    "match-next": "{next}",
    "rulings": "rulings/battleball/",
    "ruling": "rulings/battleball/battleball.turn-end-whose-fumble/",
    "rule": "rulings/battleball/battleball.pass-complete/",
    "bowl": BOWL,
    "bowl-match": "{bowl}",
    "bowl-analysis": "{bowl}analysis/",
    "bowl-team": "teams/tollgate-trumpeters/",
    "bowl-rules-edit": f"{BOWL}rules/edit/",
    "bowl-rulings": "rulings/bb2025/",
    "bowl-compare": "rulings/bb2025/compare/",
    "bowl-skills": "rulings/bb2025/skills/",
    "bowl-skill": "rulings/bb2025/skills/frenzy/",
    **{f"bowl-{kind}": f"rulings/bb2025/bb2025.{id}/" for kind, id in PLAYED.items()},
    "you": "you/",
    "you-delete": "you/delete/",
    "not-found": "leagues/nowhere/",
}
SIGNED_OUT = {"sign-in": "accounts/login/", "sign-up": "accounts/signup/", "password": "accounts/password/reset/"}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--base-url", help="a running demonstration; without it, one is started")
    parser.add_argument("--out", type=Path, default=ROOT / "var" / "screenshots", help="where the pictures go")
    parser.add_argument("--only", nargs="*", default=[], help="names of pages, for example: home match")
    parser.add_argument("--width", type=int, help="another width for the phone")
    options = parser.parse_args()
    if not (Path(CHROMIUM).exists() or shutil.which(CHROMIUM)):
        print(f"There is no Chromium at {CHROMIUM}; set CHROMIUM to another path.", file=sys.stderr)
        return 2
    if options.width:
        SIZES["phone"] = (options.width, SIZES["phone"][1])
    options.out.mkdir(parents=True, exist_ok=True)
    if options.base_url:
        take_all(options.base_url.rstrip("/") + "/", options.out, options.only)
    else:
        with own_demo() as base_url:
            take_all(base_url, options.out, options.only)
    return 0


def take_all(base_url: str, out: Path, only: list[str]) -> None:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        for device, (width, height) in SIZES.items():
            for theme in THEMES:
                size = {"width": width, "height": height}
                take_theme(browser, base_url, out, only, name=f"{device}-{theme}", size=size, theme=theme)
        browser.close()


def take_theme(
    browser: Browser, base_url: str, out: Path, only: list[str], *, name: str, size: dict[str, int], theme: str
) -> None:
    context = browser.new_context(viewport=size, color_scheme=theme, base_url=base_url, reduced_motion="reduce")
    page = context.new_page()
    links = match_links(page)
    for key, path in SIGNED_OUT.items():
        take(page, key, path, out, only, name)
    page.goto("accounts/login/")
    page.get_by_label("User name or e-mail").fill(SIGN_IN[0])
    page.get_by_label("Password", exact=False).first.fill(SIGN_IN[1])
    page.get_by_role("button", name="Sign in").click()
    page.wait_for_url(base_url)
    for key, path in PAGES.items():
        take(page, key, path.format(**links), out, only, name)
    context.close()


def match_links(page: Page) -> dict[str, str]:
    """The addresses of a played and of a coming match."""
    links = {}
    for key, address in (("match", LEAGUE), ("bowl", BOWL), ("next", "matches/?show=upcoming")):
        page.goto(address)
        links[key] = str(page.locator("a.fixture").first.get_attribute("href")).lstrip("/")
    return links


def take(page: Page, key: str, path: str, out: Path, only: list[str], name: str) -> None:
    if only and key not in only:
        return
    page.goto(path)
    for replay in page.locator("[data-replay]").all():
        replay.locator(".transport").wait_for()
        if "side-by-side" in str(replay.get_attribute("class")):
            replay.get_by_role("button", name="To the end").click()
    if key in ("match", "bowl-match"):
        for _ in range(9):
            page.get_by_role("button", name="Next moment").click()
    # A picture of the whole page is one long sheet, on which nothing can stick to the lower edge of the window.
    page.evaluate(
        "document.querySelectorAll('.transport, .draft-bar, .form-actions.stays').forEach(bar => { bar.style.position = 'static'; })"
    )
    file = out / f"{key}-{name}.png"
    height = min(page.evaluate("document.documentElement.scrollHeight"), HIGHEST)
    page.screenshot(
        path=file, full_page=True, clip={"x": 0, "y": 0, "width": page.viewport_size["width"], "height": height}
    )
    overflow = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    print(f"{file.name}{f'  {overflow} px too wide' if overflow > 0 else ''}")


@contextmanager
def own_demo() -> Iterator[str]:
    """A whole application on a free port, with its own data, until the block is left."""
    with tempfile.TemporaryDirectory(prefix="dugout-screenshots-") as var, socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
        probe.close()
        environment = {**os.environ, "DUGOUT_VAR": var, "HOST": "127.0.0.1", "PORT": str(port)}
        process = subprocess.Popen([sys.executable, str(ROOT / "scripts" / "up.py")], env=environment)
        try:
            base_url = f"http://127.0.0.1:{port}/"
            wait_for_results(base_url, process)
            yield base_url
        finally:
            process.send_signal(signal.SIGTERM)
            process.wait(timeout=30)


def wait_for_results(base_url: str, process: subprocess.Popen[bytes]) -> None:
    deadline = time.monotonic() + SECONDS_TO_RESULTS
    while time.monotonic() < deadline:
        if process.poll() is not None:
            raise SystemExit("The application stopped before it answered.")
        try:
            with urllib.request.urlopen(f"{base_url}matches/", timeout=5) as answer:  # noqa: S310  our own address
                if b'class="score"' in answer.read():
                    return
        except (urllib.error.URLError, OSError):
            pass
        time.sleep(1)
    raise SystemExit("The demonstration has no result yet; is the worker running?")


if __name__ == "__main__":
    sys.exit(main())
