"""Every write to the staff of a league: somebody is asked, accepts or declines, gets another role, leaves or is removed."""

from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.utils import timezone

from accounts.models import User
from journal.errors import Refused
from journal.services import record
from league.models import League
from league.people import Role, StaffMember
from league.permissions import May, may
from teams.coaches.people import user_called

MOST_STAFF = 20  # of one league, with those who are asked
APPOINTING = {Role.COMMISSIONER: May.APPOINT_COMMISSIONERS, Role.ASSISTANT: May.APPOINT_ASSISTANTS}


@transaction.atomic
def staff_invite(*, actor: User, league: League, name: str, role: str) -> StaffMember:
    """Ask somebody, by user name, to help."""
    league = _locked(league)
    _refuse_unless_appoints(actor, league, role)
    user = user_called(name, held=True)
    if user.pk == league.commissioner_id:
        raise Refused("runs-it-already", f"{user} owns the {league}.")
    if league.staff.count() >= MOST_STAFF:
        raise Refused("too-many-staff", f"A league has at most {MOST_STAFF} commissioners and assistants.")
    member, new = StaffMember.objects.get_or_create(league=league, user=user, defaults={"role": role})
    if not new:
        state = f"is {member.get_role_display()} already" if member.accepted_at else "has been asked already"
        raise Refused("asked-already", f"{user} {state}.")
    summary = f"{actor} asked {user} to be {member.get_role_display()} of the {league}."
    record(actor=actor, action="league.staff-invited", target=league, summary=summary, about=user, data={"role": role})
    return member


@transaction.atomic
def staff_accept(*, actor: User, league: League) -> StaffMember:
    """Accepting again changes nothing."""
    member = _own(actor, _locked(league))
    if member.accepted_at is None:
        member.accepted_at = timezone.now()
        member.save(update_fields=["accepted_at"])
        summary = f"{actor} is now {member.get_role_display()} of the {league}."
        record(actor=actor, action="league.staff-accepted", target=league, summary=summary, data={"role": member.role})
    return member


@transaction.atomic
def staff_leave(*, actor: User, league: League) -> None:
    """Decline, or stop after having accepted."""
    member = _own(actor, _locked(league))
    did = "is no longer" if member.accepted_at else "declined to be"
    summary = f"{actor} {did} {member.get_role_display()} of the {league}."
    record(actor=actor, action="league.staff-left", target=league, summary=summary, data={"role": member.role})
    member.delete()


@transaction.atomic
def staff_remove(*, actor: User, league: League, name: str) -> None:
    """Take an invitation back, or a role away."""
    member = _named(actor, _locked(league), name)
    summary = f"{actor} removed {member.user}, {member.get_role_display()} of the {league}."
    about, data = member.user, {"role": member.role}
    member.delete()
    record(actor=actor, action="league.staff-removed", target=league, summary=summary, about=about, data=data)


@transaction.atomic
def staff_role_set(*, actor: User, league: League, name: str, role: str) -> StaffMember:
    """Give somebody another role: whoever does that may appoint to both."""
    league = _locked(league)
    member = _named(actor, league, name)
    _refuse_unless_appoints(actor, league, role)
    if member.role == role:
        return member
    old, member.role = member.role, role
    member.save(update_fields=["role"])
    summary = f"{actor} made {member.user} {member.get_role_display()} of the {league}."
    data = {"role": {"old": old, "new": role}}
    record(actor=actor, action="league.staff-role-set", target=league, summary=summary, about=member.user, data=data)
    return member


def _refuse_unless_appoints(actor: User, league: League, role: str) -> None:
    if role not in APPOINTING:
        raise Refused(
            "bad-role", f"There is no role {role!r} to be given. A league goes to another owner by handing it over."
        )
    if not may(actor, league, APPOINTING[Role(role)]):
        raise PermissionDenied(f"You may not appoint or remove a person who is {role} of the {league}.")


def _named(actor: User, league: League, name: str) -> StaffMember:
    member = league.staff.select_related("user").filter(user__username=name).first()
    if member is None:
        if not may(actor, league, May.APPOINT_ASSISTANTS):
            raise PermissionDenied(f"Only those who run the {league} may do that.")
        raise Refused("no-such-staff", f"{name} does not help to run the {league}.")
    _refuse_unless_appoints(actor, league, member.role)
    return member


def _own(actor: User, league: League) -> StaffMember:
    member = league.staff.filter(user=actor).first()
    if member is None:
        raise Refused("not-asked", f"Nobody has asked you to help running the {league}.")
    return member


def _locked(league: League) -> League:
    return League.objects.select_for_update(no_key=True).get(pk=league.pk)
