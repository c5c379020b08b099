"""Pages about who gets into a league: for those who run it, for whoever has a link, for a coach who asks for a place."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache

from accounts.actions import action_of
from accounts.requests import SignedInRequest
from accounts.sign_in import COME_BACK
from accounts.text import key_of, number_of
from journal.errors import Refused
from journal.forms import refusal_words, saved
from league import selectors
from league.decisions.answers import said
from league.joining import applications, services
from league.joining.access import is_insider
from league.joining.forms import DoorForm, LinkForm
from league.models import Season
from league.people import Application, InvitationLink
from league.permissions import May, powers
from league.seasons.selectors import season_detail
from teams.models import Team

NEW_LINK = "new_link"  # in the session: shown once


@login_required
def door(request: SignedInRequest, slug: str) -> HttpResponse:
    """Who sees the league, who gets in, which links there are."""
    league = selectors.league_detail(slug, request.user)
    can = powers(request.user, league)
    if not can & {May.SET_RULES, May.INVITE}:
        raise PermissionDenied(f"Only the commissioners of the {league} decide who gets in.")
    asked = request.POST.get("do", "")
    form = DoorForm(request.POST if asked == "door" else None, league=league)
    link_form = LinkForm(request.POST if asked == "link" else None)
    if asked == "door" and form.is_valid():
        given = form.cleaned_data
        if saved(form, lambda: services.league_door_set(actor=request.user, league=league, **given)) is not None:
            messages.success(request, "Your changes are saved.")
            return redirect("league:door", slug)
    if asked == "link" and link_form.is_valid():
        made = saved(
            link_form, lambda: services.link_create(actor=request.user, league=league, **link_form.cleaned_data)
        )
        if made is not None:
            request.session[NEW_LINK] = made[1]
            return redirect("league:door", slug)
    secret = request.session.pop(NEW_LINK, "")
    links = league.invitation_links.prefetch_related("used__user")
    context = {
        "league": league,
        "can": can,
        "form": form,
        "link_form": link_form,
        "address": secret and request.build_absolute_uri(reverse("league:join", args=[secret])),
        "links": [(link, services.why_closed(link)) for link in links.select_related("league__commissioner")],
    }
    return render(request, "league/door.html", context)


@action_of("league:door")
def link_revoke(request: SignedInRequest, slug: str) -> HttpResponse:
    league = selectors.league_detail(slug, request.user)
    link = get_object_or_404(InvitationLink, league=league, pk=number_of(request.POST.get("link", "")) or 0)
    services.link_revoke(actor=request.user, link=link)
    messages.success(request, "That link lets nobody in any more.")
    return redirect("league:door", slug)


@never_cache
def join(request: HttpRequest, secret: str) -> HttpResponse:
    """What somebody sees who opens a link; getting in takes a press and an account."""
    link = services.link_called(secret)
    if link is None:
        raise Http404("There is no such invitation. Copy the whole address, or ask for another one.")
    if request.method == "POST" and request.user.is_authenticated:
        try:
            league = services.link_use(actor=request.user, secret=secret)
        except Refused as refusal:
            messages.error(request, refusal_words(refusal))
            return redirect("league:join", secret)
        request.session.pop(COME_BACK, None)
        messages.success(
            request, f"Welcome to the {league}. Bring a team: enter one you have, or make one for this league."
        )
        return redirect("league:league", league.slug)
    if not request.user.is_authenticated:
        request.session[COME_BACK] = request.path  # also after an address was confirmed by mail
    league = link.league
    context = {
        "league": league,
        "closed": "" if is_insider(request.user, league) else services.why_closed(link),
        "inside": is_insider(request.user, league),
    }
    return render(request, "league/join.html", context)


@action_of("league:season")
def application_make(request: SignedInRequest, slug: str, number: int) -> HttpResponse:
    season = season_detail(slug, number, request.user)
    team = get_object_or_404(Team, slug=key_of(Team, "slug", request.POST.get("team", "")))
    message = request.POST.get("message", "")
    make = lambda: applications.application_make(actor=request.user, season=season, team=team, message=message)  # noqa: E731
    return _tried(request, season, make, f"{team} has asked for a place in {season.name}.")


@action_of("league:season")
def application_take_back(request: SignedInRequest, slug: str, number: int) -> HttpResponse:
    season, found = _asked(request, slug, number)
    take_back = lambda: applications.application_take_back(actor=request.user, application=found)  # noqa: E731
    return _tried(request, season, take_back, f"{found.team} does not ask for a place any more.")


@action_of("league:season")
def application_approve(request: SignedInRequest, slug: str, number: int) -> HttpResponse:
    season, found = _asked(request, slug, number)
    reason = request.POST.get("reason", "")
    approve = lambda: applications.application_approve(actor=request.user, application=found, reason=reason)  # noqa: E731
    return _tried(request, season, approve, f"{found.team} is entered in {season.name}.")


@action_of("league:season")
def application_decline(request: SignedInRequest, slug: str, number: int) -> HttpResponse:
    season, found = _asked(request, slug, number)
    answer = request.POST.get("answer", "")
    decline = lambda: applications.application_decline(actor=request.user, application=found, answer=answer)  # noqa: E731
    return _tried(request, season, decline, f"{found.team} is declined.")


def _asked(request: SignedInRequest, slug: str, number: int) -> tuple[Season, Application]:
    season = season_detail(slug, number, request.user)
    pk = number_of(request.POST.get("application", "")) or 0
    return season, get_object_or_404(Application.objects.select_related("team"), season=season, pk=pk)


def _tried(request: SignedInRequest, season: Season, action: Callable[[], Any], success: str) -> HttpResponse:
    """Do it and say so, or say why not; either way back to the season."""
    try:
        messages.success(request, said(action(), success))
    except Refused as refusal:
        messages.error(request, refusal_words(refusal))
    return redirect("league:season", season.league.slug, season.number)
