"""Pages of a team that lives by its ledger: the books, the sheet on paper, standing orders, who coaches it."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render

from accounts.actions import action_of
from accounts.models import User
from accounts.text import number_of
from engine.campaign.value import current_value, team_value
from journal.errors import Refused
from journal.forms import refusal_words, saved
from teams import coaches, statement
from teams.books import team_club, team_request
from teams.forms import InviteForm
from teams.models import Team
from teams.orders_form import OrdersForm, skill_choices
from teams.rules import is_coach, is_owner
from teams.sequence_page import team_with_books
from teams.sequence_views import seen
from teams.sequences import team_orders_set
from teams.squad import glossary, in_order, line_of

ALL = "all"
ROWS_PER_PAGE = 50


def ledger(request: HttpRequest, slug: str) -> HttpResponse:
    """The books of one season or of all, of one topic or of all, the newest page unless `?page=` asks for another one.

    Sums are of the whole ledger.
    """
    team = team_with_books(slug)
    books = statement.Statement(team)
    asked, topic = request.GET.get("season", ""), request.GET.get("kind", "")
    seasons = books.seasons
    number = number_of(asked)
    season = number if number in seasons else None if asked == ALL else seasons[-1]
    topic = topic if topic in (statement.GOLD, *statement.TOPICS) else ""
    pages = Paginator(books.rows(season, topic), ROWS_PER_PAGE)
    page = pages.get_page(request.GET.get("page", pages.num_pages))
    lines = books.lines(page)
    context = {
        "team": team,
        "coach": is_coach(request.user, team),
        "page": page,
        "lines": lines,
        "forward": books.balance_before(lines[0].row.number) if lines and lines[0].row.number > 1 else None,
        "seasons": seasons,
        "season": season,
        "topics": {statement.GOLD: "Only what moves gold"} | {key: name for key, (name, _) in statement.TOPICS.items()},
        "topic": topic,
        "income": books.income,
        "expense": books.expense,
        "balance": books.balance,
        "agrees": books.balance == team.treasury,
        "treasury": books.by_match(),
    }
    return render(request, "teams/ledger.html", context)


def paper(request: HttpRequest, slug: str) -> HttpResponse:
    """The roster on one sheet of paper."""
    team = team_with_books(slug)
    club = team_club(team)
    lines, _ = in_order((line_of(club, member) for member in club.members.values()), "number")
    worth = {"value": team_value(club), "current_value": current_value(club)}
    return render(
        request, "teams/print.html", {"team": team, "club": club, "lines": lines, "glossary": glossary(lines), **worth}
    )


@login_required
def orders(request: HttpRequest, slug: str) -> HttpResponse:
    team = team_with_books(slug)
    if not is_coach(request.user, team):
        raise PermissionDenied(f"Only a coach of {team} may see and change its standing orders.")
    club = team_club(team)
    if request.method == "POST" and "standard" in request.POST:
        team_orders_set(actor=request.user, team=team, given={})
        messages.success(request, f"{team} follows the standard orders again.")
        return redirect("teams:orders", slug)
    form = OrdersForm(request.POST or None, club=club, given=team.orders)
    valid = request.method == "POST" and form.is_valid()
    if valid and saved(form, lambda: team_orders_set(actor=request.user, team=team, given=form.orders())) is not None:
        messages.success(request, "The standing orders are saved.")
        return redirect("teams:orders", slug)
    return render(
        request, "teams/orders.html", {"team": team, "club": club, "form": form, "skills": skill_choices(club)}
    )


@action_of("teams:team")
def captain(request: HttpRequest, slug: str) -> HttpResponse:
    """Name a captain where the place is empty."""
    team = team_with_books(slug)
    try:
        arguments = {"member": number_of(request.POST.get("member", "")) or 0}
        team_request(actor=request.user, team=team, action="appoint", arguments=arguments, **seen(request.POST))
        messages.success(request, "The team has a captain.")
    except Refused as refusal:
        messages.error(request, refusal_words(refusal))
    return redirect("teams:team", slug)


# Co-coaches ---------------------------------------------------------------------------------------------------------------


@login_required
def co_coaches(request: HttpRequest, slug: str) -> HttpResponse:
    """Who runs the team. The owner invites; whoever is invited answers here."""
    team = team_with_books(slug)
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
    team = team_with_books(slug)
    return _answer(request, team, coaches.co_coach_accept, f"You coach {team} from now on.")


@action_of("teams:team")
def co_coach_leave(request: HttpRequest, slug: str) -> HttpResponse:
    team = team_with_books(slug)
    return _answer(request, team, coaches.co_coach_leave, f"You do not coach {team}.")


@action_of("teams:co-coaches")
def co_coach_remove(request: HttpRequest, slug: str) -> HttpResponse:
    team = team_with_books(slug)
    form = InviteForm(request.POST)
    user = get_object_or_404(User, username=form.cleaned_data["name"] if form.is_valid() else "")
    return _answer(request, team, coaches.co_coach_remove, f"{user} no longer coaches {team}.", user=user)
