"""Policies that answer decisions. A coach is made for one side of one match, with randomness of its own."""

from importlib import import_module

from engine.coaches.any_legal import AnyLegal
from engine.coaches.base import Coach
from engine.coaches.erratic import Erratic
from engine.core.errors import BadInput

# Imported on first use, like the rulesets that they play.
_PLANNERS = {
    "battleball": ("engine.coaches.battleball", "BattleballPlanner"),
    "bloodbowl": ("engine.coaches.bloodbowl", "BloodBowlPlanner"),
}
COACHES: tuple[str, ...] = ("planner", "any_legal")
FUZZERS: tuple[str, ...] = ("any_legal", "erratic")


def make_coach(name: str, game: str, seed: str) -> Coach:
    """A coach by name, for one of the games."""
    if name == "any_legal":
        return AnyLegal(seed)
    if name == "erratic":
        return Erratic(make_coach("planner", game, seed), seed)
    if name == "planner" and game in _PLANNERS:
        module, kind = _PLANNERS[game]
        coach: Coach = getattr(import_module(module), kind)(seed)
        return coach
    raise BadInput(f"there is no coach {name!r}; there are {', '.join(COACHES)}")
