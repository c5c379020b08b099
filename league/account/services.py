"""Leaving: an account is deleted, and the teams, results, ledgers and log rows of the person stay under a neutral name.

It stands in this app, because only here all that hangs on a person is known.
"""

from dataclasses import dataclass

from django.db import transaction
from django.db.models import Q
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from accounts.services import user_anonymise
from journal.errors import Refused
from journal.services import log_rename_person, record
from league.drafting import Draft
from league.models import League
from league.people import Application, Handover, Intervention, StaffMember
from teams.models import CoCoach, TeamHandover


@dataclass(frozen=True)
class Obstacle:
    """Something that has to be settled first, and the page on which that is done."""

    sentence: str
    address: str
    link: str


def account_obstacles(user: User) -> list[Obstacle]:
    """A league needs a commissioner, and the site somebody who can help."""
    found = [
        Obstacle(f"You run the {league}.", reverse("league:commissioner", args=[league.slug]), "Hand it over")
        for league in League.objects.filter(commissioner=user)
    ]
    others = User.objects.filter(is_superuser=True, is_active=True).exclude(pk=user.pk)
    if user.is_superuser and not others.exists():
        address = reverse("admin:accounts_user_changelist")
        found.append(Obstacle("You are the only superuser of this site.", address, "Make somebody else one"))
    return found


@transaction.atomic
def account_delete(*, user: User, name: str, password: str) -> User:
    """Delete an account for good, on the user's own request. Gives back what is left of it."""
    if name.strip() != user.username:
        raise Refused("bad-name", "This is not your user name.")
    if not user.check_password(password):
        raise Refused("bad-password", "This is not your password.")
    locked = User.objects.select_for_update(no_key=True).order_by("pk")
    if user.is_superuser:
        list(locked.filter(is_superuser=True))  # all of them: of the last two only one can leave
    user = locked.get(pk=user.pk)
    if obstacles := account_obstacles(user):
        raise Refused("account-needed", " ".join(each.sentence for each in obstacles))
    CoCoach.objects.filter(user=user).delete()
    StaffMember.objects.filter(user=user).delete()
    Application.objects.filter(team__owner=user).delete()
    Draft.objects.filter(owner=user).exclude(state=Draft.State.APPROVED).delete()
    Handover.objects.filter(to=user).delete()
    TeamHandover.objects.filter(Q(to=user) | Q(team__owner=user)).delete()
    Intervention.objects.filter(user=user, ended_at__isnull=True).update(ended_at=timezone.now())
    neutral = user_anonymise(user=user)
    log_rename_person(user=neutral, old=user.username, new=neutral.username)
    record(actor=neutral, action="account.deleted", target=neutral, summary=f"{neutral} deleted the account.")
    return neutral
