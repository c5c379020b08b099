"""What a coach wants for one match by hand. It comes before the standing orders, and is used up with the match."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.core.exceptions import PermissionDenied
from django.db import transaction

from accounts.models import User
from engine.campaign import Basket, Budget, Refusal, TeamEditor
from journal.errors import Refused
from journal.services import record
from teams.ledger.services import editor_of, locked_team
from teams.models import Sequence, Team
from teams.permissions import is_coach

NOTHING_WANTED = {"wishes": [], "mercenaries": [], "own": 0}


def inducements_wanted(team: Team, match: int) -> Mapping[str, Any]:
    """What a team is to buy for a match: as planned for it, or as in the standing orders."""
    if is_planned(team, match):
        return {name: team.match_plan[name] for name in NOTHING_WANTED}
    wanted: Mapping[str, Any] = team.campaign.orders.complete(team.orders)["inducements"]
    return wanted


def is_planned(team: Team, match: int) -> bool:
    return bool(team.match_plan.get("match") == match)


@transaction.atomic
def team_match_plan_set(*, actor: User, team: Team, match: int, plan: Mapping[str, Any]) -> Team:
    """Plan the inducements of a match; an empty plan leaves them to the standing orders.

    Whoever knows the matches has checked that this one can still be planned.
    """
    if not is_coach(actor, team):
        raise PermissionDenied(f"Only a coach of {team} may do that.")
    team = locked_team(team)
    old, team.match_plan = team.match_plan, {}
    if plan:
        _check(editor_of(team, None), plan)
        team.match_plan = {"match": match, **NOTHING_WANTED, **plan}
    team.save(update_fields=["match_plan"])
    summary = f"{actor} {'planned' if plan else 'left to the standing orders'} the inducements of {team} for {Sequence.Kind.MATCH.named(match)}."
    record(
        actor=actor, action="team.match-plan", target=team, summary=summary, data={"old": old, "new": team.match_plan}
    )
    return team


def filled(editor: TeamEditor, wanted: Mapping[str, Any], budget: Budget) -> Basket:
    """The basket that these wishes would fill with so much gold."""
    basket = editor.campaign.prematch.basket(editor, budget)
    basket.fill(wanted["wishes"], wanted["mercenaries"])
    return basket


@dataclass(frozen=True, slots=True)
class Sum:
    """What wishes come to: what is bought of them with the gold there is, what is not, and how that is paid."""

    bought: list[str]
    left_out: list[str]
    cost: int
    budget: Budget

    @property
    def paid(self) -> int:
        """Of own gold; petty cash goes first."""
        return max(0, self.cost - self.budget.petty)

    @property
    def left(self) -> int:
        return self.budget.total - self.cost


def wishes_sum(editor: TeamEditor, wanted: Mapping[str, Any], budget: Budget) -> Sum:
    basket, known = filled(editor, wanted, budget), editor.campaign.words.inducements
    wishes: Counter[str] = Counter()
    for key, number in wanted["wishes"]:
        wishes[key] += number if key in known else 0
    bought, missed = (
        [known[key].counted(number) for key, number in each.items()]
        for each in (basket.bought, wishes - Counter(basket.bought))
    )
    return Sum(bought, missed, basket.cost, budget)


def orders_sum(editor: TeamEditor, wanted: Mapping[str, Any]) -> Sum:
    """What all the wishes of standing orders would cost, since nobody knows yet how much petty cash there is."""
    return wishes_sum(editor, wanted, Budget(own=editor.campaign.orders.most_gold))


def _check(editor: TeamEditor, plan: Mapping[str, Any]) -> None:
    """Refuse what no gold could buy; orders may wish for it in vain, but who plans by hand should be told."""
    club, campaign = editor.club, editor.campaign
    try:
        campaign.orders.check({"inducements": plan}, club)
        for key, number in plan.get("wishes", []):
            campaign.prematch.check_inducement(club, key, number)
    except Refusal as refusal:
        raise Refused(refusal.code, str(refusal), rule=refusal.rule) from refusal
    any_price = Budget(own=campaign.orders.most_gold)
    wishes: Counter[str] = Counter()
    for key, number in plan.get("wishes", []):
        wishes[key] += number
    if over := wishes - Counter(filled(editor, {**NOTHING_WANTED, **plan}, any_price).bought):
        names = ", ".join(campaign.words.inducements[key].counted(number) for key, number in over.items())
        raise Refused(
            "not-for-sale",
            f"More than the team may have as it stands: {names}.",
            rule=campaign.words.pages["inducements"],
        )
