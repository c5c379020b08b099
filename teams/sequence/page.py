"""What the page of a sequence shows: its stations with who decided what there, and what can be decided now."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from django.http import Http404

import engine
from engine.campaign import OFF_SEASON, READY, REDRAFT, Refusal, TeamEditor
from teams.ledger.services import club_before_and_after, editor_of
from teams.ledger.statement import Line, Statement
from teams.models import Sequence, Team
from teams.sequence.choices import Choices

MATCH, MISTAKES = "match", "mistakes"
DIE = "a die"  # whoever ends the step before it
STATIONS = {
    MATCH: "The match",
    MISTAKES: "Expensive mistakes",
    READY: "Done",
    OFF_SEASON: "The season",
}  # beside the steps


@dataclass(slots=True)
class Station:
    """A stop of the sequence."""

    key: str
    name: str
    state: str  # done, now or ahead
    lines: list[Line] = field(default_factory=list)
    ended_by: str = ""

    @property
    def deciders(self) -> list[str]:
        """Who decided here, each once."""
        if self.key == MISTAKES:
            return [DIE] if self.lines else []
        return list(dict.fromkeys(line.row.get_by_display() for line in self.lines if not line.void))


class SequencePage(Choices):
    """One sequence of a team, open or closed."""

    def __init__(self, team: Team, sequence: Sequence) -> None:
        self.team, self.sequence = team, sequence
        books = Statement(team)
        self.lines = books.lines(books.rows().filter(sequence=sequence))
        self.editor: TeamEditor = editor_of(team, sequence if sequence.closed_at is None else None)
        self.club = self.editor.club
        self.open = sequence.closed_at is None
        self.step = self.club.step if self.open else READY
        self.after_season = sequence.kind == Sequence.Kind.SEASON

    # The way ----------------------------------------------------------------------------------------------------------------

    @cached_property
    def stations(self) -> list[Station]:
        """All stops in their order, with the rows that were written at each."""
        way = self._way()
        now = way.index(self.step) if self.open else len(way)
        states = ["done" if place < now else "now" if place == now else "ahead" for place in range(len(way))]
        names = {**self.team.campaign.steps.names, **STATIONS}
        stations = {key: Station(key, names[key], state) for key, state in zip(way, states, strict=True)}
        self._fill(stations)
        return list(stations.values())

    def _way(self) -> list[str]:
        if self.after_season:
            return [OFF_SEASON, REDRAFT, READY]
        return [MATCH, *self._steps(), MISTAKES, READY]

    def _steps(self) -> tuple[str, ...]:
        """The steps of the sequence: as they were gone through, or as the rulings of today have it."""
        gone = {line.row.data["to"] for line in self.lines if line.row.kind == "step"}
        return self.team.campaign.steps.in_order(self.editor, gone)

    def _fill(self, stations: dict[str, Station]) -> None:
        """Each row at the station where it was written; gold is wasted at one of its own. A step taken back never was."""
        place = OFF_SEASON if self.after_season else MATCH
        for line in self.lines:
            kind, data = line.row.kind, line.row.data
            if kind != "step":
                stations[MISTAKES if kind == "mistake" else place].lines.append(line)
            elif not line.void and data["to"] != OFF_SEASON:
                stations[place].ended_by = line.row.get_by_display()
                place = data["to"]

    @property
    def now(self) -> Station:
        return next(each for each in self.stations if each.state == "now")

    @property
    def place(self) -> int:
        return self.stations.index(self.now) + 1

    @property
    def last(self) -> str:
        """The step after which nothing is left to decide."""
        return self._steps()[-1]

    @property
    def parts(self) -> tuple[str, ...]:
        return self.team.campaign.steps.parts.get(self.step, (self.step,))

    @cached_property
    def result(self) -> dict[str, Any]:
        return next((line.row.data for line in self.lines if line.row.kind == "played"), {})

    @cached_property
    def hindrance(self) -> Refusal | None:
        """Why the present step cannot end yet."""
        try:
            for check in self.team.campaign.steps.checks:
                check(self.editor)
        except Refusal as refusal:
            return refusal
        return None

    @property
    def offer_dice(self) -> list[str]:
        """The dice on the table."""
        return next((line.dice for line in reversed(self.lines) if line.row.kind == "rolled"), [])

    # How it ended -----------------------------------------------------------------------------------------------------------

    @cached_property
    def change(self) -> dict[str, tuple[int, int]]:
        """Treasury, value and players before the sequence and after it, or as they stand now."""
        before, after = club_before_and_after(self.team, self.lines[0].row.number, self.lines[-1].row.number)
        value = self.team.campaign.value
        return {
            "Treasury": (before.treasury, after.treasury),
            "Team value": (value.team(before), value.team(after)),
            "Current team value": (value.current(before), value.current(after)),
            "Players": (len(before.listed), len(after.listed)),
            "Dedicated fans": (before.fans, after.fans),
        }

    @property
    def dice(self) -> Iterator[dict[str, Any]]:
        """Every die in its order, beside the one that the opened seed gives."""
        seeded = engine.KeyedDice(self.sequence.seed, 0, "books")
        rolls = [roll for line in self.lines for roll in line.row.rolls]
        for what, sides, face in rolls:
            yield {"what": what, "sides": sides, "face": face, "seeded": seeded.d(sides)}


def sequence_page(team: Team, number: int | None = None) -> SequencePage | None:
    """The sequence of that number, or the latest one; None where there has been none yet."""
    found = team.sequences.filter(**({} if number is None else {"number": number})).order_by("-number").first()
    if found is None and number is not None:
        raise Http404(f"{team} has no sequence {number}.")
    return None if found is None else SequencePage(team, found)
