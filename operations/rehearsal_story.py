"""What became of each team in a rehearsal, as its ledger tells it."""

from collections import Counter
from typing import Any

from engine.campaign import OFF_SEASON, Club, Entry
from teams.ledger.services import entries_of
from teams.models import Team


def team_story(team: Team) -> dict[str, Any]:
    """What the rows tell: how the team's value went from match to match, and what happened how often."""
    rows = entries_of(team)
    fewest, _ = team.campaign.words.team_size
    replay = team.campaign.replay(rows)
    _, club = next(replay)  # stands before each of the other rows in turn
    values: list[int] = []  # before each match, and after the last
    happened = Counter(dict.fromkeys((*HAPPENINGS.values(), "captains_lost", "short", "journeymen"), 0))
    for row in rows[1:]:
        if row.kind == "played":
            missing = fewest - len(club.eligible)
            happened["short"] += missing >= 0
            happened["journeymen"] += max(missing, 0)
        if row.kind == "played" or row.data.get("to") == OFF_SEASON:
            values.append(club.campaign.value.team(club))
        happened["captains_lost"] += _loses_captain(club, row)
        happened[HAPPENINGS.get(_sort(row), "")] += 1
        next(replay)
    del happened[""]
    return {
        "team": team.name,
        "roster": team.roster,
        "values": values,
        "value": club.campaign.value.team(club),
        "treasury": club.treasury,
        **happened,
    }


# What is counted, and how it is called.
HAPPENINGS = {
    "played": "matches",
    "left dead": "deaths",
    "retired": "retirements",
    "advanced": "advancements",
    "mistake": "mistakes",
    "season": "redrafts",
}
COURSE = ("matches", "redrafts")  # which every team goes through


def _sort(row: Entry) -> str:
    return f"{row.kind} {row.data['how']}" if "how" in row.data else row.kind


def _loses_captain(club: Club, row: Entry) -> bool:
    """Dead, fired, retired for the season, or not bought again."""
    return row.kind in ("left", "retired") and row.member is not None and row.member == club.captain


def changes(story: dict[str, Any]) -> list[str]:
    """What has become of a team that should be what it was."""
    happened = [name for name in (*HAPPENINGS.values(), "journeymen") if story[name] and name not in COURSE]
    return [
        *happened,
        *(["value"] if len(set(story["values"])) > 1 else []),
        *(["treasury"] if story["treasury"] else []),
    ]
