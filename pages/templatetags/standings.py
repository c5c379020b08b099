"""Proofs and outlooks of tables in words."""

from collections.abc import Iterable, Mapping, Sequence

from django import template
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from league.standings.games import Club
from league.standings.outlook import Line, Pending, Results, Verdict

register = template.Library()

NUMBERS = ("no", "a", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
KINDS = (("win", "wins"), ("draw", "draws"), ("loss", "losses"))


@register.filter
def results(found: Results) -> str:
    """(2, 1, 0) → two wins and a draw."""
    parts = [
        f"{NUMBERS[count] if count < len(NUMBERS) else count} {one if count == 1 else many}"
        for count, (one, many) in zip(found, KINDS, strict=True)
        if count
    ]
    return " and ".join(parts) if len(parts) < 3 else f"{parts[0]}, {parts[1]} and {parts[2]}"


@register.filter
def any_of(found: list[Results]) -> str:
    """Several of them: a draw or a loss."""
    *others, last = map(results, found)
    return f"{', '.join(others)} or {last}" if others else last


@register.filter
def of_chaser(line: Line, leader: str) -> str:
    """The results of the chaser in one line: against the leader, and in other matches."""
    against = f"{results(line.together)} against {leader}" if sum(line.together) else ""
    own = results(line.own) + (" in the other matches" if against else "") if sum(line.own) else ""
    return ", ".join(filter(None, (against, own))) or "without a match"


VERDICTS = {
    Verdict.AHEAD: format_html("<strong>{}</strong>", "ahead"),
    Verdict.LEVEL: format_html("<strong>{}</strong> on points", "level"),
    Verdict.OPEN: format_html("<strong>{}</strong>, by bonus points", "open"),
    Verdict.BEHIND: format_html("{}", "behind"),
}


@register.filter
def verdict(found: Verdict) -> SafeString:
    return VERDICTS[found]


@register.simple_tag
def opponents(matches: Sequence[Pending], team: int, names: Mapping[int, Club]) -> SafeString:
    """Whom a team has still to play, each with a link to the match."""
    return _linked((each, names[each.opponent(team)].name) for each in matches)


@register.simple_tag
def rounds_of(matches: Sequence[Pending]) -> SafeString:
    return _linked((each, f"round {each.round}") for each in matches)


def _linked(matches: Iterable[tuple[Pending, str]]) -> SafeString:
    links = ((reverse("matches:match", args=[each.match]), words) for each, words in matches)
    return format_html_join(", ", '<a href="{}">{}</a>', links)


@register.filter
def named(names: Mapping[int, Club], pk: int) -> str:
    return names[pk].name
