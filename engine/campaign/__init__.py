"""Rules between matches, pure: what a team may do, what it costs, and what is entered in its ledger.

A team is its ledger. Rules are handed a `TeamEditor`, ask it about the club, roll its dice, and enter rows; a `Club` is
what the rows amount to. What is not allowed is a `Refusal` that names its rule. A ruleset's `Campaign` is the door to
all of it, and the types that it speaks in are exported here.
"""

from engine.campaign.arguments import MOST_ENTRIES
from engine.campaign.club import Club, Member
from engine.campaign.draft_list import Bill, Recruit
from engine.campaign.drafting import DraftRules
from engine.campaign.editor import TeamEditor
from engine.campaign.entries import REVOKED, Entry
from engine.campaign.matched.allowance import SkillBill
from engine.campaign.plays import LEAGUE, MATCHED, PLAYS
from engine.campaign.prematch import Basket, Budget
from engine.campaign.record import Campaign, Choices
from engine.campaign.refusal import Refusal
from engine.campaign.report import Report, ReportForm
from engine.campaign.snapshot import Snapshot, freeze, is_current
from engine.campaign.steps import OFF_SEASON, READY, REDRAFT
from engine.rules.teams.hiring import Inducement
from engine.rules.teams.rosters import Roster, RosterPosition

__all__ = [
    "LEAGUE",
    "MATCHED",
    "MOST_ENTRIES",
    "OFF_SEASON",
    "PLAYS",
    "READY",
    "REDRAFT",
    "REVOKED",
    "Basket",
    "Bill",
    "Budget",
    "Campaign",
    "Choices",
    "Club",
    "DraftRules",
    "Entry",
    "Inducement",
    "Member",
    "Recruit",
    "Refusal",
    "Report",
    "ReportForm",
    "Roster",
    "RosterPosition",
    "SkillBill",
    "Snapshot",
    "TeamEditor",
    "freeze",
    "is_current",
]
