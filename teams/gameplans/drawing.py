"""A formation as it is drawn: the own half, who stands where, whether the rules allow it, and the lines of the list beside it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import engine
from engine.campaign import Member
from journal.errors import Refused
from teams.gameplans.forms import Options, places_of, player_label, shirt
from teams.gameplans.services import game_plan_checked
from teams.models import Team

Line = Mapping[str, str]  # row, column and player of a place, as a form sends them


@dataclass(frozen=True, slots=True)
class Piece:
    """A place on the board; x and y are its square's, counted from 0."""

    at: int  # its line
    x: int
    y: int
    mark: str  # the shirt number, or a dot for anybody
    role: str  # the position in a letter or two
    label: str


@dataclass(frozen=True, slots=True)
class Candidate:
    """A player of the squad beside the board."""

    id: str
    number: int
    role: str
    name: str  # with the number, for the list
    label: str
    placed: bool


@dataclass(frozen=True)
class Drawing:
    key: str
    label: str
    help: str
    half: list[list[str]]
    lines: list[Line]  # as many as a formation can have
    pieces: list[Piece]
    squad: list[Candidate]
    presets: list[str]
    problem: str

    @cached_property
    def players(self) -> Options:
        return Options((each.id, each.name) for each in self.squad)

    @property
    def used(self) -> int:
        return sum(bool(line["row"] or line["column"]) for line in self.lines)

    @property
    def size(self) -> int:
        return len(self.lines)

    @property
    def areas(self) -> dict[str, str]:
        """The squares of each part of the half, as one path."""
        paths: dict[str, str] = {}
        for y, row in enumerate(self.half):
            for x, area in enumerate(row):
                paths[area] = f"{paths.get(area, '')}M{x} {y}h1v1h-1z"
        return paths

    @property
    def middle(self) -> float:
        return len(self.half[0]) / 2

    @cached_property
    def columns(self) -> Options:
        return Options((str(column), str(column)) for column in range(1, len(self.half[0]) + 1))

    @cached_property
    def rows(self) -> Options:
        behind = [(str(row), f"{row} behind it") for row in range(1, len(self.half))]
        return Options([("0", "line of scrimmage"), *behind])


def drawing_of(team: Team, key: str, lines: Sequence[Line], squad: Sequence[Member]) -> Drawing:
    plans = engine.plans_of(team.ruleset)
    setting, by_id = plans.settings[key], {str(member.id): member for member in squad}
    empty = {"row": "", "column": "", "player": ""}
    full = [*lines, *[empty] * (plans.size - len(lines))][: plans.size]
    placed = {line["player"] for line in full if line["row"] or line["column"]}
    return Drawing(
        key=key,
        label=setting.words,
        help=setting.help,
        half=plans.half,
        lines=full,
        pieces=[_piece(team, at, line, by_id) for at, line in enumerate(full) if _is_on(line, plans.half)],
        squad=[
            Candidate(id, each.number, _role(team, each), shirt(each), player_label(each), id in placed)
            for id, each in by_id.items()
        ],
        presets=list(plans.presets(key)),
        problem=_problem(team, key, [line for line in full if line["row"] or line["column"]]),
    )


def preset_lines(team: Team, key: str, name: str) -> list[Line]:
    """The lines of a preset; none where there is no such preset, which clears the board."""
    drawn = engine.plans_of(team.ruleset).presets(key).get(name, ())
    return [{"row": str(place.behind), "column": str(place.column), "player": ""} for place in drawn]


def _is_on(line: Line, half: list[list[str]]) -> bool:
    if not (line["row"].isdecimal() and line["column"].isdecimal()):
        return False
    return (
        len(line["row"] + line["column"]) < 5
        and int(line["row"]) < len(half)
        and 1 <= int(line["column"]) <= len(half[0])
    )


def _role(team: Team, member: Member) -> str:
    return engine.ruleset(team.ruleset).positions[member.position.key].abbr


def _piece(team: Team, at: int, line: Line, squad: Mapping[str, Member]) -> Piece:
    row, column, member = int(line["row"]), int(line["column"]), squad.get(line["player"])
    who = f"{member.number} {member.name}" if member else "Anybody"
    where = "on the line of scrimmage" if row == 0 else f"{row} behind the line"
    mark, role = (str(member.number), _role(team, member)) if member else ("•", "")
    return Piece(at, column - 1, row, mark, role, f"{who}, {where}, column {column}")


def _problem(team: Team, key: str, lines: Sequence[Line]) -> str:
    """Why the rules refuse it; empty where they do not."""
    try:
        places: list[dict[str, Any]] = [places_of(line) for line in lines]
        game_plan_checked(team, {key: places})
    except ValueError:
        return "Each place needs both a row and a column."
    except Refused as refusal:
        return refusal.message
    return ""
