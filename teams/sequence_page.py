"""What the page of a sequence shows: its stations with who decided what there, and what can be decided now."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from itertools import groupby
from typing import Any

from django.http import Http404

import engine
from engine.campaign import Member, Office, Refusal, club_of, mvp
from engine.campaign.advancement import CHARACTERISTIC, must_advance, options, prices
from engine.campaign.habits import NEVER, new_name, new_number
from engine.campaign.hiring import price_of
from engine.campaign.plans import NAMES as STAFF_NAMES
from engine.campaign.sequence import CHECKS, changes
from engine.campaign.steps import (
    ADVANCEMENT,
    FIRING,
    HIRING,
    JOURNEYMEN,
    MVP,
    NAMES,
    OFF_SEASON,
    READY,
    REDRAFT,
    ROSTER,
    STAFF,
)
from engine.campaign.value import current_value, staff_limits, staff_prices, team_value
from engine.core.dice import KeyedDice
from engine.rules.rosters import about, skill_categories, skill_entries, with_changes
from engine.rules.tables import tables
from teams.books import office_of
from teams.models import Sequence, Team
from teams.statement import Line, rows_of, statement

MATCH, MISTAKES = "match", "mistakes"
STATIONS = {**NAMES, MATCH: "The match", MISTAKES: "Expensive mistakes", READY: "Done", OFF_SEASON: "The season"}
PARTS = {ROSTER: (HIRING, FIRING, STAFF, JOURNEYMEN)}  # what is decided in a step, where that is not just itself


@dataclass(slots=True)
class Station:
    """A stop of the sequence."""

    key: str
    state: str  # done, now or ahead
    lines: list[Line] = field(default_factory=list)

    @property
    def name(self) -> str:
        return STATIONS[self.key]

    @property
    def deciders(self) -> list[str]:
        """Who decided here, each once."""
        return list(dict.fromkeys(line.row.get_by_display() for line in self.lines if not line.void))


@dataclass(slots=True)
class Learner:
    """A player with enough points for something."""

    member: Member
    must: bool
    chosen: dict[str, list[dict[str, Any]]]  # what can be paid, by category
    random: list[str]  # categories
    prices: Mapping[str, int]
    can_improve: bool


class SequencePage:
    """One sequence of a team, open or closed."""

    def __init__(self, team: Team, sequence: Sequence) -> None:
        self.team, self.sequence = team, sequence
        told = statement(team, rows_of(team))
        self.lines = [line for line in told if line.row.sequence_id == sequence.pk]
        self.office: Office = office_of(team, sequence if sequence.closed_at is None else None)
        self.club = self.office.club
        self.open = sequence.closed_at is None
        self.step = self.club.step if self.open else READY
        self.after_season = sequence.cause.startswith("season")

    # The way ----------------------------------------------------------------------------------------------------------------

    @cached_property
    def stations(self) -> list[Station]:
        """All stops in their order, with the rows that were written at each."""
        written = self._lines_by_station()
        way = self._way()
        now = way.index(self.step) if self.step in way else 0
        states = [
            "done" if place < now or not self.open else "now" if place == now else "ahead" for place in range(len(way))
        ]
        return [Station(key, state, written.get(key, [])) for key, state in zip(way, states, strict=True)]

    def _way(self) -> list[str]:
        if self.after_season:
            return [OFF_SEASON, REDRAFT, READY]
        return [MATCH, MVP, ADVANCEMENT, *self.office.choice(changes), MISTAKES, READY]

    def _lines_by_station(self) -> dict[str, list[Line]]:
        """The row that changes the step is not told; gold is wasted at a station of its own."""
        place, found = (OFF_SEASON if self.after_season else MATCH), dict[str, list[Line]]()
        for line in self.lines:
            kind, data = line.row.kind, line.row.data
            if kind == "step":
                place = data["to"] if data["to"] != OFF_SEASON else place
            else:
                found.setdefault(MISTAKES if kind == "mistake" else place, []).append(line)
        return found

    @property
    def now(self) -> Station:
        return next(each for each in self.stations if each.state == "now")

    @property
    def place(self) -> int:
        return self.stations.index(self.now) + 1

    @property
    def parts(self) -> tuple[str, ...]:
        return PARTS.get(self.step, (self.step,))

    @cached_property
    def result(self) -> dict[str, Any]:
        return next((line.row.data for line in self.lines if line.row.kind == "played"), {})

    @cached_property
    def hindrance(self) -> Refusal | None:
        """Why the present step cannot end yet."""
        try:
            for check in CHECKS:
                check(self.office)
        except Refusal as refusal:
            return refusal
        return None

    # What can be decided ----------------------------------------------------------------------------------------------------

    @property
    def candidates(self) -> list[Member]:
        return sorted(mvp.candidates(self.office), key=lambda each: each.number)

    @property
    def nominees(self) -> int:
        return min(mvp.NOMINEES, len(self.candidates))

    @property
    def mvp_points(self) -> int:
        return mvp.points(self.office, "mvp")

    @property
    def touchdown_points(self) -> int:
        return mvp.points(self.office, "touchdown")

    @property
    def grudges(self) -> list[tuple[Member, list[str]]]:
        return [(self.club.members[id], keywords) for id, keywords in self.club.grudges.items()]

    @property
    def learners(self) -> list[Learner]:
        members = sorted(self.club.members.values(), key=lambda each: (-each.spp, each.number))
        return [
            self._learner(each)
            for each in members
            if 0 < min(prices(self.office, each).values(), default=0) <= each.spp
        ]

    def _learner(self, member: Member) -> Learner:
        due = prices(self.office, member)
        affordable = [each for each in self._skills(member) if each["price"] <= member.spp]
        known = {each["category"]: f"random_{each['access']}" for each in self._skills(member)}
        return Learner(
            member,
            must_advance(self.office, member),
            _by_category(affordable),
            [each for each, column in known.items() if due.get(column, NEVER) <= member.spp],
            due,
            due[CHARACTERISTIC] <= member.spp,
        )

    def _skills(self, member: Member) -> list[dict[str, Any]]:
        entries, categories = skill_entries(self.club.edition), skill_categories(self.club.edition)
        return [
            {
                "key": each.skill,
                "name": entries[each.skill]["name"],
                "about": entries[each.skill]["effect"],
                "category": categories[each.skill],
                "access": each.access,
                "price": each.price,
                "value": each.value,
            }
            for each in options(self.office, member)
        ]

    @property
    def offer(self) -> dict[str, Any] | None:
        """What the dice on the table offer, each with what it adds to the value."""
        given = self.club.offer
        if not given:
            return None
        member, worth = self.club.members[given["member"]], tables(self.club.edition)["value_increase_k"]
        skills = self._skills(member)
        return {
            "member": member,
            "dice": next(line.dice for line in reversed(self.lines) if line.row.kind == "rolled"),
            "characteristics": [
                {"key": name, "value": worth[name.upper()]} for name in given.get("characteristics", ())
            ],
            "skills": [each for each in skills if each["key"] in given.get("skills", ())],
            "instead": _by_category(skills) if given["what"] == CHARACTERISTIC else {},
        }

    @property
    def positions(self) -> list[dict[str, Any]]:
        """Who can be hired, with what speaks against it."""
        counts = Counter(each.position.key for each in self.club.listed)
        return [
            {
                "position": each,
                "about": about(self.club.edition, each.stats, each.skills),
                "has": counts[each.key],
                "room": self.club.roster.has_room(counts, each.key),
                "affordable": each.cost <= self.club.treasury,
                "raised": each.key in self.club.raised,
            }
            for each in self.club.roster.positions.values()
        ]

    @cached_property
    def suggestion(self) -> dict[str, Any]:
        """A name and a number that nobody has."""
        members = self.club.members.values()
        name = new_name(self.club, {each.name for each in members})
        return {"name": name, "number": new_number({each.number for each in members})}

    @property
    def squad(self) -> list[dict[str, Any]]:
        return [{"member": each, "about": self._about(each)} for each in self._sorted(self.club.listed)]

    @property
    def journeymen(self) -> list[dict[str, Any]]:
        return [{"member": each, "about": self._about(each)} for each in self._sorted(self.club.journeymen)]

    def _about(self, member: Member) -> str:
        figures = with_changes(member.position.stats, member.changes)
        return about(self.club.edition, figures, {**member.position.skills, **member.skills})

    @staticmethod
    def _sorted(members: list[Member]) -> list[Member]:
        return sorted(members, key=lambda each: each.number)

    @property
    def staff(self) -> list[dict[str, Any]]:
        most = staff_limits(self.club.edition, self.club.roster)
        return [
            {
                "what": what,
                "name": STAFF_NAMES[what],
                "has": getattr(self.club, what),
                "most": most[what],
                "price": price_of(self.office, what),
                "stays": what == "rerolls",
            }
            for what in staff_prices(self.club.edition, self.club.roster)
            if most[what]
        ]

    # How it ended -----------------------------------------------------------------------------------------------------------

    @cached_property
    def change(self) -> dict[str, tuple[int, int]]:
        """Treasury, value and players before the sequence and after it, or as they stand now."""
        entries, first, last = self.office.entries, self.lines[0].row.number, self.lines[-1].row.number
        before, after = (club_of(self.club.edition, entries[:end]) for end in (first - 1, last))
        return {
            "Treasury": (before.treasury, after.treasury),
            "Team value": (team_value(before), team_value(after)),
            "Current team value": (current_value(before), current_value(after)),
            "Players": (len(before.listed), len(after.listed)),
            "Dedicated fans": (before.fans, after.fans),
        }

    @property
    def dice(self) -> Iterator[dict[str, Any]]:
        """Every die in its order, beside the one that the opened seed gives."""
        seeded = KeyedDice(self.sequence.seed, 0, "books")
        rolls = [roll for line in self.lines for roll in line.row.rolls]
        for what, sides, face in rolls:
            yield {"what": what, "sides": sides, "face": face, "seeded": seeded.d(sides)}


def _by_category(skills: list[dict[str, Any]]) -> dict[str, list[dict[str, Any]]]:
    ordered = sorted(skills, key=lambda each: (each["access"], each["category"], each["name"]))
    return {key: list(group) for key, group in groupby(ordered, key=lambda each: each["category"])}


def sequence_page(team: Team, number: int | None = None) -> SequencePage | None:
    """The sequence of that number, or the latest one; None where there has been none yet."""
    found = team.sequences.filter(**({} if number is None else {"number": number})).order_by("-number").first()
    if found is None and number is not None:
        raise Http404(f"{team} has no sequence {number}.")
    return None if found is None else SequencePage(team, found)


def team_with_books(slug: str) -> Team:
    team = Team.objects.select_related("owner").filter(slug=slug).first()
    if team is None or not engine.ruleset(team.ruleset).has_campaign:
        raise Http404(f"There is no team {slug} with a life between its matches.")
    return team
