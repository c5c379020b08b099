"""Small template helpers of the pages: crests, times, states, words."""

import re
from collections.abc import Sequence
from datetime import datetime
from functools import lru_cache
from typing import Any

from django import template
from django.core.paginator import Page
from django.template import Context
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.html import format_html
from django.utils.safestring import SafeString

import engine
from accounts.ai import is_ai
from accounts.models import User
from teams.models import Team

register = template.Library()

DARK, LIGHT = "#101a14", "#ffffff"
STATES = {
    "open": "Open for entries",
    "running": "Running",
    "finished": "Finished",
    "scheduled": "Scheduled",
    "locked": "Line-ups locked",
    "playing": "Being played",
    "resolved": "Full time",
    "void": "Void",
    "failed": "Could not be played",
}


def ink_on(colour: str) -> str:
    """Dark or light lettering, whichever reads better on the colour (relative luminance as in WCAG)."""
    try:
        channels = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    except ValueError:
        return LIGHT
    red, green, blue = (c / 12.92 if c <= 0.03928 else ((c + 0.055) / 1.055) ** 2.4 for c in channels)
    return DARK if 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.18 else LIGHT


@register.simple_tag
def crest(team: Any, size: str = "") -> SafeString:
    return _drawn(team.colour, team.short, size)


@lru_cache(maxsize=4096)
def _drawn(colour: str, short: str, size: str) -> SafeString:
    """A crest depends on nothing else, and a page shows up to a hundred."""
    shown = {"colour": colour, "short": short, "ink": ink_on(colour), "size": size}
    return render_to_string("partials/crest.html", shown)


COURSE_WIDTH, COURSE_HEIGHT, COURSE_RIM = 400, 60, 6  # the drawing's own units


@register.inclusion_tag("partials/course.html")
def course(numbers: Sequence[int], unit: str = "") -> dict[str, Any]:
    """Numbers that follow on each other as a stepped line, with words for the same; a single one is not drawn."""
    low, high = min(numbers, default=0), max(numbers, default=0)
    across = (COURSE_WIDTH - 2 * COURSE_RIM) / max(1, len(numbers))
    up = (COURSE_HEIGHT - 2 * COURSE_RIM) / max(1, high - low)
    spots = [
        (round(COURSE_RIM + at * across), round(COURSE_HEIGHT - COURSE_RIM - (each - low) * up))
        for at, each in enumerate(numbers)
    ]
    first, *later = spots or [(0, 0)]
    return {
        "numbers": numbers,
        "unit": unit,
        "low": low,
        "high": high,
        "width": COURSE_WIDTH,
        "height": COURSE_HEIGHT,
        "line": f"M{first[0]} {first[1]}" + "".join(f"H{x}V{y}" for x, y in later) + f"H{COURSE_WIDTH - COURSE_RIM}",
        "dots": "".join(f"M{x} {y}h0" for x, y in spots),
    }


@register.inclusion_tag("partials/pages.html", takes_context=True)
def pages(
    context: Context,
    page: Page[Any],
    name: str = "page",
    anchor: str = "",
    label: str = "Pages",
    back: str = "Previous",
    on: str = "Next",
) -> dict[str, Any]:
    """Links to the other pages of a list. Whatever else the address asks for is kept."""

    def link(number: int) -> str:
        query = context["request"].GET.copy()
        query[name] = str(number)
        return f"?{query.urlencode()}{anchor}"

    numbers = page.paginator.get_elided_page_range(page.number, on_each_side=1, on_ends=1)
    return {
        "page": page,
        "numbers": [(number, link(number) if isinstance(number, int) else "") for number in numbers],
        "previous": link(page.previous_page_number()) if page.has_previous() else "",
        "next": link(page.next_page_number()) if page.has_next() else "",
        "label": label,
        "back": back,
        "on": on,
    }


@register.simple_tag
def when(moment: datetime | None) -> SafeString | str:
    """A moment in the reader's zone, with the year unless it is this one; the page's script puts it into the browser's own words.

    Both name the zone, which is the same (`accounts.times`)."""
    if moment is None:
        return "not set"
    local = timezone.localtime(moment)
    day = "%a %d %b" if local.year == timezone.localtime().year else "%a %d %b %Y"
    return format_html(
        '<time datetime="{}" data-local>{}</time>', moment.isoformat(), local.strftime(f"{day}, %H:%M %Z")
    )


@register.simple_tag
@lru_cache
def state(key: str) -> SafeString:
    """A state by word and shape."""
    tone = {"running": " accent", "playing": " accent", "failed": " bad"}.get(key, "")
    return format_html('<span class="chip{}" data-state="{}">{}</span>', tone, key, STATES.get(key, key))


# Parts of ids that are no plain words: nouns with a hyphen, letters that stand for something, genitives.
SPELLINGS = {
    r"\b(hand|dump|kick) off\b": r"\1-off",
    r"\bkickoff\b": "kick-off",
    r"\bknock (down|out)\b": r"knock-\1",
    r"\bre roll": "re-roll",
    r"\breroll": "re-roll",
    r"\bteam mate": "team-mate",
    r"(?<!not )\bfollow up\b": "follow-up",
    r"\b(a|dropped) pick up\b": r"\1 pick-up",
    r"^pick up$": "picking up",
    r"^pile on$": "pile-on",
    r"^(set ?up)$": "set-up",
    r"\bone s\b": "one's",
    r"\b(opponent|kicker|rival)s (own|turn|choice|steady)\b": r"\1's \2",
    r"(\d)x(\d)": "\\1\N{MULTIPLICATION SIGN}\\2",
    r"\bpow\b": "POW",
    r"\bfaq\b": "FAQ",
    r"\bnaf\b": "NAF",
}


@register.filter(name="is_ai")
def is_ai_filter(owner: User) -> bool:
    """Whether the site itself made the teams that the account owns."""
    return is_ai(owner)


@register.filter
@lru_cache(maxsize=4096)
def words(key: str) -> str:
    """An id as words: running-back → Running back."""
    text = str(key).rpartition(".")[2].replace("-", " ").replace("_", " ")
    for pattern, spelling in SPELLINGS.items():
        text = re.sub(pattern, spelling, text, flags=re.IGNORECASE)
    return text[:1].upper() + text[1:]


@register.filter
def setting(value: Any) -> str:
    """The setting of a ruling: a number, or names as words."""
    return ", ".join(words(each).lower() for each in value) if isinstance(value, list | tuple) else str(value)


@register.filter
def signed(number: int) -> str:
    return f"+{number}" if number > 0 else f"\N{MINUS SIGN}{-number}" if number < 0 else "0"


@register.filter
def minus(number: int) -> str:
    """A number with a real minus where it has one."""
    return str(number).replace("-", "\N{MINUS SIGN}")


@register.filter
def item(mapping: dict[str, Any], key: str) -> Any:
    return mapping.get(key, 0)


@register.filter
def attribute(thing: Any, name: str) -> Any:
    return getattr(thing, name)


@register.filter
def game(ruleset: str) -> str:
    """The name of a game by its key."""
    return engine.ruleset(ruleset).title


@register.filter
def step_name(team: Team) -> str:
    """Where a team stands between its matches."""
    return team.campaign.steps.names[team.step]


@register.filter
def team_list(team: Team) -> str:
    """The name of the list a team is made from; empty where all teams are made alike."""
    return engine.ruleset(team.ruleset).team_lists().get(team.roster, "")


@register.simple_tag
def position_of(positions: dict[str, Any], key: str) -> Any:
    return positions.get(key)
