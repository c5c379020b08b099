"""Mail to the coaches of a team, and to others whom something waits for."""

from collections.abc import Iterable

from django.conf import settings
from django.core.mail import EmailMessage

from accounts.models import User
from teams.models import CoCoach, Team


def coaches_write(team: Team, subject: str, text: str, page: str) -> None:
    others = CoCoach.objects.filter(team=team, accepted_at__isnull=False).select_related("user")
    people_write((team.owner, *(each.user for each in others)), subject, text, page)


def people_write(people: Iterable[User], subject: str, text: str, page: str) -> None:
    """One mail for each, so that nobody learns the address of another. `page` is the path of what it is about."""
    subject = f"{settings.ACCOUNT_EMAIL_SUBJECT_PREFIX}{subject}"
    text = f"{text}\n\n{settings.SITE_URL}{page}\n"
    for user in people:
        if user.email and user.is_active:
            EmailMessage(subject, text, settings.DEFAULT_FROM_EMAIL, [user.email]).send()
