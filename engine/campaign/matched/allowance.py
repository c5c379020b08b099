"""The skills that a team may add to its list, by its tier (Core pp.108-115)."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from engine.campaign.advancement import PRIMARY, SECONDARY
from engine.core.ruleset import DATA
from engine.core.yamlfile import read_yaml
from engine.rules.tables import Page
from engine.rules.teams.learning import learnable_skills
from engine.rules.teams.rosters import Roster, RosterPosition, skill_categories, skill_entries

RULE = Page("matched_play")


@dataclass(frozen=True, slots=True)
class Allowance:
    """What a tier allows."""

    points: int
    secondaries: int


@dataclass(frozen=True, slots=True)
class SkillBill:
    """The skill points of a list: what is spent and what there is."""

    tier: int
    spent: int
    points: int
    secondaries: int
    most_secondaries: int
    same_elite: int  # how often a team may add any one elite skill

    @property
    def left(self) -> int:
        return self.points - self.spent


@cache
def figures(data: str) -> Mapping[str, Any]:
    content: Mapping[str, Any] = read_yaml(DATA / data / "matched_play.yaml", dict)
    return content


def costs(data: str) -> Mapping[str, int]:
    """What the list costs differently from that of league play."""
    different: Mapping[str, int] = figures(data)["draft_costs_k"]
    return different


def same_elite(data: str) -> int:
    most: int = figures(data)["same_elite"]
    return most


def allowance(data: str, roster: Roster) -> Allowance:
    return Allowance(**figures(data)["tiers"][roster.tier])


def access(data: str, position: RosterPosition, skill: str) -> str:
    """Primary, secondary, or none."""
    category = skill_categories(data)[skill]
    if category in position.primary:
        return PRIMARY
    return SECONDARY if category in position.secondary else ""


def price(data: str, position: RosterPosition, skill: str) -> int:
    """In skill points. What a position has no access to is refused elsewhere and costs nothing here."""
    due: int = figures(data)["prices"].get(access(data, position, skill), 0)
    return due


def open_skills(data: str, position: RosterPosition) -> dict[str, list[str]]:
    """The skills that a position may add, by access."""
    return {
        way: [skill for skill in learnable_skills(data, categories) if skill not in position.skills]
        for way, categories in ((PRIMARY, position.primary), (SECONDARY, position.secondary))
    }


def skill_bill(data: str, roster: Roster, added: Iterable[tuple[RosterPosition, str]]) -> SkillBill:
    """What these additions come to for a team."""
    allowed, listed = allowance(data, roster), list(added)
    ways = Counter(access(data, *each) for each in listed)
    spent = sum(price(data, *each) for each in listed)
    return SkillBill(roster.tier, spent, allowed.points, ways[SECONDARY], allowed.secondaries, same_elite(data))


def elites(data: str, added: Iterable[str]) -> Counter[str]:
    """How often each elite skill is added."""
    return Counter(skill for skill in added if skill_entries(data)[skill]["elite"])
