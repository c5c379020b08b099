"""Measures about one match, and the time that its coaches agree upon."""

from collections.abc import Mapping
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render

from accounts.actions import action_of
from accounts.requests import SignedInRequest
from accounts.text import number_of
from journal.errors import Refused
from journal.forms import refusal_words, saved
from league.permissions import May, powers
from matches import selectors
from matches.control import appointments, fixtures, results
from matches.models import Match
from matches.offers import TimeProposal
from pages.control import forms
from pages.control.asking import Choice, decide_page
from teams.permissions import is_coach


def _decide(*, home: int, away: int, **given: Any) -> Any:
    return results.match_decide(score=(home, away), **given)


def _decide_alone(*, home: int, away: int, **given: Any) -> Any:
    return results.match_decide.__wrapped__(score=(home, away), **given)  # type: ignore[attr-defined]  # by functools.wraps


_decide.__wrapped__ = _decide_alone  # type: ignore[attr-defined]  # what a preview looks at


MOVE = Choice(
    forms.MoveForm,
    "Play it at another time",
    "Show what that moves",
    fixtures.match_move,
    "Postpone it, or bring it forward.",
)
NOW = Choice(
    forms.ReasonForm,
    "Play it now",
    "Show what that moves",
    fixtures.match_play_now,
    "The line-ups are locked at once, and whatever the coaches have left open is decided by their standing orders.",
)
SWAP = Choice(
    forms.ReasonForm, "Swap home and away", "Show what that changes", fixtures.match_swap, "The other team is at home."
)
FORFEIT = Choice(
    forms.ForfeitForm,
    "A side gives it up",
    "Show what that comes to",
    results.match_forfeit,
    "The other side wins without playing, by the rules for conceded matches.",
)
UNPLAYED = Choice(
    forms.ReasonForm,
    "Nobody played it",
    "Show what that comes to",
    results.match_unplayed,
    "A loss for both. No most valuable player, no winnings.",
)
VOID = Choice(
    forms.ReasonForm,
    "Cancel it",
    "Show what that comes to",
    results.match_void,
    "It counts for nothing and is not played.",
)
DECIDE = Choice(
    forms.DecideForm,
    "Decide the result",
    "Show what that comes to",
    _decide,
    "It counts in the standings. Nobody is paid or hurt.",
)
DECIDE_AGAIN = Choice(
    forms.DecideAgainForm, DECIDE.title, DECIDE.button, _decide, "The result that you enter counts instead."
)
VOID_AGAIN = Choice(
    forms.LaterForm,
    "Declare it void",
    VOID.button,
    results.match_void,
    "It counts for nothing. The replay stays to be seen.",
)
REPLAY = Choice(
    forms.ReplayForm,
    "Have it played again",
    "Show what that comes to",
    results.match_replay,
    "What was played is void, and both teams meet once more.",
)
TIMES = {"move": MOVE, "now": NOW, "swap": SWAP}
BEFORE = {"forfeit": FORFEIT, "unplayed": UNPLAYED, "decide": DECIDE, "void": VOID}
AFTER = {"decide": DECIDE_AGAIN, "void": VOID_AGAIN, "replay": REPLAY}


@login_required
def decide(request: SignedInRequest, pk: int) -> HttpResponse:
    """What can be decided about a match as it stands."""
    match = selectors.match_detail(pk, request.user)
    season = match.fixture.round.season
    can = powers(request.user, season.league)
    if not can & {May.SET_TIMES, May.RULE}:
        raise PermissionDenied(f"Only somebody who runs the {season.league} may decide about its matches.")
    more = {
        "match": match,
        "fixture": match.fixture,
        "season": season,
        "league": season.league,
        "measures": match.measures.select_related("actor"),
        "result": getattr(match.fixture, "result", None),
    }
    return decide_page(
        request,
        _choices(match, can),
        {"match": match},
        template="control/match.html",
        back=("matches:match", str(pk)),
        more=more,
    )


def _choices(match: Match, can: frozenset[May]) -> Mapping[str, Choice]:
    if match.fixture.void:
        return {}
    times = TIMES if May.SET_TIMES in can and not (match.resolved_at or match.locked_at) else {}
    rulings: Mapping[str, Choice] = {}
    if May.RULE in can:
        rulings = AFTER if match.resolved_at else BEFORE
    return {**times, **rulings}


@login_required
def time(request: SignedInRequest, pk: int) -> HttpResponse:
    """The coaches of a match agree when it is played."""
    match = selectors.match_detail(pk, request.user)
    own = [team for team in (match.fixture.home, match.fixture.away) if is_coach(request.user, team)]
    if not own:
        raise PermissionDenied("Only the coaches of a match agree on its time.")
    form = forms.ProposalForm(request.POST or None, initial={"due_at": match.due_at})
    if request.method == "POST" and form.is_valid():
        propose = lambda: appointments.time_propose(actor=request.user, match=match, **form.cleaned_data)  # noqa: E731
        if (proposed := saved(form, propose)) is not None:
            agreed = proposed.state == TimeProposal.State.ACCEPTED
            messages.success(request, ANSWERS["accept"][1] if agreed else "The other coach is asked.")
            return redirect("matches:time", pk)
    proposals = appointments.proposals_of(match)
    context: dict[str, Any] = {
        "match": match,
        "fixture": match.fixture,
        "season": match.fixture.round.season,
        "league": match.fixture.round.season.league,
        "form": form,
        "proposals": proposals,
        "standing": next((each for each in proposals if each.state == TimeProposal.State.OPEN), None),
        "own": {team.pk for team in own},
        "movable": match.status == "scheduled",
    }
    return render(request, "control/time.html", context)


ANSWERS = {
    "accept": (appointments.time_accept, "The match is moved to that time."),
    "decline": (appointments.time_decline, "The match stays where it is."),
    "withdraw": (appointments.time_withdraw, "The proposal is taken back."),
}


@action_of("matches:time")
def time_answer(request: SignedInRequest, pk: int) -> HttpResponse:
    match = selectors.match_detail(pk, request.user)
    proposal = match.proposals.filter(pk=number_of(request.POST.get("proposal", "")) or 0).first()
    answer = ANSWERS.get(request.POST.get("answer", ""))
    if proposal is None or answer is None:
        raise Http404("There is no such proposal.")
    service, said = answer
    try:
        service(actor=request.user, proposal=proposal)
        messages.success(request, said)
    except Refused as refusal:
        messages.error(request, refusal_words(refusal))
    return redirect("matches:time", pk)
