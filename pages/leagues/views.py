"""Pages that show matches beside what they belong to: home, leagues, seasons, one's own corner."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.db.models import QuerySet, prefetch_related_objects
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django_htmx.http import HttpResponseClientRefresh

import engine
from accounts.actions import action_of
from accounts.forms import TimeZoneForm
from accounts.requests import SignedInRequest
from accounts.services import user_set_time_zone
from accounts.text import number_of
from config.htmx import HtmxRequest
from journal.errors import Refused
from journal.forms import refusal_words
from league import selectors as league_selectors
from league.absence.policy import ABSENT
from league.absence.services import policy_of
from league.decisions.selectors import decisions_waiting
from league.drafts import selectors as draft_selectors
from league.formats import format_of
from league.formats.base import Course
from league.joining.access import bring_of, is_insider
from league.models import League, Season
from league.people import Joining
from league.permissions import May, leagues_where, powers
from league.rulings import selectors as ruling_selectors
from league.rulings.selectors import lost_choices
from league.seasons import selectors as season_selectors
from league.seasons.courses import courses_of
from league.seasons.fillers import rosters_of
from league.seasons.places import season_places
from league.seasons.plan import season_plan
from league.seasons.stages import rounds_ahead
from league.seasons.tables import StageTable, season_tables
from league.standings.games import Club
from matches import jobs, selectors, versions
from matches.control.absences import NEAR, warnings_of
from matches.models import Match
from matches.table.selectors import to_settle
from pages.following import following
from pages.leagues.asked import asked_of
from pages.leagues.brackets import season_brackets
from pages.leagues.charts import is_complete
from pages.leagues.free_play import season_free_play
from pages.leagues.going_on import season_going_on
from pages.leagues.tables import table_context
from teams import selectors as team_selectors
from teams.models import Team
from teams.permissions import coached_by

if TYPE_CHECKING:
    from league.seasons.selectors import SizedSeason

FEW = 6  # of each kind on a page that gives an overview


def home(request: HttpRequest) -> HttpResponse:
    results = list(selectors.played_matches(request.user)[:FEW])
    context = {
        "leagues": league_selectors.leagues_current(request.user)[:FEW],
        "upcoming": selectors.coming_matches(request.user)[:FEW],
        "results": results,
        "featured": selectors.featured_match(request.user),
    }
    return render(request, "league/home.html", context)


@never_cache  # the part that the page asks for has the same address, and must not come back in its place
@login_required
def you(request: SignedInRequest) -> HttpResponse:
    """Whether a team counts as absent is asked for by the page itself: that reads the logs of its seasons."""
    if cast("HtmxRequest", request).htmx:
        return render(request, "league/_absences.html", {"absences": warnings_of(request.user)})
    form = TimeZoneForm(request.POST or None, initial={"time_zone": timezone.get_current_timezone_name()})
    if request.method == "POST" and form.is_valid():
        user_set_time_zone(user=request.user, time_zone=form.cleaned_data["time_zone"])
        messages.success(request, f"Your times are now those of {form.cleaned_data['time_zone']}.")
        return redirect("league:you")
    own, mine = Team.objects.filter(coached_by(request.user)), selectors.of_coach(request.user)
    shown = (*selectors.ON_A_LINE, "fixture__round__season__absence", "fixture__home__slug", "fixture__away__slug")
    upcoming = list(selectors.coming_matches(request.user).filter(mine).only(*shown)[:FEW])
    context = {
        "form": form,
        "teams": team_selectors.teams_of(request.user),
        "decisions": team_selectors.decisions_of(request.user),
        **asked_of(request.user),
        "to_confirm": decisions_waiting(request.user),
        "to_settle": to_settle(request.user),
        "leagues": league_selectors.league_list(request.user).filter(pk__in=leagues_where(request.user, May.READ_LOG)),
        "drafts": draft_selectors.drafts_pending(request.user),
        "waiting": season_selectors.waiting_entries(request.user).filter(team__owner=request.user),
        "upcoming": upcoming,
        "at_risk": _at_risk(own, upcoming),
        "results": selectors.played_matches(request.user).filter(mine)[:FEW],
    }
    return render(request, "league/you.html", context)


def _at_risk(own: QuerySet[Team], upcoming: Iterable[Match]) -> list[Team]:
    """The teams that play soon in a season with a policy that could act on them."""
    near = [each for each in upcoming if each.status == "scheduled" and each.due_at <= timezone.now() + NEAR]
    acting = [each.fixture for each in near if not policy_of(each.fixture.round.season).does_nothing]
    mine = set(own.values_list("pk", flat=True)) if acting else set()
    return list(
        {team.pk: team for fixture in acting for team in (fixture.home, fixture.away) if team.pk in mine}.values()
    )


def league(request: HtmxRequest, slug: str) -> HttpResponse:
    found = league_selectors.league_detail(slug, request.user)
    current = found.all_seasons[0] if found.all_seasons else None
    context = _season_context(request, found, current)
    if context["ruleset"].has_campaign:
        context["drafts"] = draft_selectors.drafts_pending(request.user).filter(league=found)
    return _season_page(request, "league/league.html", context)


def season(request: HtmxRequest, slug: str, number: int) -> HttpResponse:
    found = league_selectors.league_detail(slug, request.user)
    asked = next((each for each in found.all_seasons if each.number == number), None)
    if asked is None:
        raise Http404(f"The {found} has no season {number}.")
    return _season_page(request, "league/season.html", {**_season_context(request, found, asked), "on_season": True})


@action_of("league:season")
def season_take_version(request: SignedInRequest, slug: str, number: int) -> HttpResponse:
    asked = season_selectors.season_detail(slug, number, request.user)
    try:
        agreed = request.POST.get("agreed") == "yes"
        taken = versions.season_take_version(actor=request.user, season=asked, agreed=agreed)
        messages.success(request, f"{asked.name} goes on by version {taken.ruleset_version} of the rules.")
    except Refused as refusal:
        messages.error(request, refusal_words(refusal))
    return redirect("league:season", slug, number)


@action_of("league:league")
def job_retry(request: SignedInRequest, slug: str) -> HttpResponse:
    """Have something that failed tried again."""
    found, asked = league_selectors.league_detail(slug, request.user), request.POST.get("job", "")
    try:
        jobs.job_retry(actor=request.user, league=found, job_id=number_of(asked) or 0)
        messages.success(request, "It is tried again now.")
    except Refused as refusal:
        messages.error(request, refusal_words(refusal))
    return redirect("league:league", slug)


def _season_page(request: HtmxRequest, template: str, context: dict[str, Any]) -> HttpResponse:
    """A page; or nothing, if it asks whether something has changed and nothing has."""
    season = context["season"]
    if request.htmx and (season is None or season.state != Season.State.RUNNING):
        return HttpResponseClientRefresh()  # the season is over: that is another page altogether
    if request.htmx and context["following"] and request.GET.get("seen") == context["following"].seen:
        return HttpResponse(status=204)
    return render(request, template, context)


def _season_context(request: HttpRequest, league: League, season: "SizedSeason | None") -> dict[str, Any]:
    opened = season if season and season.state == Season.State.OPEN else None
    prefetch_related_objects([season] if season else [], "stages")
    can = powers(request.user, league)
    commissioner = May.RUN_SEASONS in can
    course = _course(request, season) if season and not opened else {}
    plays = bool(course.get("free_play") and course["free_play"].own)
    return {
        "league": league,
        "ruleset": engine.ruleset(league.ruleset),
        "season": season,
        "can": can,
        "commissioner": commissioner,
        "kick_off_passed": opened is not None and opened.first_kick_off < timezone.now(),
        "entered": season_selectors.entered_teams(opened) if opened else [],
        "plan": season_plan(season, season.size) if season else None,
        **(_entering(request, opened, can) if opened else {}),
        "departures": [rule for rule in ruling_selectors.rules_in_force(season, league) if rule["departs"]],
        "take_over": versions.take_over(season),
        "absence_policy": policy_of(season) if season else None,
        "absence_definition": ABSENT,
        "lost_choices": lost_choices(league) if commissioner else [],
        "failing_jobs": jobs.failing_jobs(league) if commissioner else [],
        "bring": None if plays or opened or can or league.archived_at else bring_of(request.user, league, season),
        **course,
    }


def _course(request: HttpRequest, season: "SizedSeason") -> dict[str, Any]:
    """How a season that has started goes: its tables, and one of its rounds; `?round=3` asks for another than the current."""
    courses = _courses(season)
    rounds, tables = season_selectors.rounds(season), season_tables(season, courses)
    current = next((each for each in rounds if not is_complete(each)), rounds[-1])
    page = Paginator(rounds, 1).get_page(request.GET.get("round", current.number))
    fixtures = season_selectors.round_fixtures(page[0])
    played = [each.played for each in rounds]
    return {
        **table_context(season, rounds, tables, season_going_on(season, courses)),
        "champion": _champion(season, tables),
        "brackets": season_brackets(season, courses),
        "free_play": season_free_play(request, season, courses, rounds),
        "rounds": rounds,
        "rounds_in_all": max(len(rounds), rounds_ahead(season, season.size)),
        "current_round": current,
        "round_page": page,
        "round": page[0],
        "fixtures": fixtures,
        "following": following((each.match for each in fixtures), played),
    }


def _courses(season: Season) -> dict[int, Course]:
    """How its stages stand, where there is more to show of them than tables."""
    begun = [each for each in season.stages.all() if each.started_at]
    several = len(season.stages.all()) > 1
    more = several or any(format_of(each.format).has_bracket or format_of(each.format).free for each in begun)
    return courses_of(season, begun) if more else {}


def _entering(request: HttpRequest, season: Season, can: frozenset[May]) -> dict[str, Any]:
    """What a coach can do about getting into the season, and the teams that ask for a place."""
    if not request.user.is_authenticated:
        return {}
    asking = season.applications.select_related("team__owner") if season.league.joining == Joining.APPROVED else None
    if asking is not None and May.APPROVE not in can:
        asking = asking.filter(team__owner=request.user)
    waiting = {each.team_id for each in asking or () if each.declined_at is None}
    free = season_selectors.enterable_teams(request.user, season)
    return {
        "enterable": [team for team in free if team.pk not in waiting],
        "applications": asking,
        "filler_rosters": rosters_of(season.league) if May.RULE in can else {},
        "uninvited": season.league.joining == Joining.INVITED and not is_insider(request.user, season.league),
    }


def _champion(season: Season, tables: list[StageTable]) -> Club | None:
    if season.state != Season.State.FINISHED:
        return None
    if len(tables) == len(season.stages.all()) == 1:
        return next(row.team for row in tables[0].rows if row.team.pk not in tables[0].fillers)
    return Team.objects.only("name").get(pk=season_places(season)[0])
