"""Matches: the list, the page, the replay's show, the analysis and the match file."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from django.contrib import messages
from django.core.cache import cache
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.cache import get_conditional_response, patch_cache_control
from django.utils.http import quote_etag
from django_htmx.http import HttpResponseClientRefresh

import engine
from accounts.actions import action_of
from accounts.models import User
from accounts.requests import SignedInRequest, user_of
from config.htmx import HtmxRequest
from journal.errors import Refused
from journal.forms import refusal_words
from league.absence.services import policy_of
from league.models import Fixture, Result
from league.permissions import May, powers
from matches import selectors, services
from matches.gameplans import plans_shown, sheets_shown
from matches.models import Match
from matches.offers import TimeProposal
from matches.preview import match_preview
from pages.following import following
from pages.matches.analysis import analysis_page
from pages.table.next_step import next_at_table
from replays.analysis.match import can_analyse
from replays.analysis.selectors import match_analysis
from replays.packing import FORMAT
from replays.packing import show_json as show_json_of
from replays.show import match_show, ticker
from teams.colours import match_colours
from teams.models import Team
from teams.permissions import is_coach

PER_PAGE = 30
SHOW_FOR = 3600  # seconds for which a browser does not even ask
SHOW_KEPT = 24 * 3600


def matches(request: HttpRequest) -> HttpResponse:
    played = request.GET.get("show") != "upcoming"
    found = selectors.played_matches(request.user) if played else selectors.coming_matches(request.user)
    mine = "mine" in request.GET and isinstance(request.user, User)
    if mine:
        found = found.filter(selectors.of_coach(user_of(request)))
    page = Paginator(found, PER_PAGE).get_page(request.GET.get("page"))
    return render(request, "matches/matches.html", {"page": page, "played": played, "mine": mine})


def match(request: HtmxRequest, pk: int) -> HttpResponse:
    """The page of a match. Before it is played, the page asks now and then whether it should be loaded again."""
    found = selectors.match_detail(pk, request.user)
    waiting = following([found])
    if request.htmx:
        up_to_date = waiting is not None and request.GET.get("seen") == waiting.seen
        return HttpResponse(status=204) if up_to_date else HttpResponseClientRefresh()
    season, own = found.fixture.round.season, _coached(request, found)
    can = powers(request.user, season.league)
    context: dict[str, Any] = {
        "match": found,
        "fixture": found.fixture,
        "result": getattr(found.fixture, "result", None),
        "league": season.league,
        "season": season,
        "ruleset": engine.ruleset(season.league.ruleset),
        "can": can,
        "commissioner": May.RUN_SEASONS in can,
        "following": waiting,
        "has_analysis": found.has_replay and can_analyse(season.league.ruleset),
        "measures": found.measures.select_related("actor"),
        "coaches": own,
        "asks_for_coaches": not policy_of(season).does_nothing,
        "proposal": _time_proposed(found) if own else None,
        "table": next_at_table(found, request.user, can),
    }

    if found.was_played:
        context |= _story(found, context["ruleset"])
    elif found.locked_at:
        context["sheets"] = sheets_shown(found)
    if found.status != "resolved" and not (found.at_table and found.locked_at):
        context["preview"] = match_preview(found, request.user)
    if found.locked_at and not found.at_table:
        context["plans"] = plans_shown(found, request.user)
    return render(request, "matches/match.html", context)


def _coached(request: HttpRequest, match: Match) -> list[Team]:
    """The sides for which the reader may still agree on another time and say that they are ready."""
    sides = (match.fixture.home, match.fixture.away)
    return [team for team in sides if is_coach(request.user, team)] if match.status == "scheduled" else []


def _time_proposed(match: Match) -> TimeProposal | None:
    proposal = match.proposals.filter(state=TimeProposal.State.OPEN).select_related("team").first()
    if proposal is not None:
        proposal.match = match
    return proposal


def analysis(request: HttpRequest, pk: int) -> HttpResponse:
    """Why a match went the way it did; in games that cannot be analysed, the page says so."""
    found = _resolved(request, pk)
    fixture = found.fixture
    season = fixture.round.season
    context: dict[str, Any] = {
        "match": found,
        "fixture": fixture,
        "result": getattr(fixture, "result", None),
        "colours": _colours(fixture),
        "league": season.league,
        "season": season,
        "ruleset": engine.ruleset(season.league.ruleset),
        "has_analysis": can_analyse(season.league.ruleset),
    }
    if context["has_analysis"]:
        names = (fixture.home.name, fixture.away.name)
        played = selectors.match_record(found)["result"]  # whatever was decided since
        context |= analysis_page(match_analysis(found), names, played["winner"], played.get("penalties") or (0, 0))
    return render(request, "matches/analysis.html", context)


def show_json(request: HttpRequest, pk: int) -> HttpResponse:
    """The replay. Its key names what it looks like, so that a browser which has it gets nothing more."""
    found = _resolved(request, pk)
    tag = quote_etag(_show_key(found))
    response = get_conditional_response(request, etag=tag)
    if response is None:
        response = HttpResponse(_show(found).json, "application/json")
        patch_cache_control(response, max_age=SHOW_FOR, **selectors.who_may_keep(found))
    response.headers.setdefault("ETag", tag)
    return response


def match_file(request: HttpRequest, pk: int) -> HttpResponse:
    """The match file as a download; it holds the seed, so there is none before the match is over."""
    disposition = f'attachment; filename="match-{pk}.json"'
    content = selectors.match_file(_resolved(request, pk))
    return HttpResponse(content, "application/json", headers={"Content-Disposition": disposition})


@action_of("matches:match")
def match_retry(request: SignedInRequest, pk: int) -> HttpResponse:
    try:
        services.match_retry(actor=request.user, match=selectors.match_detail(pk, request.user))
        messages.success(request, "The match will be tried again within moments.")
    except Refused as refusal:
        messages.error(request, refusal_words(refusal))
    return redirect("matches:match", pk)


def _resolved(request: HttpRequest, pk: int) -> Match:
    found = selectors.match_detail(pk, request.user)
    if not found.was_played:
        raise Http404("This match has not been played yet; its seed, file and replay are published after it.")
    if not found.has_replay:
        raise Http404("This match was played at a table: there is its report, and nothing to watch.")
    return found


class _Shown(NamedTuple):
    """A show, ready for the viewer and for the page."""

    json: str
    halves: list[dict[str, Any]]


def _show_key(match: Match) -> str:
    """A played match never changes, but its words may with a new version of the engine, its packing and its teams' colours."""
    return ":".join(("replay", str(FORMAT), engine.VERSION, match.record.digest, *_colours(match.fixture)))


def _colours(fixture: Fixture) -> tuple[str, str]:
    return match_colours(fixture.home.colour, fixture.away.colour)


def _show(match: Match) -> _Shown:
    """The show of a played match, kept for whoever asks next."""
    key = _show_key(match)
    shown: _Shown | None = cache.get(key)
    if shown is None:
        show = match_show(selectors.match_record(match), _colours(match.fixture))
        shown = _Shown(show_json_of(show), ticker(show))
        cache.set(key, shown, SHOW_KEPT)
    return shown


def _story(match: Match, ruleset: engine.Ruleset) -> dict[str, Any]:
    """What a played match adds to its page."""
    result = getattr(match.fixture, "result", None)
    rows = {key: (home, away) for key, home, away in selectors.match_stats(match)}
    return {
        "counted": [_counted(result, each) for each in ruleset.table_figures] if result else [],
        "statistics": _statistics(rows, ruleset.team_figures),
        # What nobody has counted, at a table, is not shown as none.
        "player_figures": [
            each for each in ruleset.player_figures if each.key in rows or each.key not in ruleset.team_figures
        ],
        "players": _players(match, selectors.match_awards(match) if ruleset.has_campaign else {}),
        "sequences": selectors.match_sequences(match) if ruleset.has_campaign else [],
        **({"verify_with": selectors.verify_with(match), "halves": _show(match).halves} if match.has_replay else {}),
    }


def _counted(result: Result, figure: Any) -> tuple[str, int, int]:
    """What counts in the standings beside the score, by its whole name: the statistics may count more of the kind."""
    name = figure.name[:1].lower() + figure.name[1:]
    return name, getattr(result, f"home_{figure.key}"), getattr(result, f"away_{figure.key}")


def _statistics(rows: Mapping[str, tuple[int, int]], labels: Mapping[str, str]) -> list[dict[str, Any]]:
    """Side by side, with the lengths of the bars in percent of the larger side."""
    lines = []
    for key, label in labels.items():
        home, away = rows.get(key, (0, 0))
        most = max(home, away, 1)
        bars = {"home_bar": 49 * home / most, "away_bar": 49 * away / most, "home_x": 49 - 49 * home / most}
        lines.append({"label": label, "home": home, "away": away, **bars})
    return [line for line in lines if line["home"] or line["away"]]


def _players(match: Match, awards: Mapping[int, int]) -> list[dict[str, Any]]:
    listed: tuple[list[selectors.MatchPlayer], list[selectors.MatchPlayer]] = ([], [])
    for each in selectors.match_player_stats(match):
        listed[each.player.team_id != match.fixture.home_id].append(each)
    sides = zip((match.fixture.home, match.fixture.away), listed, strict=True)
    return [{"team": team, "players": players, "award": awards.get(team.pk)} for team, players in sides]
