"""What no linter knows: documents agree with the code, nothing is loaded from elsewhere, files stay readable."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.operations.processes import ROOT

LEFT_OUT = {".git", ".venv", "var", "__pycache__", "node_modules"}
MOST_LINES = 400
PYTHON = (
    "accounts",
    "api",
    "config",
    "engine",
    "journal",
    "league",
    "matches",
    "operations",
    "outbox",
    "pages",
    "replays",
    "scripts",
    "teams",
)
TEXT = {".py", ".md", ".html", ".css", ".js", ".toml", ".yml", ".yaml", ".svg", ".txt", ""}


def files(*folders: str, suffixes: set[str] = TEXT) -> Iterator[Path]:
    for folder in folders or (".",):
        for path in sorted((ROOT / folder).rglob("*")):
            parts = set(path.relative_to(ROOT).parts)
            if path.is_file() and path.suffix in suffixes and not parts & LEFT_OUT and not has_cache(parts):
                yield path


def has_cache(parts: set[str]) -> bool:
    return any(part.endswith("_cache") or part.startswith(".hypothesis") for part in parts)


def documented_variables() -> set[str]:
    """The first column of the table in docs/operations.md."""
    table = [
        line.split("|")[1]
        for line in (ROOT / "docs" / "operations.md").read_text().splitlines()
        if line.startswith("| `")
    ]
    return set(re.findall(r"`([A-Z_]+)`", " ".join(table)))


def test_operations_lists_exactly_the_variables_that_are_read() -> None:
    read = set(re.findall(r'\b(?:env\.\w+|verbatim)\(\s*"([A-Z_]+)"', (ROOT / "config" / "settings.py").read_text()))
    read |= set(re.findall(r'os\.environ\.get\("([A-Z_]+)"\)', (ROOT / "scripts" / "up.py").read_text()))
    read |= {"WEB_PROCESSES", "WORKER_CONCURRENCY"}
    assert documented_variables() == read


def test_pages_load_nothing_from_elsewhere() -> None:
    """Links that a person may follow are fine; what a browser fetches by itself is not."""
    fetched = re.compile(
        r"""(<(script|link|img|iframe|use)\b[^>]*?(src|href)=["'](https?:)?//|@import\s+["']?https?:|url\(["']?https?:)"""
    )
    found = [str(path) for path in files("templates", "static") if fetched.search(path.read_text(errors="replace"))]
    assert found == []


def test_pages_need_no_inline_script_or_style() -> None:
    """The Content-Security-Policy would refuse them."""
    inline = re.compile(
        r"<script(?![^>]*\b(src=|type=.application/json))[^>]*>|<style\b|\sstyle=|\son[a-z]+=[\"']|href=.javascript:",
        re.IGNORECASE,
    )
    found = {
        str(path.relative_to(ROOT)): match[0]
        for path in files("templates", suffixes={".html"})
        if (match := inline.search(path.read_text()))
    }
    assert found == {}


@pytest.mark.parametrize("word", ["TODO", "FIXME", "XXX"])
def test_nothing_is_left_for_later(word: str) -> None:
    folders = (*PYTHON, "templates", "static")
    pattern = re.compile(rf"\b{word}\b")
    assert [str(path) for path in files(*folders) if pattern.search(path.read_text(errors="replace"))] == []


def test_templates_stay_readable() -> None:
    long = {
        f"{path.relative_to(ROOT)}:{number}": len(line)
        for path in files("templates", suffixes={".html"})
        for number, line in enumerate(path.read_text().splitlines(), start=1)
        if len(line) > 160
    }
    assert long == {}


def test_source_files_stay_readable() -> None:
    long = {
        str(path.relative_to(ROOT)): lines
        for path in files(*PYTHON, suffixes={".py"})
        if (lines := len(path.read_text().splitlines())) > MOST_LINES
    }
    assert long == {}
