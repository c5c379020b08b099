"""Making and changing teams. The page of a team, which also shows its matches, is in `pages.teams.views`."""

from typing import Any

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse

import engine
from accounts.requests import SignedInRequest
from journal.forms import saved
from teams import selectors, services
from teams.colours import free_colour
from teams.forms import NamesForm, PlayerFormSet, TeamForm
from teams.models import Team
from teams.permissions import is_owner

PER_PAGE = 48  # full rows of two, three or four cards


def teams(request: HttpRequest) -> HttpResponse:
    """All teams, or those whose name has the text of `?q=` in it; no name is longer than what is looked for."""
    asked = request.GET.get("q", "").strip()[: settings.SEARCH_LETTERS]
    page = Paginator(selectors.team_list(request.user).filter(name__icontains=asked), PER_PAGE).get_page(
        request.GET.get("page")
    )
    return render(request, "teams/teams.html", {"teams": page, "asked": asked})


@login_required
def team_new(request: SignedInRequest) -> HttpResponse:
    """In a game whose teams live between matches they are drafted."""
    ruleset = asked_ruleset(request)
    if ruleset.has_campaign:
        return redirect(f"{reverse('league:draft-new')}?ruleset={ruleset.key}")
    return team_found(request, ruleset=ruleset, taken=selectors.colours_of(request.user))


def team_found(
    request: SignedInRequest,
    *,
    ruleset: engine.Ruleset,
    taken: list[str],
    rulings: engine.Rulings | None = None,
    league: Any = None,
) -> HttpResponse:
    """The form for a new team in a colour that is not taken; made for a league, it asks for the players of that league's rules and leads back there."""
    form = TeamForm(request.POST or None, initial={"colour": free_colour(taken)})
    squad = PlayerFormSet(
        request.POST or None,
        prefix="players",
        initial=services.standard_players(ruleset, request.user.username, rulings),
        form_kwargs={"ruleset": ruleset},
    )
    if request.method == "POST" and form.is_valid() and squad.is_valid():
        team = saved(
            form,
            lambda: services.team_create(
                owner=request.user,
                ruleset=ruleset.key,
                players=squad.cleaned_data,
                rulings=rulings,
                **form.cleaned_data,
            ),
        )
        if team is not None:
            messages.success(request, f"{team} is ready to play. Enter it in a league that is open for entries.")
            return redirect("league:league", league.slug) if league else redirect("teams:team", team.slug)
    page = {"ruleset": ruleset, "rulesets": all_rulesets(), "league": league}
    return render(request, "teams/team_form.html", {**page, "form": form, "squad": squad})


@login_required
def team_edit(request: SignedInRequest, slug: str) -> HttpResponse:
    team = selectors.team_detail(slug, request.user)
    if not is_owner(request.user, team):
        raise PermissionDenied(f"Only the owner of {team} may change it.")
    form = TeamForm(request.POST or None, initial={key: getattr(team, key) for key in services.UPDATABLE})
    books = engine.ruleset(team.ruleset).has_campaign  # players of such teams are renamed on pages of their own
    names = NamesForm(request.POST or None, players=[] if books else team.squad)
    valid = request.method == "POST" and form.is_valid() and names.is_valid()
    if valid and saved(form, lambda: _update(request, team, form, names)) is not None:
        messages.success(request, f"{form.cleaned_data['name']} is saved.")
        return redirect("teams:team", team.slug)
    running = team.entries.filter(withdrawn_at__isnull=True, season__state="running").select_related("season__league")
    context = {
        "form": form,
        "names": names,
        "team": team,
        "positions": engine.ruleset(team.ruleset).positions,
        "playing": next((entry.season for entry in running), None),
    }
    return render(request, "teams/team_edit.html", context)


@transaction.atomic
def _update(request: SignedInRequest, team: Team, form: TeamForm, names: NamesForm) -> Team:
    for player, name in names.renamed():
        services.team_rename_player(actor=request.user, player=player, name=name)
    return services.team_update(actor=request.user, team=team, **form.cleaned_data)


def all_rulesets() -> list[engine.Ruleset]:
    return [engine.ruleset(key) for key in engine.RULESETS]


def asked_ruleset(request: HttpRequest) -> engine.Ruleset:
    """The game that the address names, or the first there is."""
    try:
        return engine.ruleset(request.GET.get("ruleset", engine.RULESETS[0]))
    except engine.BadInput as error:
        raise Http404(str(error)) from error
