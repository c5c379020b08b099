"""Policies that answer decisions. A coach is made for one side of one match, with randomness of its own."""

from collections.abc import Callable
from importlib import import_module
from pathlib import Path

from engine.coaches.any_legal import AnyLegal
from engine.coaches.base import Coach
from engine.coaches.erratic import Erratic
from engine.coaches.gameplan import DEFAULT, GamePlan
from engine.core.errors import BadInput

# By game and name; imported on first use, like the rulesets that they play. Older ones stay, so that newer ones can be compared.
_BUILT_IN = {
    ("battleball", "planner"): ("engine.coaches.battleball", "BattleballPlanner"),
    ("battleball", "classic"): ("engine.coaches.battleball.classic", "ClassicPlanner"),
    ("bloodbowl", "planner"): ("engine.coaches.bloodbowl", "BloodBowlPlanner"),
    ("bloodbowl", "classic"): ("engine.coaches.classic", "ClassicPlanner"),
}
TUNED = {"bloodbowl"}  # games whose planner goes by weights from a file: `planner@FILE` names another one
COACHES: tuple[str, ...] = ("planner", "classic", "any_legal")
FUZZERS: tuple[str, ...] = ("any_legal", "erratic")


def _built_in(game: str, name: str) -> Callable[..., Coach]:
    module, kind = _BUILT_IN[game, name]
    made: Callable[..., Coach] = getattr(import_module(module), kind)
    return made


def label(name: str, coach: Coach) -> str:
    """A coach as a match file names it: with the version of its weights, where it has any."""
    weights = getattr(coach, "weights", None)
    return name.partition("@")[0] + (f", weights {weights.version}" if weights else "")


def make_coach(name: str, game: str, seed: str, plan: GamePlan = DEFAULT) -> Coach:
    """A coach by name, for one of the games; those who can follow a game plan do."""
    if name == "any_legal":
        return AnyLegal(seed, plan)
    if name == "erratic":
        return Erratic(make_coach("planner", game, seed, plan), seed)
    if (game, name) in _BUILT_IN:
        return _built_in(game, name)(seed, plan)
    base, sign, file = name.partition("@")
    if sign and base == "planner" and game in TUNED:
        from engine.coaches.bloodbowl.weights import read_weights

        return _built_in(game, base)(seed, plan, read_weights(Path(file)))
    known = ", ".join(each for each in COACHES if each == "any_legal" or (game, each) in _BUILT_IN)
    raise BadInput(f"there is no coach {name!r} for {game}; there are {known}")
