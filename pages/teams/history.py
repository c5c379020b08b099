"""What a team leaves behind: its honours, and the players who have left it, with all that they did."""

from collections import Counter, defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.core.paginator import Page, Paginator
from django.db.models import Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

import engine
from engine.campaign import REVOKED
from league.models import Season
from league.visibility import visible
from matches.models import PlayerStats
from matches.selectors import LEAGUE, team_stats
from teams.models import LedgerRow, Player, Sequence, Team
from teams.permissions import is_owner
from teams.selectors import team_detail

PER_PAGE = 30


@dataclass(frozen=True, slots=True)
class Honour:
    words: str
    at: datetime


@dataclass(frozen=True, slots=True)
class Former:
    """A player who has left, with sums of statistics."""

    player: Player
    position: str
    totals: Counter[str]


def history(request: HttpRequest, slug: str) -> HttpResponse:
    team = team_detail(slug, request.user)
    ruleset = engine.ruleset(team.ruleset)
    done = team_stats(team, request.user)
    page = Paginator(_left(team), PER_PAGE).get_page(request.GET.get("page"))
    context = {
        "team": team,
        "ruleset": ruleset,
        "owned": is_owner(request.user, team),
        "honours": _honours(team, request.user) if ruleset.has_campaign else [],
        "career": [(label, done[key]) for key, label in ruleset.team_figures.items() if done.get(key)],
        "page": page,
        "former": _with_totals(page, ruleset, request.user),
    }
    return render(request, "teams/history.html", context)


def _left(team: Team) -> Any:
    return team.players.filter(left_at__isnull=False).order_by("-left_at", "-pk")


def _with_totals(page: Page[Player], ruleset: engine.Ruleset, user: Any) -> list[Former]:
    sums: dict[int, Counter[str]] = defaultdict(Counter)
    seen = visible(user, f"match__{LEAGUE}")
    stats = PlayerStats.objects.filter(seen, player__in=[each.pk for each in page])
    for player, figures in stats.values_list("player", "figures"):
        sums[player].update(figures)
    known = ruleset.positions
    return [
        Former(each, known[each.position].name if each.position in known else each.position, sums[each.pk])
        for each in page
    ]


def _honours(team: Team, user: Any) -> list[Honour]:
    """Places that brought prize money or the trophy, the latest first, as the books have them."""
    rows = team.ledger.filter(Q(kind__in=("prize", REVOKED)) | Q(kind="staff", data__what="trophy"))
    found = list(rows.select_related("sequence").order_by("-number"))
    ended = [row.sequence.object_id for row in found if row.sequence and row.sequence.kind == Sequence.Kind.SEASON]
    seasons = Season.objects.filter(visible(user, "league"), pk__in=ended).select_related("league")
    names = {season.pk: f"{season.league.name}, {season.name}" for season in seasons}
    void = {number for row in found if row.kind == REVOKED for number in row.data["rows"]}
    return [
        Honour(_honour(row, names), row.at)
        for row in found
        if row.number not in void and (row.kind == "prize" or (row.kind == "staff" and row.data["by"] > 0))
    ]


def _honour(row: LedgerRow, names: Mapping[int, str]) -> str:
    """`names` are those of the seasons that the reader may see."""
    if row.kind == "prize":
        return f"Prize money: {row.gold}k"
    return f"Champion of {names.get(row.sequence.object_id, 'a season') if row.sequence else 'a season'}"
