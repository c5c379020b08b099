"""What was decided in a season, for everybody to read."""

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render

from league.seasons.selectors import season_detail
from matches.control.measures import ripples_of
from pages.control.asking import areas

PER_PAGE = 30


def measures(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    season = season_detail(slug, number)
    page = Paginator(season.measures.select_related("actor"), PER_PAGE).get_page(request.GET.get("page"))
    return render(request, "control/measures.html", {"season": season, "league": season.league, "page": page})


def measure(request: HttpRequest, slug: str, number: int, pk: int) -> HttpResponse:
    season = season_detail(slug, number)
    found = get_object_or_404(
        season.measures.select_related("actor", "match__fixture__home", "match__fixture__away"), pk=pk
    )
    context = {
        "season": season,
        "league": season.league,
        "match": found.match,
        "fixture": found.match.fixture if found.match else None,
        "measure": found,
        "areas": list(areas(ripples_of(found))),
    }
    return render(request, "control/measure.html", context)
