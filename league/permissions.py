"""Who may do what with a league."""

from typing import Any

from django.db.models import QuerySet
from django.utils import timezone

from league.models import Draft, Intervention, League


def is_superuser(user: Any) -> bool:
    return bool(user.is_authenticated and user.is_active and user.is_superuser)


def open_interventions(user: Any) -> QuerySet[Intervention]:
    """The leagues for which a superuser acts now. Nobody else ever does, whatever is stored."""
    if not is_superuser(user):
        return Intervention.objects.none()
    return Intervention.objects.filter(user=user, ended_at__isnull=True, until__gt=timezone.now())


def runs_league(user: Any, league: League) -> bool:
    """Is its commissioner, and does not only act for one."""
    return bool(user.is_authenticated) and league.commissioner_id == user.pk


def is_commissioner(user: Any, league: League) -> bool:
    """Runs the league, or is a superuser who has given a reason to act for it."""
    return runs_league(user, league) or open_interventions(user).filter(league=league).exists()


def reads_log(user: Any, league: League) -> bool:
    return runs_league(user, league) or is_superuser(user)


def owns_draft(user: Any, draft: Draft) -> bool:
    return bool(user.is_authenticated) and draft.owner_id == user.pk


def judges_draft(user: Any, draft: Draft) -> bool:
    """The commissioner of the league it is made for, once the coach has submitted it."""
    return draft.league is not None and draft.state != Draft.State.OPEN and is_commissioner(user, draft.league)
