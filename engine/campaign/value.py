"""What a team is worth (Core p.91). Dedicated fans and the treasury never count."""

from engine.campaign.club import Club, Member
from engine.rules.teams.staff import staff_prices

LOW_COST_LINEMEN = "low-cost-linemen"


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
