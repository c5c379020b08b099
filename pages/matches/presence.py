"""For the coaches of a match that is not locked: whether their team counts as present, and what to do about it."""

from typing import Any

from league.absence.policy import ABSENT
from league.absence.services import policy_of
from matches.control.presence import presence_of
from matches.models import Match
from teams.models import Team


def presence_context(match: Match, team: Team) -> dict[str, Any]:
    """Of the coach's own team; nothing is read where the season asks for nobody."""
    policy = policy_of(match.fixture.round.season)
    presence = None if policy.does_nothing else presence_of(match, team)
    return {"presence": presence, "present_team": team, "policy": policy, "definition": ABSENT}
