"""The analysis of a match file, as the page and the API show it."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

import engine
from replays.analysis.luck import TeamLuck, luck
from replays.analysis.model import Chances, Model, model
from replays.analysis.moments import Moment, TurningPoint, turning_points
from replays.analysis.odds import Referee, Try
from replays.analysis.plans import Line, plan_lines
from replays.analysis.positions import Position, Watcher
from replays.analysis.team_actions import Observer
from replays.show import Step, match_steps
from replays.story_steps import Event

GAME = "bloodbowl"
CERTAIN = {"home": Chances(1, 0, 0), "draw": Chances(0, 1, 0), "away": Chances(0, 0, 1)}


@dataclass(frozen=True, slots=True)
class Point:
    """The chances at the start of a team turn, or when the match is over."""

    half: int
    turn: int
    side: int | None
    score: tuple[int, int]
    chances: Chances


@dataclass(frozen=True, slots=True)
class Touchdown:
    point: int  # the last point before it
    side: int
    score: tuple[int, int]
    step: int


@dataclass(frozen=True, slots=True)
class Analysis:
    version: int  # of the model
    points: list[Point]
    touchdowns: list[Touchdown]
    turning_points: list[TurningPoint]
    luck: tuple[TeamLuck, TeamLuck]
    plans: tuple[list[Line], list[Line]]  # of home and away


def can_analyse(ruleset: str) -> bool:
    """Only matches of Blood Bowl: nothing is known about the chances in other games."""
    return engine.ruleset(ruleset).game == GAME


def analyse(file: dict[str, Any]) -> Analysis:
    """Everything about a finished match, from its file alone."""
    walk = _Walk(file)
    names = [player["name"] for sheet in file["sheets"] for player in sheet["players"]]
    moments = list(walk.moments())
    return Analysis(
        version=walk.model.version,
        points=walk.points,
        touchdowns=walk.touchdowns,
        turning_points=turning_points(moments, names),
        luck=luck(walk.tries),
        plans=plan_lines(file, walk.observer.teams),
    )


def _ends_with_winner(sheets: list[dict[str, Any]]) -> bool:
    """The second match of a tie may be a draw, if the first was none."""
    return any(each.get("winner_needed") for each in sheets) and not any(each.get("first_leg") for each in sheets)


class _Walk:
    """One way through the events, noting the chances on it."""

    def __init__(self, file: dict[str, Any]) -> None:
        rules = engine.ruleset(file["ruleset"])
        self.file = file
        self.model: Model = model()
        self.watcher = Watcher(rules, file)
        self.observer = Observer(self.watcher, rules)
        self.referee = Referee(self.watcher.players, rules.edition.injuries)
        self.winner_needed = _ends_with_winner(file["sheets"])
        self.points: list[Point] = []
        self.touchdowns: list[Touchdown] = []
        self.tries: list[Try] = []

    def chances(self, position: Position) -> Chances:
        """A draw after full time is no result where a winner is needed: either side may still win."""
        found = self.model.chances(position)
        if self.winner_needed:
            return Chances(found.home + found.draw / 2, 0.0, found.away + found.draw / 2)
        return found

    def moments(self) -> Iterator[Moment]:
        """One for each step of the replay that has events of its own. What only begins a turn is before the moment."""
        steps = match_steps(self.file)
        shown = {id(event): number for number, (_, events) in enumerate(steps) for event in events}
        moment: Moment | None = None
        for event in self.file["events"]:
            number = shown.get(id(event))
            if moment is not None and number != moment.number:
                yield self._end(moment)
                moment = None
            if number is not None and moment is None and event["e"] not in ("phase", "choice"):
                moment = self._begin(number, steps[number][0])
            self._see(event, number)
            if moment is not None and self.tries and self.tries[-1].event is event:
                moment.tries.append(self.tries[-1])
        if moment is not None:
            yield self._end(moment)

    def _begin(self, number: int, step: Step) -> Moment:
        now = self.watcher.position
        return Moment(number, step, now, self.chances(now), self.watcher.half, self._point, self.watcher.holder)

    def _end(self, moment: Moment) -> Moment:
        now = self.watcher.position
        moment.after = self.chances(now)
        moment.paid = self.chances(replace(moment.start, rerolls=now.rerolls))
        return moment

    @property
    def _point(self) -> int:
        return max(0, len(self.points) - 1)

    def _see(self, event: Event, step: int | None) -> None:
        tried = self.referee.judge(event)
        if tried is not None:
            self.tries.append(tried)
        self.observer.see(event)
        self.watcher.see(event)
        if event["e"] == "score":
            self.touchdowns.append(Touchdown(self._point, event["side"], self.watcher.score, step or 0))
        if event["e"] == "phase" and event["name"] == "turn":
            self._note(event["number"], event["side"], self.chances(self.watcher.position))
        if event["e"] == "phase" and event["name"] == "end":
            self._note(0, None, CERTAIN[self.file["result"]["winner"]])

    def _note(self, turn: int, side: int | None, chances: Chances) -> None:
        self.points.append(Point(self.watcher.half, turn, side, self.watcher.score, chances))
