"""Time zones: each person has one, in which every time is shown and typed.

An account has a zone of its own. Until it has one, and for visitors, it is the browser's, which the page's script tells
in a cookie; whoever signs in with an account that has none takes the browser's over (`accounts.sign_in`).
"""

import zoneinfo
from collections import defaultdict
from datetime import datetime, timedelta
from functools import cache

from django.http import HttpRequest
from django.utils import timezone

COOKIE = "zone"


@cache
def zone_names() -> frozenset[str]:
    """Those of this machine, which are looked up on its disk."""
    return frozenset(zoneinfo.available_timezones())


def zone_of(name: str) -> zoneinfo.ZoneInfo:
    """The zone of that name; UTC where there is none, or none any more."""
    return zoneinfo.ZoneInfo(name if name in zone_names() else "UTC")


OTHERS = "Others"  # where zones stand that are of no region


def zones_by_region() -> list[tuple[str, list[tuple[str, str]]]]:
    """Every zone with its place and its offset as of now, by region: Europe, with Berlin (UTC+1) and so on."""
    now, found = timezone.now(), defaultdict[str, list[tuple[str, str]]](list)
    for name, zone in _zones().items():
        region, _, place = name.partition("/")
        words = (place or name).replace("_", " ").replace("/", ", ")
        offset = _offset(now.astimezone(zone))
        found[region if place else OTHERS].append((name, words if words == offset else f"{words} ({offset})"))
    listed = sorted(found.items(), key=lambda each: (each[0] == OTHERS, each[0]))
    return [(region, sorted(zones, key=lambda each: each[1])) for region, zones in listed]


@cache
def _zones() -> dict[str, zoneinfo.ZoneInfo]:
    return {name: zoneinfo.ZoneInfo(name) for name in zone_names()}


def _offset(moment: datetime) -> str:
    """UTC, UTC+1, UTC−3:30"""
    minutes = round((moment.utcoffset() or timedelta()).total_seconds() / 60)
    hours, rest = divmod(abs(minutes), 60)
    return f"UTC{'−' if minutes < 0 else '+'}{hours}{f':{rest:02}' if rest else ''}" if minutes else "UTC"


def zone_of_browser(request: HttpRequest) -> str:
    """What the browser said, or an empty string."""
    name = request.COOKIES.get(COOKIE, "")
    return name if name in zone_names() else ""
