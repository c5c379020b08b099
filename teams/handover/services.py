"""Every write that hands a team to another coach or ends its life. What a team did stays with it, who coached it is kept apart."""

from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.utils import timezone

from accounts.models import User
from engine.core.text import look_of
from journal.errors import Refused
from journal.services import record
from teams.coaches.people import user_called
from teams.coaches.rivals import refuse_coach_of_rival
from teams.ledger.services import locked_team
from teams.models import Team, TeamHandover, Tenure
from teams.permissions import is_owner
from teams.services import refuse_too_many_teams


@transaction.atomic
def team_offer(*, actor: User, team: Team, name: str) -> TeamHandover:
    """Ask somebody, by user name, to own the team from now on. It stays where it is until they accept."""
    team = _owned(actor, team)
    user = user_called(name)
    if user.pk == team.owner_id:
        raise Refused("own-team", f"{team} is your own team already.")
    if TeamHandover.objects.filter(team=team).exists():
        raise Refused("offered-already", f"{team} is offered to somebody already. Take that back first.")
    offer = TeamHandover.objects.create(team=team, to=user)
    summary = f"{actor} offered {team} to {user}."
    record(actor=actor, action="team.offered", target=team, summary=summary, about=user)
    return offer


@transaction.atomic
def team_take_back(*, actor: User, team: Team) -> None:
    team = _owned(actor, team)
    user = _offer(team).to
    TeamHandover.objects.filter(team=team).delete()
    summary = f"{actor} no longer offers {team} to {user}."
    record(actor=actor, action="team.offer-taken-back", target=team, summary=summary, about=user)


@transaction.atomic
def team_accept(*, actor: User, team: Team) -> Team:
    """The team is the actor's from now on, in the middle of a season as well."""
    team = locked_team(team)
    _offer(team, to=actor)
    refuse_too_many_teams(actor)
    refuse_coach_of_rival(actor, team)
    old = team.owner
    last = team.tenures.order_by("-until").first()
    Tenure.objects.create(team=team, user=old, since=last.until if last else team.created_at, until=timezone.now())
    team.owner = actor
    team.save(update_fields=["owner"])
    team.co_coaches.filter(user=actor).delete()
    TeamHandover.objects.filter(team=team).delete()
    summary = f"{actor} took {team} over from {old}."
    record(actor=actor, action="team.handed-over", target=team, summary=summary, about=old)
    return team


@transaction.atomic
def team_decline(*, actor: User, team: Team) -> None:
    team = locked_team(team)
    _offer(team, to=actor).delete()
    record(actor=actor, action="team.offer-declined", target=team, summary=f"{actor} declined to take {team} over.")


@transaction.atomic
def team_retire(*, actor: User, team: Team, name: str) -> Team:
    """It never plays again. Everything that it did stays; its name is typed, so that nobody retires a team by a slip."""
    team = _owned(actor, team)
    if look_of(name) != team.name_look:
        raise Refused("bad-name", "This is not the name of the team.")
    if team.entries.filter(withdrawn_at__isnull=True).exclude(season__state="finished").exists():
        raise Refused("team-busy", f"{team} is in a season. Withdraw it first, or wait until the season is over.")
    team.retired_at = timezone.now()
    team.save(update_fields=["retired_at"])
    TeamHandover.objects.filter(team=team).delete()
    record(actor=actor, action="team.retired", target=team, summary=f"{actor} retired {team} for good.")
    return team


def _owned(actor: User, team: Team) -> Team:
    team = locked_team(team)
    if not is_owner(actor, team):
        raise PermissionDenied(f"Only the owner of {team} may do that.")
    if team.retired_at:
        raise Refused("team-retired", f"{team} has retired for good.")
    return team


def _offer(team: Team, **to: User) -> TeamHandover:
    found = TeamHandover.objects.filter(team=team, **to).select_related("to").first()
    if found is None:
        raise Refused("not-offered", f"{team} is not offered to {'you' if to else 'anybody'}.")
    return found
