"""Skills that a player cannot have: those that do not go with another, and those that ask for one (Core p.97)."""

from collections.abc import Collection
from dataclasses import dataclass, replace
from functools import cache

from engine.core.ruling import Ruling, Rulings
from engine.rules.tables import page
from engine.rules.teams import pages
from engine.rules.teams.rosters import skill_categories, skill_entries

kicking_will_do: Ruling[bool] = Ruling("kick-team-mate-skill-access", {"refused": False, "allowed": True})

EXCLUDED, REQUIRES = "excluded", "requires"
THROW_TEAM_MATE, KICK_TEAM_MATE = "throw-team-mate", "kick-team-mate"


@dataclass(frozen=True, slots=True)
class Hindrance:
    """Why a skill is closed to somebody, and the rule that says so."""

    code: str
    words: str
    rule: str


@cache
def learnable_skills(edition: str, categories: tuple[str, ...] | None = None) -> list[str]:
    """Skills that a player can gain, without traits; of some categories only, if any are given."""
    every = skill_categories(edition)
    return [key for key, category in every.items() if categories is None or category in categories]


def hindrance(edition: str, skill: str, own: Collection[str], rulings: Rulings | None = None) -> Hindrance | None:
    """What keeps the skill from whoever has these skills and traits; without rulings, by the letter of the book."""
    found = _hindrance(edition, skill, own)
    if rulings and found and found.code == REQUIRES and _kicks_instead(edition, skill, own):
        return None if rulings.effect(kicking_will_do) else replace(found, rule=rulings.id_of(kicking_will_do.point))
    return found


def goes_with(edition: str, skill: str, own: Collection[str]) -> bool:
    """Whether nothing keeps the skill from whoever has these, by any ruling."""
    return _hindrance(edition, skill, own) is None


def _hindrance(edition: str, skill: str, own: Collection[str]) -> Hindrance | None:
    """By the letter of the book."""
    entry = skill_entries(edition)[skill]
    barred = _barring(edition, skill).intersection(own)
    lacking = _required(edition, skill).difference(own)
    if barred:
        return Hindrance(
            EXCLUDED,
            f"{_names(edition, skill)} does not go with {_names(edition, *barred)}",
            page(edition, pages.SKILLS),
        )
    if lacking:
        return Hindrance(
            REQUIRES, f"{_names(edition, skill)} needs {_names(edition, *lacking)}", page(edition, pages.SKILLS)
        )
    if entry.get("requires_any_special_action") and not any(_grants_action(edition, each) for each in own):
        return Hindrance(
            REQUIRES, f"{_names(edition, skill)} needs a trait with a special action", page(edition, pages.SKILLS)
        )
    return None


def _kicks_instead(edition: str, skill: str, own: Collection[str]) -> bool:
    """All that is missing is the throwing of team-mates, and they are kicked."""
    return skill_entries(edition)[skill].get("requires") == [THROW_TEAM_MATE] and KICK_TEAM_MATE in own


@cache
def _barring(edition: str, skill: str) -> frozenset[str]:
    """Skills and traits that do not go with this one; whichever of the two says so."""
    entries = skill_entries(edition)
    named = {key: {*entry.get("excludes", ()), *entry.get("excludes_trait", ())} for key, entry in entries.items()}
    return frozenset(named[skill] | {key for key, barred in named.items() if skill in barred})


@cache
def _required(edition: str, skill: str) -> frozenset[str]:
    return frozenset(skill_entries(edition)[skill].get("requires", ()))


def _grants_action(edition: str, key: str) -> bool:
    entry = skill_entries(edition).get(key, {})  # a captain's title and the like are no entries
    return entry.get("category") == "trait" and "grants_action" in entry


def _names(edition: str, *skills: str) -> str:
    return ", ".join(skill_entries(edition)[skill]["name"] for skill in sorted(skills))
