"""Who runs a league: handing it over, and a superuser who acts for it."""

from collections.abc import Callable
from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from accounts.actions import action_of
from journal.errors import Refused
from journal.forms import refusal_words, saved
from league import selectors
from league.handover import interventions
from league.handover import services as handovers
from league.handover.forms import ActForm, AssignForm, OfferForm
from league.models import League
from league.people import Handover
from league.permissions import is_superuser, open_interventions, owns_league

# What each form of the page asks for, and what is said when it is done.
FORMS: dict[str, tuple[type[forms.Form], Callable[..., Any], str]] = {
    "offer": (OfferForm, handovers.handover_offer, "The league is offered. It stays yours until it is accepted."),
    "act": (ActForm, interventions.intervention_open, "You may now do what the commissioner may."),
    "assign": (AssignForm, handovers.league_assign, "The league has another owner."),
}


@login_required
def commissioner(request: HttpRequest, slug: str) -> HttpResponse:
    """Each sees what there is to do: the commissioner, whoever the league is offered to, a superuser."""
    league = selectors.league_detail(slug, request.user)
    offer = Handover.objects.filter(league=league).select_related("to").first()
    runs, offered = owns_league(request.user, league), bool(offer and offer.to_id == request.user.pk)
    if not (runs or offered or is_superuser(request.user)):
        raise PermissionDenied(f"Only the owner of the {league} may hand it over.")
    asked = request.POST.get("do", "") if request.method == "POST" else ""
    shown = {name: form(request.POST if name == asked else None, prefix=name) for name, (form, *_) in FORMS.items()}
    if (
        asked in FORMS
        and shown[asked].is_valid()
        and saved(shown[asked], lambda: _do(request, league, asked, shown[asked]))
    ):
        messages.success(request, FORMS[asked][2])
        return redirect("league:league", slug)
    context = {
        "league": league,
        "offer": offer,
        "runs": runs,
        "offered": offered,
        "forms": shown,
        "superuser": is_superuser(request.user) and not runs,
        "acting": open_interventions(request.user).filter(league=league).exists(),
        "minutes": interventions.LASTS.total_seconds() // 60,
    }
    return render(request, "league/commissioner.html", context)


def _do(request: HttpRequest, league: League, asked: str, form: forms.Form) -> Any:
    return FORMS[asked][1](actor=request.user, league=league, **form.cleaned_data)


@action_of("league:commissioner")
def handover_accept(request: HttpRequest, slug: str) -> HttpResponse:
    return _answered(request, slug, handovers.handover_accept, "You run this league from now on.")


@action_of("league:commissioner")
def handover_decline(request: HttpRequest, slug: str) -> HttpResponse:
    return _answered(request, slug, handovers.handover_decline, "You do not take the league.")


@action_of("league:commissioner")
def handover_take_back(request: HttpRequest, slug: str) -> HttpResponse:
    return _answered(request, slug, handovers.handover_take_back, "The offer is taken back.")


@action_of("league:league")
def intervention_end(request: HttpRequest, slug: str) -> HttpResponse:
    return _answered(request, slug, interventions.intervention_end, "You no longer act for this league.")


def _answered(request: HttpRequest, slug: str, service: Callable[..., Any], said: str) -> HttpResponse:
    league = selectors.league_detail(slug, request.user)
    try:
        service(actor=request.user, league=league)
        messages.success(request, said)
    except Refused as refusal:
        messages.error(request, refusal_words(refusal))
    return redirect("league:league", slug)
