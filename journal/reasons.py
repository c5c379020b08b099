"""The reason that somebody gives for a decision, as it is kept."""

from collections.abc import Callable

from engine.core.text import BadText, clean_line
from journal.errors import Refused

PUBLIC = "Give the reason, which everybody can read."


def reason_or_refuse(text: str, longest: int, why: str = PUBLIC, clean: Callable[..., str] = clean_line) -> str:
    """The reason, tidied; `why` says what it is asked for where there is none, or one that cannot be kept."""
    try:
        return clean(text, longest, least=1)
    except BadText as flaw:
        raise Refused("bad-reason", f"{why} {flaw}") from flaw
