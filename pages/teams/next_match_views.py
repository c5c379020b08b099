"""The next match of a team as its coaches prepare it: how the teams compare, and which inducements to buy."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpResponse
from django.shortcuts import redirect, render

from accounts.requests import SignedInRequest
from journal.errors import Refused
from journal.forms import refusal_words, saved
from matches.control.presence import team_ready
from matches.models import Match
from matches.next_match import budget, match_plan_set, next_match, prospect
from pages.matches.presence import presence_context
from teams.models import Team
from teams.orders.forms import skill_choices
from teams.permissions import is_coach
from teams.prematch.forms import PlanForm
from teams.prematch.inducements import inducements_wanted, is_planned, wishes_sum
from teams.selectors import team_detail, team_with_ledger


@login_required
def prepare(request: SignedInRequest, slug: str) -> HttpResponse:
    team = team_with_ledger(slug, request.user)
    if not is_coach(request.user, team):
        raise PermissionDenied(f"Only a coach of {team} may see and change what it plans.")
    match = next_match(team)
    if match is None:
        return render(request, "teams/next_match.html", {"team": team})
    outlook, wanted = _outlook(team, match), inducements_wanted(team, match.pk)
    own = outlook["own"].editor
    form = PlanForm(request.POST or None, club=own.club, wanted=wanted)
    wanted = form.offered(wanted)
    counting = "count" in request.POST
    if request.method == "POST" and not counting and _set(request, team, form):
        return redirect("teams:next", slug)
    if counting and form.is_valid():
        wanted = form.plan()
    wishes = wishes_sum(own, wanted, outlook["budget"].at_most(wanted["own"]))
    context = {
        "team": team,
        "match": match,
        "form": form,
        "counting": counting,
        "sum": wishes,
        "skills": skill_choices(own.club),
        **outlook,
    }
    return render(request, "teams/next_match.html", context)


@login_required
def ready(request: SignedInRequest, slug: str) -> HttpResponse:
    """Whether a team of whatever game counts as present for its next match; a coach says that nothing is left to do for it."""
    team = team_detail(slug, request.user)
    if not is_coach(request.user, team):
        raise PermissionDenied(f"Only a coach of {team} may say that it is ready.")
    match = next_match(team)
    if request.method != "POST":
        shown = presence_context(match, team) if match else {}
        return render(request, "teams/ready.html", {"team": team, "match": match, **shown})
    try:
        if match is None or match.pk != _match_shown(request):
            raise Refused("match-locked", "The line-ups of that match are locked, or another match comes first.")
        team_ready(actor=request.user, team=team, match=match)
        messages.success(request, f"{team} is ready for {match.fixture}.")
    except Refused as refusal:
        messages.error(request, refusal_words(refusal))
    return redirect("teams:ready", slug)


def _set(request: SignedInRequest, team: Team, form: PlanForm) -> bool:
    """For the match that the page showed, which may be locked by now."""
    by_orders = "orders" in request.POST
    if not form.is_valid() and not by_orders:
        return False
    plan, match = {} if by_orders else form.plan(), _match_shown(request)
    if saved(form, lambda: match_plan_set(actor=request.user, team=team, match=match, plan=plan)) is None:
        return False
    said = "The standing orders decide what is bought." if by_orders else "The plan for the match is saved."
    messages.success(request, said)
    return True


def _match_shown(request: SignedInRequest) -> int | None:
    try:
        return int(request.POST.get("match", ""))
    except ValueError:
        return None


def _outlook(team: Team, match: Match) -> dict[str, Any]:
    """How both teams stand."""
    at_home = match.fixture.home_id == team.pk
    own, other = prospect(team), prospect(match.fixture.away if at_home else match.fixture.home)
    return {
        "own": own,
        "other": other,
        "sides": (own, other),
        "budget": budget(own, other),
        "adds": team.campaign.words.underdog_adds,
        "planned": is_planned(team, match.pk),
        **presence_context(match, team),
    }
