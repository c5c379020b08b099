"""What the engine's tests share: the two teams of the box, and matches played by built-in coaches."""

from typing import Any

import pytest

import engine
from engine.core.ruleset import Ruleset
from engine.core.ruling import Rulings


@pytest.fixture(scope="session")
def battleball() -> Ruleset:
    return engine.ruleset("battleball")


@pytest.fixture(scope="session")
def rulings(battleball: Ruleset) -> Rulings:
    return battleball.rulings()


@pytest.fixture(scope="session")
def sheets(battleball: Ruleset) -> tuple[Any, Any]:
    home, away = battleball.standard_sheets().values()
    return home, away


@pytest.fixture(scope="session")
def record(rulings: Rulings, sheets: tuple[Any, Any]) -> engine.Record:
    return engine.play(ruleset="battleball", rulings=rulings, sheets=sheets, seed="fixture")
