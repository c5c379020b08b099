"""Making and changing teams. The page of a team, which also shows its matches, is in `matches.team_pages`."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render

import engine
from journal.forms import saved
from teams import selectors, services
from teams.forms import NamesForm, PlayerFormSet, TeamForm
from teams.models import Team
from teams.rules import is_owner


def teams(request: HttpRequest) -> HttpResponse:
    return render(request, "teams/teams.html", {"teams": selectors.team_list()})


@login_required
def team_new(request: HttpRequest) -> HttpResponse:
    return team_found(request, ruleset=_ruleset(request))


def team_found(
    request: HttpRequest, *, ruleset: engine.Ruleset, rulings: Any = None, league: Any = None
) -> HttpResponse:
    """The form for a new team; made for a league, it asks for the roster of that league's rules and leads back there."""
    form = TeamForm(request.POST or None, initial={"colour": "#a3312a"})
    suggested = services.standard_players(ruleset, request.user.username, rulings)
    roster = PlayerFormSet(
        request.POST or None, prefix="players", initial=suggested, form_kwargs={"ruleset": ruleset.key}
    )
    if request.method == "POST" and form.is_valid() and roster.is_valid():
        team = saved(
            form,
            lambda: services.team_create(
                owner=request.user,
                ruleset=ruleset.key,
                players=roster.players(),
                rulings=rulings,
                **form.cleaned_data,
            ),
        )
        if team is not None:
            messages.success(request, f"{team} is ready to play. Enter it in a league that is open for entries.")
            return redirect("league:league", league.slug) if league else redirect("teams:team", team.slug)
    context = {"form": form, "roster": roster, "ruleset": ruleset, "league": league}
    return render(request, "teams/team_form.html", context)


@login_required
def team_edit(request: HttpRequest, slug: str) -> HttpResponse:
    team = selectors.team_detail(slug)
    if not is_owner(request.user, team):
        raise PermissionDenied(f"Only the owner of {team} may change it.")
    form = TeamForm(request.POST or None, initial={key: getattr(team, key) for key in services.UPDATABLE})
    names = NamesForm(request.POST or None, players=team.roster)
    valid = request.method == "POST" and form.is_valid() and names.is_valid()
    if valid and saved(form, lambda: _update(request, team, form, names)) is not None:
        messages.success(request, f"{form.cleaned_data['name']} is saved.")
        return redirect("teams:team", team.slug)
    return render(request, "teams/team_edit.html", {"form": form, "names": names, "team": team})


@transaction.atomic
def _update(request: HttpRequest, team: Team, form: TeamForm, names: NamesForm) -> Team:
    for player, name in names.renamed():
        services.team_rename_player(actor=request.user, player=player, name=name)
    return services.team_update(actor=request.user, team=team, **form.cleaned_data)


def _ruleset(request: HttpRequest) -> engine.Ruleset:
    try:
        return engine.ruleset(request.GET.get("ruleset", engine.RULESETS[0]))
    except engine.BadInput as error:
        raise Http404(str(error)) from error
