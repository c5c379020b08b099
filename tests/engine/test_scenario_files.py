"""Where scenario files lie."""

from collections import Counter
from pathlib import Path

import pytest

import engine
from engine import scenario
from engine.cli import main
from engine.core.ruleset import SCENARIOS
from engine.handbook import topics
from engine.rulesets import KNOWN, ruleset


@pytest.mark.parametrize("key", KNOWN)
def test_no_two_scenario_files_of_a_ruleset_have_the_same_name(key: str) -> None:
    names = Counter(path.stem for path in engine.scenarios(key))
    assert [name for name, count in names.items() if count > 1] == []


@pytest.mark.parametrize("key", KNOWN)
def test_every_chapter_has_a_folder_of_its_own(key: str) -> None:
    categories = {topic.id: topic.group for topic in topics(key) if topic.kind == "skill"}
    homes: dict[str, set[str]] = {}
    for path in (SCENARIOS / key).rglob("*.yaml"):
        place = path.parent.relative_to(SCENARIOS / key).as_posix()
        homes.setdefault(_chapter(scenario.load(path), categories), set()).add(place)
    assert {chapter: places for chapter, places in homes.items() if len(places) > 1} == {}
    assert len({place for places in homes.values() for place in places}) == len(homes)


def _chapter(loaded: scenario.Scenario, categories: dict[str, str]) -> str:
    """What the files of one folder have in common."""
    if loaded.kind == "table":
        return "tables"
    name = loaded.id.partition(".")[2]
    if loaded.kind in ("rule", "ruling"):
        entry = ruleset(loaded.ruleset.key).catalogue.entry(loaded.id)
        if not entry.area.startswith("skill:"):
            return entry.chapter
        name = entry.subject
    return f"skills: {categories[name]}"


def test_a_folder_of_scenarios_is_played_like_its_files(capsys: pytest.CaptureFixture[str]) -> None:
    folder: Path = SCENARIOS / "bb2025" / "players"
    assert main(["scenario", str(folder)]) == 0
    played = sum(len(scenario.load(path).choices) for path in folder.glob("*.yaml"))
    assert capsys.readouterr().out == f"{played} passed, 0 failed\n"
