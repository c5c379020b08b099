"""Who runs a league, for everybody; and for those who appoint: inviting, changing roles, removing."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from accounts.actions import action_of
from accounts.models import User
from accounts.requests import SignedInRequest
from accounts.text import key_of
from journal.errors import Refused
from journal.forms import refusal_words, saved
from league import selectors
from league.models import League
from league.people import Role
from league.permissions import May, powers
from league.staff import services as staff
from league.staff.forms import StaffForm


@login_required
def staff_page(request: SignedInRequest, slug: str) -> HttpResponse:
    league = selectors.league_detail(slug, request.user)
    can = powers(request.user, league)
    appoints = May.APPOINT_ASSISTANTS in can
    form = StaffForm(request.POST or None, can=can)
    if request.method == "POST" and not appoints:
        raise PermissionDenied(f"Only the commissioners of the {league} may ask somebody to help.")
    if request.method == "POST" and form.is_valid():
        asked = saved(form, lambda: staff.staff_invite(actor=request.user, league=league, **form.cleaned_data))
        if asked is not None:
            messages.success(request, f"{asked.user} is asked, and finds the question on the page “Your dugout”.")
            return redirect("league:staff", slug)
    listed = list(league.staff.select_related("user"))
    context = {
        "league": league,
        "can": can,
        "appoints": appoints,
        "form": form,
        "own": next((each for each in listed if each.user_id == request.user.pk), None),
        "listed": [(each, staff.APPOINTING[Role(each.role)] in can) for each in listed if appoints or each.accepted_at],
    }
    return render(request, "league/staff.html", context)


@action_of("league:staff")
def staff_accept(request: SignedInRequest, slug: str) -> HttpResponse:
    return _answered(request, slug, staff.staff_accept, "You help to run this league from now on.")


@action_of("league:staff")
def staff_leave(request: SignedInRequest, slug: str) -> HttpResponse:
    return _answered(request, slug, staff.staff_leave, "You do not help to run this league.")


@action_of("league:staff")
def staff_remove(request: SignedInRequest, slug: str) -> HttpResponse:
    name = _name(request)
    return _answered(request, slug, staff.staff_remove, f"{name} does not help to run this league any more.", name=name)


@action_of("league:staff")
def staff_role(request: SignedInRequest, slug: str) -> HttpResponse:
    name, role = _name(request), request.POST.get("role", "")
    return _answered(request, slug, staff.staff_role_set, f"{name} is now {role}.", name=name, role=role)


def _name(request: HttpRequest) -> str:
    return key_of(User, "username", request.POST.get("name", ""))


def _answered(request: HttpRequest, slug: str, service: Callable[..., Any], said: str, **asked: str) -> HttpResponse:
    league: League = selectors.league_detail(slug, request.user)
    try:
        service(actor=request.user, league=league, **asked)
        messages.success(request, said)
    except Refused as refusal:
        messages.error(request, refusal_words(refusal))
    return redirect("league:staff", slug)
