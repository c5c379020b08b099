"""The policy for the absent as a season keeps it."""

from typing import Any

from journal.errors import Refused
from league.absence.policy import USUAL, AbsencePolicy, BadPolicy
from league.models import League, Season


def policy_of(season: Season) -> AbsencePolicy:
    return AbsencePolicy.from_json(season.absence)


def policy_or_refuse(document: Any) -> AbsencePolicy:
    try:
        return AbsencePolicy.from_json(document)
    except BadPolicy as error:
        raise Refused(f"bad-absence_{error.field}", str(error)) from error


def last_policy(league: League) -> dict[str, Any]:
    """That of its last season, with which the next one begins."""
    policy: dict[str, Any] | None = league.seasons.order_by("-number").values_list("absence", flat=True).first()
    return USUAL.to_json() if policy is None else policy
