"""Checking the books of a team, and telling what stands in them."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

import engine
from engine.campaign import Club, Entry, before, orders, sheets
from engine.campaign.entries import DEAD
from engine.campaign.ledger import apply
from engine.campaign.steps import OFF_SEASON, READY
from engine.campaign.value import current_value, team_value
from engine.rules.rosters import rosters
from engine.rules.sheet import FEWEST
from teams.books import entries_of, office_of, team_club
from teams.models import Team


def breaches(team: Team) -> list[str]:
    """All in which the books of a team are not as they must be."""
    return [*_differences(team), *(_sheet_troubles(team) if team.step == READY else ())]


def _differences(team: Team) -> Iterator[str]:
    """Between what the rows amount to, what is kept for lists, and plain sums."""
    club = team_club(team)
    told = {
        "treasury": club.treasury,
        "value": team_value(club),
        "current_value": current_value(club),
        "step": club.step,
    }
    for name, amount in told.items():
        if getattr(team, name) != amount:
            yield f"{name} is {amount} by the books, and {getattr(team, name)} in lists"
    if set(team.players.filter(left_at__isnull=True).values_list("member", flat=True)) != set(club.members):
        yield "the players in lists are not those of the books"
    balance = 0
    for number, gold in team.ledger.values_list("number", "gold"):
        balance += gold
        if balance < 0:
            yield f"the treasury fell to {balance}k with row {number}"
    if balance != club.treasury:
        yield f"the treasury is {club.treasury}k, and the rows add up to {balance}k"


def _sheet_troubles(team: Team) -> Iterator[str]:
    """Whether the team could play a match now; nothing of it is entered."""
    office = office_of(team, None)
    try:
        orders.run(office, team.orders)
        before.journeymen(office)
        sheet = sheets.sheet(office.club, team.name, team.short)
        engine.ruleset(team.ruleset).check_sheet(sheet, office.rulings)
    except engine.BadInput as error:
        yield f"the sheet is refused: {error}"


def team_story(team: Team) -> dict[str, Any]:
    """What the rows tell: how the team's value went from match to match, and what happened how often."""
    rows = entries_of(team)
    club = Club(team.ruleset, rosters(team.ruleset)[team.roster])
    values: list[int] = []  # before each match, and after the last
    happened = Counter(dict.fromkeys((*HAPPENINGS.values(), "captains_lost", "short", "journeymen"), 0))
    for row in rows:
        if row.kind == "played":
            missing = FEWEST - len(club.eligible)
            happened["short"] += missing >= 0
            happened["journeymen"] += max(missing, 0)
        if row.kind == "played" or row.data.get("to") == OFF_SEASON:
            values.append(team_value(club))
        happened["captains_lost"] += _loses_captain(club, row)
        happened[HAPPENINGS.get(_sort(row), "")] += 1
        apply(club, row)
    del happened[""]
    return {
        "team": team.name,
        "roster": team.roster,
        "values": values,
        "value": team_value(club),
        "treasury": club.treasury,
        **happened,
    }


# What is counted, and how it is called.
HAPPENINGS = {
    "played": "matches",
    f"left {DEAD}": "deaths",
    "retired": "retirements",
    "advanced": "advancements",
    "mistake": "mistakes",
    "season": "redrafts",
}


def _sort(row: Entry) -> str:
    return f"{row.kind} {row.data['how']}" if "how" in row.data else row.kind


def _loses_captain(club: Club, row: Entry) -> bool:
    """Dead, fired, retired for the season, or not bought again."""
    return row.kind in ("left", "retired") and row.member is not None and row.member == club.captain
