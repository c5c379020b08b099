"""The log of a league, for those who run it and for superusers."""

from typing import TYPE_CHECKING, Any

from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from journal.details import details
from journal.models import LogEntry
from league import selectors
from league.log import selectors as log
from league.log.forms import LogFilterForm, action_words
from league.permissions import May, may

if TYPE_CHECKING:
    from league.selectors import LeagueWithSeasons

PER_PAGE = 50
MANY_CHANGES = 6  # of one row; more are shown when asked for


@login_required
def league_log(request: HttpRequest, slug: str) -> HttpResponse:
    league = selectors.league_detail(slug, request.user)
    if not may(request.user, league, May.READ_LOG):
        raise PermissionDenied(f"Only those who run the {league} may read its log.")
    teams = log.league_teams(league)
    form = LogFilterForm(request.GET, league=league, teams=teams)
    rows = log.league_log(league, **form.chosen()) if form.is_valid() else LogEntry.objects.none()
    page = Paginator(rows, PER_PAGE).get_page(request.GET.get("page"))
    asked = request.GET.copy()
    asked.pop("page", None)
    context = {
        "league": league,
        "form": form,
        "page": page,
        "lines": _lines(league, page.object_list, {str(team.pk): team.slug for team in teams}),
        "filtered": any(asked.values()),
        "asked": asked.urlencode(),
    }
    return render(request, "league/log.html", context)


def _lines(league: "LeagueWithSeasons", entries: Any, teams: dict[str, str]) -> list[dict[str, Any]]:
    """Each row with its page and, where they are not the coach's secret, its details; changes are shown unasked."""
    seasons = {str(season.pk): season.number for season in league.all_seasons}
    lines = []
    for entry in entries:
        secret = entry.action in log.SECRET
        found = [] if secret else details(entry.data)
        line = {"entry": entry, "action": action_words(entry.action), "secret": secret, "details": found}
        line["changes"] = 0 < sum(each.old is not None for each in found) < MANY_CHANGES
        line["address"] = log.address_of(entry, league, seasons, teams)
        lines.append(line)
    return lines
