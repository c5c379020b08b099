"""Brackets, ready to be drawn: a box for each tie, in columns by round, and lines to where its winner goes."""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise

from django.utils.text import Truncator

from league.formats import format_of
from league.formats.base import NOBODY, Course, Tie
from league.formats.knock_out import FINAL, THIRD_PLACE
from league.models import Season, Stage
from teams.models import Team

WIDTH, HEIGHT = 204, 58  # of a box
ACROSS, DOWN = WIDTH + 34, HEIGHT + 30  # from one box to the next
HEAD, RIM, NOTE = 30, 4, 16  # the names of the rounds, the edge of the drawing, and what stands below a box
LONGEST_NAME = 20


@dataclass(frozen=True, slots=True)
class Side:
    """One line of a box: a team, or what is waited for."""

    team: Team | None
    words: str
    score: str
    goes_on: bool

    @property
    def short_words(self) -> str:
        return Truncator(self.words).chars(LONGEST_NAME) if self.team else self.words


@dataclass(frozen=True, slots=True)
class Box:
    tie: Tie
    sides: tuple[Side, Side]
    x: int
    y: int
    note: str  # how it was decided, where the score does not say

    @property
    def name(self) -> str:
        return self.tie.name

    @property
    def winner_words(self) -> str:
        usual = "goes on without a match" if self.is_empty else "goes on"
        return {FINAL: "is the champion", THIRD_PLACE: "is third"}.get(self.name, usual)

    @property
    def is_empty(self) -> bool:
        """Nobody ever meets here: a team goes straight to the next round."""
        return NOBODY in self.tie.teams


@dataclass(frozen=True, slots=True)
class Column:
    name: str
    boxes: list[Box]


@dataclass(frozen=True, slots=True)
class Bracket:
    stage: Stage
    columns: list[Column]
    lines: list[str]  # paths
    width: int
    height: int


def season_brackets(season: Season, courses: Mapping[int, Course]) -> list[Bracket]:
    """Those of the stages that have one, the latest first."""
    stages = [each for each in season.stages.all() if each.started_at and format_of(each.format).has_bracket]
    return [_bracket(stage, courses[stage.pk]) for stage in reversed(stages)]


def _bracket(stage: Stage, course: Course) -> Bracket:
    rounds = format_of(stage.format).bracket(course)
    columns = [
        Column(_name(ties), [_box(tie, course.teams, number, slot, len(rounds[0])) for slot, tie in enumerate(ties)])
        for number, ties in enumerate(rounds)
    ]
    lines = [
        _line(box, after.boxes[slot // 2])
        for column, after in pairwise(columns)
        for slot, box in enumerate(column.boxes)
        if not box.is_empty
    ]
    boxes = [box for column in columns for box in column.boxes]
    height = max((box.y + HEIGHT + NOTE * bool(box.note) for box in boxes), default=HEIGHT) + RIM
    return Bracket(stage, columns, lines, len(columns) * ACROSS - (ACROSS - WIDTH) + 2 * RIM, height)


def _name(ties: list[Tie]) -> str:
    """Of a round, from the name of its first tie: Semi-final 1, Round of 16, match 1, Final."""
    name = ties[0].name
    if name.endswith(", match 1"):
        return name.removesuffix(", match 1")
    return f"{name.removesuffix(' 1')}s" if name.endswith(" 1") else name


def _box(tie: Tie, teams: Mapping[int, Team], number: int, slot: int, ties_of_first: int) -> Box:
    """In the middle between the two boxes before it; what stands beside a final is below it."""
    of_round = max(1, ties_of_first >> number)
    apart = DOWN * ties_of_first / of_round
    middle = apart * (slot + 0.5) if slot < of_round else apart / 2 + DOWN * (slot + 0.25)
    y = HEAD + round(middle - HEIGHT / 2)
    sides = [_side(tie, teams, place) for place in (0, 1)]
    return Box(tie, (sides[0], sides[1]), RIM + number * ACROSS, y, _note(tie))


def _side(tie: Tie, teams: Mapping[int, Team], place: int) -> Side:
    team = tie.teams[place]
    if not team:
        return Side(None, "" if team == NOBODY else tie.sources[place] or "Open", "", goes_on=False)
    score = tie.score(team)
    found = teams.get(team)
    return Side(
        found, found.name if found else "A former team", "" if score is None else str(score), tie.winner == team
    )


def _note(tie: Tie) -> str:
    if tie.winner is None or NOBODY in tie.teams:
        return ""
    if tie.walkover:
        return "without a match"
    won = [sum(each.penalties_of(team) for each in tie.meetings) for team in tie.teams if team]
    if any(won):
        return f"{won[0]} : {won[1]} on penalties"
    one, other = (tie.score(team) for team in tie.teams if team)
    if one != other:
        return "in all" if len(tie.meetings) > 1 else ""
    return "by decision" if any(each.won(tie.winner) for each in tie.meetings) else "as the better seed"


def _line(box: Box, to: Box) -> str:
    """From the right edge to the left one, over a step half way."""
    start, end = box.y + HEIGHT // 2, to.y + HEIGHT // 2
    return f"M{box.x + WIDTH} {start}H{to.x - (ACROSS - WIDTH) // 2}V{end}H{to.x}"
