"""One page for keeping a league in order."""

from collections.abc import Callable
from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpResponse
from django.shortcuts import redirect, render

from accounts.requests import SignedInRequest
from accounts.text import LineFormField
from journal.forms import saved
from league import selectors
from league.drafting import Draft
from league.keeping import services
from league.permissions import May, powers


class NameForm(forms.Form):
    asked_as = {"name-taken": "name"}

    name = LineFormField(max_length=80)


class SureForm(forms.Form):
    """A button."""


def _rename_season(*, actor: Any, league: Any, name: str) -> Any:
    return services.season_rename(actor=actor, season=league.all_seasons[0], name=name)


# What each form of the page asks for, who may, and what is said when it is done.
ASKS: dict[str, tuple[type[forms.Form], Callable[..., Any], May, str]] = {
    "rename": (NameForm, services.league_rename, May.SET_RULES, "The league has another name."),
    "season": (NameForm, _rename_season, May.RUN_SEASONS, "The season has another name."),
    "archive": (SureForm, services.league_archive, May.DELETE, "The league is archived."),
    "restore": (SureForm, services.league_restore, May.DELETE, "The league is back."),
    "delete": (NameForm, services.league_delete, May.DELETE, "The league is deleted."),
}


@login_required
def keeping(request: SignedInRequest, slug: str) -> HttpResponse:
    league = selectors.league_detail(slug, request.user)
    can = powers(request.user, league)
    offered = {name: ask for name, ask in ASKS.items() if ask[2] in can and _makes_sense(name, league)}
    if not offered:
        raise PermissionDenied(f"Only those who run the {league} keep it in order.")
    asked = request.POST.get("do", "") if request.method == "POST" else ""
    shown = {name: _form(name, request if name == asked else None, league) for name in offered}
    if asked in shown and shown[asked].is_valid():
        form, (_, service, _, said) = shown[asked], offered[asked]
        if saved(form, lambda: service(actor=request.user, league=league, **form.cleaned_data) or True) is not None:
            messages.success(request, said)
            return redirect("league:leagues") if asked == "delete" else redirect("league:league", slug)
    drafts = league.drafts.exclude(state=Draft.State.APPROVED).count() if "delete" in shown else 0  # those are teams
    return render(request, "league/keeping.html", {"league": league, "forms": shown, "can": can, "drafts": drafts})


def _makes_sense(name: str, league: Any) -> bool:
    played = any(season.state != "open" for season in league.all_seasons)
    return {
        "season": bool(league.all_seasons),
        "archive": not league.archived_at,
        "restore": bool(league.archived_at),
        "delete": not played,
    }.get(name, True)


def _form(name: str, request: SignedInRequest | None, league: Any) -> forms.Form:
    known = {"rename": league.name, "season": league.all_seasons[0].name if league.all_seasons else ""}
    return ASKS[name][0](request.POST if request else None, prefix=name, initial={"name": known.get(name, "")})
