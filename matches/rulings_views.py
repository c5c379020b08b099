"""The catalogue of a ruleset: every rule and ruling, each played by its scenarios."""

from collections import Counter
from functools import lru_cache
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.cache import patch_cache_control
from django.views.decorators.gzip import gzip_page

import engine
from matches.expectations import outcome_words
from matches.show import scenario_show

SHOW_FOR = 3600
KINDS = {"open": "Open points", "fixed": "Fixed rules", "": "Everything"}


def rulesets(request: HttpRequest) -> HttpResponse:
    return render(request, "matches/rulesets.html", {"rulesets": [engine.ruleset(key) for key in engine.RULESETS]})


def rulings(request: HttpRequest, ruleset: str) -> HttpResponse:
    rules = _ruleset(ruleset)
    query, area, kind = (request.GET.get(key, "").strip() for key in ("q", "area", "kind"))
    found = [entry for entry in rules.catalogue.entries if _matches(entry, query.lower(), area, kind)]
    areas = list(dict.fromkeys(entry.area for entry in rules.catalogue.entries))
    by_area = [(name, [entry for entry in found if entry.area == name]) for name in areas]
    context = {
        "ruleset": rules,
        "entries": rules.catalogue.entries,
        "by_area": [(name, entries) for name, entries in by_area if entries],
        "found": len(found),
        "areas": areas,
        "kinds": KINDS,
        "query": query,
        "area": area,
        "kind": kind,
        "filtered": bool(query or area or kind),
    }
    return render(request, "matches/rulings.html", context)


def ruling(request: HttpRequest, ruleset: str, ruling: str) -> HttpResponse:
    rules = _ruleset(ruleset)
    entry = _entry(rules, ruling)
    entries = list(rules.catalogue.entries)
    place = entries.index(entry)
    context = {
        "ruleset": rules,
        "entry": entry,
        "groups": _groups(entry, _scenarios(ruleset).get(entry.id, [])),
        "before": entries[place - 1] if place else None,
        "after": entries[place + 1] if place + 1 < len(entries) else None,
    }
    return render(request, "matches/ruling.html", context)


@gzip_page
def ruling_show(request: HttpRequest, ruleset: str, ruling: str, choice: str) -> HttpResponse:
    """The show of a scenario under a choice; `?scenario=2` asks for the second scenario of the ruling."""
    entry = _entry(_ruleset(ruleset), ruling)
    fitting = [each for each in _scenarios(ruleset).get(entry.id, []) if choice in each.choices]
    number = request.GET.get("scenario", "1")
    if not number.isdecimal() or not 1 <= int(number) <= len(fitting):
        raise Http404(f"{entry.id} has no such scenario for the choice {choice}.")
    played = engine.scenario.play(fitting[int(number) - 1], choice)
    response = JsonResponse(scenario_show(ruleset, played))
    patch_cache_control(response, public=True, max_age=SHOW_FOR)
    return response


def _ruleset(key: str) -> Any:
    try:
        return engine.ruleset(key)
    except engine.BadInput as error:
        raise Http404(str(error)) from error


def _entry(rules: Any, ruling: str) -> Any:
    try:
        return rules.catalogue.entry(ruling)
    except engine.BadInput as error:
        raise Http404(str(error)) from error


@lru_cache(maxsize=8)
def _scenarios(ruleset: str) -> dict[str, list[Any]]:
    """The scenarios of a ruleset by the rule or ruling they are about."""
    found: dict[str, list[Any]] = {}
    for path in sorted(engine.scenarios(ruleset), key=lambda path: path.stem):
        scenario = engine.scenario.load(path)
        found.setdefault(scenario.id, []).append(scenario)
    return found


def _groups(entry: Any, scenarios: list[Any]) -> list[tuple[Any, list[dict[str, Any]]]]:
    """Each scenario with one stage per choice it plays; `number` tells it from others that play the same choice."""
    groups, seen = [], Counter[str]()
    for scenario in scenarios:
        seen.update(scenario.choices)
        groups.append((scenario, [_stage(entry, scenario, choice, seen[choice]) for choice in scenario.choices]))
    return groups


def _stage(entry: Any, scenario: Any, choice: str, number: int) -> dict[str, Any]:
    others = [outcome.expect for key, outcome in scenario.outcomes.items() if key != choice]
    end = outcome_words(scenario.outcomes[choice].expect, others)
    return {"choice": choice, "text": entry.choices.get(choice, ""), "number": number, "end": end}


def _matches(entry: Any, query: str, area: str, kind: str) -> bool:
    if (area and entry.area != area) or (kind == "open" and entry.fixed) or (kind == "fixed" and not entry.fixed):
        return False
    words = " ".join([entry.id, entry.question or "", entry.rule or "", *entry.choices.values()]).lower()
    return all(word in words for word in query.split())
