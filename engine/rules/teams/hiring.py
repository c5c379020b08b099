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
from engine.rules.tables import tables
from engine.rules.teams.names import free_names
from engine.rules.teams.rosters import Roster, skill_categories, skill_value

MERCENARY, MERCENARIES = "mercenary", "mercenary-players"
ROOKIE, ROOKIES, MOST_ROOKIES = "rookie", "riotous-rookies", 7  # 2D3+1
CHEF_TARGET, SENDS_OFF_ON = 4, 5  # what a die of the Master Chef and of the Dodgy League Rep has to show
LONER, LONER_TARGET = "loner", 4
BOOK = "(Core p.142)"
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
            )
    return made


@cache
def optional(edition: str) -> Mapping[str, str]:
    """Inducements from elsewhere, by their source: no part of the book."""
    entries = read_yaml(DATA / edition / "inducements.yaml", dict)["optional_inducements"]
    return {each["id"]: each["source"] for each in entries}


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
            raise BadInput(f"{sheet['name']}: only one {group.replace('-', ' ')} {BOOK}")
    _check_mercenaries(edition, roster, sheet)
    _check_rookies(roster, sheet)


def check_one(edition: str, roster: Roster, sheet: Sheet, key: str, number: Any) -> None:
    known = inducements(edition)
    if key in optional(edition):
        raise BadInput(
            f"{sheet['name']}: {key} is from {optional(edition)[key]} and not among the inducements of the book {BOOK}"
        )
    if key not in known:
        raise BadInput(f"{sheet['name']}: there is no inducement {key!r}; there are {', '.join(known)} {BOOK}")
    inducement = known[key]
    if inducement.awaits:
        raise BadInput(f"{sheet['name']}: {inducement.name} cannot be hired yet {BOOK}")
    most = inducement.figure("max", roster)
    if type(number) is not int or not 1 <= number <= most:
        raise BadInput(f"{sheet['name']}: 1 to {most} {inducement.name}, not {number} {BOOK}")
    gate = inducement.requires
    if gate.get("apothecary_allowed") and not roster.apothecary:
        raise BadInput(f"{sheet['name']}: {inducement.name} is only for teams that may have an apothecary {BOOK}")
    rule = gate.get("special_rule")
    if rule and rule not in roster.special_rules:
        raise BadInput(f"{sheet['name']}: {inducement.name} is only for teams with {rule} {BOOK}")
    alignment = gate.get("alignment")
    if alignment and alignment != favoured_of(roster, sheet):
        raise BadInput(f"{sheet['name']}: {inducement.name} is only for teams favoured of {alignment} {BOOK}")


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
        raise BadInput(
            f"{sheet['name']}: {bought} mercenary players were bought, and {len(hired)} are on the sheet (Core p.147)"
        )
    for player in hired:
        skills = [skill_value(each)[0] for each in player.get("skills", [])]
        primary = roster.positions[player["position"]].primary
        if len(skills) > 1 or any(skill_categories(edition).get(key) not in primary for key in skills):
            raise BadInput(f"{player['name']}: a mercenary has one primary skill at most (Core p.147)")


def _check_rookies(roster: Roster, sheet: Sheet) -> None:
    rows = [player for player in sheet["players"] if player.get(ROOKIE)]
    due = MOST_ROOKIES if ROOKIES in sheet.get("inducements", {}) else 0
    if len(rows) != due:
        raise BadInput(f"{sheet['name']}: {due} rookies wait on the sheet, not {len(rows)} (Core p.145)")
    for player in [*rows, *(player for player in sheet["players"] if player.get("journeyman"))]:
        position = roster.positions[player["position"]]
        if not position.journeyman:
            raise BadInput(f"{player['name']}: no {position.name} can be a journeyman (Core p.94)")


def rookies(roster: Roster, rows: list[dict[str, Any]], taken: Collection[str] = ()) -> list[dict[str, Any]]:
    """Rows for those who may join: as many as the dice can bring, with names that are not taken."""
    lineman = min(roster.journeymen, key=lambda each: (each.cost, each.key))
    first = max(row["number"] for row in rows) + 1
    return [
        {"id": f"rookie-{number}", "number": first + number, "name": name, "position": lineman.key}
        | {"skills": [], ROOKIE: True}
        for number, name in enumerate(islice(free_names("Rookie", taken), MOST_ROOKIES))
    ]


def with_loner(skills: dict[str, SkillValue], rulings: Rulings) -> dict[str, SkillValue]:
    """Those who join for one match have Loner (4+), and nobody has it twice."""
    own, either = skills.get(LONER), rulings.effect(loner_of_two)
    return skills | {LONER: either(own, LONER_TARGET) if isinstance(own, int) else LONER_TARGET}


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
