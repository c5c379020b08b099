"""Making and changing leagues and seasons. Pages that also show matches are in `pages.leagues.views`."""

from itertools import groupby
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied, ValidationError
from django.core.paginator import Paginator
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render

import engine
from accounts.actions import action_of
from journal.errors import Refused
from journal.forms import refusal_words, saved
from league import selectors, services
from league.forms import LeagueForm, RulingsForm, SeasonForm
from league.models import League, Season
from league.rules import is_commissioner
from league.rulings import league_rulings, misfits, rulings_of
from league.terms import TERMS
from teams.models import Team
from teams.views import PER_PAGE, all_rulesets, asked_ruleset, team_found


def leagues(request: HttpRequest) -> HttpResponse:
    """All leagues, or those whose name has the text of `?q=` in it; no name is longer than what is looked for."""
    asked = request.GET.get("q", "").strip()[: settings.SEARCH_LETTERS]
    page = Paginator(selectors.league_list().filter(name__icontains=asked), PER_PAGE).get_page(request.GET.get("page"))
    return render(request, "league/leagues.html", {"leagues": page, "asked": asked})


@login_required
def league_new(request: HttpRequest) -> HttpResponse:
    ruleset = asked_ruleset(request)
    form = LeagueForm(request.POST or None, ruleset=ruleset)
    if request.method == "POST" and form.is_valid():
        fields = {key: form.cleaned_data[key] for key in ("name", "description", "profile")}
        league = saved(
            form,
            lambda: services.league_create(
                commissioner=request.user, ruleset=ruleset.key, rulings=form.rulings(), **fields, **form.terms()
            ),
        )
        if league is not None:
            messages.success(request, f"{league} is founded. Open a season so that teams can enter.")
            return redirect("league:league", league.slug)
    return render(request, "league/league_form.html", {"form": form, "ruleset": ruleset, "rulesets": all_rulesets()})


def league_rules(request: HttpRequest, slug: str) -> HttpResponse:
    league = selectors.league_detail(slug)
    season = league.all_seasons[0] if league.all_seasons else None
    rules = sorted(selectors.rules_in_force(season, league), key=lambda rule: rule["entry"].place)
    chapters = [(title, list(listed)) for title, listed in groupby(rules, key=lambda rule: rule["entry"].chapter)]
    context = {
        "league": league,
        "ruleset": engine.ruleset(league.ruleset),
        "season": season,
        "rules": rules,
        "departing": sum(rule["departs"] for rule in rules),
        "chapters": [(title, listed, sum(rule["departs"] for rule in listed)) for title, listed in chapters],
    }
    return render(request, "league/rules.html", context)


@login_required
def league_rules_edit(request: HttpRequest, slug: str) -> HttpResponse:
    league = _own_league(request, slug)
    ruleset = engine.ruleset(league.ruleset)
    form = RulingsForm(
        request.POST or None,
        ruleset=ruleset,
        chosen=rulings_of(league),
        initial={"profile": league.profile, **{name: getattr(league, name) for name in TERMS}},
    )
    valid = request.method == "POST" and form.is_valid()
    if valid and saved(form, lambda: _set_rules(request, league, form)) is not None:
        _say_what_the_rules_hold_for(request, league)
        return redirect("league:rules", league.slug)
    season = league.all_seasons[0] if league.all_seasons else None
    context = {"form": form, "league": league, "ruleset": ruleset, "season": season}
    return render(request, "league/rules_form.html", context)


def rules_chapter(request: HttpRequest, ruleset: str, number: int) -> HttpResponse:
    """The questions of a chapter, for a form that comes without them: all as in a profile."""
    if ruleset not in engine.RULESETS:
        raise Http404(f"There is no game {ruleset}.")
    rules = engine.ruleset(ruleset)
    profile = request.GET.get("profile", rules.catalogue.profiles[0])
    if profile not in rules.catalogue.profiles:
        raise Http404(f"{rules.title} has no such profile.")
    form = RulingsForm(ruleset=rules, initial={"profile": profile})
    chapter = next((each for each in form.chapters if each.number == number), None)
    if chapter is None:
        raise Http404(f"{rules.title} has no such chapter.")
    return render(request, "league/_rulings_chapter.html", {"chapter": chapter, "ruleset": rules})


@transaction.atomic
def _set_rules(request: HttpRequest, league: League, form: RulingsForm) -> League:
    profile, rulings = form.cleaned_data["profile"], form.rulings()
    league = services.league_rulings_set(actor=request.user, league=league, profile=profile, rulings=rulings)
    return services.league_terms_set(actor=request.user, league=league, **form.terms()) if form.terms() else league


def _say_what_the_rules_hold_for(request: HttpRequest, league: League) -> None:
    """An open season takes the rules at its start, a running one keeps its own."""
    season = league.seasons.exclude(state=Season.State.FINISHED).select_related("league").first()
    if season is None or season.state == Season.State.RUNNING:
        keeps = f" {season.name} keeps the rules it was started with." if season else ""
        messages.success(request, f"The rules are saved. They hold from the next season on.{keeps}")
        return
    messages.success(request, f"The rules are saved. {season.name} takes them when it starts.")
    if teams := misfits(season):
        names = ", ".join(team.name for team in teams)
        messages.error(
            request,
            f"{season.name} cannot start like this: under these rules its entered teams {names} may not play. Withdraw them or change the rules.",
        )


@login_required
def season_new(request: HttpRequest, slug: str) -> HttpResponse:
    league = _own_league(request, slug)
    number = league.all_seasons[0].number + 1 if league.all_seasons else 1
    form = SeasonForm(request.POST or None, number=number)
    if request.method == "POST" and form.is_valid():
        season = saved(form, lambda: services.season_create(actor=request.user, league=league, **form.arguments()))
        if season is not None:
            messages.success(request, f"{season.name} is open for entries.")
            return redirect("league:season", league.slug, season.number)
    return render(request, "league/season_form.html", {"form": form, "league": league})


@login_required
def season_edit(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    league = _own_league(request, slug)
    season = selectors.season_detail(slug, number)
    form = SeasonForm(request.POST or None, season=season)
    if request.method == "POST" and form.is_valid():
        action = lambda: services.season_update(actor=request.user, season=season, **form.arguments())  # noqa: E731
        if saved(form, action) is not None:
            messages.success(request, f"{form.cleaned_data['name']} is saved.")
            return redirect("league:season", slug, number)
    entered = selectors.entered_teams(season)
    return render(
        request, "league/season_edit.html", {"form": form, "league": league, "season": season, "entered": entered}
    )


@action_of("league:season")
def season_cancel(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    season = selectors.season_detail(slug, number)
    try:
        services.season_cancel(actor=request.user, season=season)
    except Refused as refusal:
        messages.error(request, refusal_words(refusal))
        return redirect("league:season", slug, number)
    messages.success(request, f"{season.name} is cancelled. You can open another season.")
    return redirect("league:league", slug)


@login_required
def league_team_new(request: HttpRequest, slug: str) -> HttpResponse:
    """A team with the roster that this league's rules ask for."""
    league = selectors.league_detail(slug)
    ruleset = engine.ruleset(league.ruleset)
    if ruleset.has_campaign:
        return redirect("league:league-draft-new", slug)
    return team_found(request, ruleset=ruleset, rulings=league_rulings(league), league=league)


@action_of("league:season")
def season_enter(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    season = selectors.season_detail(slug, number)
    team = _named_team(request)
    return _tried(
        request,
        season,
        lambda: services.season_enter(actor=request.user, season=season, team=team),
        f"{team} is entered in {season.name}.",
    )


@action_of("league:season")
def season_withdraw(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    season = selectors.season_detail(slug, number)
    team = _named_team(request)
    return _tried(
        request,
        season,
        lambda: services.season_withdraw(actor=request.user, season=season, team=team),
        f"{team} is withdrawn from {season.name}.",
    )


def _named_team(request: HttpRequest) -> Team:
    """The team that a button was pressed for."""
    try:
        slug = Team._meta.get_field("slug").clean(request.POST.get("team", ""), None)
    except ValidationError as error:
        raise Http404("There is no such team.") from error
    return get_object_or_404(Team, slug=slug)


def _tried(request: HttpRequest, season: Any, action: Any, success: str) -> HttpResponse:
    """Do it and say so, or say why not; either way back to the season."""
    try:
        action()
        messages.success(request, success)
    except Refused as refusal:
        messages.error(request, refusal_words(refusal))
    return redirect("league:season", season.league.slug, season.number)


def _own_league(request: HttpRequest, slug: str) -> League:
    league = selectors.league_detail(slug)
    if not is_commissioner(request.user, league):
        raise PermissionDenied(f"Only the commissioner of {league} may do that.")
    return league
