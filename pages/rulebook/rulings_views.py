"""The catalogue of a ruleset: every rule and ruling, each played by its scenarios, and the profiles beside each other."""

from collections import Counter
from collections.abc import Callable
from functools import cache
from itertools import groupby
from typing import Any

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse

import engine
from pages.rulebook import search
from pages.rulebook.scenarios import groups, ruleset_or_404, scenarios, show_response

KINDS = {"open": "Open points", "fixed": "Fixed rules", "differ": "Where the profiles differ", "": "Everything"}
MOST_WITH_CHOICES = 150  # entries of one page


def rulesets(request: HttpRequest) -> HttpResponse:
    return render(request, "matches/rulesets.html", {"rulesets": [engine.ruleset(key) for key in engine.RULESETS]})


def rulings(request: HttpRequest, ruleset: str) -> HttpResponse:
    """The entries that are looked for, by chapter; with `?part=1` only what is in the chapter that is asked for."""
    rules = ruleset_or_404(ruleset)
    query, area, kind, chapter = (request.GET.get(key, "").strip() for key in ("q", "area", "kind", "chapter"))
    entries = sorted(rules.catalogue.entries, key=lambda entry: entry.place)
    refused = search.too_long(query)
    fitting = set() if refused else search.index(rules.key).find(query)
    kept = _kept(rules.catalogue, kind)
    found = [entry for entry in entries if area in ("", entry.area) and kept(entry) and entry.id in fitting]
    chapters = _chapters(rules, found, chapter, filtered=bool(query or area or kind))
    context = {"ruleset": rules, "chapters": chapters}
    if "part" in request.GET:
        part = next((each for each in chapters if each["title"] == chapter), None)
        if part is None:
            raise Http404(f"{rules.title} has no such chapter.")
        return render(request, "matches/_chapter.html", {**context, "chapter": part})
    context |= {
        "entries": entries,
        "found": len(found),
        "kinds": KINDS,
        "query": query,
        "most": {"words": settings.SEARCH_WORDS, "letters": settings.SEARCH_LETTERS, "passed": refused},
        "examples": _examples(rules.catalogue),
        "area": area,
        "kind": kind,
        "filtered": bool(query or area or kind),
    }
    return render(request, "matches/rulings.html", context)


def _kept(catalogue: Any, kind: str) -> Callable[[Any], bool]:
    differing = {entry.id for entry in catalogue.differing()}
    kinds: dict[str, Callable[[Any], bool]] = {
        "open": lambda each: not each.fixed,
        "fixed": lambda each: each.fixed,
        "differ": lambda each: each.id in differing,
    }
    return kinds.get(kind, bool)


def _chapters(rules: Any, found: list[Any], asked: str, *, filtered: bool) -> list[dict[str, Any]]:
    """The chapter that is asked for with its choices, and of what was searched for as many as a page should carry. The others
    have them once they are opened."""
    room = MOST_WITH_CHOICES - sum(entry.chapter == asked for entry in found)
    chapters = []
    for title, listed in groupby(found, key=lambda entry: entry.chapter):
        points = [_point(rules.key, entry.id) for entry in listed]
        whole = title == asked or (filtered and len(points) <= room)
        room -= len(points) if whole and title != asked else 0
        chapters.append({"title": title, "points": points, "whole": whole})
    return chapters


def ruling(request: HttpRequest, ruleset: str, ruling: str) -> HttpResponse:
    rules = ruleset_or_404(ruleset)
    entry = _entry(rules, ruling)
    entries = sorted(rules.catalogue.entries, key=lambda entry: entry.place)
    place, point = entries.index(entry), _point(rules.key, entry.id)
    context = {
        "ruleset": rules,
        "entry": entry,
        "point": point,
        "profiles": [(name, entry.choice_in(name), entry.source_in(name)) for name in rules.catalogue.profiles],
        "groups": _staged(point, _scenarios(rules, entry)),
        "open_points": [rules.catalogue.entry(id) for id in entry.rulings],
        "is_skill": entry.area.startswith("skill:"),
        "before": entries[place - 1] if place else None,
        "after": entries[place + 1] if place + 1 < len(entries) else None,
    }
    return render(request, "matches/ruling.html", context)


def ruling_show(request: HttpRequest, ruleset: str, ruling: str, choice: str) -> HttpResponse:
    """The show of a scenario under a choice; `?scenario=2` asks for the second scenario of the ruling."""
    rules = ruleset_or_404(ruleset)
    found = _scenarios(rules, _entry(rules, ruling))
    return show_response(ruleset, found, choice, request.GET.get("scenario", "1"))


def compare(request: HttpRequest, ruleset: str) -> HttpResponse:
    """Two profiles, and only the points that they settle differently."""
    rules = ruleset_or_404(ruleset)
    profiles = rules.catalogue.profiles
    pair = [request.GET.get(key, other) for key, other in zip("ab", profiles, strict=False)]
    if not set(pair) <= set(profiles):
        raise Http404(f"{rules.title} has no such profile.")
    differing = sorted(rules.catalogue.differing(*pair), key=lambda entry: entry.place)
    context = {
        "ruleset": rules,
        "sides": list(zip("ab", pair, strict=False)),
        "profiles": profiles,
        "pair": pair,
        "points": [{"entry": entry, "sides": [_side(entry, name) for name in pair]} for entry in differing],
        "total": len(rules.catalogue.open_points()),
    }
    return render(request, "matches/compare.html", context)


def _side(entry: Any, profile: str) -> dict[str, str]:
    choice = entry.choice_in(profile)
    return {"profile": profile, "choice": choice, "text": entry.choices[choice], "source": entry.source_in(profile)}


@cache
def _point(ruleset: str, id: str) -> dict[str, Any]:
    """An entry with its address, its choices and, where they do not agree, the profiles that take each."""
    catalogue = engine.ruleset(ruleset).catalogue
    entry, profiles = catalogue.entry(id), catalogue.profiles
    takers = {choice: [name for name in profiles if entry.choice_in(name) == choice] for choice in entry.choices}
    choices = [(key, text, takers[key]) for key, text in entry.choices.items()]
    agreed = next((key for key, names in takers.items() if len(names) == len(profiles)), "")
    address = reverse("rulings:ruling", args=(ruleset, entry.id))
    return {"entry": entry, "address": address, "choices": choices, "agreed": agreed}


def _staged(point: dict[str, Any], found: list[Any]) -> list[tuple[Any, list[dict[str, Any]]]]:
    """The stages of the scenarios, each with what the point says of its choice."""
    told = {key: {"text": text, "takers": takers} for key, text, takers in point["choices"]}
    return [
        (scenario, [stage | told.get(stage["choice"], {}) for stage in stages]) for scenario, stages in groups(found)
    ]


def _entry(rules: Any, ruling: str) -> Any:
    try:
        return rules.catalogue.entry(ruling)
    except engine.BadInput as error:
        raise Http404(str(error)) from error


def _scenarios(rules: Any, entry: Any) -> list[Any]:
    return scenarios(rules.key, "rule" if entry.fixed else "ruling", entry.id)


def _examples(catalogue: Any) -> str:
    """Words that find something: the areas in which most is open."""
    areas = Counter(entry.area for entry in catalogue.open_points() if entry.area.isalpha())
    return ", ".join(area for area, _ in areas.most_common(3))
