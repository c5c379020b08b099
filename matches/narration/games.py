"""Which narrator tells which game, by the key of the ruleset."""

from matches.narration import Narrator
from matches.narration.battleball import Battleball
from matches.narration.bloodbowl import Bloodbowl

NARRATORS: dict[str, type[Narrator]] = {
    "battleball": Battleball,
    "bb2025": Bloodbowl,
}
