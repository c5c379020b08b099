"""What the data of an edition says of teams and skills: lists of positions with their prices, limits and access."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from engine.core.errors import BadInput
from engine.core.ruleset import DATA, Position
from engine.core.yamlfile import read_yaml
from engine.rules.state import SkillValue
from engine.rules.tables import tables
from engine.rules.teams.characteristics import Characteristic, characteristics

LINEMAN, BIG_GUY = "lineman", "big-guy"
CAPTAIN_RULE, MASTERS_OF_UNDEATH = "team-captain", "masters-of-undeath"
CATEGORIES = {"A": "agility", "D": "devious", "G": "general", "M": "mutation", "P": "passing", "S": "strength"}


@dataclass(frozen=True, slots=True)
class RosterPosition:
    key: str
    name: str
    most: int
    cost: int  # thousands of gold pieces, as all prices
    stats: Mapping[str, int]
    skills: Mapping[str, SkillValue]
    keywords: tuple[str, ...]
    primary: tuple[str, ...]
    secondary: tuple[str, ...]
    journeyman: bool  # serves for a match where a team has too few players
    characteristics: Mapping[str, Characteristic]

    def with_changes(self, changes: Mapping[str, int]) -> dict[str, int]:
        """The figures of a player after what seasons did to them. A positive change is one for the better."""
        changed = {
            name: self.characteristics[name].changed(self.stats[name], change) for name, change in changes.items()
        }
        return {**self.stats, **changed}

    @property
    def lineman(self) -> bool:
        return LINEMAN in self.keywords

    @property
    def big_guy(self) -> bool:
        return BIG_GUY in self.keywords


@dataclass(frozen=True, slots=True)
class Limit:
    """So many players at most of several positions together."""

    most: int
    among: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Roster:
    key: str
    name: str
    tier: int  # 1 for the strongest
    reroll_cost: int
    apothecary: bool
    positions: Mapping[str, RosterPosition]
    special_rules: tuple[str, ...]
    leagues: tuple[str, ...]  # of several one is chosen when the team is drafted
    favoured_of: tuple[str, ...]  # likewise
    favoured_of_requires_league: str
    big_guy_limit: Limit | None

    @property
    def has_captain(self) -> bool:
        return CAPTAIN_RULE in self.special_rules

    @property
    def journeymen(self) -> tuple[RosterPosition, ...]:
        return tuple(position for position in self.positions.values() if position.journeyman)

    def has_room(self, counts: Mapping[str, int], key: str) -> bool:
        """Whether one more of a position may join so many of each."""
        limit = self.big_guy_limit
        crowded = limit and key in limit.among and sum(counts.get(each, 0) for each in limit.among) >= limit.most
        return counts.get(key, 0) < self.positions[key].most and not crowded


@cache
def rosters(edition: str) -> Mapping[str, Roster]:
    """The teams of an edition, checked as they are read."""
    path = DATA / edition / "rosters.yaml"
    return {raw["id"]: _roster(edition, path.name, raw) for raw in read_yaml(path, dict)["teams"]}


@cache
def squad(edition: str) -> tuple[int, int]:
    """The fewest and the most players of a team."""
    fewest, most = tables(edition)["draft_costs_k"]["players"]
    return fewest, most


@cache
def special_rule_names(edition: str) -> dict[str, str]:
    return {raw["id"]: raw["name"] for raw in read_yaml(DATA / edition / "rosters.yaml", dict)["special_rules"]}


def _roster(edition: str, file: str, raw: dict[str, Any]) -> Roster:
    limit = raw.get("big_guy_limit")
    return Roster(
        key=raw["id"],
        name=raw["name"],
        tier=raw["tier"],
        reroll_cost=raw["reroll_cost"],
        apothecary=raw["apothecary"],
        positions={each["id"]: _position(edition, f"{file}: {raw['id']}", each) for each in raw["positions"]},
        special_rules=tuple(raw["special_rules"]),
        leagues=tuple(raw["leagues"]),
        favoured_of=tuple(raw.get("favoured_of", ())),
        favoured_of_requires_league=raw.get("favoured_of_requires_league", ""),
        big_guy_limit=Limit(limit["max_total"], tuple(limit["among"])) if limit else None,
    )


def _position(edition: str, place: str, raw: dict[str, Any]) -> RosterPosition:
    skills = dict(map(skill_value, raw["skills"]))
    unknown = skills.keys() - skill_names(edition)
    if unknown:
        raise BadInput(f"{place}: {raw['id']}: unknown skill {', '.join(sorted(unknown))}")
    known = characteristics(edition)
    if set(raw["stats"]) != set(known):
        raise BadInput(f"{place}: {raw['id']}: a player has {', '.join(known)}")
    return RosterPosition(
        key=raw["id"],
        name=raw["name"],
        most=raw["max"],
        cost=raw["cost"],
        stats={name: figure or 0 for name, figure in raw["stats"].items()},
        skills=skills,
        keywords=tuple(raw["keywords"]),
        primary=tuple(CATEGORIES[letter] for letter in raw["primary"]),
        secondary=tuple(CATEGORIES[letter] for letter in raw["secondary"]),
        journeyman=raw.get("journeyman", False),
        characteristics=known,
    )


@cache
def positions(edition: str) -> Mapping[str, Position]:
    """Every position of every roster, for lists."""
    return {
        each.key: Position(
            each.key,
            each.name,
            abbreviations[each.key],
            (6,),
            each.most,
            team_list=roster.key,
            about=about(edition, each.stats, each.skills),
        )
        for roster in rosters(edition).values()
        for abbreviations in [_abbreviations(roster)]
        for each in roster.positions.values()
    }


def _abbreviations(roster: Roster) -> Mapping[str, str]:
    """One or two letters for each position, no two alike: of the first and the last word, else whichever tell it apart."""
    found: dict[str, str] = {}
    for each in roster.positions.values():
        letters = [letter for letter in each.name.upper() if letter.isalpha()]
        first, *others = [next(filter(str.isalpha, word)) for word in each.name.upper().split()]
        usual = first + "".join(others[-1:])
        found[each.key] = next(
            abbr for abbr in (usual, *(first + letter for letter in letters[1:])) if abbr not in found.values()
        )
    return found


def about(edition: str, stats: Mapping[str, int], skills: Mapping[str, SkillValue]) -> str:
    """Figures and skills as a team list prints them: MA 6 ST 3 AG 3+ PA 4+ AV 9+. Block, Loner (4+)."""
    figures = " ".join(f"{key.upper()} {each.text(stats[key])}" for key, each in characteristics(edition).items())
    named = ", ".join(skill_title(edition, *each) for each in skills.items())
    return f"{figures}. {named}." if named else f"{figures}."


# Skills -----------------------------------------------------------------------------------------------------------------------


def skill_value(listed: Any) -> tuple[str, SkillValue]:
    """A skill as sheets and rosters list it: `block`, or {id: loner, value: 4}."""
    return (listed, None) if isinstance(listed, str) else (listed["id"], listed.get("value"))


@cache
def skill_entries(edition: str) -> Mapping[str, Mapping[str, Any]]:
    """Skills and traits as the data has them."""
    content = read_yaml(DATA / edition / "skills.yaml", dict)
    return {entry["id"]: entry for group in ("skills", "traits") for entry in content[group]}


def skill_title(edition: str, key: str, value: SkillValue = None) -> str:
    """The name of a skill, with what its bracket holds."""
    name: str = skill_entries(edition)[key]["name"]
    return name if value is None else name.replace("(X", f"({value}")


@cache
def skill_names(edition: str) -> set[str]:
    return set(skill_entries(edition))


@cache
def skill_categories(edition: str) -> Mapping[str, str]:
    """Of the skills that a player can learn; traits come with a position."""
    return {key: entry["category"] for key, entry in skill_entries(edition).items() if entry["category"] != "trait"}


@cache
def raising_skills(edition: str) -> set[str]:
    """The skills whose owners may bring a lineman back from the dead."""
    return {key for key, entry in skill_entries(edition).items() if entry.get("raises")}
