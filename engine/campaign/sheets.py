"""A club as the team sheet of its next match: whoever can play, with all that the season has made of them."""

from collections.abc import Mapping
from typing import Any

from engine.campaign.club import Club, Member
from engine.core.ruleset import Sheet
from engine.rules.state import SkillValue
from engine.rules.teams import hiring
from engine.rules.teams.ready_teams import spares
from engine.rules.teams.sheet import CAPTAIN, PRO

HATRED = "hatred"
NOTHING: Mapping[str, Any] = {}


def sheet(club: Club, name: str, short: str, inducements: Mapping[str, Any] = NOTHING) -> Sheet:
    """The sheet that the engine plays with. `inducements` is what `prematch.induce` entered for this match."""
    rows = [_row(club, member) for member in club.members.values() if member.eligible]
    bought = dict(inducements.get("bought", {}))
    rows += _mercenaries(rows, inducements.get("mercenaries", ()))
    taken = [member.name for member in club.members.values()]
    rows += spares(club.campaign.data, club.roster, rows, taken)
    rows += hiring.rookies(club.campaign.data, club.roster, rows, bought, taken)
    return {
        "key": club.roster.key,
        "name": name,
        "short": short,
        "roster": club.roster.key,
        "league": club.league,
        "favoured_of": club.favoured_of,
        "rerolls": club.rerolls + club.trophy,
        "apothecary": bool(club.apothecary),
        "assistant_coaches": club.assistant_coaches,
        "cheerleaders": club.cheerleaders,
        "fans": club.fans,
        "inducements": bought,
        "treasury_spent": inducements.get("own", 0),
        "players": rows,
    }


def _row(club: Club, member: Member) -> dict[str, Any]:
    """Only what differs from the position is written down."""
    marks = {CAPTAIN: club.captain == member.id, "journeyman": member.journeyman, "niggling": member.niggling}
    changes = {name: by for name, by in member.changes.items() if by}
    return {
        "id": member.id,
        "number": member.number,
        "name": member.name,
        "position": member.position.key,
        "skills": [
            _listed(*each) for each in sorted(gained_skills(club, member).items())
        ],  # a snapshot may keep them otherwise
        **{mark: value for mark, value in marks.items() if value},
        **({"changes": changes} if changes else {}),
    }


def no_added_skills(club: Club) -> None:
    """Skills are learned, not added to the list."""


def gained_skills(club: Club, member: Member) -> dict[str, SkillValue]:
    """What a member has beyond the position: learned skills, a captain's Pro, and whom he has come to hate."""
    gained = dict(member.skills)
    if (club.captain == member.id or member.keeps_pro) and not member.knows(PRO):
        gained[PRO] = None
    if member.hatred:
        gained[HATRED] = ", ".join(member.hatred)
    return gained


def _listed(skill: str, value: SkillValue) -> str | dict[str, Any]:
    return skill if value is None else {"id": skill, "value": value}


def _mercenaries(rows: list[dict[str, Any]], hired: Any) -> list[dict[str, Any]]:
    first = max((row["number"] for row in rows), default=0) + 1
    return [
        {
            "id": f"mercenary-{place}",
            "number": first + place,
            "name": f"Mercenary {place + 1}",
            **each,
            hiring.MERCENARY: True,
        }
        for place, each in enumerate(hired)
    ]
