"""Rules between matches, pure: what a team may do, what it costs, and what is entered in its books (Core pp.86-107).

A team is its ledger. Rules are handed an `TeamEditor`, ask it about the club, roll its dice, and enter rows; a `Club` is what the
rows amount to. What may not be done is a `Refusal` that names its rule.
"""

from engine.campaign.club import Club, Member
from engine.campaign.editor import TeamEditor
from engine.campaign.entries import Entry
from engine.campaign.ledger import club_of
from engine.campaign.refusal import Refusal

__all__ = ["Club", "Entry", "Member", "Refusal", "TeamEditor", "club_of"]
