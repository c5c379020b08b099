"""What a team is worth (Core p.91). Dedicated fans and the treasury never count."""

from collections.abc import Mapping

from engine.campaign.club import Club, Member
from engine.rules.tables import tables
from engine.rules.teams.rosters import Roster

LOW_COST_LINEMEN = "low-cost-linemen"
REROLLS, ASSISTANT_COACHES, CHEERLEADERS, APOTHECARY = "rerolls", "assistant_coaches", "cheerleaders", "apothecary"


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


def team_value(club: Club) -> int:
    """Everybody on the list, fit or not, with staff and re-rolls."""
    return sum(member.value for member in club.listed) + _staff_value(club)


def current_value(club: Club) -> int:
    """Only those who can play the next match, journeymen among them."""
    return sum(_counted(club, member) for member in club.members.values() if member.eligible) + _staff_value(club)


def _staff_value(club: Club) -> int:
    """Re-rolls count at the price of the draft, also those bought later for more and a champion's for nothing."""
    owned: int = sum(
        price * getattr(club, what) for what, price in staff_prices(club.campaign.data, club.roster).items()
    )
    return owned + club.trophy * club.roster.reroll_cost


def _counted(club: Club, member: Member) -> int:
    cheap = LOW_COST_LINEMEN in club.roster.special_rules and member.position.lineman
    return member.increase if cheap else member.value
