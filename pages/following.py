"""Parts of a page that follow the clock: they ask again by themselves until the matches they show are played."""

from collections.abc import Iterable
from dataclasses import dataclass
from math import ceil
from typing import Any
from zlib import crc32

from django.utils import timezone

from matches.models import Match

SOON, SELDOM, IDLE = 6, 60, 600  # seconds between two requests
LATE = 300  # seconds after kick-off: whatever keeps the match from being played takes longer
OVER = ("resolved", "failed", "void")


@dataclass(frozen=True, slots=True)
class Following:
    seconds: int  # until the next request
    seen: str  # what the page shows; the request brings it back


def following(matches: Iterable[Match], *also: Any) -> Following | None:
    """How a page that shows these matches, and what else it `also` shows, stays up to date; None if nothing is awaited."""
    shown = [(match.pk, match.status, match.due_at) for match in matches]
    now = timezone.now()
    paces = [_pace((due - now).total_seconds()) for _, status, due in shown if status not in OVER]
    if not paces:
        return None
    pace, seconds = min(paces, key=lambda each: each[1])
    return Following(seconds, f"{crc32(repr((pace, shown, also)).encode()):08x}")


def _pace(left: float) -> tuple[str, int]:
    """How soon to ask again, so long before or after a kick-off. A page is sent again when its pace changes."""
    if left > IDLE:
        return "far", IDLE
    if left > 0:
        return "near", ceil(left) + SOON
    return ("due", SOON) if left > -LATE else ("late", SELDOM)
