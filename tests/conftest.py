"""What every suite shares: which optional suites can run here, and what is said when they cannot.

Two suites need more than Python: ``live`` (PostgreSQL, Redis, worker processes) and ``browser`` (Chromium). They run
whenever they can. Where they cannot, their tests are skipped and the end of the run says so; with
``DUGOUT_REQUIRE_ALL=1`` nothing may be missing and nothing may be skipped.
"""

import os
import shutil
from functools import cache
from pathlib import Path

import psycopg
import pytest
import redis
from django.core.cache import cache as django_cache
from hypothesis import HealthCheck, settings

REQUIRE_ALL = os.environ.get("DUGOUT_REQUIRE_ALL") == "1"
DATABASE_URL = os.environ.get("DUGOUT_TEST_DATABASE_URL", "postgresql://root@127.0.0.1:5432/postgres")
REDIS_URL = os.environ.get("DUGOUT_TEST_REDIS_URL", "redis://127.0.0.1:6379/0")
CHROMIUM = os.environ.get("CHROMIUM", "/usr/bin/chromium")

# Property tests try the same examples each time, however slow the machine is.
settings.register_profile("suite", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("suite")


@cache
def live_missing() -> str:
    """Why the live suite cannot run, or an empty string."""
    try:
        psycopg.connect(DATABASE_URL, connect_timeout=2).close()
    except psycopg.Error as error:
        return f"PostgreSQL does not answer ({str(error).strip().splitlines()[0]})"
    try:
        with redis.Redis.from_url(REDIS_URL, socket_timeout=2) as client:
            client.ping()
    except redis.RedisError as error:
        return f"Redis does not answer ({error})"
    if shutil.which("redis-server") is None:
        return "there is no redis-server to start and stop in the broker tests"
    return ""


@cache
def browser_missing() -> str:
    """Why the browser suite cannot run, or an empty string."""
    if Path(CHROMIUM).exists() or shutil.which(CHROMIUM):
        return ""
    return f"there is no Chromium at {CHROMIUM} (set CHROMIUM to another path)"


SUITES = {"live": live_missing, "browser": browser_missing}


def pytest_configure(config: pytest.Config) -> None:
    if REQUIRE_ALL:
        for name, missing in SUITES.items():
            if reason := missing():
                raise pytest.UsageError(f"The {name} suite is compulsory here and cannot run: {reason}.")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        for name, missing in SUITES.items():
            if item.get_closest_marker(name) is not None and (reason := missing()):
                item.add_marker(pytest.mark.skip(reason=f"{name} suite: {reason}"))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    skipped = [str(report.longrepr) for report in terminalreporter.stats.get("skipped", [])]
    for name, missing in SUITES.items():
        count = sum(f"{name} suite: " in text for text in skipped)
        if count:
            terminalreporter.section(f"{name} suite did not run", yellow=True, bold=True)
            terminalreporter.line(f"{count} tests were left out because {missing()}.")


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    if REQUIRE_ALL and reporter is not None and reporter.stats.get("skipped"):
        reporter.section("skipped tests are not allowed here", red=True, bold=True)
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


@pytest.fixture(autouse=True)
def empty_cache() -> None:
    """Rate limits counted in one test must not refuse the next one."""
    django_cache.clear()


@pytest.fixture(scope="session")
def chromium_path() -> str:
    """The browser to give Playwright as ``executable_path``."""
    return shutil.which(CHROMIUM) or CHROMIUM
