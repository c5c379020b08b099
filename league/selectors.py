"""Every read of leagues, with a fixed number of queries."""

from django.db.models import Prefetch, QuerySet
from django.db.models.functions import Lower
from django.http import Http404

from league.models import League
from league.seasons.selectors import season_list


def league_list() -> QuerySet[League]:
    """All leagues with their commissioner and, newest first as `all_seasons`, their seasons with `size` in teams."""
    seasons = season_list().order_by("-number")
    leagues = League.objects.select_related("commissioner").order_by(Lower("name"))
    return leagues.prefetch_related(Prefetch("seasons", seasons, to_attr="all_seasons"))


def league_detail(slug: str) -> League:
    """One league as `league_list` gives it, with its own rulings prefetched. Unknown slug: Http404."""
    league = league_list().prefetch_related("rulings").filter(slug=slug).first()
    if league is None:
        raise Http404(f"There is no league “{slug}”.")
    return league
