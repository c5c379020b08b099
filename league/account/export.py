"""Everything that is stored about a person, as one JSON file that is written while it is sent."""

import json
from collections.abc import Iterator
from typing import Any

from allauth.account.models import EmailAddress
from django.apps import apps
from django.contrib.admin.models import LogEntry as AdminLogEntry
from django.core.serializers.json import DjangoJSONEncoder
from django.db.models import Q, QuerySet

from accounts.models import User
from journal.models import LogEntry
from league.drafting import Draft
from league.models import League
from league.people import Decision, Handover, Intervention, InvitationLink, InvitationUse, StaffMember
from teams.models import CoCoach, GamePlan, LedgerRow, Team, TeamHandover, Tenure

PROFILE = (
    "username", "email", "first_name", "last_name", "time_zone", "date_joined", "last_login", "is_staff", "is_superuser",
)  # fmt: skip
TEAM = ("name", "slug", "ruleset", "roster", "colour", "short", "motto", "orders", "match_plan", "created_at")
LOG = ("at", "action", "object_type", "object_id", "summary", "data", "reason", "actor__username", "about__username")


def account_export(user: User) -> Iterator[str]:
    """The file in pieces; a long log never stands in memory as a whole."""
    yield "{"
    for number, (name, value) in enumerate(_sections(user)):
        yield f"{',' if number else ''}\n{_json(name)}: "
        if isinstance(value, dict):
            yield _json(value)
        else:
            yield from _listed(value)
    yield "\n}\n"


def _sections(user: User) -> Iterator[tuple[str, dict[str, Any] | QuerySet[Any, Any]]]:
    """One for each table that refers to a person."""
    yield (
        "profile",
        {name: getattr(user, name) for name in PROFILE}
        | {
            "groups": list(user.groups.values_list("name", flat=True)),
            "permissions": list(user.user_permissions.values_list("codename", flat=True)),
        },
    )
    yield "email_addresses", EmailAddress.objects.filter(user=user).values("email", "verified", "primary")
    yield "teams", Team.objects.filter(owner=user).order_by("pk").values(*TEAM)
    planned = GamePlan.objects.filter(team__owner=user).order_by("pk")
    yield "game_plans", planned.values("team__name", "opponent__name", "match", "plan", "changed_at")
    coached = CoCoach.objects.order_by("pk").values("team__name", "user__username", "invited_at", "accepted_at")
    yield "co_coaching", coached.filter(Q(user=user) | Q(team__owner=user))
    yield (
        "offers_of_teams",
        TeamHandover.objects.filter(Q(to=user) | Q(team__owner=user)).values("team__name", "to__username"),
    )
    yield "former_teams", Tenure.objects.filter(user=user).order_by("pk").values("team__name", "since", "until")
    made = ("league__name", "ruleset", "name", "short", "colour", "motto", "state", "comment", "document", "created_at")
    yield "drafts", Draft.objects.filter(owner=user).order_by("pk").values(*made)
    yield (
        "leagues",
        League.objects.filter(commissioner=user).values("name", "slug", "ruleset", "description", "created_at"),
    )
    helped = StaffMember.objects.filter(user=user).order_by("pk")
    yield "helping_leagues", helped.values("league__name", "role", "invited_at", "accepted_at")
    proposed = Decision.objects.filter(Q(proposer=user) | Q(decider=user)).order_by("pk")
    yield "decisions", proposed.values("league__name", "summary", "reason", "state", "proposed_at", "decided_at")
    invited = InvitationUse.objects.filter(user=user).order_by("pk")
    yield "invitations_used", invited.values("link__league__name", "at")
    made_links = InvitationLink.objects.filter(made_by=user).order_by("pk")
    yield "invitation_links", made_links.values("league__name", "uses", "until", "made_at", "revoked_at")
    offers = Handover.objects.filter(Q(to=user) | Q(league__commissioner=user))
    yield "offers_of_leagues", offers.values("league__name", "to__username", "offered_at")
    acted = Intervention.objects.filter(user=user).order_by("pk")
    yield "acting_for_leagues", acted.values("league__name", "reason", "opened_at", "until", "ended_at")
    decided = LedgerRow.objects.filter(actor=user).order_by("pk")
    yield "ledger_entries", decided.values("at", "team__name", "number", "kind", "action", "by", "reason", "data")
    ruled = _above("Measure").filter(actor=user).order_by("pk")
    yield "measures", ruled.values("at", "season__name", "season__league__name", "match", "kind", "reason")
    times = _above("TimeProposal").filter(actor=user).order_by("pk")
    yield "proposed_times", times.values("made_at", "match", "team__name", "due_at", "state")
    reports = _above("MatchReport").filter(Q(actor=user) | Q(accepted_by=user)).order_by("pk")
    yield (
        "match_reports",
        reports.values("updated_at", "match", "team__name", "state", "objection", "comment", "document"),
    )
    missed = _above("Absence").filter(coach=user).order_by("pk")
    yield "absences", missed.values("at", "match", "team__name", "does")
    yield "log", LogEntry.objects.filter(Q(actor=user) | Q(about=user)).order_by("pk").values(*LOG)
    worked = AdminLogEntry.objects.filter(user=user).order_by("pk")
    yield "back_office", worked.values("action_time", "object_repr", "change_message")


def _above(model: str) -> QuerySet[Any]:
    """The rows of a table of matches, which are in the layer above."""
    rows: QuerySet[Any] = apps.get_model("matches", model)._default_manager.all()
    return rows


def _listed(rows: QuerySet[Any, Any]) -> Iterator[str]:
    yield "["
    for number, row in enumerate(rows.iterator()):
        yield f"{',' if number else ''}\n  {_json(row)}"
    yield "]"


def _json(value: Any) -> str:
    return json.dumps(value, cls=DjangoJSONEncoder, ensure_ascii=False)
