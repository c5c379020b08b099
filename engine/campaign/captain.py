"""The Team Captain: who may be named, when, and who can never be fired (Core p.155)."""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from engine.campaign.arguments import Action
from engine.campaign.club import Member
from engine.campaign.editor import TeamEditor
from engine.campaign.entries import FIRED
from engine.campaign.refusal import Refusal
from engine.campaign.steps import READY
from engine.core.ruling import Ruling
from engine.rules.teams import pages
from engine.rules.teams.rosters import Roster, RosterPosition, skill_categories
from engine.rules.teams.sheet import PRO

if TYPE_CHECKING:
    from engine.campaign.record import Campaign

# Whether a captain who was fired has a successor before the next re-draft.
replaced_after_firing: Ruling[bool] = Ruling("captain-fired-replacement", {"never": False, "new-captain": True})
# Whether Pro, once learned, costs nothing any more now that it comes with the title.
title_pays_for_pro: Ruling[bool] = Ruling("captain-pro-value", {"unchanged": False, "reduced": True})
# Whether Pro stays with a captain who is relieved of the title.
pro_stays: Ruling[bool] = Ruling("captain-deposed-pro", {"lost": False, "kept": True})
# Who may succeed a captain who has left.
may_succeed: Ruling[Callable[[Member], bool]] = Ruling(
    "captain-successor-origin",
    {"anybody": lambda member: True, "starting-roster": lambda member: member.original},
)

RULE = pages.CAPTAIN
RETIRED_STAYS, FIRING = "captain-temporarily-retired", "captain-fire-condition"


def appoint(editor: TeamEditor, member: int) -> None:
    """A successor, before the next match, for a captain who has left the list."""
    who = editor.member(member)
    _check_appointment(editor, who)
    give_title(editor, who)


ACTIONS: Mapping[str, Action] = {"appoint": appoint}


def able(editor: TeamEditor) -> list[Member]:
    """Those who can be appointed now."""
    return [member for member in editor.club.listed if may_appoint(editor, member)]


def may_appoint(editor: TeamEditor, who: Member) -> bool:
    try:
        _check_appointment(editor, who)
    except Refusal:
        return False
    return True


def _check_appointment(editor: TeamEditor, who: Member) -> None:
    check_rule(editor.campaign, editor.club.roster)
    editor.at(READY, "Naming a captain")
    _check_vacancy(editor)
    if who.journeyman:
        raise editor.refusal("journeyman", f"{who.name} is a journeyman and not on the list.", RULE)
    check_able(editor.campaign, who.name, who.position)
    if not editor.choice(may_succeed)(who):
        sentence = f"{who.name} was not on the list as it was drafted, and only those who were can be captain."
        raise editor.refusal("not-original", sentence, editor.cite(may_succeed))


def check_rule(campaign: "Campaign", roster: Roster) -> None:
    if not roster.has_captain:
        raise campaign.refusal("no-captain", f"A {roster.name} team has no Team Captain.", RULE)


def check_able(campaign: "Campaign", name: str, position: RosterPosition) -> None:
    if position.big_guy:
        raise campaign.refusal("big-guy", f"{name} is a Big Guy, and a Big Guy cannot be Team Captain.", RULE)


def check_firing(editor: TeamEditor, who: Member) -> None:
    """Only an injury that lowered a characteristic makes a captain dispensable."""
    if editor.club.captain == who.id and not who.reduced:
        sentence = f"{who.name} is the captain and can be fired only with an injury that lowered a characteristic."
        raise editor.refusal("captain-stays", sentence, editor.cite(FIRING))


def give_title(editor: TeamEditor, who: Member) -> None:
    """Give the title to a player. Pro comes with it, and nobody has it twice."""
    editor.enter("captain", who.id, rule=RULE, value=-_price_of_pro(editor, who))


def take_title(editor: TeamEditor) -> None:
    """Take the title from whoever has it, and leave the place empty."""
    former = editor.club.members.get(editor.club.captain or 0)
    value = _price_of_pro(editor, former) if former else 0
    keeps = former is not None and not former.knows(PRO) and editor.choice(pro_stays)
    about: dict[str, Any] = {"former": editor.club.captain, "value": value, "keeps_pro": keeps}
    editor.enter("captain", rule=editor.cite("captain-at-redraft"), **about)


def _check_vacancy(editor: TeamEditor) -> None:
    club = editor.club
    if club.captain is not None:
        holder = club.members[club.captain]
        if holder.retired:
            raise editor.refusal(
                "has-captain", f"{holder.name} is retired for the season and stays captain.", editor.cite(RETIRED_STAYS)
            )
        raise editor.refusal("has-captain", f"{holder.name} is the captain, and a team has only one.", RULE)
    if not club.captain_left:
        sentence = "A captain is named when the team is drafted, and later only in place of one who has left it."
        raise editor.refusal("no-vacancy", sentence, RULE)
    if club.captain_left == FIRED and not editor.choice(replaced_after_firing):
        sentence = "The captain was fired, and there is no other until the next re-draft."
        raise editor.refusal("captain-fired", sentence, editor.cite(replaced_after_firing))


def _price_of_pro(editor: TeamEditor, who: Member) -> int:
    """What having learned Pro added to the value of a captain, if the title pays for it."""
    if PRO not in who.skills or not editor.choice(title_pays_for_pro):
        return 0
    access = "primary" if skill_categories(editor.campaign.data)[PRO] in who.position.primary else "secondary"
    return int(editor.campaign.tables["value_increase_k"][f"{access}_skill"])
