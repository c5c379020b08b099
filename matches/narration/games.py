"""Which narrator tells which game, and in which words its scenarios expect things, by the key of the ruleset."""

from collections.abc import Mapping
from typing import Any

from matches.narration import Narrator
from matches.narration.battleball import Battleball
from matches.narration.bloodbowl import Bloodbowl, expected

NARRATORS: dict[str, type[Narrator]] = {
    "battleball": Battleball,
    "bb2025": Bloodbowl,
}
EXPECTED: dict[str, Mapping[str, Any]] = {"bb2025": expected.LINES}
