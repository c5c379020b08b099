"""The roster on paper, and its captain."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from accounts.actions import action_of
from accounts.requests import SignedInRequest
from accounts.text import number_of
from journal.errors import Refused
from journal.forms import refusal_words
from teams.ledger.services import team_club, team_request
from teams.roster.squad import glossary, in_order, line_of
from teams.selectors import team_with_ledger
from teams.sequence.views import seen


def paper(request: HttpRequest, slug: str) -> HttpResponse:
    """The roster on one sheet of paper."""
    team = team_with_ledger(slug, request.user)
    club = team_club(team)
    lines, _ = in_order(club, (line_of(club, member) for member in club.members.values()), "number")
    worth = {"value": club.campaign.value.team(club), "current_value": club.campaign.value.current(club)}
    return render(
        request, "teams/print.html", {"team": team, "club": club, "lines": lines, "glossary": glossary(lines), **worth}
    )


@action_of("teams:team")
def captain(request: SignedInRequest, slug: str) -> HttpResponse:
    """Name a captain where the place is empty."""
    team = team_with_ledger(slug, request.user)
    try:
        arguments = {"member": number_of(request.POST.get("member", "")) or 0}
        team_request(actor=request.user, team=team, action="appoint", arguments=arguments, **seen(request.POST))
        messages.success(request, "The team has a captain.")
    except Refused as refusal:
        messages.error(request, refusal_words(refusal))
    return redirect("teams:team", slug)
