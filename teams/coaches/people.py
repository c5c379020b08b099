"""People by the names that others type."""

from accounts.models import User
from accounts.text import longest_of
from engine.core.text import BadText, clean_line
from journal.errors import Refused


def user_called(name: str, *, held: bool = False) -> User:
    """Whoever has this name, however it was typed; `held` keeps the account from being deleted in the meantime."""
    try:
        wanted = clean_line(name, longest_of(User, "username"))
    except BadText as flaw:
        raise Refused("no-such-user", f"Nobody has such a name. {flaw}") from flaw
    users = User.objects.select_for_update(no_key=True) if held else User.objects.all()
    user = users.filter(username__iexact=wanted, is_active=True).order_by("pk").first()
    if user is None:
        raise Refused("no-such-user", f"There is nobody called {wanted!r} here.")
    return user
