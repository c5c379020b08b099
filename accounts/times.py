"""Time zones: each person has one, in which every time is shown and typed.

An account has a zone of its own. Until it has one, and for visitors, it is the browser's, which the page's script tells
in a cookie; whoever signs in with an account that has none takes the browser's over (`accounts.sign_in`).
"""

import zoneinfo
from functools import cache

from django.http import HttpRequest

COOKIE = "zone"


@cache
def zone_names() -> frozenset[str]:
    """Those of this machine, which are looked up on its disk."""
    return frozenset(zoneinfo.available_timezones())


def zone_of(name: str) -> zoneinfo.ZoneInfo:
    """The zone of that name; UTC where there is none, or none any more."""
    return zoneinfo.ZoneInfo(name if name in zone_names() else "UTC")


def zone_of_browser(request: HttpRequest) -> str:
    """What the browser said, or an empty string."""
    name = request.COOKIES.get(COOKIE, "")
    return name if name in zone_names() else ""
