"""The rules of a table: what results are worth, and what comes first among those who are level.

They are pinned with the season, as JSON; `TableRules.from_json` is the one place that says what they may be.
"""

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field, fields
from functools import cache
from pathlib import Path
from typing import Any

import yaml

from league.standings.bonuses import BONUSES, Bonus
from league.standings.games import GIVEN_UP, NOBODY, Outcome, Side
from league.standings.metrics import METRICS, NAME, Metric

FEWEST_POINTS, MOST_POINTS = -99, 99
LOWEST_FIGURE, HIGHEST_FIGURE = 1, 99
PRESETS = Path(__file__).with_name("presets.yaml")
DEFAULT_ORDER = ("points", "difference", "touchdowns", "casualties", "head-to-head")


class BadRules(ValueError):
    """Rules that no table can have; `field` names the part that is wrong."""

    def __init__(self, field: str, message: str) -> None:
        super().__init__(message)
        self.field = field


@dataclass(frozen=True, slots=True)
class Points:
    """What a result is worth."""

    win: int = 3
    draw: int = 1
    loss: int = 0
    bye: int = 3
    conceded_to: int = 3  # the other team conceded or forfeited
    concedes: int = 0
    unplayed: int = 0  # for both

    def of(self, side: Side) -> int:
        if side.outcome == Outcome.BYE:
            return self.bye
        if side.game.ended in GIVEN_UP:
            return self.conceded_to if side.outcome == Outcome.WON else self.concedes
        if side.game.winner == NOBODY:
            return self.unplayed
        return self.for_outcome(side.outcome)

    def for_outcome(self, outcome: Outcome) -> int:
        """Of a match that is played to its end."""
        return {Outcome.WON: self.win, Outcome.DRAWN: self.draw, Outcome.LOST: self.loss}[outcome]


@dataclass(frozen=True, slots=True)
class TableRules:
    points: Points = field(default_factory=Points)
    bonuses: tuple[Bonus, ...] = ()
    bonuses_added: bool = True  # to the points; else they only count in the metric of that name
    forfeit_scores: bool = True  # the score that a forfeit gives counts like one that was played for
    order: tuple[str, ...] = DEFAULT_ORDER  # of metrics; the name of the team is always the last
    columns: tuple[str, ...] = ()  # metrics that are only shown

    @property
    def metrics(self) -> list[Metric]:
        return [*(METRICS[key] for key in self.order), NAME]

    @property
    def shown(self) -> list[Metric]:
        """What a table shows of its own beside what every table shows: in the order of the tie-breakers, then the others."""
        keys = dict.fromkeys((*self.order, *self.columns))
        return [METRICS[key] for key in keys if METRICS[key].column and key != "points"]

    def to_json(self) -> dict[str, Any]:
        return {
            "points": asdict(self.points),
            "bonuses": [{"for": each.key, "at": each.at, "points": each.points} for each in self.bonuses],
            "bonuses_added": self.bonuses_added,
            "forfeit_scores": self.forfeit_scores,
            "order": list(self.order),
            "columns": list(self.columns),
        }

    @classmethod
    def from_json(cls, document: Any) -> "TableRules":
        """Rules as they are stored or sent; what is left out is as it was always. BadRules says what is wrong."""
        given = _record("rules", document, {each.name for each in fields(cls)})
        return cls(
            points=_points(given.get("points", {})),
            bonuses=_bonuses(given.get("bonuses", [])),
            bonuses_added=_flag("bonuses_added", given.get("bonuses_added", True)),
            forfeit_scores=_flag("forfeit_scores", given.get("forfeit_scores", True)),
            order=_order(given.get("order", list(DEFAULT_ORDER))),
            columns=_columns(given.get("columns", [])),
        )


def _record(name: str, document: Any, known: Iterable[str]) -> Mapping[str, Any]:
    if not isinstance(document, dict):
        raise BadRules(name, f"The {name} of a table are a record of names and values.")
    if unknown := set(document) - set(known):
        raise BadRules(name, f"The {name} of a table have no {', '.join(sorted(map(str, unknown)))}.")
    return document


def _points(document: Any) -> Points:
    given = _record("points", document, {each.name for each in fields(Points)})
    return Points(**{name: _number("points", value, FEWEST_POINTS, MOST_POINTS) for name, value in given.items()})


def _bonuses(document: Any) -> tuple[Bonus, ...]:
    if not isinstance(document, list):
        raise BadRules("bonuses", "Bonuses are a list.")
    bonuses = tuple(_bonus(each) for each in document)
    _refuse_twice("bonuses", [each.key for each in bonuses])
    return bonuses


def _bonus(document: Any) -> Bonus:
    given = _record("bonuses", document, {"for", "at", "points"})
    kind = BONUSES.get(str(given.get("for", "")))
    if kind is None:
        raise BadRules("bonuses", f"There is no bonus for {given.get('for')!r}; there are {', '.join(BONUSES)}.")
    points = _number("bonuses", given.get("points", 1), FEWEST_POINTS, MOST_POINTS)
    if kind.usual is None:
        return kind(points)
    return kind(points, _number("bonuses", given.get("at", kind.usual), LOWEST_FIGURE, HIGHEST_FIGURE))


def _order(document: Any) -> tuple[str, ...]:
    order = _metrics("order", document)
    if not order:
        raise BadRules("order", "A table needs at least one metric to be sorted by.")
    return order


def _columns(document: Any) -> tuple[str, ...]:
    columns = _metrics("columns", document)
    if hidden := [key for key in columns if not METRICS[key].column]:
        raise BadRules("columns", f"{METRICS[hidden[0]].name} has no value of its own that a column could show.")
    return columns


def _metrics(name: str, document: Any) -> tuple[str, ...]:
    if not isinstance(document, list) or not all(isinstance(each, str) for each in document):
        raise BadRules(name, "Metrics are a list of their names.")
    if unknown := [each for each in document if each not in METRICS]:
        raise BadRules(name, f"There is no metric {unknown[0]!r}; there are {', '.join(METRICS)}.")
    _refuse_twice(name, document)
    return tuple(document)


def _refuse_twice(name: str, keys: list[str]) -> None:
    if twice := {each for each in keys if keys.count(each) > 1}:
        raise BadRules(name, f"{min(twice)} is in it twice.")


def _number(name: str, value: Any, low: int, high: int) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
        raise BadRules(name, f"{value!r} is not a whole number from {low} to {high}.")
    return value


def _flag(name: str, value: Any) -> bool:
    if not isinstance(value, bool):
        raise BadRules(name, f"{name} is true or false.")
    return value


DEFAULT = TableRules()


@dataclass(frozen=True, slots=True)
class Preset:
    key: str
    name: str
    about: str
    rules: TableRules


@cache
def presets() -> dict[str, Preset]:
    """Rules that many leagues use, by their key."""
    raw = yaml.safe_load(PRESETS.read_text(encoding="utf-8"))
    return {
        key: Preset(key, each["name"], each["about"], TableRules.from_json(each["rules"])) for key, each in raw.items()
    }
