"""What a team may have beside its players: what it costs when the team is drafted, and how much of it there may be."""

from collections.abc import Mapping

from engine.rules.tables import tables
from engine.rules.teams.rosters import Roster

REROLLS, ASSISTANT_COACHES, CHEERLEADERS, APOTHECARY = "rerolls", "assistant_coaches", "cheerleaders", "apothecary"
FANS = "fans"


def staff_prices(data: str, roster: Roster) -> Mapping[str, int]:
    """What one of each adds to a team's value, and costs when it is drafted."""
    costs = tables(data)["draft_costs_k"]
    return {
        REROLLS: roster.reroll_cost,
        ASSISTANT_COACHES: costs["assistant_coach"],
        CHEERLEADERS: costs["cheerleader"],
        APOTHECARY: costs["apothecary"],
    }


def staff_limits(data: str, roster: Roster) -> dict[str, int]:
    """How many of each a team may have."""
    costs = tables(data)["draft_costs_k"]
    return {
        REROLLS: costs["max_team_re_rolls"],
        ASSISTANT_COACHES: costs["max_assistant_coaches"],
        CHEERLEADERS: costs["max_cheerleaders"],
        APOTHECARY: int(roster.apothecary),
    }
