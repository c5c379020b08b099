"""Every read of leagues, with a fixed number of queries."""

from typing import TYPE_CHECKING, Any, TypedDict, cast

from django.db.models import Case, F, OuterRef, Prefetch, QuerySet, Subquery, When
from django.db.models.functions import Lower
from django.http import Http404

from league.drafting import Draft
from league.models import Entry, League, Season
from league.seasons.selectors import season_rows
from league.visibility import visible

if TYPE_CHECKING:
    from django_stubs_ext import WithAnnotations

    from league.seasons.selectors import SizedSeason

    class Seasons(TypedDict):
        all_seasons: list[SizedSeason]

    LeagueWithSeasons = WithAnnotations[League, Seasons]


def league_list(user: Any) -> "QuerySet[LeagueWithSeasons]":
    """All leagues that the reader sees, with their commissioner and, newest first as `all_seasons`, their seasons with `size` in teams."""
    seasons = season_rows().order_by("-number")
    leagues = League.objects.filter(visible(user)).select_related("commissioner").order_by(Lower("name"))
    return leagues.prefetch_related(Prefetch("seasons", seasons, to_attr="all_seasons"))


def leagues_current(user: Any) -> "QuerySet[LeagueWithSeasons]":
    """Those that are not archived."""
    return league_list(user).filter(archived_at__isnull=True)


def colours_taken(league: League) -> list[str]:
    """What the teams of its latest season wear, and those that are being drafted for it."""
    latest = league.seasons.order_by("-number").values("pk")[:1]
    entered = Entry.objects.filter(season__in=latest).values_list("team__colour", flat=True)
    drafted = league.drafts.exclude(state=Draft.State.APPROVED).values_list("colour", flat=True)
    return [*entered, *drafted]


def league_detail(slug: str, user: Any) -> "LeagueWithSeasons":
    """One league as `league_list` gives it, with its own rulings prefetched. Unknown, or not for the reader: Http404."""
    found = League.objects.filter(visible(user), slug=slug).select_related("commissioner")
    seasons = Prefetch("seasons", _with_latest_rulings(season_rows().order_by("-number")), to_attr="all_seasons")
    league = found.prefetch_related(seasons, "rulings").first()
    if league is None:
        raise Http404(f"There is no league “{slug}”.")
    latest: list[Any] = league.all_seasons[:1]
    for season in latest:
        season.rulings = season.latest_rulings
    return cast("LeagueWithSeasons", league)


def _with_latest_rulings(seasons: "QuerySet[SizedSeason]") -> "QuerySet[Any]":
    """Those of the latest season alone: they are long, and its page shows them."""
    latest = Season.objects.filter(league=OuterRef("league")).order_by("-number").values("pk")[:1]
    return seasons.annotate(latest_rulings=Case(When(pk=Subquery(latest), then=F("rulings"))))
