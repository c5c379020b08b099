"""A league gets another owner: the old one offers it and the new one accepts, or a superuser decides."""

from django.core.exceptions import PermissionDenied
from django.db import transaction

from accounts.models import User
from journal.errors import Refused
from journal.services import record
from league.handover.interventions import checked_reason
from league.limits import refuse_too_many_leagues
from league.models import League
from league.people import Handover
from league.permissions import is_superuser, owns_league
from teams.coaches.people import user_called


@transaction.atomic
def handover_offer(*, actor: User, league: League, name: str) -> Handover:
    """Ask somebody, by user name, to run the league from now on."""
    league = _run_by(actor, league)
    user = _person(name, league)
    if Handover.objects.filter(league=league).exists():
        raise Refused("offered-already", f"The {league} is offered to somebody already. Take that back first.")
    offer = Handover.objects.create(league=league, to=user)
    summary = f"{actor} offered the {league} to {user}."
    record(actor=actor, action="league.handover-offered", target=league, summary=summary, about=user)
    return offer


@transaction.atomic
def handover_take_back(*, actor: User, league: League) -> None:
    league = _run_by(actor, league)
    user = _offer(league).to
    Handover.objects.filter(league=league).delete()
    summary = f"{actor} no longer offers the {league} to {user}."
    record(actor=actor, action="league.handover-taken-back", target=league, summary=summary, about=user)


@transaction.atomic
def handover_accept(*, actor: User, league: League) -> League:
    league = _locked(league)
    _offer(league, to=actor)
    old, actor = league.commissioner, _person(actor.username, league)
    _give(league, actor)
    summary = f"{actor} took the {league} over from {old}."
    record(actor=actor, action="league.handed-over", target=league, summary=summary, about=old)
    return league


@transaction.atomic
def handover_decline(*, actor: User, league: League) -> None:
    league = _locked(league)
    _offer(league, to=actor).delete()
    summary = f"{actor} declined to run the {league}."
    record(actor=actor, action="league.handover-declined", target=league, summary=summary)


@transaction.atomic
def league_assign(*, actor: User, league: League, name: str, reason: str) -> League:
    """A superuser gives a league to somebody at once, where its commissioner does not answer any more."""
    if not is_superuser(actor):
        raise PermissionDenied("Only a superuser may give a league to somebody else.")
    league = _locked(league)
    user = _person(name, league)
    reason = checked_reason(reason)
    _give(league, user)
    summary = f"{actor} gave the {league} to {user}."
    record(actor=actor, action="league.assigned", target=league, summary=summary, about=user, reason=reason)
    return league


def _give(league: League, user: User) -> None:
    refuse_too_many_leagues(user)
    league.commissioner = user
    league.save(update_fields=["commissioner"])
    league.staff.filter(user=user).delete()  # the owner may do all that
    Handover.objects.filter(league=league).delete()


def _person(name: str, league: League) -> User:
    """Locked, so that the account is not deleted while it gets a league."""
    user = user_called(name, held=True)
    if user.pk == league.commissioner_id:
        raise Refused("runs-it-already", f"{user} runs the {league} already.")
    return user


def _run_by(actor: User, league: League) -> League:
    league = _locked(league)
    if not owns_league(actor, league):
        raise PermissionDenied(f"Only the owner of the {league} may offer it to somebody.")
    return league


def _offer(league: League, **to: User) -> Handover:
    found = Handover.objects.filter(league=league, **to).select_related("to").first()
    if found is None:
        raise Refused("not-offered", f"The {league} is not offered to {'you' if to else 'anybody'}.")
    return found


def _locked(league: League) -> League:
    return League.objects.select_for_update(no_key=True, of=("self",)).select_related("commissioner").get(pk=league.pk)
