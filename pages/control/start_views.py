"""A season is started: first what that locks, then the button."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone

import engine
from accounts.requests import SignedInRequest
from journal.errors import Refused
from journal.forms import refusal_words
from league.models import Season
from league.permissions import May, may
from league.rulings.selectors import rules_in_force
from league.seasons.entering import open_or_refuse
from league.seasons.plan import season_plan
from league.seasons.selectors import season_detail
from league.seasons.starting import first_rounds, startable_or_refuse
from league.seasons.views import season_begun
from matches import services
from matches.models import lock_time
from teams.models import Sequence


@login_required
def season_start(request: SignedInRequest, slug: str, number: int) -> HttpResponse:
    season = season_detail(slug, number, request.user)
    if not may(request.user, season.league, May.RUN_SEASONS):
        raise PermissionDenied(f"Only somebody who runs the {season.league} may start its seasons.")
    if request.method == "GET" and season.state != Season.State.OPEN:
        return season_begun(request, season, "Start")
    context = {"season": season, "league": season.league, "now": timezone.now()}
    try:
        if request.method == "POST":
            services.season_start(actor=request.user, season=season)
            said = f"{season.name} has started: the fixtures are drawn up and the rules are pinned."
            messages.success(request, said)
            return redirect("league:season", slug, number)
        context |= _to_lock(season)
    except Refused as refusal:
        if request.method == "POST":
            messages.error(request, refusal_words(refusal))
            return redirect("league:season", slug, number)
        context["refused"] = refusal_words(refusal)
    return render(request, "control/start.html", context)


def _to_lock(season: Season) -> dict[str, Any]:
    """What a start locks and draws up, or why there can be none."""
    open_or_refuse(season)
    teams, _ = startable_or_refuse(season)
    rounds = first_rounds(season, teams)
    deciding = Sequence.objects.filter(team__in=teams, closed_at__isnull=True).values_list("team", flat=True)
    undecided = set(deciding)
    return {
        "plan": season_plan(season, len(teams)),
        "teams": [team.name for team in teams],
        "undecided": sorted(team.name for team in teams if team.pk in undecided),
        "version": engine.ruleset(season.league.ruleset).version,
        "departures": sum(rule["departs"] for rule in rules_in_force(season, season.league)),
        "rounds": rounds,
        "locks": lock_time(rounds.kick_offs[0], season.round_every),
    }
