"""Leaving: what goes, what stays, what stands in the way; and the file of everything stored about a person."""

import json

import pytest
from allauth.account.models import EmailAddress
from django.apps import apps
from django.contrib.admin.models import CHANGE
from django.contrib.admin.models import LogEntry as AdminLogEntry
from django.contrib.sessions.models import Session
from django.core import serializers
from django.test import Client

from accounts.models import User
from journal.errors import Refused
from journal.models import LogEntry
from journal.services import log_rename_person, record
from league.account.export import account_export
from league.account.services import account_delete, account_obstacles
from league.drafting import Draft
from league.drafts.services import draft_create
from league.handover.interventions import intervention_open
from league.handover.services import handover_offer
from league.people import Handover, Intervention, StaffMember
from league.seasons.services import season_enter
from league.staff.services import staff_invite
from matches.services import match_lock, season_start
from teams.coaches.services import co_coach_accept, co_coach_invite
from teams.handover.services import team_offer
from teams.models import Team, TeamHandover
from tests.builders import apply_played, make_league, make_season, make_team, make_user, matches_of

pytestmark = pytest.mark.django_db
PASSWORD = "a good password"


@pytest.fixture
def ann() -> User:
    """Somebody with something in every table that refers to a person."""
    ann = make_user("ann")
    ann.first_name, ann.last_name, ann.time_zone = "Ann", "Example", "Europe/Berlin"
    ann.save()
    EmailAddress.objects.create(user=ann, email="ann@example.org", verified=True, primary=True)
    bob, league = make_user("bob"), make_league(make_user("cara"))
    own = make_team(ann, "Gulls", ruleset="bb2025", roster="human")
    for team, owner, friend in ((own, ann, bob), (make_team(bob, "Orcs", ruleset="bb2025", roster="orc"), bob, ann)):
        co_coach_invite(actor=owner, team=team, name=friend.username)
        co_coach_accept(actor=friend, team=team)
        team_offer(actor=owner, team=team, name=friend.username)
    draft_create(owner=ann, ruleset="bb2025", roster="orc")
    handover_offer(actor=league.commissioner, league=league, name="ann")
    staff_invite(actor=league.commissioner, league=league, name="ann", role="assistant")
    season = make_season(league, teams=1)
    season_enter(actor=ann, season=season, team=make_team(ann, "Hammers"))
    season_start(actor=league.commissioner, season=season)
    AdminLogEntry.objects.log_actions(league.commissioner.pk, [ann], CHANGE, change_message="ann's address")
    AdminLogEntry.objects.log_actions(league.commissioner.pk, [EmailAddress.objects.get(user=ann)], CHANGE)
    return ann


def delete(user: User, **given: str) -> User:
    return account_delete(user=user, **{"name": user.username, "password": PASSWORD, **given})


def everything() -> str:
    """The whole database as text."""
    models = [model for model in apps.get_models() if model._meta.label != "sessions.Session"]
    rows = [serializers.serialize("json", model._base_manager.all()) for model in models]
    return "".join(rows) + str([session.get_decoded() for session in Session.objects.all()])


def test_nothing_personal_is_left(ann: User) -> None:
    elsewhere = Client()
    elsewhere.force_login(ann)
    assert {word for word in ("ann", "Ann", "Example", "Berlin") if f'"{word}' in everything()}
    left = delete(ann)
    found = everything()
    assert not [word for word in ("ann ", '"ann"', "ann@", " ann", "Ann", "Example", "Berlin", "'ann") if word in found]
    assert (left.pk, left.username, left.is_active) == (ann.pk, f"Former coach {ann.pk}", False)
    assert not left.has_usable_password()
    assert elsewhere.get("/you/").status_code == 302  # no session of theirs signs anybody in
    assert not EmailAddress.objects.filter(user=left).exists()
    assert not [kept for kept in (Handover, TeamHandover, StaffMember) if kept.objects.exists()]
    assert not Draft.objects.exists()
    assert not left.co_coached.exists()


def test_nobody_can_stand_in_the_way_by_name(ann: User) -> None:
    make_user(f"FormerCoach{ann.pk}")
    assert delete(ann).username == f"Former coach {ann.pk}"


def test_teams_results_and_log_stay_and_the_season_goes_on(ann: User) -> None:
    team = Team.objects.get(name="Hammers")
    match = matches_of(team.entries.get().season)[0]
    actions = list(LogEntry.objects.order_by("pk").values_list("action", flat=True))
    left = delete(ann)
    assert list(LogEntry.objects.order_by("pk").values_list("action", flat=True)) == [*actions, "account.deleted"]
    assert LogEntry.objects.get(action="team.created", object_id=str(team.pk)).summary == f"{left} created Hammers."
    invited = LogEntry.objects.filter(action="team.co-coach-invited").order_by("pk").values_list("summary", flat=True)
    assert list(invited) == [f"{left} invited bob to coach Gulls.", f"bob invited {left} to coach Orcs."]
    team.refresh_from_db()
    assert str(team.owner) == left.username
    assert Team.objects.get(name="Gulls").co_coaches.get().user.username == "bob"
    match_lock(match_id=match.pk)
    apply_played(match)
    assert matches_of(team.entries.get().season)[0].resolved_at


def test_an_approved_draft_stays_with_its_team(ann: User) -> None:
    draft = Draft.objects.get()
    draft.state, draft.team = Draft.State.APPROVED, Team.objects.get(name="Gulls")
    draft.save()
    delete(ann)
    assert Draft.objects.get() == draft


@pytest.mark.parametrize("given", [{"name": "Ann"}, {"password": "a bad password"}])
def test_name_and_password_must_be_right(ann: User, given: dict[str, str]) -> None:
    with pytest.raises(Refused, match="This is not your"):
        delete(ann, **given)
    ann.refresh_from_db()
    assert ann.is_active


def test_a_commissioner_has_to_hand_the_league_over(ann: User) -> None:
    league = make_league(ann, "Moon Cup")
    assert [each.address for each in account_obstacles(ann)] == ["/leagues/moon-cup/commissioner/"]
    with pytest.raises(Refused, match="You run the Moon Cup"):
        delete(ann)
    league.commissioner = User.objects.get(username="bob")
    league.save()
    assert not delete(ann).is_active


def test_the_last_superuser_stays(ann: User) -> None:
    root = User.objects.create_superuser("boss", "boss@example.org", PASSWORD)
    User.objects.create_superuser("gone", "gone@example.org", PASSWORD, is_active=False)
    with pytest.raises(Refused, match="only superuser"):
        delete(root)
    User.objects.filter(pk=ann.pk).update(is_superuser=True)
    league = make_league(make_user("dan"), "Moon Cup")
    intervention_open(actor=root, league=league, reason="nobody answers")
    left = delete(root)
    assert not left.is_superuser
    assert not left.is_staff
    assert Intervention.objects.get().ended_at is not None


def test_the_name_is_replaced_where_it_is_the_person(ann: User) -> None:
    """A person called like a team, or like a part of other words and names."""
    rows = {
        "ann created ann united.": (ann, None, "X created ann united."),
        "ann: hire for Gulls.": (ann, None, "X: hire for Gulls."),
        "annabel met ann.b, ann-c and ann@d.": (None, ann, "annabel met ann.b, ann-c and ann@d."),
        "bob returned it to ann.": (None, ann, "bob returned it to X."),
        "annals of ann": (ann, None, "annals of ann"),
    }
    for summary, (actor, about, _) in rows.items():
        record(
            actor=actor,
            about=about,
            action="test",
            target=ann,
            summary=summary,
            data={"old": "ann", "new": ["ann", "anna"]},
        )
    record(actor=None, action="test", target=ann, summary="ann is a word here")
    log_rename_person(user=ann, old="ann", new="X")
    found = LogEntry.objects.filter(action="test").order_by("pk")
    assert [each.summary for each in found] == [*(wanted for *_, wanted in rows.values()), "ann is a word here"]
    assert found[0].data == {"old": "X", "new": ["X", "anna"]}


def test_a_long_summary_stays_within_its_column(ann: User) -> None:
    record(actor=ann, action="test", target=ann, summary=f"ann {'x' * 496}")
    log_rename_person(user=ann, old="ann", new="Former coach")
    assert len(LogEntry.objects.get(action="test").summary) == 500


# The export ---------------------------------------------------------------------------------------------------------------

REFERRING = {  # each table that refers to a person, and where the file has it
    "account.EmailAddress.user": "email_addresses",
    "accounts.User_groups.user": "profile",
    "accounts.User_user_permissions.user": "profile",
    "admin.LogEntry.user": "back_office",
    "journal.LogEntry.about": "log",
    "journal.LogEntry.actor": "log",
    "league.Decision.decider": "decisions",
    "league.Decision.proposer": "decisions",
    "league.Draft.owner": "drafts",
    "league.Handover.to": "offers_of_leagues",
    "league.Intervention.user": "acting_for_leagues",
    "league.InvitationLink.made_by": "invitation_links",
    "league.InvitationUse.user": "invitations_used",
    "league.League.commissioner": "leagues",
    "league.StaffMember.user": "helping_leagues",
    "matches.Absence.coach": "absences",
    "matches.Measure.actor": "measures",
    "matches.TimeProposal.actor": "proposed_times",
    "matches.MatchReport.actor": "match_reports",
    "matches.MatchReport.accepted_by": "match_reports",
    "teams.CoCoach.user": "co_coaching",
    "teams.TeamHandover.to": "offers_of_teams",
    "teams.Tenure.user": "former_teams",
    "teams.LedgerRow.actor": "ledger_entries",
    "teams.Team.owner": "teams",
}


def exported(user: User) -> dict[str, object]:
    return json.loads("".join(account_export(user)))


def test_the_export_knows_every_table_that_refers_to_a_person(ann: User) -> None:
    fields = [
        field
        for model in apps.get_models(include_auto_created=True)
        for field in model._meta.get_fields()
        if field.concrete and not field.many_to_many and field.related_model is User
    ]
    assert {f"{field.model._meta.label}.{field.name}" for field in fields} == set(REFERRING)
    assert set(exported(ann)) == {*REFERRING.values(), "game_plans"}  # a plan belongs to a team, and so to its owner


def test_the_export_has_what_is_the_persons_and_nothing_secret(ann: User) -> None:
    make_league(ann, "Moon Cup")
    record(actor=User.objects.get(username="bob"), action="test", target=ann, summary="only bob")
    found = exported(ann)
    assert (found["profile"]["email"], found["profile"]["time_zone"]) == ("ann@example.org", "Europe/Berlin")
    assert [team["name"] for team in found["teams"]] == ["Gulls", "Hammers"]
    assert [league["name"] for league in found["leagues"]] == ["Moon Cup"]
    assert {row["team__name"] for row in found["co_coaching"]} == {"Gulls", "Orcs"}
    summaries = [row["summary"] for row in found["log"]]
    assert "bob invited ann to coach Orcs." in summaries
    assert "ann created Gulls." in summaries
    assert "only bob" not in summaries
    assert ann.password not in json.dumps(found)
