"""Who may do what with a team."""

from typing import Any

from django.db.models import Q

from teams.models import CoCoach, Team


def is_owner(user: Any, team: Team) -> bool:
    return bool(user.is_authenticated) and team.owner_id == user.pk


def is_coach(user: Any, team: Team) -> bool:
    """The owner, or somebody who accepted an invitation to run the team as well."""
    return is_owner(user, team) or (
        bool(user.is_authenticated) and team.co_coaches.filter(user=user, accepted_at__isnull=False).exists()
    )


def coached_by(user: Any) -> Q:
    """The teams that somebody owns, or coaches together with the owner."""
    shared = CoCoach.objects.filter(user=user, accepted_at__isnull=False).values("team")
    return Q(owner=user) | Q(pk__in=shared)
