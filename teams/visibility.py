"""Which teams a reader sees. The app above knows that leagues may be private, and says here what follows for teams."""

from collections.abc import Callable
from typing import Any

from django.db.models import Q


def _everybody(user: Any) -> Q:
    """Without leagues, all teams are public."""
    return Q()


_condition: Callable[[Any], Q] = _everybody


def show_teams_by(condition: Callable[[Any], Q]) -> None:
    """The condition for a team to be seen by a reader."""
    global _condition  # noqa: PLW0603  set once, when the apps are loaded
    _condition = condition


def visible(user: Any) -> Q:
    return _condition(user)
