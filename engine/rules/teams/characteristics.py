"""The characteristics of players: what an edition calls them, how far they go, and which way is better (Core p.37)."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from engine.rules.tables import table

MISSING = "\N{EN DASH}"  # what stands in place of a figure that a player does not have


@dataclass(frozen=True, slots=True)
class Characteristic:
    key: str
    name: str
    worst: int
    best: int
    most_improvements: int
    usual: int  # of a player of whom nothing is said
    is_target: bool = False  # the number a die has to show, written with a plus
    may_lack: bool = False  # some players do not have it at all

    @property
    def lower_is_better(self) -> bool:
        return self.best < self.worst

    @property
    def limits(self) -> tuple[int, int]:
        return min(self.worst, self.best), max(self.worst, self.best)

    def text(self, value: int) -> str:
        if not self.is_target:
            return str(value)
        return f"{value}+" if value else MISSING

    def rank(self, value: int) -> int:
        """The better, the higher. What is missing is one step worse than the worst."""
        return self.worst + 1 - (value or self.worst + 1) if self.lower_is_better else value

    def changed(self, value: int, change: int) -> int:
        """A positive change is one for the better."""
        if not self.lower_is_better:
            return value + change
        return (value or self.worst + 1) - change if change else value

    def can_be_worse(self, value: int) -> bool:
        return 0 < value < self.worst if self.lower_is_better else value > self.worst


@cache
def characteristics(data: str) -> Mapping[str, Characteristic]:
    """Those of an edition, in the order of its team lists."""
    known = table(data, "characteristics")
    most = known["most_improvements"]
    return {
        key: Characteristic(
            key,
            each["name"],
            each["worst"],
            each["best"],
            most,
            each["usual"],
            is_target=each.get("target", False),
            may_lack=each.get("may_lack", False),
        )
        for key, each in known["figures"].items()
    }
