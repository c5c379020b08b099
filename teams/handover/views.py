"""Handing a team over, taking it, retiring it."""

from collections.abc import Callable
from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpResponse
from django.shortcuts import redirect, render

from accounts.actions import action_of
from accounts.requests import SignedInRequest
from accounts.text import LineFormField
from journal.errors import Refused
from journal.forms import refusal_words, saved
from teams.handover import services
from teams.models import Team, TeamHandover
from teams.permissions import is_owner
from teams.selectors import team_detail


class OfferForm(forms.Form):
    asked_as = {"no-such-user": "name", "own-team": "name"}

    name = LineFormField(label="User name", max_length=150, help_text="The team stays yours until they accept.")


class RetireForm(forms.Form):
    name = LineFormField(label="Name of the team", max_length=60)


FORMS: dict[str, tuple[type[forms.Form], Callable[..., Any], str]] = {
    "offer": (OfferForm, services.team_offer, "The team is offered. It stays yours until it is accepted."),
    "retire": (RetireForm, services.team_retire, "The team has retired for good."),
}


@login_required
def handover(request: SignedInRequest, slug: str) -> HttpResponse:
    """Each sees what there is to do: the owner, and whoever the team is offered to."""
    team = _team(request, slug)
    offer = TeamHandover.objects.filter(team=team).select_related("to").first()
    owned, offered = is_owner(request.user, team), bool(offer and offer.to_id == request.user.pk)
    if not (owned or offered):
        raise PermissionDenied(f"Only the owner of {team} hands it over.")
    asked = request.POST.get("do", "") if request.method == "POST" else ""
    shown = {name: form(request.POST if name == asked else None, prefix=name) for name, (form, *_) in FORMS.items()}
    if asked in FORMS and shown[asked].is_valid():
        form, (_, service, said) = shown[asked], FORMS[asked]
        if saved(form, lambda: service(actor=request.user, team=team, **form.cleaned_data)) is not None:
            messages.success(request, said)
            return redirect("teams:team", slug)
    context = {"team": team, "offer": offer, "owned": owned, "offered": offered, "forms": shown}
    return render(request, "teams/handover.html", context)


@action_of("teams:handover")
def accept(request: SignedInRequest, slug: str) -> HttpResponse:
    return _answered(request, _team(request, slug), services.team_accept, "The team is yours from now on.")


@action_of("teams:handover")
def decline(request: SignedInRequest, slug: str) -> HttpResponse:
    return _answered(request, _team(request, slug), services.team_decline, "You do not take the team.")


@action_of("teams:handover")
def take_back(request: SignedInRequest, slug: str) -> HttpResponse:
    return _answered(request, _team(request, slug), services.team_take_back, "The offer is taken back.")


def _answered(request: SignedInRequest, team: Team, service: Callable[..., Any], said: str) -> HttpResponse:
    try:
        service(actor=request.user, team=team)
        messages.success(request, said)
    except Refused as refusal:
        messages.error(request, refusal_words(refusal))
    return redirect("teams:team", team.slug)


def _team(request: SignedInRequest, slug: str) -> Team:
    """Whoever is offered a team sees it here, also where its league shows it to members alone."""
    offered = Team.objects.filter(handover__to=request.user, slug=slug).select_related("owner").first()
    return offered or team_detail(slug, request.user)
