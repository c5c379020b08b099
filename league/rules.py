"""Who may do what with a league."""

from typing import Any

import rules

from league.models import League


@rules.predicate
def is_commissioner(user: Any, league: League) -> bool:
    return bool(user.is_authenticated) and league.commissioner_id == user.pk
