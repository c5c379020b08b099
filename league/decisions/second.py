"""The mark of a service that nobody with a stake may use alone: called by such a person, it becomes a proposal.

    @needs_second("result.voided", _about_the_result)
    @transaction.atomic
    def result_void(*, actor: User, match: Match, reason: str) -> Result: ...

`about` gets the arguments of the service and says what it is about, or None where it is nobody else's business.
"""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import wraps
from hashlib import sha256
from typing import Any, ParamSpec, TypeVar, cast

from django.db import IntegrityError, transaction

from accounts.models import User
from accounts.text import longest_of
from journal.errors import Refused
from journal.reasons import reason_or_refuse
from journal.services import record
from league.decisions.stakes import Matter, stake_of
from league.decisions.stored import stored
from league.people import Decision
from league.permissions import May

P = ParamSpec("P")
T = TypeVar("T")


@dataclass(frozen=True)
class Kind:
    service: Callable[..., Any]
    about: Callable[..., Matter | None]
    by: May  # what whoever confirms it must be allowed


KINDS: dict[str, Kind] = {}


class _TriedOut(Exception):
    """Nothing of a trial stays."""


def needs_second(
    kind: str, about: Callable[..., Matter | None], *, by: May = May.RULE
) -> Callable[[Callable[P, T]], Callable[P, T | Decision]]:
    """Done at once by whoever has nothing at stake; else kept as a `Decision`, which is given back in place of the answer."""

    def mark(service: Callable[P, T]) -> Callable[P, T | Decision]:
        KINDS[kind] = Kind(service, about, by)

        @wraps(service)
        def guarded(*args: P.args, **kwargs: P.kwargs) -> T | Decision:
            actor, matter = cast("User", kwargs["actor"]), about(**kwargs)
            stake = stake_of(actor, matter) if matter and actor.is_authenticated else ""
            if matter is None or not stake:
                return service(*args, **kwargs)
            return _propose(kind, matter, stake, kwargs)

        return guarded

    return mark


def _propose(kind: str, matter: Matter, stake: str, call: Mapping[str, Any]) -> Decision:
    """Keep it until another commissioner confirms it. It is tried out first, so that nothing impossible is proposed.

    What the proposer saw of it is not kept: it is carried out as things stand when it is confirmed.
    """
    actor = call["actor"]
    kept = stored({name: value for name, value in call.items() if name not in ("actor", "seen")})
    try:
        with transaction.atomic():
            KINDS[kind].service(**call)
            raise _TriedOut
    except _TriedOut:
        pass
    reason = checked_reason(str(call.get("reason", "")), stake)
    asked = {name: value for name, value in kept.items() if name != "key"}  # each page has a key of its own
    digest = sha256(json.dumps([kind, asked], sort_keys=True).encode()).hexdigest()
    about = {"summary": matter.words[:300], "stake": stake[:300], "reason": reason}
    try:
        with transaction.atomic():
            decision = Decision.objects.create(
                league=matter.league, kind=kind, arguments=kept, digest=digest, proposer=actor, **about
            )
            summary = f"{actor} wants to {matter.words}, which another commissioner has to confirm."
            record(actor=actor, action="league.decision-proposed", target=decision, summary=summary[:500], data=about)
    except IntegrityError as error:
        raise Refused("proposed-already", "That is proposed already, and waits for another commissioner.") from error
    return decision


def checked_reason(reason: str, stake: str) -> str:
    why = f"{stake} So another commissioner has to confirm it: give a reason, which everybody can read."
    return reason_or_refuse(reason, longest_of(Decision, "reason"), why)
