"""Mail to the coaches of a team."""

from django.conf import settings
from django.core.mail import EmailMessage

from accounts.models import User
from teams.models import CoCoach, Team


def coaches_write(team: Team, subject: str, text: str) -> None:
    """One mail for each coach, so that nobody learns the address of another."""
    for user in _coaches(team):
        EmailMessage(subject, text, settings.DEFAULT_FROM_EMAIL, [user.email]).send()


def _coaches(team: Team) -> list[User]:
    others = CoCoach.objects.filter(team=team, accepted_at__isnull=False).select_related("user")
    return [user for user in (team.owner, *(each.user for each in others)) if user.email and user.is_active]
