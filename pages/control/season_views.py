"""The control tower of a season, what can be decided about it, and what was decided, for everybody to read."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.db.models import Prefetch, prefetch_related_objects
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render

from accounts.actions import action_of
from accounts.requests import SignedInRequest
from accounts.text import number_of
from journal.errors import Refused
from journal.forms import refusal_words
from league.absence.policy import ABSENT
from league.absence.services import policy_of
from league.models import Entry, Round, Season
from league.permissions import May, powers
from league.seasons.selectors import rounds, season_detail
from matches.control import absences, fixtures, replacing, seasons, tower
from matches.control.measures import ripples_of
from matches.jobs import failing_jobs
from pages.control import forms
from pages.control.asking import Choice, areas, decide_page
from pages.leagues.charts import is_complete

PER_PAGE = 30


def _deadline(*, season: Season, **given: Any) -> Any:
    return fixtures.round_set_deadline(**given)


WITHDRAW = Choice(
    forms.WithdrawForm,
    "Withdraw a team",
    "Show what that comes to",
    seasons.team_withdraw,
    "It plays no more in this season, and its coach can enter it elsewhere.",
)
ADD_ROUND = Choice(
    forms.AddRoundForm,
    "Add a round",
    "Show what that adds",
    seasons.round_add,
    "The pairings of an earlier round once more, with home and away swapped.",
)
DEADLINE = Choice(
    forms.DeadlineForm,
    "Set until when a round is played",
    "Show what that changes",
    _deadline,
    "Coaches can agree on times up to then. Leave it empty for no limit.",
)
REPLACE = Choice(
    forms.ReplaceForm,
    "Replace a team by another",
    "Show what that changes",
    replacing.team_replace,
    "The newcomer plays what is left to play and takes the results of the place over. Books and players stay where they are.",
)
FILLER = Choice(
    forms.FillerForm,
    "Replace a team by an AI filler",
    "Show what that changes",
    replacing.team_replace_by_filler,
    "The site makes a ready team without a coach, which plays by standing orders and has no right to titles.",
)
POLICY = Choice(
    forms.PolicyForm,
    "Change what happens when a coach is absent",
    "Show what that changes",
    seasons.absence_policy_set,
    "It counts from the next line-ups on that are to be locked.",
)
END = Choice(
    forms.SeasonReasonForm,
    "End the season early",
    "Show what that comes to",
    seasons.season_end,
    "What is left to play is cancelled, and the table as it stands is final.",
)


@login_required
def control(request: SignedInRequest, slug: str, number: int) -> HttpResponse:
    """One round at a time: what it waits for. And what can be decided about the season."""
    season = season_detail(slug, number, request.user)
    can = powers(request.user, season.league)
    if not can & {May.REMIND, May.RUN_SEASONS, May.SET_TIMES}:
        raise PermissionDenied(f"Only somebody who runs the {season.league} sees this.")
    listed = rounds(season)
    if not listed:
        return redirect("league:season", slug, number)
    prefetch_related_objects([season], Prefetch("entries", Entry.objects.select_related("team")))
    current = next((each for each in listed if not is_complete(each)), listed[-1])
    page = Paginator(listed, 1).get_page(request.GET.get("round", current.number))
    more = {
        "season": season,
        "league": season.league,
        "can": can,
        "round": page[0],
        "round_page": page,
        "tower": tower.tower_of(page[0]),
        "failing_jobs": failing_jobs(season.league),
    }
    return decide_page(
        request,
        _choices(season, can),
        {"season": season},
        template="control/season.html",
        back=("league:control", slug, str(number)),
        more=more,
        season=season,
    )


def _choices(season: Season, can: frozenset[May]) -> dict[str, Choice]:
    if season.state != Season.State.RUNNING:
        return {}
    times = {"deadline": DEADLINE} if May.SET_TIMES in can else {}
    whole = {"round": ADD_ROUND, "policy": POLICY, "end": END} if May.RUN_SEASONS in can else {}
    leaving = {"withdraw": WITHDRAW} if May.RUN_SEASONS in can else {}
    others = {"replace": REPLACE, "filler": FILLER} if May.RULE in can else {}
    return {**times, **leaving, **others, **whole}


@action_of("league:control")
def remind(request: SignedInRequest, slug: str, number: int) -> HttpResponse:
    season = season_detail(slug, number, request.user)
    shown = get_object_or_404(Round, season=season, number=number_of(request.POST.get("round", "")) or 0)
    try:
        count = tower.round_remind(actor=request.user, played_in=shown)
        messages.success(request, f"The coaches of {count} team{'' if count == 1 else 's'} are reminded by mail.")
    except Refused as refusal:
        messages.error(request, refusal_words(refusal))
    return redirect("league:control", slug, number)


@login_required
def tonight(request: SignedInRequest, slug: str, number: int) -> HttpResponse:
    """What the policy for the absent would do now with the matches whose line-ups are locked next."""
    season = season_detail(slug, number, request.user)
    can = powers(request.user, season.league)
    if May.SET_TIMES not in can:
        raise PermissionDenied(f"Only somebody who runs the {season.league} sees this.")
    form = forms.HoursForm(request.GET if "hours" in request.GET else None)
    hours = form.cleaned_data["hours"] if form.is_valid() else forms.HOURS
    context = {
        "season": season,
        "league": season.league,
        "can": can,
        "form": form,
        "hours": hours,
        "found": absences.tonight(season, hours),
        "policy": policy_of(season),
        "definition": ABSENT,
    }
    return render(request, "control/tonight.html", context)


def measures(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    season = season_detail(slug, number, request.user)
    page = Paginator(
        season.measures.select_related("actor", "match__fixture__home", "match__fixture__away"), PER_PAGE
    ).get_page(request.GET.get("page"))
    return render(request, "control/measures.html", {"season": season, "league": season.league, "page": page})


def measure(request: HttpRequest, slug: str, number: int, pk: int) -> HttpResponse:
    season = season_detail(slug, number, request.user)
    known = season.measures.select_related("actor", "match__fixture__home", "match__fixture__away")
    found = get_object_or_404(known, pk=pk)
    context = {
        "season": season,
        "league": season.league,
        "match": found.match,
        "fixture": found.match.fixture if found.match else None,
        "measure": found,
        "areas": list(areas(ripples_of(found))),
    }
    return render(request, "control/measure.html", context)
