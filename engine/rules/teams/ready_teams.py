"""Ready teams: one for every roster, bought within the budget of a new team."""

from collections.abc import Collection, Mapping, Sequence
from functools import cache
from typing import Any

from engine.core.ruleset import Sheet
from engine.rules.teams.names import free_names
from engine.rules.teams.rosters import MASTERS_OF_UNDEATH, Roster, raising_skills, rosters
from engine.rules.teams.shopping import shop
from engine.rules.teams.staff import APOTHECARY


@cache
def standard_sheets(edition: str) -> Mapping[str, Sheet]:
    """A ready team for every roster."""
    return {key: _standard(edition, roster) for key, roster in rosters(edition).items()}


def _standard(edition: str, roster: Roster) -> Sheet:
    bought = shop(edition, roster)
    players: list[dict[str, Any]] = [
        {"id": number, "number": number, "name": f"{position.name} {number}", "position": position.key, "skills": []}
        for number, position in enumerate(bought.players, start=1)
    ]
    return {
        "key": roster.key,
        "name": roster.name,
        "short": roster.name[:3].upper(),
        "roster": roster.key,
        **bought.staff,
        "apothecary": bool(bought.staff[APOTHECARY]),
        "players": players + spares(edition, roster, players),
    }


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
