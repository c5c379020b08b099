"""What the pages of a draft show: the roster with its prices, the list with its bill, and what is still wrong with it."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from engine.campaign import Bill, Campaign, Recruit, Refusal, Roster, RosterPosition, SkillBill
from league.drafting import Draft
from league.drafts.services import draft_problems, draft_settings
from teams.names import with_keywords

FANS, APOTHECARY = "fans", "apothecary"  # which pages ask for in their own way


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
    skill: str  # added to the list
    skill_name: str
    able: list[tuple[str, list[tuple[str, str]]]]  # skills that can be added, by access

    @property
    def has_access(self) -> bool:
        return any(self.skill == key for _, skills in self.able for key, _ in skills)


@dataclass(frozen=True, slots=True)
class Sheet:
    roster: Roster
    document: Mapping[str, Any]
    positions: list[PositionLine]
    staff: list[StaffLine]
    inducements: list[StaffLine]
    apothecary_price: int
    players: list[PlayerLine]
    gods: tuple[str, ...]
    bill: Bill
    skills: SkillBill | None  # where skills are added to a list
    keeps_rest: bool
    problems: list[Refusal]
    league: str
    favoured_of: str

    @property
    def over(self) -> int:
        """By how much the list is too dear."""
        return max(0, -self.bill.left)


def sheet(draft: Draft, document: Mapping[str, Any]) -> Sheet:
    campaign, settings = draft.campaign, draft_settings(draft)
    full = {**campaign.draft.blank(draft.document["roster"]), **document}
    plan = campaign.draft.read(full, settings)
    roster = plan.roster
    return Sheet(
        roster=roster,
        document=full,
        positions=[_position_line(campaign, roster, each, plan.counts[each.key]) for each in roster.positions.values()],
        staff=_staff(campaign, roster, full),
        inducements=_inducements(campaign, roster, full),
        apothecary_price=campaign.words.staff_prices(roster)[APOTHECARY],
        players=[_player_line(campaign, each, captain=each.number == plan.captain) for each in plan.recruits],
        gods=campaign.draft.gods(roster, plan.league),
        bill=campaign.draft.bill(full, settings),
        skills=campaign.draft.skills(full),
        keeps_rest=campaign.draft.keeps_rest,
        problems=draft_problems(draft, full),
        league=plan.league,
        favoured_of=plan.favoured_of,
    )


def _position_line(campaign: Campaign, roster: Roster, position: RosterPosition, count: int) -> PositionLine:
    limit, words = roster.big_guy_limit, campaign.words
    return PositionLine(
        position=position,
        figures=words.profile(position.stats, {}).rstrip("."),
        skills=[
            Skill(words.skill_title(key, value), words.skill_effect(key))
            for key, value in with_keywords(position.skills).items()
        ],
        count=count,
        together=f"at most {limit.most} Big Guys together" if limit and position.key in limit.among else "",
    )


def _player_line(campaign: Campaign, recruit: Recruit, *, captain: bool) -> PlayerLine:
    named = campaign.words.skill_title
    able = [
        (way, sorted(((key, named(key)) for key in keys), key=lambda each: each[1]))
        for way, keys in campaign.draft.open_skills(recruit.position).items()
    ]
    skill_name = named(recruit.skill) if recruit.skill else ""
    return PlayerLine(recruit.position, recruit.name, recruit.number, captain, recruit.skill, skill_name, able)


def _inducements(campaign: Campaign, roster: Roster, document: Mapping[str, Any]) -> list[StaffLine]:
    known, wanted = campaign.words.inducements, document.get("inducements", {})
    return [
        StaffLine(key, known[key].name, int(known[key].figure("cost", roster) or 0), 0, most, wanted.get(key, 0))
        for key, most in campaign.draft.for_sale(roster.key).items()
    ]


def _staff(campaign: Campaign, roster: Roster, document: Mapping[str, Any]) -> list[StaffLine]:
    words, fans = campaign.words, campaign.words.fans
    prices = {**words.staff_prices(roster), FANS: fans.price}
    most = {**words.staff_limits(roster), FANS: fans.most_at_start}
    least = {FANS: fans.at_start}
    return [
        StaffLine(what, name.capitalize(), prices[what], least.get(what, 0), most[what], int(document[what]))
        for what, name in words.staff.items()
        if what != APOTHECARY
    ]


@dataclass(frozen=True, slots=True)
class Listed:
    """A roster as the page shows it where one is chosen."""

    roster: Roster
    big_guys: list[str]
    rules: list[str]  # with the gods whose favour is part of one


def listed_rosters(campaign: Campaign) -> list[Listed]:
    """All rosters by tier and name, with the facts that tell them apart."""
    ordered = sorted(campaign.rosters.values(), key=lambda each: (each.tier, each.name))
    return [
        Listed(
            roster,
            [each.name for each in roster.positions.values() if each.big_guy],
            [_named_rule(campaign, roster, rule) for rule in roster.special_rules],
        )
        for roster in ordered
    ]


def _named_rule(campaign: Campaign, roster: Roster, rule: str) -> str:
    name = campaign.words.special_rules[rule]
    return f"{name.rstrip('.')} {' or '.join(map(str.title, roster.favoured_of))}" if rule == "favoured-of" else name
