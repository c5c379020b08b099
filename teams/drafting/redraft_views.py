"""The page on which a coach buys the list of the next season."""

from uuid import uuid4

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST

from accounts.requests import SignedInRequest, user_of
from engine.campaign import REDRAFT, Club, TeamEditor
from journal.errors import Refused
from journal.forms import refusal_words
from teams.drafting.redraft_page import RedraftPage, Wish
from teams.ledger.services import editor_of
from teams.models import Team
from teams.permissions import is_coach
from teams.selectors import team_with_ledger
from teams.sequence.services import team_redraft
from teams.sequence.views import seen

CALCULATE, ORDERS = "calculate", "orders"  # what else than buying the buttons of the form ask for


def redraft(request: HttpRequest, slug: str) -> HttpResponse:
    """The list as wished: calculated as often as the coach likes, and bought once."""
    team = team_with_ledger(slug, request.user)
    sequence = team.sequences.filter(closed_at__isnull=True).first()
    editor = editor_of(team, sequence)
    coach = is_coach(request.user, team)
    if request.method == "POST" and not coach:
        raise PermissionDenied(f"Only a coach of {team} may do that.")
    if request.method == "GET" and editor.club.step != REDRAFT:
        return redirect("teams:sequence", slug)
    wish = _wish(request, team, editor)
    refusal = _buy(request, team, editor.club, wish) if _is_purchase(request) else None
    if _is_purchase(request) and refusal is None:
        return redirect("teams:sequence", slug)
    context = {
        "team": team,
        "sequence": sequence,
        "page": RedraftPage(editor, wish),
        "able": coach and editor.club.step == REDRAFT,
        "fresh_key": uuid4,
        "refusal": refusal,
        "refusal_words": refusal and refusal_words(refusal),
    }
    return render(request, "teams/redraft.html", context)


@require_POST
@login_required
def bill(request: SignedInRequest, slug: str) -> HttpResponse:
    """What the list would cost, and what is wrong with it: the part of the page that follows every change."""
    team = team_with_ledger(slug, request.user)
    if not is_coach(request.user, team):
        raise PermissionDenied(f"Only a coach of {team} may do that.")
    editor = editor_of(team, None)
    if editor.club.step != REDRAFT:
        return redirect("teams:sequence", slug)
    page = RedraftPage(editor, Wish.of_form(request.POST, editor.club))
    return render(request, "teams/redraft_bill.html", {"page": page, "team": team})


def _is_purchase(request: HttpRequest) -> bool:
    return request.method == "POST" and request.POST.get("button") not in (CALCULATE, ORDERS)


def _wish(request: HttpRequest, team: Team, editor: TeamEditor) -> Wish:
    """What the form says; a fresh page proposes to go on as before."""
    if request.POST.get("button") == ORDERS:
        return Wish.of_list(*editor.campaign.orders.redraft(editor, team.orders), editor.club)
    return Wish.of_form(request.POST, editor.club) if request.method == "POST" else Wish.as_before(editor.club)


def _buy(request: HttpRequest, team: Team, club: Club, wish: Wish) -> Refused | None:
    try:
        team_redraft(actor=user_of(request), team=team, keep=wish.keep, draft=wish.draft(club), **seen(request.POST))
    except Refused as refusal:
        return refusal
    messages.success(request, f"{team} is ready for the new season.")
    return None
