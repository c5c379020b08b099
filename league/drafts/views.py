"""Drafting a team: choosing a roster, making the list, submitting it; and the commissioner's answer."""

from collections.abc import Callable
from typing import Any
from uuid import uuid4

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render

import engine
from accounts.actions import action_of
from accounts.requests import SignedInRequest
from journal.errors import Refused
from journal.forms import refusal_words
from league import selectors
from league.decisions.answers import said
from league.drafting import Draft
from league.drafts import selectors as draft_selectors
from league.drafts import services as drafts
from league.drafts.forms import DraftForm, document_of, edit_of, figure, worked
from league.drafts.sheet import listed_rosters, sheet
from league.models import League
from league.permissions import judges_draft, owns_draft
from teams.views import all_rulesets, asked_ruleset

STORING = ("save", "submit")


@login_required
def draft_new(request: SignedInRequest) -> HttpResponse:
    """Under the usual terms of a game."""
    return _choose(request, asked_ruleset(request), None)


@login_required
def league_draft_new(request: SignedInRequest, slug: str) -> HttpResponse:
    """By the terms of a league."""
    league = selectors.league_detail(slug, request.user)
    return _choose(request, engine.ruleset(league.ruleset), league)


def _choose(request: SignedInRequest, ruleset: engine.Ruleset, league: League | None) -> HttpResponse:
    if ruleset.campaign is None:
        raise Http404(f"Teams of {ruleset.title} are not drafted.")
    if request.method == "POST":
        try:
            made = drafts.draft_create(
                owner=request.user, ruleset=ruleset.key, roster=request.POST.get("roster", ""), league=league
            )
            return redirect("league:draft", made.pk)
        except Refused as refusal:
            messages.error(request, refusal_words(refusal))
    context = {
        "ruleset": ruleset,
        "rulesets": all_rulesets(),
        "league": league,
        "rosters": listed_rosters(ruleset.campaign),
        "drafts": draft_selectors.drafts_pending(request.user).filter(owner=request.user),
    }
    return render(request, "league/draft_new.html", context)


@login_required
def draft(request: SignedInRequest, pk: int) -> HttpResponse:
    """The draft at work for its coach; what came of it, once it is submitted, also for the commissioner."""
    found = draft_selectors.draft_detail(pk, request.user)
    owned = owns_draft(request.user, found)
    if not owned and not judges_draft(request.user, found):
        raise PermissionDenied("Only the coach who makes a draft, and the commissioner it is submitted to, may see it.")
    if owned and found.editable:
        return _work(request, found)
    if request.method == "POST":
        if request.POST.get("do", "") not in STORING:  # it was sent while the draft was handed in, which covers it
            return HttpResponse(status=204)
        messages.error(request, f"{found} is {found.get_state_display()} and cannot be changed any more.")
        return redirect("league:draft", pk)
    context = {"draft": found, "sheet": sheet(found, found.document), "owned": owned}
    context["judged"] = judges_draft(request.user, found) and found.state == Draft.State.SUBMITTED
    return render(request, "league/draft_look.html", context)


def _work(request: SignedInRequest, found: Draft) -> HttpResponse:
    """Whatever is done to the list is kept at once, also what breaks rules; a submission is refused then."""
    if request.method != "POST":
        form = DraftForm(initial={name: getattr(found, name) for name in drafts.FIELDS})
        return _page(request, found, form, found.document)
    form, action, document = DraftForm(request.POST), request.POST.get("do", ""), found.document
    try:
        document = drafts.readable(found, worked(found, document_of(found, request.POST), action))
        kept = drafts.draft_save(
            actor=request.user, draft=found, document=document, edit=edit_of(request.POST), **_valid(form)
        )
        if action in STORING and form.is_valid():
            if action == "submit":
                kept = drafts.draft_submit(actor=request.user, draft=kept)
            return _stored(request, draft_selectors.draft_detail(kept.pk, request.user))
    except Refused as refusal:
        form.add_error(None, refusal_words(refusal))
        return _page(request, found, form, document, insisting=refusal.code == "draft-changed" and action in STORING)
    return _page(request, kept, form, document)


def _valid(form: DraftForm) -> dict[str, Any]:
    """The fields that can be kept; a short name of two letters is still being typed."""
    form.is_valid()
    return {name: value for name, value in form.cleaned_data.items() if name in drafts.FIELDS}


def _stored(request: HttpRequest, kept: Draft) -> HttpResponse:
    if kept.team:
        messages.success(request, f"{kept.team} is created. Enter it in a league that is open for entries.")
        return redirect("league:league", kept.league.slug) if kept.league else redirect("teams:team", kept.team.slug)
    if kept.league and kept.state == Draft.State.SUBMITTED:
        messages.success(request, f"{kept} is submitted. {kept.league.commissioner} approves it or returns it.")
    else:
        messages.success(request, "The draft is saved. Come back to it from your own page whenever you like.")
    return redirect("league:draft", kept.pk)


def _page(
    request: HttpRequest, found: Draft, form: DraftForm, document: dict[str, Any], *, insisting: bool = False
) -> HttpResponse:
    """The draft at work. Who has been told that it changed elsewhere, and insists, is taken to have seen that."""
    base = "" if insisting else request.POST.get("base", "")
    context = {
        "draft": found,
        "form": form,
        "sheet": sheet(found, document),
        "unsaved": [form[name].label for name in form.errors if name in form.fields],
        # Somebody is typing, and keeps what is in the fields.
        "typing": request.POST.get("do", "recalculate") == "recalculate",
        "ruleset": engine.ruleset(found.ruleset),
        "window": request.POST.get("window") or uuid4(),
        "base": base or found.updated_at.isoformat(),
        "edition": figure(request.POST.get("edition", "0")),
    }
    return render(request, "league/draft.html", context)


@action_of("league:draft")
def draft_delete(request: SignedInRequest, pk: int) -> HttpResponse:
    found = draft_selectors.draft_detail(pk, request.user)
    return _done(request, found, lambda: drafts.draft_delete(actor=request.user, draft=found), f"{found} is deleted.")


@action_of("league:draft")
def draft_approve(request: SignedInRequest, pk: int) -> HttpResponse:
    found, reason = draft_selectors.draft_detail(pk, request.user), request.POST.get("reason", "")
    action = lambda: drafts.draft_approve(actor=request.user, draft=found, reason=reason)  # noqa: E731
    return _done(request, found, action, f"{found} is approved: the team is created.")


@action_of("league:draft")
def draft_return(request: SignedInRequest, pk: int) -> HttpResponse:
    found, comment = draft_selectors.draft_detail(pk, request.user), request.POST.get("comment", "")
    action = lambda: drafts.draft_return(actor=request.user, draft=found, comment=comment)  # noqa: E731
    return _done(request, found, action, f"{found} is returned to {found.owner}.")


def _done(request: HttpRequest, found: Draft, action: Callable[[], object], success: str) -> HttpResponse:
    """Do it and say so, or say why not and stay with the draft."""
    try:
        messages.success(request, said(action(), success))
    except Refused as refusal:
        messages.error(request, refusal_words(refusal))
        return redirect("league:draft", found.pk)
    if found.league and not owns_draft(request.user, found):
        return redirect("league:league", found.league.slug)
    return redirect("league:you")
