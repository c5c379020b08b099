"""Which narrator tells which game, and in which words its scenarios expect things, by game."""

from collections.abc import Mapping
from typing import Any

from matches.narration import Narrator
from matches.narration.battleball import Battleball
from matches.narration.bloodbowl import Bloodbowl, expected

NARRATORS: dict[str, type[Narrator]] = {
    "battleball": Battleball,
    "bloodbowl": Bloodbowl,
}
EXPECTED: dict[str, Mapping[str, Any]] = {"bloodbowl": expected.LINES}
