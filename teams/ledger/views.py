"""The page of a team's ledger."""

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from accounts.text import number_of
from teams.ledger import statement
from teams.permissions import is_coach
from teams.selectors import team_with_ledger

ALL = "all"
ROWS_PER_PAGE = 50


def ledger(request: HttpRequest, slug: str) -> HttpResponse:
    """The books of one season or of all, of one topic or of all, the newest page unless `?page=` asks for another one.

    Sums are of the whole ledger.
    """
    team = team_with_ledger(slug, request.user)
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
