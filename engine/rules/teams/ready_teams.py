"""Ready teams: one for every roster, bought within the budget of a new team."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from functools import cache
from typing import Any

from engine.core.ruleset import Sheet
from engine.rules.teams.names import free_names
from engine.rules.teams.rosters import MASTERS_OF_UNDEATH, Roster, RosterPosition, raising_skills, rosters, squad

BUDGET, REROLLS, APOTHECARY = 1000, 2, 50  # thousands of gold pieces


@cache
def standard_sheets(edition: str) -> Mapping[str, Sheet]:
    """A ready team for every roster: its best players first, as long as enough can be paid."""
    return {key: _standard(edition, roster) for key, roster in rosters(edition).items()}


def _standard(edition: str, roster: Roster) -> Sheet:
    chosen = _best(roster, squad(edition)[0], BUDGET - REROLLS * roster.reroll_cost)
    left = BUDGET - REROLLS * roster.reroll_cost - sum(position.cost for position in chosen)
    players: list[dict[str, Any]] = [
        {"id": number, "number": number, "name": f"{position.name} {number}", "position": position.key, "skills": []}
        for number, position in enumerate(chosen, start=1)
    ]
    return {
        "key": roster.key,
        "name": roster.name,
        "short": roster.name[:3].upper(),
        "roster": roster.key,
        "rerolls": REROLLS,
        "apothecary": roster.apothecary and left >= APOTHECARY,
        "fans": 1,
        "players": players + spares(edition, roster, players),
    }


def _best(roster: Roster, number: int, purse: int) -> list[RosterPosition]:
    cheapest = min(roster.journeymen, key=lambda position: (position.cost, position.key))
    chosen: list[RosterPosition] = []
    for position in sorted(roster.positions.values(), key=lambda position: (-position.cost, position.key)):
        while len(chosen) < number and roster.has_room(Counter(each.key for each in chosen), position.key):
            rest = (number - len(chosen) - 1) * cheapest.cost
            if position.cost + rest > purse:
                break
            chosen.append(position)
            purse -= position.cost
    return chosen


def spares(
    edition: str, roster: Roster, players: Sequence[Mapping[str, Any]], taken: Collection[str] = ()
) -> list[dict[str, Any]]:
    """The row of the lineman who may be raised, for a team that can raise one."""
    positions = [roster.positions[player["position"]] for player in players]
    can_raise = any(raising_skills(edition) & position.skills.keys() for position in positions)
    if not can_raise and MASTERS_OF_UNDEATH not in roster.special_rules:
        return []
    lineman = next(position for position in roster.positions.values() if position.lineman)
    number = max(player["number"] for player in players) + 1
    plain = f"Raised {lineman.name}"
    is_taken = plain.casefold() in {name.casefold() for name in taken}
    name = next(free_names(plain, taken)) if is_taken else plain
    return [{"id": "raised", "number": number, "name": name, "position": lineman.key, "skills": [], "spare": True}]
