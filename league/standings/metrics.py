"""What a table can be sorted by, one class each, in a registry.

A metric gives every team of a group that is level so far a value, and says which values come first. Most are sums over the
games of a team, and each says what one game adds, so that a proof can name the matches that a value comes from.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from hashlib import sha256
from typing import Any, ClassVar, Protocol

from league.standings.games import Outcome, Row, Side

Number = int | Fraction
Value = Number | tuple[Number, ...] | str


class Board(Protocol):
    """What a metric may ask for beside the teams that are level: `league.standings.table.Table`."""

    rows: Mapping[int, Row]
    seed: str

    def worth(self, side: Side) -> int: ...

    def bonus(self, side: Side) -> int: ...

    def among(self, level: Iterable[Row]) -> "Mapping[int, Row]": ...


class Metric(ABC):
    key: ClassVar[str]
    abbr: ClassVar[str]
    name: ClassVar[str]
    about: ClassVar[str]
    fewest: ClassVar[bool] = False  # the smallest value comes first
    signed: ClassVar[bool] = False
    column: ClassVar[bool] = True  # it has a value without a group that is level, and can be shown beside the points
    own: ClassVar[bool] = True  # only games of the team itself change it
    restarts: ClassVar[bool] = False  # asked again among those who are still level after it has parted some

    @abstractmethod
    def values(self, level: Sequence[Row], board: Board) -> dict[int, Value]:
        """One for each of these teams, by its id."""

    def part(self, side: Side, level: Sequence[Row], board: Board) -> Value | None:
        """What one game adds to the value; None where it has nothing to do with it."""
        return None

    def order(self, value: Any) -> Any:
        """A key for sorting; the smallest comes first."""
        if isinstance(value, tuple):
            return tuple(-each for each in value)
        return value if self.fewest else -value

    def text(self, value: Any) -> str:
        return number_text(value, signed=self.signed)


def number_text(value: Any, *, signed: bool = False) -> str:
    """At most two places behind the point, with a real minus."""
    text = str(value) if isinstance(value, int) else f"{float(value):.2f}".rstrip("0").rstrip(".")
    text = text.replace("-", "\N{MINUS SIGN}")
    return f"+{text}" if signed and value > 0 else text


class Sum(Metric):
    """A sum over the games of a team."""

    @abstractmethod
    def of(self, side: Side, board: Board) -> Number: ...

    def values(self, level: Sequence[Row], board: Board) -> dict[int, Value]:
        return {row.pk: sum(self.of(side, board) for side in row.sides) for row in level}

    def part(self, side: Side, level: Sequence[Row], board: Board) -> Value | None:
        return self.of(side, board)


# Points and results -------------------------------------------------------------------------------------------------------


class Points(Metric):
    key, abbr, name = "points", "Pts", "Points"
    about = "Points for results, with bonus points where they are added."

    def values(self, level: Sequence[Row], board: Board) -> dict[int, Value]:
        return {row.pk: row.points for row in level}

    def part(self, side: Side, level: Sequence[Row], board: Board) -> Value | None:
        return board.worth(side)


class BonusPoints(Metric):
    key, abbr, name = "bonus-points", "BP", "Bonus points"
    about = "Bonus points alone, added to the points or not."

    def values(self, level: Sequence[Row], board: Board) -> dict[int, Value]:
        return {row.pk: row.bonus for row in level}

    def part(self, side: Side, level: Sequence[Row], board: Board) -> Value | None:
        return board.bonus(side)


class PointsPerMatch(Metric):
    key, abbr, name = "points-per-match", "PPM", "Points per match"
    about = "Points divided by matches, for tables in which not everybody has played as often."

    def values(self, level: Sequence[Row], board: Board) -> dict[int, Value]:
        return {row.pk: Fraction(row.points, max(1, row.played)) for row in level}

    def part(self, side: Side, level: Sequence[Row], board: Board) -> Value | None:
        return board.worth(side)


class Wins(Sum):
    key, abbr, name = "wins", "W", "Wins"
    about = "Matches won."

    def of(self, side: Side, board: Board) -> Number:
        return int(side.outcome == Outcome.WON)


class FewestLosses(Sum):
    key, abbr, name, fewest = "fewest-losses", "L", "Fewest losses", True
    about = "Matches lost; the fewest come first."

    def of(self, side: Side, board: Board) -> Number:
        return int(side.outcome == Outcome.LOST)


class FewestConcessions(Sum):
    key, abbr, name, fewest = "fewest-concessions", "Con", "Fewest concessions", True
    about = "Matches that the team itself conceded or forfeited; the fewest come first."

    def of(self, side: Side, board: Board) -> Number:
        return int(side.given_up and side.outcome == Outcome.LOST)


# What was scored ----------------------------------------------------------------------------------------------------------


class Difference(Sum):
    key, abbr, name, signed = "difference", "+/\N{MINUS SIGN}", "Score difference", True
    about = "The team's own score less that of its opponents, over all matches."

    def of(self, side: Side, board: Board) -> Number:
        return side.scored - side.conceded


class Scored(Sum):
    key, abbr, name = "scored", "For", "Score"
    about = "What the team scored, over all matches."

    def of(self, side: Side, board: Board) -> Number:
        return side.scored


class FewestConceded(Sum):
    key, abbr, name, fewest = "fewest-conceded", "Ag", "Fewest conceded", True
    about = "What the opponents scored; the fewest come first."

    def of(self, side: Side, board: Board) -> Number:
        return side.conceded


class TouchdownDifference(Sum):
    key, abbr, name, signed = "touchdown-difference", "TD+/\N{MINUS SIGN}", "Touchdown difference", True
    about = "Touchdowns scored less touchdowns against."

    def of(self, side: Side, board: Board) -> Number:
        return side.touchdowns - side.touchdowns_against


class TouchdownsScored(Sum):
    key, abbr, name = "touchdowns", "TD", "Touchdowns"
    about = "Touchdowns scored."

    def of(self, side: Side, board: Board) -> Number:
        return side.touchdowns


class CasualtyDifference(Sum):
    key, abbr, name, signed = "casualty-difference", "Cas+/\N{MINUS SIGN}", "Casualty difference", True
    about = "Casualties caused less casualties suffered, as far as they count for the teams."

    def of(self, side: Side, board: Board) -> Number:
        return side.casualties - side.casualties_against


class CasualtiesCaused(Sum):
    key, abbr, name = "casualties", "Cas", "Casualties"
    about = "Casualties caused that count for the team."

    def of(self, side: Side, board: Board) -> Number:
        return side.casualties


class NetTouchdownsAndCasualties(Sum):
    key, abbr, name, signed = "net-touchdowns-casualties", "Net", "Net touchdowns and casualties", True
    about = "Touchdown difference and casualty difference together."

    def of(self, side: Side, board: Board) -> Number:
        return side.touchdowns - side.touchdowns_against + side.casualties - side.casualties_against


# Who beat whom ------------------------------------------------------------------------------------------------------------


class HeadToHead(Metric):
    """A small table of the matches that the level teams played among themselves."""

    key, abbr, name = "head-to-head", "H2H", "Head to head"
    about = "Points, then score difference, in the matches of the teams that are level."
    column, own = False, False
    figures: ClassVar[tuple[str, ...]] = ("points", "difference")

    def values(self, level: Sequence[Row], board: Board) -> dict[int, Value]:
        return {pk: tuple(getattr(row, each) for each in self.figures) for pk, row in board.among(level).items()}

    def part(self, side: Side, level: Sequence[Row], board: Board) -> Value | None:
        if side.opponent not in {row.pk for row in level}:
            return None
        own = {"points": board.worth(side), "difference": side.scored - side.conceded, "touchdowns": side.touchdowns}
        return tuple(own[each] for each in self.figures)

    def text(self, value: Any) -> str:
        return ", ".join(
            WORDS[figure].format(number_text(each, signed=figure == "difference"))
            for figure, each in zip(self.figures, value, strict=True)
        )


WORDS = {"points": "{} pts", "difference": "{}", "touchdowns": "{} TD"}


class HeadToHeadPoints(HeadToHead):
    key, abbr, name, figures = "head-to-head-points", "H2H pts", "Head to head, points", ("points",)
    about = "Points in the matches of the teams that are level."


class HeadToHeadDifference(HeadToHead):
    key, abbr, name, figures = (
        "head-to-head-difference",
        "H2H +/\N{MINUS SIGN}",
        "Head to head, difference",
        ("difference",),
    )
    about = "Score difference in the matches of the teams that are level."


class HeadToHeadTouchdowns(HeadToHead):
    key, abbr, name, figures = "head-to-head-touchdowns", "H2H TD", "Head to head, touchdowns", ("touchdowns",)
    about = "Touchdowns in the matches of the teams that are level."


class MiniLeague(HeadToHead):
    key, abbr, name = "mini-league", "Mini", "Mini-league"
    about = (
        "Points, score difference and touchdowns among the level teams; then the same again among those who still are."
    )
    figures = ("points", "difference", "touchdowns")
    restarts = True


# Whom they played ---------------------------------------------------------------------------------------------------------


class StrengthOfSchedule(Metric):
    """In chess it is called Buchholz or Solkoff. Whoever was met twice counts twice; a bye has no opponent."""

    key, abbr, name, own = "strength-of-schedule", "SoS", "Strength of schedule", False
    about = "The points of all opponents, added up."
    left_out: ClassVar[tuple[int, int]] = (0, 0)  # so many of the worst and of the best opponents

    def values(self, level: Sequence[Row], board: Board) -> dict[int, Value]:
        return {row.pk: self._sum(sorted(_opponents(row, board))) for row in level}

    def _sum(self, points: list[int]) -> int:
        worst, best = self.left_out
        return sum(points[worst : max(worst, len(points) - best)])

    def part(self, side: Side, level: Sequence[Row], board: Board) -> Value | None:
        return board.rows[side.opponent].points if side.opponent is not None else None


def _opponents(row: Row, board: Board) -> list[int]:
    return [board.rows[side.opponent].points for side in row.sides if side.opponent is not None]


class ScheduleWithoutWorst(StrengthOfSchedule):
    key, abbr, name, left_out = (
        "strength-without-worst",
        "SoS\N{MINUS SIGN}1",
        "Strength of schedule without the worst",
        (1, 0),
    )
    about = "The points of all opponents but the one with the fewest."


class ScheduleWithoutBestAndWorst(StrengthOfSchedule):
    key, abbr, name = "strength-without-best-and-worst", "Med", "Strength of schedule without best and worst"
    about = "The points of all opponents but the one with the most and the one with the fewest."
    left_out = (1, 1)


class SonnebornBerger(Sum):
    key, abbr, name, own = "sonneborn-berger", "SB", "Sonneborn-Berger", False
    about = "The points of every opponent that was beaten, and half the points of every one that was drawn with."

    def of(self, side: Side, board: Board) -> Number:
        if side.opponent is None or side.outcome == Outcome.LOST:
            return 0
        points = board.rows[side.opponent].points
        return points if side.outcome == Outcome.WON else Fraction(points, 2)


# What is left -------------------------------------------------------------------------------------------------------------


class Coin(Metric):
    """Of the season's seed and the team, so that everybody can toss it again: the first of the sorted digests."""

    key, abbr, name = "coin", "Coin", "Toss of a coin"
    about = "The SHA-256 of the season's seed, “:coin:” and the id of the team; the smallest comes first."
    column = False

    def values(self, level: Sequence[Row], board: Board) -> dict[int, Value]:
        return {row.pk: sha256(f"{board.seed}:coin:{row.pk}".encode()).hexdigest() for row in level}

    def order(self, value: Any) -> Any:
        return value

    def text(self, value: Any) -> str:
        return f"{value[:8]}…"


class Name(Metric):
    """Always the last, so that a table has one order."""

    key, abbr, name = "name", "Name", "Name"
    about = "Level in everything, teams are listed by their names."
    column = False

    def values(self, level: Sequence[Row], board: Board) -> dict[int, Value]:
        return {row.pk: row.team.name.casefold() for row in level}

    def order(self, value: Any) -> Any:
        return value

    def text(self, value: Any) -> str:
        return str(value)


NAME = Name()
METRICS: dict[str, Metric] = {
    each.key: each
    for each in (
        Points(),
        BonusPoints(),
        PointsPerMatch(),
        Wins(),
        FewestLosses(),
        Difference(),
        Scored(),
        FewestConceded(),
        TouchdownDifference(),
        TouchdownsScored(),
        CasualtyDifference(),
        CasualtiesCaused(),
        NetTouchdownsAndCasualties(),
        HeadToHead(),
        HeadToHeadPoints(),
        HeadToHeadDifference(),
        HeadToHeadTouchdowns(),
        MiniLeague(),
        StrengthOfSchedule(),
        ScheduleWithoutWorst(),
        ScheduleWithoutBestAndWorst(),
        SonnebornBerger(),
        FewestConcessions(),
        Coin(),
    )
}
