"""A page of measures: one form for each, a preview of what it comes to, and the button that confirms exactly that.

The preview carries what was filled in, a key and the fingerprint of what was shown. Without scripts and with them it is the same.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby
from typing import Any
from uuid import UUID, uuid4

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render

from accounts.requests import SignedInRequest
from journal.errors import Refused
from journal.forms import refusal_words, saved
from league.decisions.answers import said
from matches.control.measures import previewed, ripples_of
from matches.control.ripples import DICE, STAYS, Ripple, fingerprint, foreseen
from matches.models import Measure

AREAS = {
    "season": "The season",
    "table": "Standings",
    "bracket": "Bracket",
    "matches": "Matches",
    "books": "Books",
    "players": "Players",
    DICE: "Dice that are thrown",
    STAYS: "What cannot be taken back",
}


@dataclass(frozen=True, slots=True)
class Choice:
    """Something that can be decided: its form, what it is called, and the control it asks for."""

    form: type[forms.Form]
    title: str
    button: str
    control: Callable[..., Any]
    about: str = ""


def decide_page(
    request: SignedInRequest,
    choices: Mapping[str, Choice],
    subject: Mapping[str, Any],
    *,
    template: str,
    back: tuple[str, ...],
    more: Mapping[str, Any],
    **about: Any,
) -> HttpResponse:
    """`subject` is what every control is told it is about, `about` what every form is; `more` is for the template."""
    asked = request.POST.get("do", "") if request.method == "POST" else ""
    shown = {
        name: choice.form(request.POST if name == asked else None, prefix=name, **about)
        for name, choice in choices.items()
    }
    if asked in shown and shown[asked].is_valid():
        response = _answer(request, choices[asked], shown[asked], subject, back, more)
        if response is not None:
            return response
    listed = [
        {"name": name, "choice": choices[name], "form": form, "open": name == asked} for name, form in shown.items()
    ]
    return render(request, template, {**more, "choices": listed})


def _answer(
    request: SignedInRequest,
    choice: Choice,
    form: forms.Form,
    subject: Mapping[str, Any],
    back: tuple[str, ...],
    more: Mapping[str, Any],
) -> HttpResponse | None:
    """A preview, or the way back once it is decided; None where the form says what is wrong."""
    given, key = dict(form.cleaned_data), key_of(request)
    reason, seen = given.pop("reason"), request.POST.get("seen", "")[:64]
    if "confirm" in request.POST and seen:
        try:
            answer = choice.control(actor=request.user, reason=reason, key=key, seen=seen, **subject, **given)
        except Refused as refusal:
            messages.error(request, refusal_words(refusal))
        else:
            messages.success(request, said(answer, "It is decided, and stands in the log with its reason."))
            return redirect(*back)
    alone = getattr(choice.control, "__wrapped__", choice.control)  # as if nobody else had to confirm it
    measure = saved(
        form, lambda: previewed(lambda: alone(actor=request.user, reason=reason, key=uuid4(), **subject, **given))
    )
    if measure is None:
        return None
    return preview_page(request, choice.title, measure, key, more)


def preview_page(
    request: SignedInRequest, title: str, measure: Measure, key: UUID, more: Mapping[str, Any]
) -> HttpResponse:
    """All that a measure would change, and the button that confirms exactly that."""
    ripples = ripples_of(measure)
    context = {
        "title": title,
        "reason": measure.reason,
        "areas": list(areas(foreseen(ripples))),
        "kept": [(name, value) for name, values in request.POST.lists() if name not in ASKED for value in values],
        "key": key,
        "seen": fingerprint(ripples),
        "do": request.POST.get("do", ""),
    }
    return render(request, "control/preview.html", {**more, **context})


ASKED = ("csrfmiddlewaretoken", "confirm", "seen", "key", "do")


def key_of(request: SignedInRequest) -> UUID:
    try:
        return UUID(request.POST.get("key", ""))
    except ValueError:
        return uuid4()


def areas(ripples: list[Ripple]) -> Iterator[tuple[str, list[tuple[str, list[Ripple]]]]]:
    """By area and by whom they are about, in the order of the areas."""
    order = list(AREAS)
    for area, found in groupby(sorted(ripples, key=lambda each: order.index(each.area)), key=lambda each: each.area):
        yield AREAS[area], [(about, list(rows)) for about, rows in groupby(found, key=lambda each: each.about)]
