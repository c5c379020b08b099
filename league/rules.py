"""Who may do what with a league."""

from typing import Any

import rules

from league.models import Draft, League


@rules.predicate
def is_commissioner(user: Any, league: League) -> bool:
    return bool(user.is_authenticated) and league.commissioner_id == user.pk


@rules.predicate
def owns_draft(user: Any, draft: Draft) -> bool:
    return bool(user.is_authenticated) and draft.owner_id == user.pk


@rules.predicate
def judges_draft(user: Any, draft: Draft) -> bool:
    """The commissioner of the league it is made for, once the coach has submitted it."""
    return draft.league is not None and draft.state != Draft.State.OPEN and bool(is_commissioner(user, draft.league))
