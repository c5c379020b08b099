"""Nobody coaches two teams that play against each other. Which teams are rivals is known above: leagues say it here."""

from collections.abc import Callable

from accounts.models import User
from teams.models import Team


def _nobody_is(user: User, team: Team) -> None:
    """Without leagues there are no rivals."""


_refuse: Callable[[User, Team], None] = _nobody_is


def refuse_rivals_with(check: Callable[[User, Team], None]) -> None:
    """The app that knows who plays whom says how to refuse; teams are below it and do not."""
    global _refuse  # noqa: PLW0603  set once, when the apps are loaded
    _refuse = check


def refuse_coach_of_rival(user: User, team: Team) -> None:
    """Called while the person's row is locked, so that two teams do not take the same coach at the same time."""
    _refuse(user, team)
