"""Pages about a table: why a team has its place, the same results under other rules, and tables of single figures."""

from typing import Any

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

import engine
from accounts.text import number_of
from league import selectors as league_selectors
from league.models import Season
from league.permissions import May, may
from league.seasons import selectors as season_selectors
from league.seasons.selectors import rules_of
from league.seasons.tables import StageTable, coming_matches, season_tables, tables_of
from league.standings.forms import TableRulesForm
from league.standings.outlook import outlook
from league.standings.proof import proof
from league.standings.rules import TableRules, presets
from matches.selectors import season_team_figures
from pages.leagues.comparison import compared
from pages.leagues.figures import figure_tables
from pages.leagues.tables import columns_of, meaning_of

SEASONS = 3  # on a page that compares rules


def place(request: HttpRequest, slug: str, number: int, team: str) -> HttpResponse:
    """Why a team stands above the one below it and below the one above it; `?against=` asks about any other."""
    season = _started(request, slug, number)
    tables = season_tables(season)
    coming_matches(tables)
    shown = _asked(tables, team, request.GET.get("stage", ""))
    row = shown.row_of(team) if shown else None
    if shown is None or row is None:
        raise Http404(f"{team} has no place in a table of {season}.")
    others = [each for each in shown.rows if each is not row]
    against = shown.row_of(request.GET.get("against", ""))
    rivals = (
        [against] if against and against is not row else [each for each in others if abs(each.rank - row.rank) == 1]
    )
    proofs = [proof(shown.table, row, rival) for rival in rivals]
    ruleset = engine.ruleset(season.league.ruleset)
    context = {
        "league": season.league,
        "season": season,
        "shown": shown,
        "row": row,
        "others": others,
        "against": against,
        "names": {each.pk: each.team for each in shown.rows},
        "proofs": [{"proof": each, "outlook": outlook(each, shown.coming, complete=shown.complete)} for each in proofs],
        "complete": shown.complete,
        "meaning": meaning_of(shown.table.rules, columns_of(shown.table.rules, ruleset)),
    }
    return render(request, "league/place.html", context)


def _started(request: HttpRequest, slug: str, number: int) -> Season:
    season = season_selectors.season_detail(slug, number, request.user)
    if season.state == Season.State.OPEN:
        raise Http404(f"{season} has not started and has no table.")
    return season


def _asked(tables: list[StageTable], team: str, stage: str) -> StageTable | None:
    """A team is in one table of each stage: in that of the latest, unless another stage is asked for by its number."""
    own = [each for each in tables if each.row_of(team)]
    return next((each for each in own if each.stage.number == number_of(stage)), own[0] if own else None)


def figures(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Attack, defence, casualties and fair play."""
    season = _started(request, slug, number)
    ruleset = engine.ruleset(season.league.ruleset)
    found = figure_tables(season_tables(season), season_team_figures(season), ruleset)
    return render(request, "league/figures.html", {"league": season.league, "season": season, "tables": found})


def what_if(request: HttpRequest, slug: str) -> HttpResponse:
    """The tables of a league as they are, and as they would be under other rules. Nothing is written."""
    league = league_selectors.league_detail(slug, request.user)
    started = [each for each in league.all_seasons if each.state != Season.State.OPEN]
    page = Paginator(started, SEASONS).get_page(request.GET.get("page"))
    opened = next((each for each in league.all_seasons if each.state == Season.State.OPEN), None)
    form = TableRulesForm.asked(request.GET, rules_of(league.all_seasons[0]) if league.all_seasons else TableRules())
    tried = form.tried()
    seasons = list(page)
    tables = tables_of(seasons) if tried else {}
    context: dict[str, Any] = {
        "league": league,
        "form": form,
        "presets": presets().values(),
        "page": page,
        "tried": tried,
        "asked": form.query(),
        "opened": opened if opened and may(request.user, league, May.SET_RULES) else None,
        "seasons": [(each, [compared(one, tried) for one in tables[each.pk]]) for each in seasons if tried],
    }
    return render(request, "league/what_if.html", context)
