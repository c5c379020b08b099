"""Who may do what with a league. The table of roles stands here and nowhere else; docs/leagues.md tells it to people."""

from enum import StrEnum
from typing import Any

from django.db.models import Q, QuerySet
from django.utils import timezone

from league.drafting import Draft
from league.models import League
from league.people import Intervention, Role, StaffMember


class May(StrEnum):
    """What there is to be allowed."""

    READ_LOG = "read-log"
    APPROVE = "approve"  # drafts of teams and entries
    REMIND = "remind"
    SET_TIMES = "set-times"  # of fixtures
    RUN_SEASONS = "run-seasons"  # open, change, start, cancel; take a team out; have work retried
    SET_RULES = "set-rules"  # rulings, terms, who may join
    RULE = "rule"  # decide about results, act for a coach, correct books, confirm a decision of another commissioner
    INVITE = "invite"  # coaches, by a link
    APPOINT_ASSISTANTS = "appoint-assistants"
    APPOINT_COMMISSIONERS = "appoint-commissioners"
    HAND_OVER = "hand-over"
    DELETE = "delete"


ASSISTANTS = frozenset({May.READ_LOG, May.APPROVE, May.REMIND, May.SET_TIMES})
COMMISSIONERS = ASSISTANTS | {May.RUN_SEASONS, May.SET_RULES, May.RULE, May.INVITE, May.APPOINT_ASSISTANTS}
GRANTED: dict[str, frozenset[May]] = {
    Role.ASSISTANT: ASSISTANTS,
    Role.COMMISSIONER: COMMISSIONERS,
    Role.OWNER: frozenset(May),
}
BY_INTERVENTION = COMMISSIONERS  # of a superuser who has given a reason
BY_SUPERUSERS = frozenset({May.READ_LOG})  # without one


def is_superuser(user: Any) -> bool:
    return bool(user.is_authenticated and user.is_active and user.is_superuser)


def open_interventions(user: Any) -> QuerySet[Intervention]:
    """The leagues for which a superuser acts now. Nobody else ever does, whatever is stored."""
    if not is_superuser(user):
        return Intervention.objects.none()
    return Intervention.objects.filter(user=user, ended_at__isnull=True, until__gt=timezone.now())


def owns_league(user: Any, league: League) -> bool:
    return bool(user.is_authenticated) and league.commissioner_id == user.pk


def role_of(user: Any, league: League) -> str | None:
    """What somebody is in the league, who has accepted it."""
    if not user.is_authenticated:
        return None
    if owns_league(user, league):
        return Role.OWNER
    return (
        StaffMember.objects.filter(league=league, user=user, accepted_at__isnull=False)
        .values_list("role", flat=True)
        .first()
    )


def powers(user: Any, league: League) -> frozenset[May]:
    """All that somebody may do: by role, and as a superuser, with a reason and without."""
    found = GRANTED.get(role_of(user, league) or "", frozenset())
    if is_superuser(user):
        found |= BY_SUPERUSERS
        found |= BY_INTERVENTION if open_interventions(user).filter(league=league).exists() else frozenset()
    return found


def may(user: Any, league: League, what: May) -> bool:
    return what in powers(user, league)


def leagues_where(user: Any, what: May) -> QuerySet[League]:
    """The leagues in which somebody may do that, for lists; `may` for one league."""
    if not user.is_authenticated:
        return League.objects.none()
    roles = [role for role, granted in GRANTED.items() if what in granted]
    posts = StaffMember.objects.filter(user=user, accepted_at__isnull=False, role__in=roles).values("league")
    found = Q(pk__in=posts) | (Q(commissioner=user) if what in GRANTED[Role.OWNER] else Q())
    if what in BY_INTERVENTION:
        found |= Q(pk__in=open_interventions(user).values("league"))
    return League.objects.filter(found)


def is_commissioner(user: Any, league: League) -> bool:
    """Runs the league: its owner, one of its commissioners, or a superuser who has given a reason to act for it."""
    return may(user, league, May.RULE)


def owns_draft(user: Any, draft: Draft) -> bool:
    return bool(user.is_authenticated) and draft.owner_id == user.pk


def judges_draft(user: Any, draft: Draft) -> bool:
    """Whoever approves drafts in the league it is made for, once the coach has submitted it."""
    return draft.league is not None and draft.state != Draft.State.OPEN and may(user, draft.league, May.APPROVE)
