"""The page of a team's standing orders."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpResponse
from django.shortcuts import redirect, render

from accounts.requests import SignedInRequest
from journal.forms import saved
from teams.ledger.services import editor_of
from teams.orders.forms import OrdersForm, skill_choices
from teams.orders.services import team_orders_set
from teams.permissions import is_coach
from teams.prematch.inducements import orders_sum
from teams.selectors import team_with_ledger


@login_required
def orders(request: SignedInRequest, slug: str) -> HttpResponse:
    team = team_with_ledger(slug, request.user)
    if not is_coach(request.user, team):
        raise PermissionDenied(f"Only a coach of {team} may see and change its standing orders.")
    editor = editor_of(team, None)
    club = editor.club
    if request.method == "POST" and "standard" in request.POST:
        team_orders_set(actor=request.user, team=team, given={})
        messages.success(request, f"{team} follows the standard orders again.")
        return redirect("teams:orders", slug)
    form = OrdersForm(request.POST or None, club=club, given=team.orders)
    counting = "count" in request.POST
    valid = request.method == "POST" and form.is_valid()
    if (
        valid
        and not counting
        and saved(form, lambda: team_orders_set(actor=request.user, team=team, given=form.orders())) is not None
    ):
        messages.success(request, "The standing orders are saved.")
        return redirect("teams:orders", slug)
    wanted = form.inducements() if valid else team.campaign.orders.complete(team.orders)["inducements"]
    context = {"team": team, "club": club, "form": form, "skills": skill_choices(club), "counting": counting}
    return render(request, "teams/orders.html", {**context, "sum": orders_sum(editor, wanted)})
