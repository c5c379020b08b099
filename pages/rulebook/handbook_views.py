"""Skills, traits and the rows of the dice tables of a game, each with its cases played one by one."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

from accounts.text import number_of
from engine.handbook import Topic, played, topics
from pages.rulebook.scenarios import groups, ruleset_or_404, scenarios, show_response

TITLES = {"skill": "Skills and traits", "table": "Dice tables"}


def handbook(request: HttpRequest, ruleset: str, kind: str) -> HttpResponse:
    rules = ruleset_or_404(ruleset)
    found = [(topic, (kind, _id(rules, topic)) in played(rules.key)) for topic in _topics(rules, kind)]
    context = {"ruleset": rules, "kind": kind, "title": TITLES[kind], "topics": found}
    return render(request, "matches/handbook.html", context)


def topic(request: HttpRequest, ruleset: str, kind: str, topic: str) -> HttpResponse:
    """One skill or row; `?case=2` plays its second case."""
    rules = ruleset_or_404(ruleset)
    found = _topic(rules, kind, topic)
    cases = [(each, stage) for each, stages in groups(_scenarios(rules, found)) for stage in stages]
    number = number_of(request.GET.get("case", "1"))
    if number is None or not (1 <= number <= len(cases) or number == 1):
        raise Http404(f"{found.name} has no such case.")
    context = {
        "ruleset": rules,
        "kind": kind,
        "title": TITLES[kind],
        "topic": found,
        "cases": cases,
        "number": number,
        "playing": cases[number - 1] if cases else None,
        "rulings": [entry for entry in rules.catalogue.entries if entry.area == f"{kind}:{topic}"],
    }
    return render(request, "matches/topic.html", context)


def topic_show(request: HttpRequest, ruleset: str, kind: str, topic: str, case: str) -> HttpResponse:
    rules = ruleset_or_404(ruleset)
    found = _scenarios(rules, _topic(rules, kind, topic))
    return show_response(ruleset, found, case, request.GET.get("scenario", "1"))


def _topics(rules: Any, kind: str) -> list[Topic]:
    found = [topic for topic in topics(rules.key) if topic.kind == kind]
    if not found:
        raise Http404(f"{rules.title} has no such pages.")
    return found


def _topic(rules: Any, kind: str, id: str) -> Topic:
    found = next((topic for topic in _topics(rules, kind) if topic.id == id), None)
    if found is None:
        raise Http404(f"{rules.title} has nothing called {id}.")
    return found


def _id(rules: Any, topic: Topic) -> str:
    return f"{rules.key}.{topic.id}"


def _scenarios(rules: Any, topic: Topic) -> list[Any]:
    return scenarios(rules.key, topic.kind, _id(rules, topic))
