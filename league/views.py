"""The list of leagues, and making one. Pages that also show matches are in `pages.leagues.views`."""

from typing import TYPE_CHECKING

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

import engine
from accounts.requests import SignedInRequest
from journal.forms import saved
from league import selectors, services
from league.forms import LeagueForm
from league.permissions import May, may
from league.rulings.selectors import league_rulings
from teams.views import PER_PAGE, all_rulesets, asked_ruleset, team_found

if TYPE_CHECKING:
    from league.selectors import LeagueWithSeasons


def leagues(request: HttpRequest) -> HttpResponse:
    """All leagues, or those whose name has the text of `?q=` in it; no name is longer than what is looked for."""
    asked = request.GET.get("q", "").strip()[: settings.SEARCH_LETTERS]
    page = Paginator(selectors.leagues_current(request.user).filter(name__icontains=asked), PER_PAGE).get_page(
        request.GET.get("page")
    )
    return render(request, "league/leagues.html", {"leagues": page, "asked": asked})


@login_required
def league_new(request: SignedInRequest) -> HttpResponse:
    ruleset = asked_ruleset(request)
    form = LeagueForm(request.POST or None, ruleset=ruleset)
    if request.method == "POST" and form.is_valid():
        fields = {key: form.cleaned_data[key] for key in ("name", "description", "profile", "private", "joining")}
        league = saved(
            form,
            lambda: services.league_create(
                commissioner=request.user, ruleset=ruleset.key, rulings=form.rulings(), **fields, **form.terms()
            ),
        )
        if league is not None:
            messages.success(request, f"{league} is created. Open a season so that teams can enter.")
            return redirect("league:league", league.slug)
    return render(request, "league/league_form.html", {"form": form, "ruleset": ruleset, "rulesets": all_rulesets()})


@login_required
def league_team_new(request: SignedInRequest, slug: str) -> HttpResponse:
    """A team with the roster that this league's rules ask for."""
    league = selectors.league_detail(slug, request.user)
    ruleset = engine.ruleset(league.ruleset)
    if ruleset.has_campaign:
        return redirect("league:league-draft-new", slug)
    taken = selectors.colours_taken(league)
    return team_found(request, ruleset=ruleset, taken=taken, rulings=league_rulings(league), league=league)


def own_league(request: HttpRequest, slug: str, what: May) -> "LeagueWithSeasons":
    league = selectors.league_detail(slug, request.user)
    if not may(request.user, league, what):
        raise PermissionDenied(f"Only the commissioner of {league} may do that.")
    return league
