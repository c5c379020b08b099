"""Agreeing on a table, writing and reading the report of a match, answering it, and deciding about it."""

from collections.abc import Callable
from inspect import unwrap
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render

import engine
from accounts.actions import action_of
from accounts.requests import SignedInRequest
from journal.errors import Refused
from journal.forms import refusal_words, saved
from league.decisions.answers import said
from league.permissions import May, powers
from matches import selectors
from matches.control.measures import previewed
from matches.models import Match
from matches.reporting import MatchReport
from matches.table import agreeing, deciding, services
from matches.table.reading import fingerprint, report_blank, report_problems, report_read
from matches.table.selectors import filed_report, may_see, open_offer, own_draft, waits_for
from matches.table.sides import own_team, side_of
from pages.control.asking import key_of, preview_page
from pages.table.forms import ReasonForm, document_of, form_sides
from pages.table.shown import report_shown
from teams.permissions import is_coach

State = MatchReport.State


@action_of("matches:match")
def venue(request: SignedInRequest, pk: int) -> HttpResponse:
    """The coaches agree on where they play."""
    match, do = selectors.match_detail(pk, request.user), request.POST.get("do", "propose")
    own_team(request.user, match)
    if do == "propose":
        alone = is_coach(request.user, match.fixture.home) and is_coach(request.user, match.fixture.away)
        asked = "It is played that way now." if alone else "The other coach is asked."
        return _done(request, pk, lambda: agreeing.table_propose(actor=request.user, match=match), asked)
    offer = open_offer(match)
    if offer is None:
        messages.error(request, "There is nothing to answer any more.")
        return redirect("matches:match", pk)
    offer.match = match
    if do == "withdraw":
        action: Callable[[], object] = lambda: agreeing.table_withdraw(actor=request.user, offer=offer)  # noqa: E731
        return _done(request, pk, action, "The proposal is taken back.")
    accept = do == "accept"
    answered = "That is agreed." if accept else "It stays as it is."
    action = lambda: agreeing.table_answer(actor=request.user, offer=offer, accept=accept)  # noqa: E731
    return _done(request, pk, action, answered)


def report(request: HttpRequest, pk: int) -> HttpResponse:
    """What was reported, and what it means; with the answer of the other coach, or of the commissioner, beneath."""
    match = selectors.match_detail(pk, request.user)
    found, own = filed_report(match), side_of(request.user, match)
    can = powers(request.user, match.fixture.round.season.league)
    if found is None:
        if own and match.at_table:
            return redirect("matches:report-write", pk)
        raise Http404("There is no report of this match.")
    if not may_see(request.user, match, found, can):
        if not request.user.is_authenticated:
            return redirect_to_login(request.path)
        raise PermissionDenied("Only the coaches of a match see its report before it is accepted.")
    try:
        return _report_page(request, match, found, can)
    except Refused as refusal:  # by a later version of the rules
        messages.error(request, refusal_words(refusal))
        return redirect("matches:match", pk)


def _report_page(
    request: HttpRequest, match: Match, found: MatchReport, can: frozenset[May], form: ReasonForm | None = None
) -> HttpResponse:
    own, waits = side_of(request.user, match), found.state != State.ACCEPTED and not match.resolved_at
    overdue = found.state == State.DISPUTED or found.is_overdue
    answers = waits and found.state == State.FILED and own is not None and own.pk != found.team_id
    context = {
        **_about(match),
        **report_shown(match, found),
        "filed": found,
        "seen": fingerprint(found),
        "words": waits_for(found, answers=answers) if waits else "",
        "form": form or ReasonForm(),
        "takes_back": waits and own is not None and own.pk == found.team_id,
        "answers": answers,
        "decides": waits and overdue and May.RULE in can,
    }
    return render(request, "table/report.html", context)


@login_required
def write(request: SignedInRequest, pk: int) -> HttpResponse:
    """A coach writes the report: saved as it stands, filed when nothing is wrong with it."""
    match = selectors.match_detail(pk, request.user)
    own_team(request.user, match)
    if not match.at_table:
        raise Http404("This match is played by the engine, and nobody reports it.")
    if filed_report(match) is not None:
        return redirect("matches:report", pk)
    if not match.locked_at or match.resolved_at:
        messages.error(request, "A match is reported once its line-ups are locked.")
        return redirect("matches:match", pk)
    draft = own_draft(match, request.user)
    document = _begun(match, draft)
    if request.method != "POST":
        problems = report_problems(match, document) if draft else []
        return _form_page(request, match, document, draft=draft, problems=problems)
    return _written(request, match, document_of(report_read(match, document), request.POST))


def _begun(match: Match, draft: MatchReport | None) -> Any:
    """What is saved, as far as the rules of today can read it, or a blank report."""
    if draft is None:
        return report_blank(match)
    try:
        return report_read(match, draft.document).said
    except Refused:
        return report_blank(match)


def _written(request: SignedInRequest, match: Match, document: Any) -> HttpResponse:
    files = request.POST.get("do") == "file"
    try:
        services.report_save(actor=request.user, match=match, document=document)
        if not files:
            messages.success(request, "The report is saved. The other coach sees it once you file it.")
            return redirect("matches:report-write", match.pk)
        services.report_file(actor=request.user, match=match)
    except Refused as refusal:
        return _refused(request, match, document, refusal)
    messages.success(request, "The report is filed, and the other coach is asked to confirm it.")
    return redirect("matches:report", match.pk)


@action_of("matches:report")
def answer(request: SignedInRequest, pk: int) -> HttpResponse:
    """A coach confirms the report of the other one, disputes it, or takes the own one back."""
    match, found = _filed_or_404(request, pk)
    do, seen, actor = request.POST.get("do", ""), request.POST.get("seen", ""), request.user
    if do == "dispute":
        form = ReasonForm(request.POST)
        reason = request.POST.get("reason", "")
        dispute = lambda: services.report_dispute(actor=actor, report=found, reason=reason, seen=seen)  # noqa: E731
        if saved(form, dispute) is None:
            return _report_page(request, match, found, powers(actor, match.fixture.round.season.league), form)
        messages.success(request, "The report is disputed. A commissioner decides, or it is taken back.")
        return redirect("matches:report", pk)
    if do == "take-back":
        take_back = lambda: services.report_take_back(actor=actor, report=found)  # noqa: E731
        return _done(
            request, pk, take_back, "The report is yours again: change it and file it.", to="matches:report-write"
        )
    confirm = lambda: services.report_confirm(actor=actor, report=found, seen=seen)  # noqa: E731
    return _done(request, pk, confirm, "The match is over, as it was reported.")


@action_of("matches:report")
def decide(request: SignedInRequest, pk: int) -> HttpResponse:
    """The commissioner accepts a report, or has the match reported anew."""
    _, found = _filed_or_404(request, pk)
    service = deciding.report_return if request.POST.get("do") == "return" else deciding.report_accept
    asked = {"filed": request.POST.get("seen", ""), "reason": request.POST.get("reason", "")}
    action = lambda: service(actor=request.user, report=found, **asked)  # noqa: E731
    return _done(request, pk, action, "It is decided, and stands in the log with its reason.", back="matches:report")


@login_required
def correct(request: SignedInRequest, pk: int) -> HttpResponse:
    """The commissioner says how the match ended instead."""
    match, found = _filed_or_404(request, pk)
    if May.RULE not in powers(request.user, match.fixture.round.season.league):
        raise PermissionDenied("Only a commissioner of the league may correct a report.")
    if request.method != "POST":
        return _form_page(request, match, found.document, corrects=found)
    document = document_of(report_read(match, found.document), request.POST)
    asked: dict[str, Any] = {"filed": request.POST.get("filed", ""), "reason": request.POST.get("reason", "")}
    asked |= {"actor": request.user, "report": found, "document": document}
    try:
        return _previewed_or_corrected(request, match, asked)
    except Refused as refusal:
        return _refused(request, match, document, refusal, corrects=found)


def _previewed_or_corrected(request: SignedInRequest, match: Match, asked: dict[str, Any]) -> HttpResponse:
    """First all that it changes, then the correction that was confirmed."""
    key, seen = key_of(request), request.POST.get("seen", "")[:64]
    if "confirm" in request.POST and seen:
        done = deciding.report_correct(**asked, key=key, seen=seen)
        messages.success(request, said(done, "It is corrected and accepted, and stands in the log with its reason."))
        return redirect("matches:match", match.pk)
    alone = unwrap(deciding.report_correct)  # as if nobody else had to confirm it
    measure = previewed(lambda: alone(**asked))
    return preview_page(request, "Correct the report", measure, key, _about(match))


def _filed_or_404(request: SignedInRequest, pk: int) -> tuple[Match, MatchReport]:
    match = selectors.match_detail(pk, request.user)
    found = filed_report(match)
    if found is None:
        raise Http404("There is no report of this match.")
    return match, found


def _refused(request: HttpRequest, match: Match, document: Any, refusal: Refused, **more: Any) -> HttpResponse:
    """The form as it was typed, with all that is wrong with it; what cannot even be read is begun anew."""
    try:
        problems = report_problems(match, document)
    except Refused as unreadable:
        messages.error(request, refusal_words(unreadable))
        return redirect(request.path)
    if refusal.code not in {each.code for each in problems}:
        problems = [refusal, *problems]
    return _form_page(request, match, document, problems=problems, **more)


def _form_page(request: HttpRequest, match: Match, document: Any, **more: Any) -> HttpResponse:
    read = report_read(match, document)
    problems = [refusal_words(each) for each in more.pop("problems", [])]
    context = {
        **_about(match),
        "report": read,
        "sides": form_sides(read),
        "problems": problems,
        "seen": fingerprint(more["corrects"]) if more.get("corrects") else "",
        "reason": request.POST.get("reason", ""),
        **more,
    }
    return render(request, "table/write.html", context)


def _about(match: Match) -> dict[str, Any]:
    season = match.fixture.round.season
    ruleset = engine.ruleset(season.league.ruleset)
    return {"match": match, "fixture": match.fixture, "season": season, "league": season.league, "ruleset": ruleset}


def _done(
    request: SignedInRequest,
    pk: int,
    action: Callable[[], object],
    success: str,
    to: str = "matches:match",
    back: str = "",
) -> HttpResponse:
    """Do it and say so, or say why not."""
    try:
        messages.success(request, said(action(), success))
    except Refused as refusal:
        messages.error(request, refusal_words(refusal))
        return redirect(back or "matches:match", pk)
    return redirect(to, pk)
