"""Every read of drafts, with a fixed number of queries."""

from typing import Any

from django.db.models import Q, QuerySet
from django.http import Http404

from league.drafting import Draft
from league.permissions import May, leagues_where
from league.visibility import visible


def draft_detail(pk: int, user: Any) -> Draft:
    """A draft with its coach, league, commissioner and team. Unknown, or of a league that the reader does not see: Http404."""
    seen = Draft.objects.filter(Q(league=None) | visible(user, "league"))
    draft = seen.select_related("owner", "league__commissioner", "team").filter(pk=pk).first()
    if draft is None:
        raise Http404(f"There is no draft {pk}.")
    return draft


def drafts_visible(user: Any) -> QuerySet[Draft]:
    """The user's own drafts, and those that were submitted to a league which the user runs or acts for."""
    if not user.is_authenticated:
        return Draft.objects.none()
    judged = Q(league__in=leagues_where(user, May.APPROVE)) & ~Q(state=Draft.State.OPEN)
    return Draft.objects.filter(Q(owner=user) | judged).select_related("owner", "league", "team")


def drafts_pending(user: Any) -> QuerySet[Draft]:
    """Of these, the ones that somebody has still to do something about."""
    mine = Q(owner_id=user.pk) & ~Q(state=Draft.State.APPROVED)
    return drafts_visible(user).filter(mine | Q(state=Draft.State.SUBMITTED))
