"""How far the trial of a game plan is, for the page that asks again and again."""

from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import render

from accounts.requests import SignedInRequest
from matches.trials import trial_of
from pages.teams.game_plan_views import coached_team, trial_context


@login_required
def trial(request: SignedInRequest, slug: str) -> HttpResponse:
    team = coached_team(request, slug)
    return render(request, "teams/plan_trial.html", {"team": team, **trial_context(trial_of(team))})
