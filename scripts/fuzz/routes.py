"""Every route of the URL conf, and good values for the parts of its address."""

import random
import re
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from typing import Any
from urllib.parse import quote

from django.contrib.admindocs.views import simplify_regex
from django.urls import URLResolver, get_resolver

import engine
from engine.handbook import played
from league.drafting import Draft
from league.models import League, Season
from matches.models import Match, Measure
from scripts.fuzz import odd
from teams.models import Team

PART = re.compile(r"<(?:\w+:)?(\w+)>")
PROBES = ("/healthz", "/readyz")  # answered before the URL conf
# How many requests of a hundred go where; what is not named is a page.
SHARES = {"/api/": 28, "/admin/": 12, "/accounts/": 10, "probe": 2, "page": 48}


@cache
def routes() -> dict[str, list[str]]:
    """By where they lead, as `/teams/<slug:slug>/edit/`."""
    found = defaultdict(list, {"probe": list(PROBES)})
    for route in _walk(get_resolver()):
        area = next((start for start in SHARES if route.startswith(start)), "page")
        found[area].append(route)
    return found


def _walk(resolver: URLResolver, prefix: str = "") -> Iterator[str]:
    for pattern in resolver.url_patterns:
        address = prefix + str(pattern.pattern)
        if isinstance(pattern, URLResolver):
            yield from _walk(pattern, address)
        else:
            yield simplify_regex(address)


class Addresses:
    """Fills in the parts of routes. What exists is looked up anew from time to time, because requests change it."""

    def __init__(self, dice: random.Random) -> None:
        self.dice = dice
        self.look()

    def look(self) -> None:
        numbers = sorted({1, *Season.objects.values_list("number", flat=True)})
        self.good: dict[tuple[str, str], list[Any]] = {
            ("teams", "slug"): _values(Team, "slug"),
            ("teams", "opponent"): _values(Team, "slug"),
            ("teams", "match"): _values(Match, "pk"),
            ("teams", "key"): ["kicking", "receiving", "style"],
            ("leagues", "slug"): _values(League, "slug"),
            ("leagues", "pk"): _values(Measure, "pk") or [1],
            ("matches", "pk"): _values(Match, "pk"),
            ("drafts", "pk"): _values(Draft, "pk") or [1],
            ("seasons", "pk"): _values(Season, "pk"),
            ("", "number"): numbers,
            ("", "member"): list(range(1, 17)),
            ("", "object_id"): [1, 2, 3, 4],
            ("", "id"): [1, 2, 3],
            ("", "content_type_id"): [1, 8],
            ("", "app_label"): ["teams", "league", "accounts"],
            ("", "url"): ["x", "teams/team"],
            ("", "key"): ["MQ:1abc", "set-password", "abc-123"],
            ("", "uidb36"): ["1", "2"],
        }

    def fill(self, route: str, *, odd_parts: bool = False) -> str:
        """The route with good values, or with one odd value among them."""
        area = route.removeprefix("/api/v1").split("/")[1]
        values = self._of_rules()
        names = PART.findall(route)
        spoilt = self.dice.choice(names) if odd_parts and names else None

        def value(found: re.Match[str]) -> str:
            name = found[1]
            if name == spoilt:
                return self._odd()
            good = values.get(name) or self.good.get((area, name)) or self.good.get(("", name)) or ["1"]
            return quote(str(self.dice.choice(good)), safe="")

        return PART.sub(value, route)

    def _odd(self) -> str:
        if self.dice.random() < 0.3:
            return self.dice.choice(odd.RAW)
        return quote(odd.text(self.dice)[:5001], safe="/" if self.dice.random() < 0.1 else "")

    def _of_rules(self) -> dict[str, list[str]]:
        """A ruleset and what belongs to it, so that pages of rulings and scenarios are found."""
        ruleset = self.dice.choice(sorted(engine.RULESETS))
        entry = self.dice.choice(engine.ruleset(ruleset).catalogue.entries)
        topics = [id for kind, id in _topics(ruleset) if kind in ("skill", "table")] or ["none"]
        return {
            "ruleset": [ruleset],
            "ruling": [entry.id],
            "choice": [*entry.choices, "1"],
            "topic": [self.dice.choice(topics)],
            "case": ["1", "2", "first"],
        }


@cache
def _topics(ruleset: str) -> list[tuple[str, str]]:
    return sorted(played(ruleset))


def _values(model: Any, name: str) -> list[Any]:
    """The newest first; older ones may have been changed a lot."""
    return list(model.objects.order_by("-pk").values_list(name, flat=True)[:40])
