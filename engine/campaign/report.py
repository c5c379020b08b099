"""A match that was played at a table, as a coach reports it: what the report is asked, and whether it can be read.

What is possible is in `report_checks.py`, and the result that it amounts to in `report_result.py`. That one is what the engine hands
over after a match of its own, so that nobody who reads it needs to know who has played.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from engine.campaign.refusal import Refusal
from engine.core.documents import check_document
from engine.core.errors import BadInput
from engine.core.ruleset import Figure, Sheet
from engine.core.ruling import Rulings
from engine.core.shapes import Shape, flag, many, name, one_of, pair, record, table, whole
from engine.rules.edition import StarPlayerPoints
from engine.rules.halves import PENALTIES
from engine.rules.state import Player, Team
from engine.rules.tables import Page, dice_table, page, tables
from engine.rules.teams import sheet
from engine.rules.teams.characteristics import characteristics

RULE = Page("sequence")
SIDES = ("home", "away")
MOST = 30  # of anything that a player or a team does in a match
# The figures that an edition may give points for, as a report asks for them.
FIGURES = (
    Figure("touchdowns", "TD", "Touchdowns"),
    Figure("completions", "Cp", "Passes completed"),
    Figure("interceptions", "Int", "Interceptions"),
    Figure("casualties_for_spp", "Cas", "Casualties that earn points"),
    Figure("throws_landed", "TTM", "Superb throws of team-mates who landed"),
    Figure("landings", "Lnd", "Safe landings"),
    Figure("catches", "Ct", "Passes caught"),
    Figure("casualties_prayed_for", "Pry", "Of these casualties, those by fouls and by the crowd"),
)
Document = Mapping[str, Any]
Sheets = tuple[Sheet, Sheet]


@dataclass(frozen=True, slots=True)
class Line:
    """A player of the sheet, and what the report says of this one."""

    id: str
    player: Player
    said: Document

    def count(self, figure: str) -> int:
        return int(self.said.get(figure, 0))

    @property
    def waits(self) -> bool:
        """On the sheet, and not in the team unless the match brought it in."""
        return self.player.spare or self.player.rookie

    @property
    def joined(self) -> bool:
        return not self.waits or bool(self.said.get("joined"))

    @property
    def took_part(self) -> bool:
        return bool(self.said.get("took_part"))

    @property
    def injury(self) -> str:
        return str(self.said.get("injury", ""))

    def __str__(self) -> str:
        return f"{self.player.name} ({self.player.number})"


@dataclass(frozen=True, slots=True)
class Side:
    """A team beside what the report says of it."""

    name: str  # home or away
    sheet: Sheet
    team: Team
    lines: Mapping[str, Line]
    prayers: tuple[str, ...]  # of those that were granted, the ones that bring points

    def sum(self, figure: str) -> int:
        return sum(line.count(figure) for line in self.lines.values())

    @property
    def those_who_played(self) -> list[Line]:
        return [line for line in self.lines.values() if line.took_part]

    @property
    def fan_factors(self) -> tuple[int, int]:
        """A D3 beside its dedicated fans."""
        return self.team.fans + 1, self.team.fans + 3

    def __str__(self) -> str:
        return str(self.sheet["name"])


@dataclass(frozen=True, eq=False)
class Report:
    """A report beside both sheets that were locked for the match. It has been read before."""

    form: "ReportForm"
    rulings: Rulings
    said: Document
    sides: tuple[Side, Side]

    @property
    def score(self) -> tuple[int, int]:
        home, away = self.said["score"]
        return home, away

    @property
    def penalties(self) -> tuple[int, int]:
        home, away = self.said["penalties"]
        return home, away

    @property
    def fled(self) -> int | None:
        """The side that gave up."""
        return SIDES.index(self.said["conceded"]) if self.said["conceded"] else None

    @property
    def punished(self) -> int | None:
        """The side that gave up without need."""
        return self.fled if self.said["penalty"] else None

    @property
    def winner_needed(self) -> bool:
        return any(side.sheet.get("winner_needed") for side in self.sides)

    @property
    def is_level(self) -> bool:
        """With what both bring from a first match."""
        home, away = (
            goals + side.sheet.get("first_leg", 0) for goals, side in zip(self.score, self.sides, strict=True)
        )
        return bool(home == away)

    def refusal(self, code: str, sentence: str, rule: Page = RULE) -> Refusal:
        return self.form.refusal(code, sentence, rule)


class ReportForm:
    """What a report of a match holds in an edition."""

    def __init__(self, data: str, points: StarPlayerPoints) -> None:
        self.data, self.points = data, points

    @cached_property
    def injuries(self) -> Mapping[str, str]:
        """The results of the casualty table, with their names."""
        return {row["id"]: row["name"] for row in tables(self.data)["casualty"]["results"]}

    @cached_property
    def characteristics(self) -> Mapping[str, str]:
        """Those that a lasting injury may cost, with their names."""
        lost = dice_table(self.data, "lasting_injury", row="characteristic").ids
        return {key: each.name for key, each in characteristics(self.data).items() if key in lost}

    def prayers(self, team: Sheet) -> Mapping[str, str]:
        """Those that bring points, by what is counted for them; of a team that has bought prayers."""
        return self.points.by_effect if sheet.team(self.data, team, 0).prayers_bought else {}

    def figures(self, team: Sheet) -> list[Figure]:
        """What is asked of each player of a team, because it may bring points."""
        asked = {*self.points.awards, *self.prayers(team).values()}
        if self.prayers(team):
            for rule in sheet.team(self.data, team, 0).special_rules:
                asked |= self.points.by_special_rule.get(rule, {}).keys()
        return [each for each in FIGURES if each.key in asked]

    def blank(self, sheets: Sheets) -> dict[str, Any]:
        """The report to begin with: nothing has happened, and everybody has played."""
        return {
            "score": [0, 0],
            "overtime": False,
            "penalties": [0, 0],
            "fan_factors": [0, 0],
            "stalled": [False, False],
            "conceded": "",
            "penalty": True,
            "prayers": [[], []],
            "players": dict(zip(SIDES, map(_everybody, sheets), strict=True)),
        }

    def read(self, sheets: Sheets, rulings: Rulings, document: Any) -> Report:
        """A report that can be looked at, whatever else may be wrong with it; what is left out did not happen."""
        try:
            check_document(document)
            self._shape(document)
        except BadInput as flaw:
            raise self.refusal("bad-report", f"The report cannot be read: {flaw}.", RULE) from flaw
        said = {**self.blank(sheets), **document}
        made = sheet.players(self.data, sheets, rulings)
        report = Report(self, rulings, said, (self._side(0, sheets, said, made), self._side(1, sheets, said, made)))
        for problem in _strangers(report):
            raise problem
        return report

    def refusal(self, code: str, sentence: str, rule: Page) -> Refusal:
        return Refusal(code, sentence, page(self.data, rule))

    @cached_property
    def _shape(self) -> Shape:
        count = whole(0, MOST)
        player: dict[str, Shape] = {
            **dict.fromkeys((each.key for each in FIGURES), count),
            **dict.fromkeys(("took_part", "joined"), flag),
            "injury": one_of(self.injuries, "injury"),
            "lost": one_of(self.characteristics, "characteristic"),
            "by": name,
        }
        squad = table(name, record(player, "a player of a report"))
        prayer = one_of(self.points.by_effect, "prayer")
        fields: dict[str, Shape] = {
            **dict.fromkeys(("score", "fan_factors"), pair(count)),
            "penalties": pair(whole(0, PENALTIES)),
            "stalled": pair(flag),
            **dict.fromkeys(("overtime", "penalty"), flag),
            "conceded": one_of(("", *SIDES), "side"),
            "prayers": pair(many(prayer, len(self.points.by_effect))),
            "players": record(dict.fromkeys(SIDES, squad), "the players of a report"),
        }
        return record(fields, "a report")

    def _side(self, side: int, sheets: Sheets, said: Document, made: list[Player]) -> Side:
        rows, players = sheets[side]["players"], [player for player in made if player.side == side]
        about = said["players"].get(SIDES[side], {})
        lines = {
            str(row["id"]): Line(str(row["id"]), player, about.get(str(row["id"]), {}))
            for row, player in zip(rows, players, strict=True)
        }
        prayers = tuple(dict.fromkeys(said["prayers"][side]))
        return Side(SIDES[side], sheets[side], sheet.team(self.data, sheets[side], side), lines, prayers)


def _everybody(team: Sheet) -> dict[str, dict[str, bool]]:
    """All but those who only wait to join."""
    return {
        str(row["id"]): {"took_part": True} for row in team["players"] if not (row.get("spare") or row.get("rookie"))
    }


def _strangers(report: Report) -> Iterator[Refusal]:
    for side in report.sides:
        for id in sorted(report.said["players"].get(side.name, {}).keys() - side.lines.keys()):
            yield report.refusal("unknown-player", f"{side} has no player {id!r} on the sheet of this match.")
        for each in sorted({*side.prayers} - report.form.prayers(side.sheet).keys()):
            yield report.refusal("no-prayer", f"{side} has bought no prayers, so it cannot have been granted {each}.")
