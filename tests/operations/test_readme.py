"""The README stays true: what it counts is what there is."""

import re
from pathlib import Path

import engine
from engine.core.ruleset import Ruleset

README = " ".join((Path(engine.__file__).parent.parent / "README.md").read_text(encoding="utf-8").split())


def counted(rules: Ruleset) -> str:
    entries = rules.catalogue.in_play()
    fixed = sum(entry.fixed for entry in entries)
    return f"{fixed} rules and {len(entries) - fixed} rulings"


def test_the_readme_counts_truly() -> None:
    bowl = engine.ruleset("bb2025")
    assert f"**Battleball**, with {counted(engine.ruleset('battleball'))}," in README
    assert (
        f"with {len(bowl.team_lists())} team lists, {len(bowl.skill_names())} skills and traits and {counted(bowl)}:"
        in README
    )


def test_every_page_that_the_readme_names_is_there() -> None:
    root = Path(engine.__file__).parent.parent
    named = re.findall(r"\]\(([^)]+)\)", README)
    assert named
    assert [name for name in named if not (root / name).exists()] == []
