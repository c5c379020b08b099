"""What others have asked of somebody: to take over or to help with a team or a league, or to play a match at another time or place."""

from typing import Any

from django.db.models import Exists, QuerySet

from accounts.models import User
from league.joining.access import joined_without_team
from matches.offers import MatchOffer, TimeProposal
from matches.reporting import TableOffer
from matches.selectors import asked_of_coach
from teams.models import Team
from teams.permissions import coached_by
from teams.selectors import invitations_of


def asked_of(user: User) -> dict[str, QuerySet[Any]]:
    """All that waits for an answer. One query tells what there is at all: most people are asked for nothing."""
    everything: dict[str, QuerySet[Any]] = {
        "team_offers": user.team_handovers.select_related("team__owner"),
        "invitations": invitations_of(user),
        "asked_to_help": user.posts.filter(accepted_at__isnull=True).select_related("league"),
        "joined": joined_without_team(user),
        "times": asked_of_coach(TimeProposal.objects.all(), user),
        "tables": asked_of_coach(TableOffer.objects.all(), user),
        "challenges": _challenges(user),
        "offers": user.handovers.select_related("league__commissioner"),
    }
    mine = {name: found.order_by().values("pk")[:1] for name, found in everything.items()}
    there = User.objects.filter(pk=user.pk).values_list(*[Exists(found) for found in mine.values()]).get()
    return {
        name: found if is_there else found.none()
        for (name, found), is_there in zip(everything.items(), there, strict=True)
    }


def _challenges(user: User) -> QuerySet[MatchOffer]:
    """Matches that others want to play with a team of this coach, where coaches make the matches."""
    waiting = MatchOffer.objects.filter(state=MatchOffer.State.OPEN, stage__finished_at=None)
    asked = waiting.filter(opponent__in=Team.objects.filter(coached_by(user)))
    return asked.select_related("team", "opponent", "stage__season__league")
