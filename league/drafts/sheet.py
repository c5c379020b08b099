"""What the pages of a draft show: the roster with its prices, the list with its bill, and what is still wrong with it."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from engine.campaign import Refusal, drafting
from engine.campaign.draft_list import FANS, NAMES, Bill, gods
from engine.campaign.value import APOTHECARY, staff_limits, staff_prices
from engine.rules.rosters import Roster, RosterPosition, about, rosters, skill_entries, skill_title, special_rule_names
from engine.rules.tables import tables
from league.drafts.services import blank, draft_settings
from league.models import Draft
from teams.names import with_keywords


@dataclass(frozen=True, slots=True)
class Skill:
    name: str
    text: str


@dataclass(frozen=True, slots=True)
class PositionLine:
    """A position of the roster, and how many of it are on the list."""

    position: RosterPosition
    figures: str
    skills: list[Skill]
    count: int
    together: str  # with which others it shares a limit


@dataclass(frozen=True, slots=True)
class StaffLine:
    what: str
    name: str
    price: int
    least: int
    most: int
    count: int


@dataclass(frozen=True, slots=True)
class PlayerLine:
    position: RosterPosition
    name: str
    number: int
    captain: bool


@dataclass(frozen=True, slots=True)
class Sheet:
    roster: Roster
    document: Mapping[str, Any]
    positions: list[PositionLine]
    staff: list[StaffLine]
    apothecary_price: int
    players: list[PlayerLine]
    gods: tuple[str, ...]
    bill: Bill
    problems: list[Refusal]
    league: str
    favoured_of: str

    @property
    def over(self) -> int:
        """By how much the list is too dear."""
        return max(0, -self.bill.left)


def sheet(draft: Draft, document: Mapping[str, Any]) -> Sheet:
    edition, settings = draft.ruleset, draft_settings(draft)
    full = {**blank(edition, draft.document["roster"]), **document}
    plan = drafting.read_draft(edition, full, settings)
    roster = plan.roster
    return Sheet(
        roster=roster,
        document=full,
        positions=[_position_line(edition, roster, each, plan.counts[each.key]) for each in roster.positions.values()],
        staff=_staff(edition, roster, full),
        apothecary_price=staff_prices(edition, roster)[APOTHECARY],
        players=[
            PlayerLine(each.position, each.name, each.number, each.number == plan.captain) for each in plan.recruits
        ],
        gods=gods(roster, plan.league),
        bill=drafting.bill(edition, full, settings),
        problems=drafting.problems(edition, full, settings),
        league=plan.league,
        favoured_of=plan.favoured_of,
    )


def _position_line(edition: str, roster: Roster, position: RosterPosition, count: int) -> PositionLine:
    limit = roster.big_guy_limit
    return PositionLine(
        position=position,
        figures=about(edition, position.stats, {}).rstrip("."),
        skills=[
            Skill(skill_title(edition, key, value), skill_entries(edition)[key]["effect"])
            for key, value in with_keywords(position.skills).items()
        ],
        count=count,
        together=f"at most {limit.most} Big Guys together" if limit and position.key in limit.among else "",
    )


def _staff(edition: str, roster: Roster, document: Mapping[str, Any]) -> list[StaffLine]:
    costs = tables(edition)["draft_costs_k"]
    prices = {**staff_prices(edition, roster), FANS: costs["dedicated_fan"]}
    most = {**staff_limits(edition, roster), FANS: costs["dedicated_fans_start_max"]}
    least = {FANS: costs["dedicated_fans_start"]}
    return [
        StaffLine(what, NAMES[what].capitalize(), prices[what], least.get(what, 0), most[what], int(document[what]))
        for what in NAMES
        if what != APOTHECARY
    ]


@dataclass(frozen=True, slots=True)
class Listed:
    """A roster as the page shows it where one is chosen."""

    roster: Roster
    big_guys: list[str]
    rules: list[str]  # with the gods whose favour is part of one


def listed_rosters(edition: str) -> list[Listed]:
    """All rosters by tier and name, with the facts that tell them apart."""
    ordered = sorted(rosters(edition).values(), key=lambda each: (each.tier, each.name))
    return [
        Listed(
            roster,
            [each.name for each in roster.positions.values() if each.big_guy],
            [_named_rule(edition, roster, rule) for rule in roster.special_rules],
        )
        for roster in ordered
    ]


def _named_rule(edition: str, roster: Roster, rule: str) -> str:
    name = special_rule_names(edition)[rule]
    return f"{name.rstrip('.')} {' or '.join(map(str.title, roster.favoured_of))}" if rule == "favoured-of" else name
