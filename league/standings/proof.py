"""Why one team stands above another: the metrics in their order, until one parts the two."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from league.standings.games import Row, Side
from league.standings.metrics import Metric
from league.standings.table import Table, parted


@dataclass(frozen=True, slots=True)
class Part:
    """What one game of a team adds to the value of a metric."""

    side: Side
    text: str


@dataclass(frozen=True, slots=True)
class Step:
    """A metric that was asked, the teams that were level before it, and its values for the two."""

    metric: Metric
    level: Sequence[Row]
    above: Any
    below: Any

    @property
    def decides(self) -> bool:
        return bool(self.metric.order(self.above) != self.metric.order(self.below))

    @property
    def texts(self) -> tuple[str, str]:
        return self.metric.text(self.above), self.metric.text(self.below)


@dataclass(frozen=True, slots=True)
class Proof:
    table: Table
    above: Row
    below: Row
    steps: Sequence[Step]

    @property
    def decided(self) -> Step:
        return self.steps[-1]

    @property
    def even(self) -> Sequence[Step]:
        """What the two were level in."""
        return self.steps[:-1]

    @property
    def above_parts(self) -> "list[Part]":
        return self.parts(self.above)

    @property
    def below_parts(self) -> "list[Part]":
        return self.parts(self.below)

    @property
    def above_bonus(self) -> int:
        return self.bonus(self.above)

    @property
    def below_bonus(self) -> int:
        return self.bonus(self.below)

    def bonus(self, row: Row) -> int:
        """What all matches together add to the deciding value, beside what each of them does."""
        counted = {"points": self.table.rules.bonuses_added, "bonus-points": True}
        return self.table.season_bonus(row) if counted.get(self.decided.metric.key) else 0

    def parts(self, row: Row) -> list[Part]:
        """The games that the deciding value of one of them comes from; those that added nothing are left out."""
        step = self.decided
        found = []
        for side in row.sides:
            value = step.metric.part(side, step.level, self.table)
            if value:
                found.append(Part(side, step.metric.text(value)))
        return found


def proof(table: Table, one: Row, other: Row) -> Proof:
    """Of two different teams of a table that has its places."""
    above, below = sorted((one, other), key=lambda row: row.rank)
    level: Sequence[Row] = list(table.rows.values())
    metrics: Sequence[Metric] = table.rules.metrics
    steps: list[Step] = []
    while metrics:
        metric = metrics[0]
        values = metric.values(level, table)
        steps.append(Step(metric, level, values[above.pk], values[below.pk]))
        if steps[-1].decides:
            break
        groups = parted(level, metric, table)
        level = next(group for group in groups if above in group)
        metrics = metrics if metric.restarts and len(groups) > 1 else metrics[1:]
    return Proof(table, above, below, steps)
