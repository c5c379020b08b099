"""Inducements on a team sheet: what there is, what it costs, and who may have how much of it (Core pp.142-149)."""

from collections import Counter
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import islice
from typing import Any

from engine.core.errors import BadInput
from engine.core.ruleset import DATA, Sheet
from engine.core.ruling import Ruling, Rulings
from engine.core.yamlfile import read_yaml
from engine.rules.state import SkillValue
from engine.rules.tables import refused, table, tables
from engine.rules.teams import pages
from engine.rules.teams.names import free_names
from engine.rules.teams.rosters import Roster, skill_categories, skill_value

MERCENARY, MERCENARIES = "mercenary", "mercenary-players"
ROOKIE = "rookie"
LONER = "loner"
# Of the number that a player has for Loner and the one that comes with joining for a match, the one that counts.
loner_of_two: Ruling[Callable[[int, int], int]] = Ruling(
    "mercenary-loner-twice", {"better": min, "as-hired": lambda own, hired: hired}
)


@dataclass(frozen=True, slots=True)
class Inducement:
    key: str
    name: str
    group: str  # variants of one entry share its limit
    most: int
    cost: int | None  # None where a formula says it
    requires: Mapping[str, Any]
    overrides: tuple[Mapping[str, Any], ...]
    effect: str  # in our words
    awaits: str  # what it cannot work without, and is not there yet
    one: str  # the name of a single one
    several: str
    rookies: int  # who may join with it, at most
    adds_to: str  # what the team has more of for the match: bribes, cheerleaders, …
    works_on: int  # what a die has to show, where one is rolled for it

    def counted(self, number: int) -> str:
        """1 Bribe, 2 Bribes."""
        return f"{number} {self.named(number)}"

    def named(self, number: int) -> str:
        return self.one if number == 1 else self.several

    def figure(self, name: str, roster: Roster) -> Any:
        """Its limit or price for this team."""
        for each in self.overrides:
            if name in each and (each.get("special_rule") in roster.special_rules or each.get("team") == roster.key):
                return each[name]
        return {"max": self.most, "cost": self.cost}[name]


@cache
def inducements(edition: str) -> Mapping[str, Inducement]:
    made: dict[str, Inducement] = {}
    for raw in read_yaml(DATA / edition / "inducements.yaml", dict)["inducements"]:
        for each in raw.get("variants", [raw]):
            made[each["id"]] = Inducement(
                each["id"],
                each["name"],
                raw["id"],
                raw["max"],
                each.get("cost"),
                raw["requires"] or {},
                tuple(each.get("overrides", ())),
                each["effect"],
                raw.get("awaits", ""),
                each.get("one", each["name"]),
                each.get("several", each["name"]),
                raw.get("rookies", 0),
                raw.get("adds_to", ""),
                each.get("works_on", 0),
            )
    return made


@cache
def optional(edition: str) -> Mapping[str, str]:
    """Inducements from elsewhere, by their source: no part of the book."""
    entries = read_yaml(DATA / edition / "inducements.yaml", dict)["optional_inducements"]
    return {each["id"]: each["source"] for each in entries}


def added(edition: str, hired: Mapping[str, int], what: str) -> int:
    """How many of something a team has more with its inducements."""
    known = inducements(edition)
    return sum(number for key, number in hired.items() if key in known and known[key].adds_to == what)


def check(edition: str, roster: Roster, sheet: Sheet) -> None:
    """Refuse inducements that this team cannot have, naming the rule."""
    given = sheet.get("inducements", {})
    if not isinstance(given, Mapping):
        raise BadInput(f"{sheet['name']}: inducements are a number for each id")
    for key, number in given.items():
        check_one(edition, roster, sheet, str(key), number)
    known = inducements(edition)
    for group, number in Counter(known[key].group for key in given).items():
        if number > 1:
            raise refused(edition, pages.INDUCEMENTS, f"{sheet['name']}: only one {group.replace('-', ' ')}")
    _check_mercenaries(edition, roster, sheet)
    _check_rookies(edition, roster, sheet)


def check_one(edition: str, roster: Roster, sheet: Sheet, key: str, number: Any) -> None:
    if words := hindrance(edition, roster, sheet, key, number):
        raise refused(edition, pages.INDUCEMENTS, f"{sheet['name']}: {words}")


def hindrance(edition: str, roster: Roster, sheet: Sheet, key: str, number: Any) -> str:
    """Why a team cannot have so many of an inducement; nothing where it can."""
    known = inducements(edition)
    if key in optional(edition):
        return f"{key} is from {optional(edition)[key]} and not among the inducements of the book"
    if key not in known:
        return f"there is no inducement {key!r}; there are {', '.join(known)}"
    inducement = known[key]
    if inducement.awaits:
        return f"{inducement.name} cannot be hired yet"
    most = inducement.figure("max", roster)
    if type(number) is not int or not 1 <= number <= most:
        return f"1 to {most} {inducement.name}, not {number}"
    return _closed(inducement, roster, sheet)


def _closed(inducement: Inducement, roster: Roster, sheet: Sheet) -> str:
    gate = inducement.requires
    if gate.get("apothecary_allowed") and not roster.apothecary:
        return f"{inducement.name} is only for teams that may have an apothecary"
    rule = gate.get("special_rule")
    if rule and rule not in roster.special_rules:
        return f"{inducement.name} is only for teams with {rule}"
    alignment = gate.get("alignment")
    if alignment and alignment != favoured_of(roster, sheet):
        return f"{inducement.name} is only for teams favoured of {alignment}"
    return ""


def favoured_of(roster: Roster, sheet: Sheet) -> str:
    """The team's alignment: chosen when it was drafted, where there is a choice."""
    if roster.favoured_of_requires_league not in ("", sheet.get("league")):
        return ""
    chosen = sheet.get("favoured_of", "")
    if len(roster.favoured_of) == 1:
        return roster.favoured_of[0]
    return chosen if chosen in roster.favoured_of else ""


def _check_mercenaries(edition: str, roster: Roster, sheet: Sheet) -> None:
    hired = [player for player in sheet["players"] if player.get(MERCENARY)]
    bought = sheet.get("inducements", {}).get(MERCENARIES, 0)
    if len(hired) != bought:
        raise refused(
            edition,
            pages.MERCENARIES,
            f"{sheet['name']}: {bought} mercenary players were bought, and {len(hired)} are on the sheet",
        )
    for player in hired:
        skills = [skill_value(each)[0] for each in player.get("skills", [])]
        primary = roster.positions[player["position"]].primary
        if len(skills) > 1 or any(skill_categories(edition).get(key) not in primary for key in skills):
            raise refused(edition, pages.MERCENARIES, f"{player['name']}: a mercenary has one primary skill at most")


def _check_rookies(edition: str, roster: Roster, sheet: Sheet) -> None:
    rows = [player for player in sheet["players"] if player.get(ROOKIE)]
    due = _most_rookies(edition, sheet.get("inducements", {}))
    if len(rows) != due:
        raise refused(edition, pages.ROOKIES, f"{sheet['name']}: {due} rookies wait on the sheet, not {len(rows)}")
    for player in [*rows, *(player for player in sheet["players"] if player.get("journeyman"))]:
        position = roster.positions[player["position"]]
        if not position.journeyman:
            raise refused(edition, pages.JOURNEYMEN, f"{player['name']}: no {position.name} can be a journeyman")


def _most_rookies(edition: str, hired: Collection[str]) -> int:
    """How many may join for a match, whatever the dice say."""
    known = inducements(edition)
    return sum(known[key].rookies for key in hired if key in known)


def rookies(
    edition: str, roster: Roster, rows: list[dict[str, Any]], hired: Collection[str], taken: Collection[str] = ()
) -> list[dict[str, Any]]:
    """Rows for those who may join: as many as the dice can bring, with names that are not taken."""
    most = _most_rookies(edition, hired)
    if not most:
        return []
    lineman = min(roster.journeymen, key=lambda each: (each.cost, each.key))
    first = max(row["number"] for row in rows) + 1
    return [
        {"id": f"rookie-{number}", "number": first + number, "name": name, "position": lineman.key}
        | {"skills": [], ROOKIE: True}
        for number, name in enumerate(islice(free_names("Rookie", taken), most))
    ]


def with_loner(edition: str, skills: dict[str, SkillValue], rulings: Rulings) -> dict[str, SkillValue]:
    """Players who join for one match have Loner, and nobody has it twice."""
    hired: int = table(edition, "journeymen")["loner"]
    own, either = skills.get(LONER), rulings.effect(loner_of_two)
    return skills | {LONER: either(own, hired) if isinstance(own, int) else hired}


def cost(edition: str, roster: Roster, sheet: Sheet) -> int:
    """What the inducements of a sheet cost, in thousands of gold pieces."""
    known, prices = inducements(edition), tables(edition)["inducement_money"]
    hired: Mapping[str, int] = sheet.get("inducements", {})
    total = sum(int(known[key].figure("cost", roster) or 0) * number for key, number in hired.items())
    for player in sheet["players"]:
        if player.get(MERCENARY):
            fee = roster.positions[player["position"]].cost + prices["mercenary_k"]
            total += fee + prices["mercenary_skill_k"] * len(player.get("skills", ()))
    return total
