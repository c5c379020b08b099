"""Random teams, for fuzzing: whatever a sheet may hold."""

from collections import Counter
from typing import Any

from engine.core.decisions import Pick
from engine.core.errors import BadInput
from engine.core.ruleset import Sheet
from engine.rules.teams import hiring
from engine.rules.teams.learning import goes_with, learnable_skills
from engine.rules.teams.ready_teams import spares
from engine.rules.teams.rosters import (
    Roster,
    RosterPosition,
    rosters,
    squad,
)
from engine.rules.teams.sheet import CAPTAIN, JOURNEYMAN, most_in

MOST_LEARNED, MOST_HURT = 6, 2
MOST_REROLLS, MOST_STAFF, MOST_FANS = 8, 6, 7
Row = dict[str, Any]


def random_sheets(edition: str, pick: Pick) -> tuple[Sheet, Sheet]:
    """Two teams of any rosters, with everything about them at random."""
    return _random(edition, pick), _random(edition, pick)


def _random(edition: str, pick: Pick) -> Sheet:
    roster = list(rosters(edition).values())[pick(len(rosters(edition)))]
    rows = _players(edition, roster, pick)
    favoured = roster.favoured_of[pick(len(roster.favoured_of))] if roster.favoured_of else ""
    hired = _inducements(edition, roster, favoured, pick)
    rows += _mercenaries(edition, roster, rows, hired, pick)
    rows += spares(edition, roster, rows)
    rows += hiring.rookies(edition, roster, rows, hired)
    return {
        "key": roster.key,
        "name": roster.name,
        "short": roster.name[:3].upper(),
        "roster": roster.key,
        "rerolls": pick(MOST_REROLLS + 1),
        "apothecary": roster.apothecary and pick(2) == 0,
        "assistant_coaches": pick(MOST_STAFF + 1),
        "cheerleaders": pick(MOST_STAFF + 1),
        "fans": pick(MOST_FANS + 1),
        "mascot": pick(2) == 0,
        "prayers": pick(most_in(edition, "prayers") + 1 - hiring.added(edition, hired, "prayers")),
        "favoured_of": favoured,
        "inducements": hired,
        "may_concede": pick(2) == 0,
        "winner_needed": pick(4) == 0,
        "players": rows,
    }


def _players(edition: str, roster: Roster, pick: Pick) -> list[Row]:
    """As many as a team may have, or fewer who are joined by journeymen."""
    fewest, most = squad(edition)
    missing = pick(fewest) if pick(4) == 0 else 0
    size = fewest - missing if missing else fewest + pick(most - fewest + 1)
    counts: Counter[str] = Counter()
    rows = [_veteran(edition, number, _somebody(roster, counts, pick), pick) for number in range(1, size + 1)]
    able = [row for row in rows if not roster.positions[row["position"]].big_guy]
    if roster.has_captain and able:
        able[pick(len(able))][CAPTAIN] = True
    for number in range(size + 1, fewest + 1):
        position = roster.journeymen[pick(len(roster.journeymen))]
        rows.append(_row(number, position) | {JOURNEYMAN: True})
    return rows


def _somebody(roster: Roster, counts: Counter[str], pick: Pick) -> RosterPosition:
    """Of a position that has room, and is likelier the more it may have."""
    pool = [key for key, each in roster.positions.items() if roster.has_room(counts, key) for _ in range(each.most)]
    key = pool[pick(len(pool))]
    counts[key] += 1
    return roster.positions[key]


def _row(number: int, position: RosterPosition) -> Row:
    return {"id": number, "number": number, "name": f"{position.name} {number}", "position": position.key, "skills": []}


def _veteran(edition: str, number: int, position: RosterPosition, pick: Pick) -> Row:
    """A player whom seasons have taught and hurt."""
    row = _row(number, position)
    wanted = max(0, pick(2 * MOST_LEARNED) - MOST_LEARNED)
    row["skills"] = sorted(_learned(edition, position, wanted, pick))
    changes: dict[str, int] = {}
    left = MOST_LEARNED - len(row["skills"])
    for name, each in position.characteristics.items():
        most, (lowest, highest) = each.most_improvements, each.limits
        change = pick(2 * most + 1) - most if pick(8) == 0 else 0
        if change <= left and lowest <= each.changed(position.stats[name], change) <= highest:
            changes[name] = change
            left -= max(0, change)
    return row | {"changes": changes, "niggling": pick(MOST_HURT + 1) if pick(4) == 0 else 0}


def _learned(edition: str, position: RosterPosition, number: int, pick: Pick) -> set[str]:
    """So many skills that the position has access to and that go together; fewer where it runs out of them."""
    learned: set[str] = set()
    for _ in range(number):
        able = _learnable(edition, position, (*position.primary, *position.secondary), learned)
        learned |= {able[pick(len(able))]} if able else set()
    return learned


def _learnable(edition: str, position: RosterPosition, categories: tuple[str, ...], learned: set[str]) -> list[str]:
    own = {*position.skills, *learned}
    return [key for key in learnable_skills(edition, categories) if key not in own and goes_with(edition, key, own)]


def _inducements(edition: str, roster: Roster, favoured: str, pick: Pick) -> dict[str, int]:
    """Any that a team of this roster may have; now and then everything there is, as much as allowed."""
    greedy = pick(6) == 0
    chosen: dict[str, int] = {}
    groups: set[str] = set()
    for key, each in hiring.inducements(edition).items():
        if key == hiring.MERCENARIES or each.group in groups or not (greedy or pick(4) == 0):
            continue
        most = each.figure("max", roster)
        number = most if greedy else 1 + pick(most)
        try:
            hiring.check_one(edition, roster, {"name": roster.name, "favoured_of": favoured}, key, number)
        except BadInput:
            continue
        chosen[key] = number
        groups.add(each.group)
    return chosen


def _mercenaries(edition: str, roster: Roster, rows: list[Row], hired: dict[str, int], pick: Pick) -> list[Row]:
    """As many as there is room for, with a primary skill at times; their number is entered among the inducements."""
    most = min(hiring.inducements(edition)[hiring.MERCENARIES].figure("max", roster), squad(edition)[1] - len(rows))
    counts = Counter(row["position"] for row in rows)
    made: list[Row] = []
    for number in range(pick(most + 1) if pick(3) == 0 else 0):
        position = _somebody(roster, counts, pick)
        row = _row(len(rows) + number + 1, position) | {hiring.MERCENARY: True}
        skills = _learnable(edition, position, position.primary, set())
        made.append(row | {"skills": [skills[pick(len(skills))]] if skills and pick(2) else []})
    if made:
        hired[hiring.MERCENARIES] = len(made)
    return made
