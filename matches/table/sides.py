"""The two sides of a match at a table, and for which of them somebody speaks. A co-coach is on the same side as the owner."""

from typing import Any

from django.core.exceptions import PermissionDenied

from accounts.models import User
from matches.models import Match
from teams.models import Team
from teams.permissions import is_coach

WITH_TEAMS = ("fixture__home", "fixture__away", "fixture__round__season__league")


def side_of(user: Any, match: Match) -> Team | None:
    """The team that somebody coaches in this match."""
    return next((team for team in (match.fixture.home, match.fixture.away) if is_coach(user, team)), None)


def own_team(actor: User, match: Match) -> Team:
    """The same of somebody who has to coach one."""
    own = side_of(actor, match)
    if own is None:
        raise PermissionDenied("Only the coaches of this match may do that.")
    return own


def opponent_of(match: Match, team: Team) -> Team:
    return match.fixture.away if match.fixture.home_id == team.pk else match.fixture.home


def refuse_unless_opponent(actor: User, match: Match, team: Team) -> None:
    """What one side says is answered by the other side, and by nobody who speaks for both."""
    other = opponent_of(match, team)
    if not is_coach(actor, other) or is_coach(actor, team):
        raise PermissionDenied(f"Only a coach of {other} may answer that.")
