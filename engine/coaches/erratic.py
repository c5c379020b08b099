"""A coach with a plan, who does anything else now and then: for fuzzing what random play hardly ever comes to."""

from typing import Any

from engine.coaches.any_legal import AnyLegal
from engine.coaches.base import Answer, Coach
from engine.core.decisions import Decision

ONCE_IN = 5  # answers


class Erratic:
    def __init__(self, coach: Coach, seed: str) -> None:
        self._coach = coach
        self._anything = AnyLegal(f"erratic {seed}")

    def choose(self, decision: Decision[Any], game: Any) -> Answer:
        whim = self._anything.pick(ONCE_IN) == 0
        return (self._anything if whim else self._coach).choose(decision, game)
