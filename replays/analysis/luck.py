"""Luck: what the dice of each team gave it against what could be expected of them."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from math import erf, sqrt

from replays.analysis.odds import KINDS, OTHER, Try

ORDER = (*dict.fromkeys(KINDS.values()), OTHER)


@dataclass(slots=True)
class Tally:
    """Rolls of one kind, or all of a team."""

    tried: int = 0
    expected: float = 0.0
    actual: int = 0
    variance: float = 0.0

    @property
    def difference(self) -> float:
        return self.actual - self.expected

    def count(self, chance: float, *, success: bool) -> None:
        self.tried += 1
        self.expected += chance
        self.actual += success
        self.variance += chance * (1 - chance)


@dataclass(slots=True)
class TeamLuck:
    kinds: dict[str, Tally] = field(default_factory=dict)
    total: Tally = field(default_factory=Tally)
    left_out: int = 0

    @property
    def luckier_than(self) -> float:
        """The share of teams that would have had fewer successes with the same rolls, by the normal curve."""
        spread = sqrt(self.total.variance)
        return 0.5 if not spread else (1 + erf(self.total.difference / spread / sqrt(2))) / 2


def luck(tries: Iterable[Try]) -> tuple[TeamLuck, TeamLuck]:
    """Both teams. A roll is counted for the side that would have had the success."""
    teams = (TeamLuck(), TeamLuck())
    for each in tries:
        team = teams[each.side]
        if each.chance is None:
            team.left_out += 1
            continue
        for tally in (team.kinds.setdefault(each.kind, Tally()), team.total):
            tally.count(each.chance, success=each.success)
    return teams


def kinds_of(teams: Sequence[TeamLuck]) -> list[str]:
    """Those that came up in the match, in their usual order."""
    return [kind for kind in ORDER if any(kind in team.kinds for team in teams)]
