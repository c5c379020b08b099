"""A commissioner at the desk of a team: the pages of its coach, with a reason, and the corrections."""

from functools import partial
from typing import Any
from uuid import uuid4

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from accounts.requests import SignedInRequest
from journal.forms import saved
from league.commissioner.forms import CorrectionForm, ReasonForm
from league.commissioner.services import may_act, team_correct, team_request_for
from league.decisions.answers import said
from league.people import Decision
from teams.ledger.services import team_club
from teams.ledger.statement import Statement
from teams.ledger.views import ROWS_PER_PAGE
from teams.models import LedgerRow, Team
from teams.selectors import team_with_ledger
from teams.sequence.views import answer, asked, seen


@login_required
def acting(request: SignedInRequest, slug: str) -> HttpResponse:
    """The sequence as its coach sees it. The reason is asked for once and goes with every form."""
    team = _team(request, slug)
    form = ReasonForm(request.GET if "reason" in request.GET else None)
    if not form.is_valid():
        return render(request, "teams/sequence_reason.html", {"team": team, "form": form})
    reason = form.cleaned_data["reason"]

    def ask(**asked: Any) -> list[LedgerRow] | None:
        found = team_request_for(actor=request.user, reason=reason, **asked)
        if isinstance(found, Decision):
            messages.success(request, said(found, ""))
            return None
        return found

    return answer(
        request, team, lambda action: partial(asked, ask, team, action, request.POST), able=True, acting=reason
    )


@login_required
def corrections(request: SignedInRequest, slug: str) -> HttpResponse:
    """What commissioners have put right, and a form for the next correction."""
    team = _team(request, slug)
    club = team_club(team)
    form = CorrectionForm(request.POST or None, club=club)
    if request.method == "POST" and form.is_valid():
        answer_given = saved(form, lambda: _correct(request, team, form))
        if answer_given is not None:
            messages.success(request, said(answer_given, "The correction is in the books."))
            return redirect("teams:corrections", slug)
    books = Statement(team)
    own = books.rows().filter(by=LedgerRow.By.COMMISSIONER).order_by("-number")
    page = Paginator(own, ROWS_PER_PAGE).get_page(request.GET.get("page"))
    context = {
        "team": team,
        "club": club,
        "form": form,
        "page": page,
        "lines": books.lines(page)[::-1],
        "fresh_key": uuid4,
    }
    return render(request, "teams/sequence_corrections.html", context)


def _correct(request: SignedInRequest, team: Team, form: CorrectionForm) -> list[LedgerRow] | Decision:
    return team_correct(actor=request.user, team=team, **form.correction(), **seen(request.POST))


def _team(request: HttpRequest, slug: str) -> Team:
    team = team_with_ledger(slug, request.user)
    if not may_act(request.user, team):
        raise PermissionDenied(f"Only the commissioner of a league of {team} may do that.")
    return team
