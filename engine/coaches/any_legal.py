"""Any legal answer, for fuzzing: every rule gets its turn sooner or later."""

from typing import Any

from engine.coaches.base import Answer
from engine.coaches.gameplan import DEFAULT, GamePlan
from engine.core.decisions import Decision
from engine.core.dice import KeyedDice


class AnyLegal:
    def __init__(self, seed: str, plan: GamePlan = DEFAULT) -> None:
        self._dice = KeyedDice(seed, purpose="coach")

    def pick(self, count: int) -> int:
        return self._dice.d(count) - 1

    def choose(self, decision: Decision[Any], game: Any) -> Answer:
        return decision.options.some(self.pick), ""
