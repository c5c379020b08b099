"""The rules of a league: showing and changing them."""

from itertools import groupby

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render

import engine
from accounts.requests import SignedInRequest
from journal.forms import saved
from league import selectors, services
from league.models import League, Season
from league.permissions import May, powers
from league.rulings import selectors as ruling_selectors
from league.rulings.forms import RulingsForm
from league.rulings.selectors import misfits, rulings_of
from league.terms import TERMS
from league.views import own_league


def league_rules(request: HttpRequest, slug: str) -> HttpResponse:
    league = selectors.league_detail(slug, request.user)
    season = league.all_seasons[0] if league.all_seasons else None
    rules = sorted(ruling_selectors.rules_in_force(season, league), key=lambda rule: rule["entry"].place)
    chapters = [(title, list(listed)) for title, listed in groupby(rules, key=lambda rule: rule["entry"].chapter)]
    context = {
        "league": league,
        "can": powers(request.user, league),
        "ruleset": engine.ruleset(league.ruleset),
        "season": season,
        "rules": rules,
        "departing": sum(rule["departs"] for rule in rules),
        "chapters": [(title, listed, sum(rule["departs"] for rule in listed)) for title, listed in chapters],
    }
    return render(request, "league/rules.html", context)


@login_required
def league_rules_edit(request: SignedInRequest, slug: str) -> HttpResponse:
    league = own_league(request, slug, May.SET_RULES)
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
    """The questions of a chapter, for a form that comes without them: as in the profile, but for the answers that are sent."""
    if ruleset not in engine.RULESETS:
        raise Http404(f"There is no game {ruleset}.")
    rules = engine.ruleset(ruleset)
    profile = request.GET.get("profile", rules.catalogue.profiles[0])
    if profile not in rules.catalogue.profiles:
        raise Http404(f"{rules.title} has no such profile.")
    form = RulingsForm(ruleset=rules)
    form.keep(request.GET)
    chapter = next((each for each in form.chapters if each.number == number), None)
    if chapter is None:
        raise Http404(f"{rules.title} has no such chapter.")
    return render(request, "league/_rulings_chapter.html", {"chapter": chapter, "ruleset": rules})


@transaction.atomic
def _set_rules(request: SignedInRequest, league: League, form: RulingsForm) -> League:
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
