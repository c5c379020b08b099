"""The decisions of a league that two people take, for everybody to read; and the buttons of those who confirm them."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render

from accounts.actions import action_of
from accounts.requests import SignedInRequest
from accounts.text import number_of
from journal.errors import Refused
from journal.forms import refusal_words
from league import selectors
from league.decisions import services
from league.decisions.second import KINDS
from league.decisions.selectors import deciders_of, decisions_of
from league.people import Decision
from league.permissions import powers

PER_PAGE = 20


def decisions(request: HttpRequest, slug: str) -> HttpResponse:
    league = selectors.league_detail(slug, request.user)
    page = Paginator(decisions_of(league), PER_PAGE).get_page(request.GET.get("page"))
    can = powers(request.user, league)
    context = {
        "league": league,
        "can": can,
        "page": page,
        "rows": [(each, KINDS[each.kind].by in can) for each in page],
        "deciders": deciders_of(league),
    }
    return render(request, "league/decisions.html", context)


@action_of("league:decisions")
def decision_confirm(request: SignedInRequest, slug: str) -> HttpResponse:
    return _answered(request, slug, services.decision_confirm, "It is confirmed and done.")


@action_of("league:decisions")
def decision_decline(request: SignedInRequest, slug: str) -> HttpResponse:
    return _answered(request, slug, services.decision_decline, "It is declined.")


@action_of("league:decisions")
def decision_take_back(request: SignedInRequest, slug: str) -> HttpResponse:
    return _answered(request, slug, services.decision_take_back, "It is taken back.")


def _answered(request: SignedInRequest, slug: str, service: Callable[..., Any], said: str) -> HttpResponse:
    league = selectors.league_detail(slug, request.user)
    number = number_of(request.POST.get("decision", "")) or 0
    decision = get_object_or_404(Decision, league=league, pk=number)
    try:
        service(actor=request.user, decision=decision)
        messages.success(request, said)
    except Refused as refusal:
        messages.error(request, refusal_words(refusal))
    return redirect("league:decisions", slug)
