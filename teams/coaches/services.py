"""Co-coaches: the owner asks, the other accepts or declines, and either can end it."""

from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.utils import timezone

from accounts.models import User
from accounts.services import user_lock
from journal.errors import Refused
from journal.services import record
from teams.coaches.people import user_called
from teams.coaches.rivals import refuse_coach_of_rival
from teams.ledger.services import locked_team
from teams.models import CoCoach, Team
from teams.permissions import is_owner


@transaction.atomic
def co_coach_invite(*, actor: User, team: Team, name: str) -> CoCoach:
    """Ask somebody, by user name, to run the team as well."""
    team = _owned(actor, team)
    user = user_called(name)
    if user.pk == team.owner_id:
        raise Refused("own-team", f"{team} is your own team: you are its coach already.")
    refuse_coach_of_rival(user, team)
    invitation, new = CoCoach.objects.get_or_create(team=team, user=user)
    if not new:
        state = "runs the team with you already" if invitation.accepted_at else "has been invited already"
        raise Refused("invited-already", f"{user} {state}.")
    summary = f"{actor} invited {user} to coach {team}."
    record(actor=actor, action="team.co-coach-invited", target=team, summary=summary, about=user)
    return invitation


@transaction.atomic
def co_coach_accept(*, actor: User, team: Team) -> CoCoach:
    invitation = _own_invitation(actor, team)
    if invitation.accepted_at is None:
        user_lock(user=actor)  # after the team, as where a team enters a season
        refuse_coach_of_rival(actor, team)
        invitation.accepted_at = timezone.now()
        invitation.save(update_fields=["accepted_at"])
        record(
            actor=actor, action="team.co-coach-accepted", target=team, summary=f"{actor} now coaches {team} as well."
        )
    return invitation


@transaction.atomic
def co_coach_leave(*, actor: User, team: Team) -> None:
    """Decline an invitation, or stop after having accepted it."""
    invitation = _own_invitation(actor, team)
    did = "stopped coaching" if invitation.accepted_at else "declined to coach"
    invitation.delete()
    record(actor=actor, action="team.co-coach-left", target=team, summary=f"{actor} {did} {team}.")


@transaction.atomic
def co_coach_remove(*, actor: User, team: Team, user: User) -> None:
    """Take an invitation back, or the team away from a co-coach."""
    team = _owned(actor, team)
    removed, _ = CoCoach.objects.filter(team=team, user=user).delete()
    if not removed:
        raise Refused("no-co-coach", f"{user} is not a co-coach of {team}.")
    summary = f"{actor} removed {user} from {team}."
    record(actor=actor, action="team.co-coach-removed", target=team, summary=summary, about=user)


def _owned(actor: User, team: Team) -> Team:
    if not is_owner(actor, team):
        raise PermissionDenied(f"Only the owner of {team} may do that.")
    return locked_team(team)


def _own_invitation(actor: User, team: Team) -> CoCoach:
    found = CoCoach.objects.filter(team=locked_team(team), user=actor).first()
    if found is None:
        raise Refused("not-invited", f"There is no invitation to coach {team}.")
    return found
