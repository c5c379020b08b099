"""Who may do what with a team."""

from typing import Any

import rules

from teams.models import Team


@rules.predicate
def is_owner(user: Any, team: Team) -> bool:
    return bool(user.is_authenticated) and team.owner_id == user.pk
