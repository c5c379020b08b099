"""Who sees a private league, and with it everything that hangs on it. Whoever does not gets the answer that there is none.

Reads take the reader and filter by `visible(user, path)`, where the path leads from what is read to its league.
"""

from typing import Any

from django.db.models import Exists, OuterRef, Q, QuerySet

from league.drafting import Draft
from league.models import Entry, League
from league.people import Application, Handover, InvitationUse, StaffMember
from league.permissions import is_superuser
from teams.models import CoCoach, Team, TeamHandover
from teams.permissions import coached_by


def visible(user: Any, league: str = "") -> Q:
    """The condition for what the reader may see; `league` is the path to its league, and none for leagues themselves.

    Superusers look after the site and see everything.
    """
    if is_superuser(user):
        return Q(pk__isnull=False)  # everything; an empty condition would get lost in an “or”
    public = Q(**{f"{league}__private" if league else "private": False})
    if not user.is_authenticated:
        return public
    return public | Q(**{f"{league}__in" if league else "pk__in": leagues_of(user)})


def sees(user: Any, league: League) -> bool:
    return (
        not league.private
        or is_superuser(user)
        or (user.is_authenticated and leagues_of(user).filter(pk=league.pk).exists())
    )


def leagues_of(user: Any) -> QuerySet[League]:
    """The private leagues that somebody belongs to: runs or helps to run, is invited to, has a team or a draft in, or asked."""
    teams = Team.objects.filter(coached_by(user)).values("pk")
    belongs = (
        Q(commissioner=user),
        Q(pk__in=StaffMember.objects.filter(user=user).values("league")),
        Q(pk__in=Handover.objects.filter(to=user).values("league")),
        Q(pk__in=InvitationUse.objects.filter(user=user).values("link__league")),
        Q(pk__in=Entry.objects.filter(team__in=teams).values("season__league")),
        Q(pk__in=Application.objects.filter(team__in=teams).values("season__league")),
        Q(pk__in=Draft.objects.filter(owner=user).values("league")),
    )
    found = Q()
    for each in belongs:
        found |= each
    return League.objects.filter(found, private=True).order_by()


def team_visible(user: Any) -> Q:
    """The condition for teams: all but those that are at home in private leagues alone, none of which the reader sees."""
    if is_superuser(user):
        return Q()
    at_home = (Entry, "season__league"), (Draft, "league")
    private = [model.objects.filter(team__isnull=False, **{f"{league}__private": True}) for model, league in at_home]
    shown = [
        model.objects.filter(visible(user, league), team=OuterRef("pk"), **{f"{league}__isnull": False})
        for model, league in at_home
    ]
    apart = Q(pk__in=private[0].values("team")) | Q(pk__in=private[1].values("team"))
    return ~apart | Exists(shown[0]) | Exists(shown[1]) | _asked(user)


def _asked(user: Any) -> Q:
    """Teams that somebody is asked to coach: there is a page to answer on."""
    if not user.is_authenticated:
        return Q(pk__in=())
    asked = CoCoach.objects.filter(user=user).values("team"), TeamHandover.objects.filter(to=user).values("team")
    return Q(pk__in=asked[0]) | Q(pk__in=asked[1])
