"""The analysis of a match, ready to be drawn: coordinates, figures as words, and the story in two or three sentences."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from replays.analysis.luck import Tally, TeamLuck, kinds_of
from replays.analysis.match import Analysis, Point
from replays.analysis.model import Chances
from replays.analysis.moments import TurningPoint
from replays.analysis.odds import SUCCESS
from replays.analysis.plans import VERDICTS, Line

WIDTH, HEIGHT = 1000, 100  # of the areas; they are stretched to the page
HALVES = {1: "First half", 2: "Second half", 3: "Extra time"}
CLOSE = 6.0  # percent of the width: marks that are nearer than that may touch on a phone
NBSP = "\N{NO-BREAK SPACE}"
MINUS = "\N{MINUS SIGN}"


@dataclass(frozen=True, slots=True)
class Mark:
    """Something above or below the chart; x is in percent of its width."""

    x: float
    text: str
    minor: bool = False  # left out where there is little room
    low: bool = False  # in a second row, because it would touch the one before
    side: int | None = None


@dataclass(frozen=True, slots=True)
class Chart:
    home: str  # the areas and their edges, as points of polygons and lines
    away: str
    home_edge: str
    away_edge: str
    turns: list[Mark]
    halves: list[Mark]
    touchdowns: list[Mark]
    turning: list[Mark]
    width: int = WIDTH
    height: int = HEIGHT

    @property
    def two_rows(self) -> bool:
        """Of turning points."""
        return any(mark.low for mark in self.turning)


def analysis_page(found: Analysis, names: Sequence[str], result: str, penalties: Sequence[int]) -> dict[str, Any]:
    """What the template needs; `result` is home, away or draw, `penalties` what each won of them, if there were any."""
    return {
        "chart": win_chart(found),
        "rows": [_row(point, names) for point in found.points],
        "turning_points": [_turning_point(number, each, names) for number, each in enumerate(found.turning_points, 1)],
        "luck": _luck(found.luck),
        "teams": [_team_luck(team, name) for team, name in zip(found.luck, names, strict=True)],
        "plans": [_plan(lines, name) for lines, name in zip(found.plans, names, strict=True) if lines],
        "summary": summary(found, names, result, penalties),
    }


def percent(chance: float) -> str:
    """61 %; what is not quite certain is not called certain."""
    if 0 < chance < 0.005:
        return f"<{NBSP}1{NBSP}%"
    if 0.995 <= chance < 1:
        return f">{NBSP}99{NBSP}%"
    return f"{chance * 100:.0f}{NBSP}%"


def when(half: int, turn: int) -> str:
    return f"{HALVES[half]}, turn{NBSP}{turn}" if turn else HALVES[half]


# Win probability --------------------------------------------------------------------------------------------------------------


def win_chart(found: Analysis) -> Chart | None:
    """Home from below, away from above, a draw between them; nothing to draw without two points."""
    points = found.points
    if len(points) < 2:
        return None
    last = len(points) - 1
    across = [WIDTH * number / last for number in range(len(points))]
    home = [(x, HEIGHT * (1 - each.chances.home)) for x, each in zip(across, points, strict=True)]
    away = [(x, HEIGHT * each.chances.away) for x, each in zip(across, points, strict=True)]
    return Chart(
        home=_path([(0, HEIGHT), *home, (WIDTH, HEIGHT)]),
        away=_path([(0, 0), *away, (WIDTH, 0)]),
        home_edge=_path(home),
        away_edge=_path(away),
        turns=_turn_marks(points, last),
        halves=_half_marks(points, last),
        touchdowns=[
            Mark(100 * (each.point + 0.5) / last, f"{each.score[0]}:{each.score[1]}", side=each.side)
            for each in found.touchdowns
        ],
        turning=_turning_marks(found.turning_points, last),
    )


def _path(points: Sequence[tuple[float, float]]) -> str:
    return " ".join(f"{x:.1f},{y:.1f}" for x, y in points)


def _turn_marks(points: Sequence[Point], last: int) -> list[Mark]:
    """Each turn where the first of the two teams begins it."""
    marks, seen = [], set()
    for number, each in enumerate(points):
        if each.turn and (each.half, each.turn) not in seen:
            seen.add((each.half, each.turn))
            marks.append(Mark(100 * number / last, str(each.turn), minor=each.turn % 2 == 0))
    return marks


def _half_marks(points: Sequence[Point], last: int) -> list[Mark]:
    starts = {half: number for number, half in reversed(list(enumerate(each.half for each in points)))}
    return [Mark(100 * number / last, HALVES[half]) for half, number in sorted(starts.items())]


def _turning_marks(found: Sequence[TurningPoint], last: int) -> list[Mark]:
    """Those of one team turn stand side by side."""
    marks: list[Mark] = []
    for number, each in enumerate(found, start=1):
        same = [other.step for other in found if other.point == each.point]
        share = (same.index(each.step) + 1) / (len(same) + 1)
        x = 100 * min(1, (each.point + share) / last)
        near = bool(marks) and x - marks[-1].x < CLOSE and not marks[-1].low
        marks.append(Mark(x, str(number), low=near))
    return marks


def _row(point: Point, names: Sequence[str]) -> dict[str, Any]:
    return {
        "when": when(point.half, point.turn) if point.turn else "Full time",
        "team": "" if point.side is None else names[point.side],
        "score": f"{point.score[0]} : {point.score[1]}",
        "chances": _percents(point.chances),
    }


def _percents(chances: Chances) -> list[str]:
    return [percent(each) for each in (chances.home, chances.draw, chances.away)]


# Turning points ---------------------------------------------------------------------------------------------------------------


def _turning_point(number: int, each: TurningPoint, names: Sequence[str]) -> dict[str, Any]:
    before, after = _percents(each.before), _percents(each.after)
    return {
        "number": number,
        "step": each.step,
        "when": when(each.half, each.turn),
        "team": "" if each.side is None else names[each.side],
        "helped": names[each.gainer],
        "side": each.gainer,
        "roll": each.roll,
        "odds": each.odds,
        "story": each.story,
        "chances": list(zip((names[0], "Draw", names[1]), before, after, strict=True)),
        "bars": [_bar(chances) for chances in (each.before, each.after)],
    }


def _bar(chances: Chances) -> dict[str, float]:
    """Widths in percent."""
    return {"home": 100 * chances.home, "away": 100 * chances.away, "away_x": 100 - 100 * chances.away}


# Luck -------------------------------------------------------------------------------------------------------------------------


def _luck(teams: Sequence[TeamLuck]) -> list[dict[str, Any]]:
    """A line for each kind of roll, with bars that grow from the middle: to the right where a team was lucky."""
    kinds = kinds_of(teams)
    most = max((abs(each.difference) for team in teams for each in team.kinds.values()), default=0) or 1
    return [
        {
            "kind": kind,
            "success": SUCCESS.get(kind, ""),
            "sides": [_luck_of(team.kinds.get(kind, Tally()), most) for team in teams],
        }
        for kind in kinds
    ]


def _luck_of(tally: Tally, most: float) -> dict[str, Any]:
    length = 49 * abs(tally.difference) / most
    return {
        "tried": tally.tried,
        "expected": f"{tally.expected:.1f}",
        "actual": tally.actual,
        "difference": difference(tally),
        "x": 50 if tally.difference >= 0 else 50 - length,
        "width": length,
    }


def difference(tally: Tally) -> str:
    """+5.2, −1.3, 0."""
    text = f"{abs(tally.difference):.1f}"
    if text == "0.0":
        return "0"
    return f"{'+' if tally.difference > 0 else MINUS}{text}"


def _team_luck(team: TeamLuck, name: str) -> dict[str, Any]:
    return {
        "name": name,
        "difference": difference(team.total),
        "tried": team.total.tried,
        "expected": f"{team.total.expected:.1f}",
        "actual": team.total.actual,
        "luckier_than": f"{100 * team.luckier_than:.0f}",
        "left_out": team.left_out,
    }


# Game plans -------------------------------------------------------------------------------------------------------------------


def _plan(lines: Sequence[Line], name: str) -> dict[str, Any]:
    counted = Counter(line.verdict for line in lines)
    return {"team": name, "lines": lines, "counts": [(each, counted[each]) for each in VERDICTS if counted[each]]}


# The story --------------------------------------------------------------------------------------------------------------------


def summary(found: Analysis, names: Sequence[str], result: str, penalties: Sequence[int]) -> list[str]:
    """When it was decided, how close it was, and whose dice were kinder."""
    told = [_luck_words(found.luck, names)]
    played = found.points[:-1]
    if result in ("home", "away") and played:
        told = [*_way_to_win(played, names, ("home", "away").index(result), penalties), *told]
    return told


def _way_to_win(points: Sequence[Point], names: Sequence[str], winner: int, penalties: Sequence[int]) -> list[str]:
    if any(penalties):
        return [f"{names[winner]} won {penalties[winner]} : {penalties[1 - winner]} on penalties."]
    behind = [number for number, each in enumerate(points) if each.chances.of(winner) <= each.chances.of(1 - winner)]
    worst = min(points, key=lambda each: each.chances.of(winner))
    name = names[winner]
    if not behind:
        return [f"{name} had the better chances from the first turn to the last."]
    lowest = f"At worst they had {percent(worst.chances.of(winner))} ({_lower(when(worst.half, worst.turn))})."
    if behind[-1] == len(points) - 1:
        return [f"{name} took it in the very last turn.", lowest]
    since = points[behind[-1] + 1]
    return [f"From the {_lower(when(since.half, since.turn))} on, {name} had the better chances.", lowest]


def _lower(words: str) -> str:
    return words[:1].lower() + words[1:]


def _luck_words(teams: Sequence[TeamLuck], names: Sequence[str]) -> str:
    home, away = (team.luckier_than for team in teams)
    if abs(home - away) < 0.2:
        return "The dice were about as kind to one side as to the other."
    return f"The dice were kinder to {names[0] if home > away else names[1]}."
