"""Policies that answer decisions. A coach is made for one side of one match, with randomness of its own."""

from importlib import import_module

from engine.coaches.any_legal import AnyLegal
from engine.coaches.base import Coach
from engine.coaches.erratic import Erratic
from engine.coaches.gameplan import DEFAULT, GamePlan
from engine.core.errors import BadInput

# By game and name; imported on first use, like the rulesets that they play. Older ones stay, so that newer ones can be compared.
_BUILT_IN = {
    ("battleball", "planner"): ("engine.coaches.battleball", "BattleballPlanner"),
    ("bloodbowl", "planner"): ("engine.coaches.bloodbowl", "BloodBowlPlanner"),
    ("bloodbowl", "classic"): ("engine.coaches.classic", "ClassicPlanner"),
}
COACHES: tuple[str, ...] = ("planner", "classic", "any_legal")
FUZZERS: tuple[str, ...] = ("any_legal", "erratic")


def make_coach(name: str, game: str, seed: str, plan: GamePlan = DEFAULT) -> Coach:
    """A coach by name, for one of the games; those who can follow a game plan do."""
    if name == "any_legal":
        return AnyLegal(seed, plan)
    if name == "erratic":
        return Erratic(make_coach("planner", game, seed, plan), seed)
    if (game, name) in _BUILT_IN:
        module, kind = _BUILT_IN[game, name]
        coach: Coach = getattr(import_module(module), kind)(seed, plan)
        return coach
    known = ", ".join(each for each in COACHES if each == "any_legal" or (game, each) in _BUILT_IN)
    raise BadInput(f"there is no coach {name!r} for {game}; there are {known}")
