"""A commissioner steps in for a coach, or puts a team's books right. Never without a reason, which stands in the books."""

from collections.abc import Callable, Mapping
from typing import Any
from uuid import UUID

from django.core.exceptions import PermissionDenied
from django.db import transaction

from accounts.ai import is_ai
from accounts.models import User
from engine.campaign import TeamEditor
from journal.errors import Refused
from journal.reasons import reason_or_refuse
from league.decisions.second import needs_second
from league.decisions.stakes import Matter
from league.log.selectors import league_of_team
from league.models import League
from league.permissions import May, may
from teams.ledger.services import Effect, ledger_append
from teams.models import LedgerRow, Team
from teams.sequence.services import by_orders

ORDERS = "orders"  # the one request that is no action of the rules: let the standing orders decide
LONGEST_REASON = 200
MOST = {"gold": 10_000, "spp": 1000}


def may_act(user: Any, team: Team) -> bool:
    """Whether the user runs a league that the team plays in, or the one in which it played last."""
    return _league_run_by(user, team) is not None


def _league_run_by(user: Any, team: Team) -> League | None:
    league = league_of_team(team) if user.is_authenticated else None
    return league if league and may(user, league, May.RULE) else None


def _about(does: str) -> Callable[..., Matter | None]:
    def about(*, actor: User, team: Team, **_: Any) -> Matter | None:
        league = _league_run_by(actor, team)
        return Matter(league, f"{does} {team}", teams=[team]) if league else None

    return about


@needs_second("team.acted-for", _about("act for the coach of"))
@transaction.atomic
def team_request_for(
    *,
    actor: User,
    team: Team,
    action: str,
    arguments: Mapping[str, Any],
    version: int,
    key: UUID | None = None,
    reason: str,
) -> list[LedgerRow]:
    """What a coach could ask, asked by the commissioner in the coach's place."""

    def effect(editor: TeamEditor) -> None:
        if is_ai(team.owner):
            raise Refused("ai-filler", f"{team} is an AI filler: standing orders decide for it, and nobody else.")
        if action == ORDERS:
            by_orders(editor, team.orders)
        else:
            editor.perform(action, arguments)

    return _enter(actor, team, effect, action=action, version=version, key=key, reason=reason)


@needs_second("team.corrected", _about("correct the books of"))
@transaction.atomic
def team_correct(
    *,
    actor: User,
    team: Team,
    reason: str,
    gold: int = 0,
    member: int | None = None,
    spp: int = 0,
    heal: dict[str, Any] | None = None,
    **seen: Any,
) -> list[LedgerRow]:
    """Put right what no coach can: gold, a player's points, an injury that should not be there. `seen` may hold version and key."""
    for name, value in {"gold": gold, "spp": spp}.items():
        if abs(value) > MOST[name]:
            raise Refused("too-much", f"A correction of {name} goes to {MOST[name]} either way, not {value}.")
    if not (gold or spp or heal):
        raise Refused("nothing-to-correct", "Say what is to be corrected: gold, points or an injury.")

    def effect(editor: TeamEditor) -> None:
        team.campaign.correct(
            editor, reason=reason_or_refuse(reason, LONGEST_REASON), gold=gold, member=member, spp=spp, heal=heal
        )

    return _enter(actor, team, effect, action="correct", reason=reason, **seen)


def _enter(actor: User, team: Team, effect: Effect, *, reason: str, **request: Any) -> list[LedgerRow]:
    if not may_act(actor, team):
        raise PermissionDenied(f"Only the commissioner of a league of {team} may do that.")
    by, said = LedgerRow.By.COMMISSIONER, reason_or_refuse(reason, LONGEST_REASON)
    return ledger_append(team=team, effect=effect, by=by, actor=actor, reason=said, **request)
