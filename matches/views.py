"""Pages that show matches beside what they belong to: home, leagues, seasons, one's own corner."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db.models import Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone

import engine
from accounts.actions import action_of
from accounts.forms import TimeZoneForm
from accounts.services import user_set_time_zone
from journal.errors import Refused
from journal.forms import refusal_words
from league import selectors as league_selectors
from league.models import League, Round, Season
from league.rules import is_commissioner, reads_log
from league.rulings import lost_choices
from matches import jobs, selectors, services, versions
from matches.charts import rank_chart
from matches.team_views import FORM_LENGTH, letter
from teams import selectors as team_selectors


def home(request: HttpRequest) -> HttpResponse:
    results = selectors.latest_results(6)
    context = {
        "leagues": league_selectors.league_list()[:6],
        "upcoming": selectors.next_matches(6),
        "results": results,
        "featured": results[0] if results else None,
    }
    return render(request, "league/home.html", context)


@login_required
def you(request: HttpRequest) -> HttpResponse:
    form = TimeZoneForm(request.POST or None, initial={"time_zone": request.user.time_zone})
    if request.method == "POST" and form.is_valid():
        user_set_time_zone(user=request.user, time_zone=form.cleaned_data["time_zone"])
        messages.success(request, f"Your times are now those of {form.cleaned_data['time_zone']}.")
        return redirect("league:you")
    mine = selectors.match_list().filter(Q(fixture__home__owner=request.user) | Q(fixture__away__owner=request.user))
    context = {
        "form": form,
        "teams": team_selectors.teams_of(request.user),
        "decisions": team_selectors.decisions_of(request.user),
        "invitations": team_selectors.invitations_of(request.user),
        "offers": request.user.handovers.select_related("league__commissioner"),
        "leagues": league_selectors.league_list().filter(commissioner=request.user),
        "drafts": league_selectors.drafts_pending(request.user),
        "waiting": league_selectors.waiting_entries().filter(team__owner=request.user),
        "upcoming": mine.filter(resolved_at__isnull=True).order_by("due_at", "pk")[:6],
        "results": mine.filter(resolved_at__isnull=False).order_by("-resolved_at", "-pk")[:6],
    }
    return render(request, "league/you.html", context)


def league(request: HttpRequest, slug: str) -> HttpResponse:
    found = league_selectors.league_detail(slug)
    current = found.all_seasons[0] if found.all_seasons else None
    context = _season_context(request, found, current)
    if context["ruleset"].has_campaign:
        context["drafts"] = league_selectors.drafts_pending(request.user).filter(league=found)
    return render(request, "league/league.html", context)


def season(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    found = league_selectors.league_detail(slug)
    asked = league_selectors.season_detail(slug, number)
    return render(request, "league/season.html", {**_season_context(request, found, asked), "on_season": True})


@action_of("league:season")
def season_start(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    asked = league_selectors.season_detail(slug, number)
    try:
        services.season_start(actor=request.user, season=asked)
        messages.success(request, f"{asked.name} has started: the fixtures are drawn up and the rules are pinned.")
    except Refused as refusal:
        messages.error(request, refusal_words(refusal))
    return redirect("league:season", slug, number)


@action_of("league:season")
def season_take_version(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    asked = league_selectors.season_detail(slug, number)
    try:
        agreed = request.POST.get("agreed") == "yes"
        taken = versions.season_take_version(actor=request.user, season=asked, agreed=agreed)
        messages.success(request, f"{asked.name} goes on by version {taken.ruleset_version} of the rules.")
    except Refused as refusal:
        messages.error(request, refusal_words(refusal))
    return redirect("league:season", slug, number)


@action_of("league:league")
def job_retry(request: HttpRequest, slug: str) -> HttpResponse:
    """Have something that failed tried again."""
    found, asked = league_selectors.league_detail(slug), request.POST.get("job", "")
    try:
        jobs.job_retry(actor=request.user, league=found, job_id=int(asked) if asked.isdecimal() and len(asked) < 19 else 0)
        messages.success(request, "It is tried again now.")
    except Refused as refusal:
        messages.error(request, refusal_words(refusal))
    return redirect("league:league", slug)


def _season_context(request: HttpRequest, league: League, season: Season | None) -> dict[str, Any]:
    open_season = season is not None and season.state == Season.State.OPEN
    rounds = league_selectors.rounds(season) if season else []
    standings = _standings(season, rounds) if season else []
    commissioner = is_commissioner(request.user, league)
    return {
        "league": league,
        "ruleset": engine.ruleset(league.ruleset),
        "season": season,
        "commissioner": commissioner,
        "reads_log": reads_log(request.user, league),
        "standings": standings,
        "chart": rank_chart(season, [line["row"].team for line in standings], rounds) if season else None,
        "rounds": rounds,
        "current_round": next((each for each in rounds if not _complete(each)), rounds[-1] if rounds else None),
        "kick_off_passed": open_season and season.first_kick_off < timezone.now(),
        "entered": league_selectors.entered_teams(season) if open_season else [],
        "enterable": _enterable(request, season) if open_season else [],
        "departures": [rule for rule in league_selectors.rules_in_force(season, league) if rule["departs"]],
        "take_over": versions.take_over(season),
        "lost_choices": lost_choices(league) if commissioner else [],
        "failing_jobs": jobs.failing_jobs(league) if commissioner else [],
    }


def _enterable(request: HttpRequest, season: Season) -> list[Any]:
    if not request.user.is_authenticated:
        return []
    return list(league_selectors.enterable_teams(request.user, season))


def _standings(season: Season, rounds: list[Round]) -> list[dict[str, Any]]:
    """The table, each row with the letters of the team's last matches."""
    letters: dict[int, list[str]] = {}
    for fixture in (fixture for each in rounds for fixture in each.fixtures.all()):
        if result := getattr(fixture, "result", None):
            for team_id, side in ((fixture.home_id, "home"), (fixture.away_id, "away")):
                letters.setdefault(team_id, []).append(letter(result.winner, side))
    rows = league_selectors.standings(season)
    return [{"row": row, "form": letters.get(row.team.pk, [])[-FORM_LENGTH:]} for row in rows]


def _complete(each: Round) -> bool:
    return all(hasattr(fixture, "result") for fixture in each.fixtures.all())
