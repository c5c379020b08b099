"""Every write to decisions that are proposed: another commissioner confirms or declines, or they are taken back."""

from typing import Any

from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.utils import timezone

from accounts.models import User
from journal.errors import Refused
from journal.services import record
from league.decisions.second import KINDS, Kind
from league.decisions.stakes import is_concerned
from league.decisions.stored import restored
from league.people import Decision
from league.permissions import may

State = Decision.State


@transaction.atomic
def decision_confirm(*, actor: User, decision: Decision) -> Decision:
    """Another one agrees, and it is done in the name of who proposed it, as things stand now. Once."""
    decision, kind = _open(decision)
    _refuse_unless_allowed(actor, decision, kind)
    if actor.pk == decision.proposer_id:
        raise Refused("own-proposal", "Somebody else has to confirm what you have proposed.")
    arguments: dict[str, Any] = restored(decision.arguments)
    matter = kind.about(actor=decision.proposer, **arguments)
    if matter is not None and is_concerned(actor, matter):
        raise Refused("concerned", f"This is about you or a team of yours. {SOMEBODY_ELSE}")
    try:
        kind.service(actor=decision.proposer, **arguments)
    except PermissionDenied as error:
        message = f"{decision.proposer} may not do that any more. Decline it, and decide anew."
        raise Refused("proposer-may-not", message) from error
    return _close(
        decision, actor, State.CONFIRMED, f"{actor} confirmed that {decision.proposer} may {decision.summary}."
    )


@transaction.atomic
def decision_decline(*, actor: User, decision: Decision) -> Decision:
    """Another one does not agree."""
    decision, kind = _open(decision)
    _refuse_unless_allowed(actor, decision, kind)
    if actor.pk == decision.proposer_id:
        raise Refused("own-proposal", "Take back what you have proposed yourself.")
    return _close(decision, actor, State.DECLINED, f"{actor} declined that {decision.proposer} may {decision.summary}.")


@transaction.atomic
def decision_take_back(*, actor: User, decision: Decision) -> Decision:
    decision, _ = _open(decision)
    if actor.pk != decision.proposer_id:
        raise PermissionDenied("Only who has proposed a decision may take it back.")
    return _close(decision, actor, State.TAKEN_BACK, f"{actor} does not want to {decision.summary} any more.")


SOMEBODY_ELSE = "Another commissioner has to confirm it, or a superuser of the site who acts for the league."


def _open(decision: Decision) -> tuple[Decision, Kind]:
    rows = Decision.objects.select_for_update(of=("self",), no_key=True).select_related("league", "proposer")
    decision = rows.get(pk=decision.pk)
    if decision.state != State.PROPOSED:
        raise Refused("decided-already", f"This is {decision.get_state_display()} already.")
    return decision, KINDS[decision.kind]


def _refuse_unless_allowed(actor: User, decision: Decision, kind: Kind) -> None:
    if not may(actor, decision.league, kind.by):
        raise PermissionDenied(f"Only those who may decide that for the {decision.league} may confirm it.")


def _close(decision: Decision, actor: User, state: str, summary: str) -> Decision:
    decision.state, decision.decider, decision.decided_at = state, actor, timezone.now()
    decision.save(update_fields=["state", "decider", "decided_at"])
    action, data = f"league.decision-{state}", {"reason": decision.reason, "stake": decision.stake}
    record(actor=actor, action=action, target=decision, summary=summary[:500], data=data, about=decision.proposer)
    return decision
