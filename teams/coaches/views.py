"""Who coaches a team: inviting, accepting, leaving, removing."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render

from accounts.actions import action_of
from accounts.models import User
from accounts.requests import SignedInRequest
from journal.errors import Refused
from journal.forms import refusal_words, saved
from teams.coaches import services as coaches
from teams.coaches.forms import InviteForm
from teams.models import Team
from teams.permissions import is_owner
from teams.selectors import team_with_ledger


@login_required
def co_coaches(request: SignedInRequest, slug: str) -> HttpResponse:
    """Who runs the team. The owner invites; whoever is invited answers here."""
    team = team_with_ledger(slug, request.user)
    listed = list(team.co_coaches.select_related("user").order_by("invited_at"))
    owned = is_owner(request.user, team)
    own = next((each for each in listed if each.user_id == request.user.pk), None)
    if not owned and own is None:
        raise PermissionDenied(f"Only coaches of {team} and whoever is invited may see this.")
    form = InviteForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        invited = saved(form, lambda: coaches.co_coach_invite(actor=request.user, team=team, **form.cleaned_data))
        if invited is not None:
            messages.success(request, f"{invited.user} is invited and finds the invitation on the page of the team.")
            return redirect("teams:co-coaches", slug)
    return render(
        request, "teams/co_coaches.html", {"team": team, "listed": listed, "owned": owned, "own": own, "form": form}
    )


def _answer(request: HttpRequest, team: Team, service: Callable[..., Any], said: str, **who: User) -> HttpResponse:
    try:
        service(actor=request.user, team=team, **who)
        messages.success(request, said)
    except Refused as refusal:
        messages.error(request, refusal_words(refusal))
    return redirect("teams:co-coaches" if is_owner(request.user, team) else "teams:team", team.slug)


@action_of("teams:team")
def co_coach_accept(request: HttpRequest, slug: str) -> HttpResponse:
    team = team_with_ledger(slug, request.user)
    return _answer(request, team, coaches.co_coach_accept, f"You coach {team} from now on.")


@action_of("teams:team")
def co_coach_leave(request: HttpRequest, slug: str) -> HttpResponse:
    team = team_with_ledger(slug, request.user)
    return _answer(request, team, coaches.co_coach_leave, f"You do not coach {team}.")


@action_of("teams:co-coaches")
def co_coach_remove(request: HttpRequest, slug: str) -> HttpResponse:
    team = team_with_ledger(slug, request.user)
    form = InviteForm(request.POST)
    user = get_object_or_404(User, username=form.cleaned_data["name"] if form.is_valid() else "")
    return _answer(request, team, coaches.co_coach_remove, f"{user} no longer coaches {team}.", user=user)
