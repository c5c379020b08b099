"""Every read of teams, with a fixed number of queries."""

from typing import TYPE_CHECKING, Any, TypedDict

from django.db.models import F, Prefetch, QuerySet
from django.db.models.functions import Lower
from django.http import Http404

import engine
from accounts.models import User
from teams.models import CoCoach, Player, Sequence, Team
from teams.permissions import coached_by
from teams.visibility import visible

if TYPE_CHECKING:
    from django_stubs_ext import WithAnnotations

    class Squad(TypedDict):
        squad: list[Player]

    TeamWithSquad = WithAnnotations[Team, Squad]

BULKY = ("terms", "orders", "match_plan")  # documents of several kilobytes, which no list shows


def bulky(team: str) -> list[str]:
    """What to defer where teams come along with something else, such as `fixture__home`."""
    return [f"{team}__{column}" for column in BULKY]


def team_list(user: Any) -> QuerySet[Team]:
    """All teams that the reader sees, with their owners and their `size`."""
    return _listed().filter(visible(user))


def _listed() -> QuerySet[Team]:
    """Players are fetched for the teams of a page alone: if the database counted them, it would do so for every team of the pages
    before as well.
    """
    counted = Prefetch(
        "players", Player.objects.filter(left_at__isnull=True).only("team_id").order_by(), to_attr="squad"
    )
    return Team.objects.select_related("owner").prefetch_related(counted).defer(*BULKY).order_by(Lower("name"))


def teams_of(user: User) -> QuerySet[Team]:
    """The teams that somebody owns or coaches together with the owner."""
    return _listed().filter(coached_by(user))


def decisions_of(user: User) -> QuerySet[Sequence]:
    """The open sequences and re-drafts of these teams, the most urgent first."""
    mine = teams_of(user).order_by().values("pk")
    undecided = Sequence.objects.filter(closed_at__isnull=True, team__in=mine).select_related("team")
    return undecided.defer(*bulky("team")).order_by(F("deadline").asc(nulls_last=True), "pk")


def invitations_of(user: User) -> QuerySet[CoCoach]:
    """To coach a team, not answered yet."""
    return CoCoach.objects.filter(user=user, accepted_at__isnull=True).select_related("team__owner")


def colours_of(user: User) -> list[str]:
    """What the teams of somebody wear."""
    return list(Team.objects.filter(owner=user).values_list("colour", flat=True))


def team_detail(slug: str, user: Any) -> "TeamWithSquad":
    """A team with its owner and, as `squad`, its current players. Unknown, or not for the reader: Http404."""
    squad = Prefetch("players", Player.objects.filter(left_at__isnull=True), to_attr="squad")
    team = Team.objects.filter(visible(user)).select_related("owner").prefetch_related(squad).filter(slug=slug).first()
    if team is None:
        raise Http404(f"There is no team “{slug}”.")
    return team


def team_with_ledger(slug: str, user: Any) -> Team:
    team = Team.objects.filter(visible(user)).select_related("owner").filter(slug=slug).first()
    if team is None or not engine.ruleset(team.ruleset).has_campaign:
        raise Http404(f"There is no team “{slug}” with a life between its matches.")
    return team
