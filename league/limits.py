"""How much of a site one person may run."""

from accounts.models import User
from accounts.services import user_lock
from journal.errors import Refused

MOST_LEAGUES = 50


def refuse_too_many_leagues(user: User) -> None:
    """Counted while the user's row is locked, so that requests that arrive together are counted in turn."""
    user_lock(user=user)
    if user.leagues.count() >= MOST_LEAGUES:
        most = f"{user} runs {MOST_LEAGUES} leagues. That is the most one commissioner may have."
        raise Refused("too-many-leagues", most)
