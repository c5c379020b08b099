"""A season is started: first what that locks, then the button."""

from dataclasses import dataclass
from datetime import datetime

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone

from accounts.models import User
from accounts.requests import SignedInRequest
from journal.errors import Refused
from journal.forms import refusal_words
from league.models import Season
from league.permissions import May, may
from league.rulings.selectors import rules_in_force
from league.seasons.selectors import season_detail
from matches import services
from matches.control.measures import previewed
from matches.models import Match, lock_time
from teams.models import Sequence


@dataclass(frozen=True, slots=True)
class Start:
    teams: list[str]
    version: str
    departures: int
    rounds: int
    matches: int  # none where coaches make them
    first: datetime
    locks: datetime
    last: datetime
    undecided: list[str]


@login_required
def season_start(request: SignedInRequest, slug: str, number: int) -> HttpResponse:
    season = season_detail(slug, number, request.user)
    if not may(request.user, season.league, May.RUN_SEASONS):
        raise PermissionDenied(f"Only somebody who runs the {season.league} may start its seasons.")
    context = {"season": season, "league": season.league, "now": timezone.now()}
    try:
        if request.method == "POST":
            services.season_start(actor=request.user, season=season)
            said = f"{season.name} has started: the fixtures are drawn up and the rules are pinned."
            messages.success(request, said)
            return redirect("league:season", slug, number)
        context["start"] = previewed(lambda: _started(request.user, season))
    except Refused as refusal:
        if request.method == "POST":
            messages.error(request, refusal_words(refusal))
            return redirect("league:season", slug, number)
        context["refused"] = refusal_words(refusal)
    return render(request, "control/start.html", context)


def _started(actor: User, season: Season) -> Start:
    """What has come of a start, by the service that starts a season."""
    open_ = Sequence.objects.filter(team__entries__season=season, closed_at__isnull=True)
    undecided = list(open_.order_by("team__name").values_list("team__name", flat=True))
    started = services.season_start(actor=actor, season=season)
    rounds = list(started.rounds.order_by("number"))
    return Start(
        teams=list(started.entries.order_by("pk").values_list("team__name", flat=True)),
        version=started.ruleset_version,
        departures=sum(rule["departs"] for rule in rules_in_force(started, started.league)),
        rounds=len(rounds),
        matches=Match.objects.filter(fixture__round__season=started).count(),
        first=rounds[0].kick_off,
        locks=lock_time(rounds[0].kick_off, started.round_every),
        last=rounds[-1].kick_off,
        undecided=undecided,
    )
