"""Policies that answer decisions. A coach is made for one side of one match, with randomness of its own."""

from engine.coaches.any_legal import AnyLegal
from engine.coaches.base import Coach
from engine.coaches.battleball import BattleballPlanner
from engine.core.errors import BadInput

_PLANNERS = {"battleball": BattleballPlanner}
COACHES: tuple[str, ...] = ("planner", "any_legal")


def make_coach(name: str, ruleset: str, seed: str) -> Coach:
    if name == "any_legal":
        return AnyLegal(seed)
    if name == "planner" and ruleset in _PLANNERS:
        return _PLANNERS[ruleset](seed)
    raise BadInput(f"there is no coach {name!r}; there are {', '.join(COACHES)}")
