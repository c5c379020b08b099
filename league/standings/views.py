"""Setting the rules of a season's table. The pages that show tables are in `pages.leagues`."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse

from accounts.requests import SignedInRequest
from journal.forms import saved
from league.models import Season
from league.permissions import May
from league.seasons.selectors import rules_of, season_detail
from league.standings.forms import TableRulesForm
from league.standings.rules import presets
from league.standings.services import season_table_rules_set
from league.views import own_league


@login_required
def table_rules(request: SignedInRequest, slug: str, number: int) -> HttpResponse:
    """Points, bonuses and tie-breakers, until the season starts. What is filled in can be tried before it is saved."""
    league = own_league(request, slug, May.SET_RULES)
    season = season_detail(slug, number, request.user)
    if season.state != Season.State.OPEN:
        messages.error(request, f"{season.name} has started: the rules of its table are pinned.")
        return redirect("league:season", slug, number)
    held = rules_of(season)
    if request.method != "POST":
        form = TableRulesForm.asked(request.GET, held)
    else:
        form = TableRulesForm(request.POST, rules=held)
        if form.is_valid() and "try" in request.POST:
            return redirect(f"{reverse('league:what-if', args=[slug])}?{form.query()}")
        action = lambda: season_table_rules_set(actor=request.user, season=season, rules=form.document())  # noqa: E731
        if form.is_valid() and saved(form, action) is not None:
            messages.success(request, f"The table of {season.name} follows these rules.")
            return redirect("league:season", slug, number)
    context = {"league": league, "season": season, "form": form, "presets": presets().values()}
    return render(request, "league/table_rules.html", context)
