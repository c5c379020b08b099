"""Which narrator tells which game, and in which words its scenarios expect things, by game."""

from collections.abc import Mapping
from typing import Any

from replays.narration import Narrator
from replays.narration.battleball import Battleball
from replays.narration.bloodbowl import Bloodbowl, expected

NARRATORS: dict[str, type[Narrator]] = {
    "battleball": Battleball,
    "bloodbowl": Bloodbowl,
}
EXPECTED: dict[str, Mapping[str, Any]] = {"bloodbowl": expected.LINES}
