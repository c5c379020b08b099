"""Making and changing seasons, entering and withdrawing teams. The page of a season is in `pages.leagues.views`."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render

from accounts.actions import action_of
from accounts.requests import SignedInRequest
from accounts.text import key_of
from journal.errors import Refused
from journal.forms import refusal_words, saved
from league.decisions.answers import said
from league.models import Season
from league.permissions import May
from league.seasons import selectors as season_selectors
from league.seasons import services as season_services
from league.seasons.fillers import filler_enter
from league.seasons.forms import OrderForm, SeasonForm
from league.seasons.seeding import proposed_order
from league.views import own_league
from teams.models import Team


@login_required
def season_new(request: SignedInRequest, slug: str) -> HttpResponse:
    league = own_league(request, slug, May.RUN_SEASONS)
    last = league.all_seasons[0] if league.all_seasons else None
    form = SeasonForm(request.POST or None, league=league, number=last.number + 1 if last else 1, last=last)
    if request.method == "POST" and form.is_valid():
        season = saved(
            form, lambda: season_services.season_create(actor=request.user, league=league, **form.arguments())
        )
        if season is not None:
            messages.success(request, f"{season.name} is open for entries.")
            return redirect("league:season", league.slug, season.number)
    return render(request, "league/season_form.html", {"form": form, "league": league})


@login_required
def season_edit(request: SignedInRequest, slug: str, number: int) -> HttpResponse:
    league = own_league(request, slug, May.RUN_SEASONS)
    season = season_selectors.season_detail(slug, number, request.user)
    if season.state != Season.State.OPEN:
        return season_begun(request, season, "Edit")
    form = SeasonForm(request.POST or None, league=league, season=season)
    if request.method == "POST" and form.is_valid():
        action = lambda: season_services.season_update(actor=request.user, season=season, **form.arguments())  # noqa: E731
        if saved(form, action) is not None:
            messages.success(request, f"{form.cleaned_data['name']} is saved.")
            return redirect("league:season", slug, number)
    entered = season_selectors.entered_teams(season)
    return render(
        request, "league/season_edit.html", {"form": form, "league": league, "season": season, "entered": entered}
    )


@login_required
def season_order(request: SignedInRequest, slug: str, number: int) -> HttpResponse:
    """The order in which the teams begin: as it is, or as the last season proposes it, until the commissioner confirms one."""
    league = own_league(request, slug, May.RUN_SEASONS)
    season = season_selectors.season_detail(slug, number, request.user)
    if season.state != Season.State.OPEN:
        return season_begun(request, season, "Order of the teams")
    form = OrderForm(request.POST or None, entries=proposed_order(season))
    if request.method == "POST" and form.is_valid():
        action = lambda: season_services.season_seed(actor=request.user, season=season, order=form.order())  # noqa: E731
        if saved(form, action) is not None:
            messages.success(request, f"The order of {season.name} is saved.")
            return redirect("league:season", slug, number)
    return render(request, "league/season_order.html", {"form": form, "league": league, "season": season})


def season_begun(request: HttpRequest, season: Season, crumb: str) -> HttpResponse:
    """Instead of a page for seasons that have not started: where to go on."""
    return render(request, "league/season_begun.html", {"league": season.league, "season": season, "crumb": crumb})


@action_of("league:season")
def season_cancel(request: SignedInRequest, slug: str, number: int) -> HttpResponse:
    season = season_selectors.season_detail(slug, number, request.user)
    try:
        season_services.season_cancel(actor=request.user, season=season)
    except Refused as refusal:
        messages.error(request, refusal_words(refusal))
        return redirect("league:season", slug, number)
    messages.success(request, f"{season.name} is cancelled. You can open another season.")
    return redirect("league:league", slug)


@action_of("league:season")
def season_enter(request: SignedInRequest, slug: str, number: int) -> HttpResponse:
    season = season_selectors.season_detail(slug, number, request.user)
    team = _named_team(request)
    return _tried(
        request,
        season,
        lambda: season_services.season_enter(actor=request.user, season=season, team=team),
        f"{team} is entered in {season.name}.",
    )


@action_of("league:season")
def season_filler(request: SignedInRequest, slug: str, number: int) -> HttpResponse:
    season = season_selectors.season_detail(slug, number, request.user)
    roster = request.POST.get("roster", "")
    try:
        entry = filler_enter(actor=request.user, season=season, roster=roster)
        messages.success(request, f"The AI filler {entry.team} is entered in {season.name}.")
    except Refused as refusal:
        messages.error(request, refusal_words(refusal))
    return redirect("league:season", slug, number)


@action_of("league:season")
def season_withdraw(request: SignedInRequest, slug: str, number: int) -> HttpResponse:
    season = season_selectors.season_detail(slug, number, request.user)
    team, reason = _named_team(request), request.POST.get("reason", "")
    return _tried(
        request,
        season,
        lambda: season_services.season_withdraw(actor=request.user, season=season, team=team, reason=reason),
        f"{team} is withdrawn from {season.name}.",
    )


def _named_team(request: HttpRequest) -> Team:
    """The team that a button was pressed for."""
    return get_object_or_404(Team, slug=key_of(Team, "slug", request.POST.get("team", "")))


def _tried(request: HttpRequest, season: Any, action: Any, success: str) -> HttpResponse:
    """Do it and say so, or say why not; either way back to the season."""
    try:
        messages.success(request, said(action(), success))
    except Refused as refusal:
        messages.error(request, refusal_words(refusal))
    return redirect("league:season", season.league.slug, season.number)
