"""Random teams, for fuzzing: whatever a sheet may hold."""

from collections import Counter

from engine.core.decisions import Pick
from engine.core.errors import BadInput
from engine.core.ruleset import Sheet
from engine.rules import hiring
from engine.rules.ready_teams import spares
from engine.rules.rosters import Roster, learnable_skills, rosters
from engine.rules.sheet import CAPTAIN, FEWEST, MOST, MOST_PRAYERS


def random_sheets(edition: str, pick: Pick) -> tuple[Sheet, Sheet]:
    """Two teams of any rosters, with players and advancements at random."""
    return _random(edition, pick), _random(edition, pick)


def _random(edition: str, pick: Pick) -> Sheet:
    roster = list(rosters(edition).values())[pick(len(rosters(edition)))]
    pool = [position for position in roster.positions.values() for _ in range(position.most)]
    counts: Counter[str] = Counter()
    learnable = learnable_skills(edition)
    rows = []
    for number in range(1, FEWEST + 1 + pick(MOST - FEWEST + 1)):
        pool = [position for position in pool if roster.has_room(counts, position.key)]
        position = pool[pick(len(pool))]
        counts[position.key] += 1
        skills = {learnable[pick(len(learnable))] for _ in range(pick(4))} - position.skills.keys()
        row = {"id": number, "number": number, "name": f"{position.name} {number}", "position": position.key}
        rows.append(row | {"skills": sorted(skills)})
    if roster.has_captain:
        able = [row for row in rows if not roster.positions[str(row["position"])].big_guy]
        able[pick(len(able))][CAPTAIN] = True
    favoured = roster.favoured_of[pick(len(roster.favoured_of))] if roster.favoured_of else ""
    hired = _some(edition, roster, favoured, pick)
    return {
        "key": roster.key,
        "name": roster.name,
        "short": roster.name[:3].upper(),
        "roster": roster.key,
        "rerolls": pick(5),
        "apothecary": roster.apothecary and pick(2) == 0,
        "assistant_coaches": pick(4),
        "cheerleaders": pick(4),
        "fans": 1 + pick(5),
        "mascot": pick(2) == 0,
        "prayers": pick(MOST_PRAYERS + 1),
        "favoured_of": favoured,
        "inducements": hired,
        "may_concede": pick(2) == 0,
        "winner_needed": pick(4) == 0,
        "players": rows + spares(edition, roster, rows) + (hiring.rookies(roster, rows) if hiring.ROOKIES in hired else []),
    }


def _some(edition: str, roster: "Roster", favoured: str, pick: Pick) -> dict[str, int]:
    """Any inducements that a team of this roster may have and that need no rows of their own."""
    chosen: dict[str, int] = {}
    for key, each in hiring.inducements(edition).items():
        if key in (hiring.MERCENARIES, "star-players", "prayers-to-nuffle", "team-mascot") or pick(4):
            continue
        sheet = {"name": roster.name, "favoured_of": favoured}
        number = 1 + pick(each.figure("max", roster))
        try:
            hiring.check_one(edition, roster, sheet, key, number)
        except BadInput:
            continue
        chosen[key] = number
    return chosen
