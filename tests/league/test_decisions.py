"""Conflicts of interest: what touches the own team, its next opponent or its table is proposed, and confirmed by another one."""

from datetime import UTC, datetime
from html import unescape
from types import SimpleNamespace
from typing import Any
from uuid import uuid4

import pytest
from django.core.exceptions import PermissionDenied
from django.test import Client

from accounts.models import User
from journal.errors import Refused
from journal.models import LogEntry
from league.commissioner.services import team_correct, team_request_for
from league.decisions.selectors import decisions_waiting
from league.decisions.services import decision_confirm, decision_decline, decision_take_back
from league.decisions.stakes import Matter, next_opponent, share_a_table, stake_of
from league.decisions.stored import restored, stored
from league.drafting import Draft
from league.drafts.services import draft_approve, draft_create, draft_save, draft_submit
from league.handover.interventions import intervention_open
from league.models import Fixture, Season
from league.people import Decision, Role, StaffMember
from league.seasons.services import season_enter, season_withdraw
from matches.control.results import match_decide, match_forfeit
from matches.models import Match
from matches.services import season_start
from teams.coaches.services import co_coach_accept, co_coach_invite
from teams.drafting.services import ready_draft
from teams.ledger.services import team_club
from teams.models import Team
from tests.builders import make_league, make_season, make_staff, make_team, make_user, running_season
from tests.pages.conftest import signed_in

pytestmark = pytest.mark.django_db


@pytest.fixture
def world() -> SimpleNamespace:
    """A season of three teams that runs; one belongs to the owner of the league, who has a commissioner beside."""
    league = make_league(make_user("nuffle"), "Crossroads", ruleset="bb2025", profile="official", approves_drafts=False)
    second = make_staff(league, Role.COMMISSIONER, "second")
    season = make_season(league, rosters=("orc", "dwarf"))
    own = make_team(league.commissioner, "Owner's Own", ruleset="bb2025", roster="human")
    season_enter(actor=league.commissioner, season=season, team=own)
    rival, other = (entry.team for entry in season.entries.exclude(team=own).select_related("team"))
    return SimpleNamespace(
        league=league, owner=league.commissioner, second=second, season=season, own=own, rival=rival, other=other
    )


def gold(team: Team) -> int:
    return team_club(team).treasury


def correct(actor: User, team: Team, reason: str = "typed wrongly") -> Any:
    return team_correct(actor=actor, team=team, gold=10, reason=reason)


def test_the_own_team_is_left_to_another_commissioner(world: SimpleNamespace) -> None:
    before = gold(world.own)
    decision = correct(world.owner, world.own)
    assert isinstance(decision, Decision)
    assert (decision.state, decision.summary) == ("proposed", "correct the books of Owner's Own")
    assert gold(world.own) == before
    assert LogEntry.objects.latest("pk").action == "league.decision-proposed"
    assert not LogEntry.objects.filter(action="team.correct").exists()  # trying it out has left nothing
    decision_confirm(actor=world.second, decision=decision)
    assert gold(world.own) == before + 10
    row = world.own.ledger.latest("number")
    assert (row.actor, row.reason) == (world.owner, "typed wrongly")
    entry = LogEntry.objects.latest("pk")
    assert (entry.action, entry.actor, entry.about) == ("league.decision-confirmed", world.second, world.owner)
    for again in (decision_confirm, decision_decline, decision_take_back):
        with pytest.raises(Refused, match="confirmed already"):
            again(actor=world.second, decision=decision)
    assert gold(world.own) == before + 10


def test_a_co_coach_has_the_same_stake(world: SimpleNamespace) -> None:
    co_coach_invite(actor=world.owner, team=world.own, name="second")
    assert not isinstance(correct(world.second, world.own), Decision) or pytest.fail("not accepted yet")
    co_coach_accept(actor=world.second, team=world.own)
    assert isinstance(correct(world.second, world.own), Decision)


def test_a_rival_in_the_same_table_too_and_the_next_opponent(world: SimpleNamespace) -> None:
    said = [correct(world.owner, team).stake for team in (world.rival, world.other)]
    assert all("plays in the same table as Owner's Own" in each for each in said)
    season = season_start(actor=world.owner, season=world.season)
    fixture = season.rounds.first().fixtures.filter(home=world.own) | season.rounds.first().fixtures.filter(
        away=world.own
    )
    first = fixture.first() or season.rounds.all()[1].fixtures.get()  # or the own team has a bye
    opponent = first.away if first.home_id == world.own.pk else first.home
    assert "is the next opponent of Owner's Own" in correct(world.owner, opponent, "again").stake


def test_a_table_is_a_group_and_what_is_void_is_not_played() -> None:
    season = running_season(teams=4, stages=[{"format": "round-robin", "settings": {"groups": 2}}])
    one, other, third, last = (each.team for each in season.entries.select_related("team"))  # dealt out as 1, 2, 2, 1
    assert share_a_table(one, last, season)
    assert not share_a_table(one, other, season)
    assert (next_opponent(one, season), next_opponent(other, season)) == (last.pk, third.pk)
    Fixture.objects.update(void=True)
    assert next_opponent(one, season) is None


def test_a_rival_of_the_last_season_is_none_in_this_one() -> None:
    season = running_season(teams=2)
    one, other = (entry.team for entry in season.entries.select_related("team"))
    matter = Matter(season.league, "look", teams=[other])
    assert "next opponent" in stake_of(one.owner, matter)
    Season.objects.filter(pk=season.pk).update(state="finished", finished_at=season.started_at)
    make_season(season.league)
    assert stake_of(one.owner, matter) == ""


def test_nobody_else_has_a_stake(world: SimpleNamespace) -> None:
    """A commissioner who coaches nowhere here decides alone, and so does one whose team plays elsewhere."""
    before = gold(world.rival)
    assert not isinstance(correct(world.second, world.rival), Decision)
    elsewhere = make_league(make_user("dan"), "Elsewhere", ruleset="bb2025", profile="official")
    abroad = make_team(world.second, "Abroad", ruleset="bb2025", roster="skaven")
    season_enter(actor=world.second, season=make_season(elsewhere), team=abroad)
    assert not isinstance(correct(world.second, world.rival), Decision)
    assert gold(world.rival) == before + 20
    assert not Decision.objects.exists()


def test_who_confirms_is_another_one_who_may_decide_and_is_not_concerned(world: SimpleNamespace) -> None:
    decision = correct(world.owner, world.rival)
    coach, assistant = world.rival.owner, make_staff(world.league, Role.ASSISTANT, "helper")
    for stranger in (coach, assistant, make_user("stranger")):
        for service in (decision_confirm, decision_decline, decision_take_back):
            with pytest.raises(PermissionDenied):
                service(actor=stranger, decision=decision)
    with pytest.raises(Refused, match="Somebody else has to confirm"):
        decision_confirm(actor=world.owner, decision=decision)
    StaffMember.objects.create(
        league=world.league, user=coach, role=Role.COMMISSIONER, accepted_at=decision.proposed_at
    )
    with pytest.raises(Refused, match="about you or a team of yours"):
        decision_confirm(actor=coach, decision=decision)
    root = User.objects.create_superuser("boss", "boss@example.org", "a good password")
    with pytest.raises(PermissionDenied):
        decision_confirm(actor=root, decision=decision)
    intervention_open(actor=root, league=world.league, reason="no second commissioner")
    assert decision_confirm(actor=root, decision=decision).state == "confirmed"
    assert LogEntry.objects.latest("pk").reason == "no second commissioner"


def test_it_can_be_declined_and_taken_back(world: SimpleNamespace) -> None:
    before, decision = gold(world.own), correct(world.owner, world.own)
    with pytest.raises(Refused, match="Take back what you have proposed"):
        decision_decline(actor=world.owner, decision=decision)
    assert decision_decline(actor=world.second, decision=decision).decider == world.second
    again = correct(world.owner, world.own)  # may be proposed anew
    with pytest.raises(PermissionDenied):
        decision_take_back(actor=world.second, decision=again)
    assert decision_take_back(actor=world.owner, decision=again).state == "taken-back"
    assert gold(world.own) == before


def test_there_must_be_a_reason_and_it_is_proposed_once(world: SimpleNamespace) -> None:
    with pytest.raises(Refused, match="Give the reason"):
        correct(world.owner, world.own, " ")
    correct(world.owner, world.own)
    with pytest.raises(Refused, match="proposed already"):
        correct(world.owner, world.own)
    with pytest.raises(Refused, match="nothing of the kind"):  # nothing impossible is proposed
        team_correct(actor=world.owner, team=world.own, member=2, heal={"niggling": 1}, reason="x")
    assert Decision.objects.count() == 1


def test_it_is_done_as_things_stand_when_it_is_confirmed(world: SimpleNamespace) -> None:
    version = team_club(world.own).rows
    arguments = {"member": 1, "name": "Grim", "number": 1}
    decision = team_request_for(
        actor=world.owner,
        team=world.own,
        action="rename",
        arguments=arguments,
        version=version,
        key=uuid4(),
        reason="x",
    )
    assert isinstance(decision, Decision)
    correct(world.second, world.own)
    with pytest.raises(Refused, match="changed"):
        decision_confirm(actor=world.second, decision=decision)
    assert Decision.objects.get(pk=decision.pk).state == "proposed"


def test_who_lost_the_role_meanwhile_gets_nothing_confirmed(world: SimpleNamespace) -> None:
    decision = correct(world.owner, world.own)
    world.league.commissioner = world.second
    world.league.save()
    third = make_staff(world.league, Role.COMMISSIONER, "third")
    with pytest.raises(Refused, match="may not do that any more"):
        decision_confirm(actor=third, decision=decision)
    assert decision_decline(actor=third, decision=decision).state == "declined"


def test_taking_a_rival_out_needs_a_second_one_and_the_own_team_does_not(world: SimpleNamespace) -> None:
    decision = season_withdraw(actor=world.owner, season=world.season, team=world.rival, reason="does not answer")
    assert world.season.entries.filter(team=world.rival).exists()
    assert isinstance(decision, Decision)
    season_withdraw(actor=world.owner, season=world.season, team=world.own)
    assert not world.season.entries.filter(team=world.own).exists()
    decision_confirm(actor=world.second, decision=decision)
    assert not world.season.entries.filter(team=world.rival).exists()
    gone = Season.objects.get(pk=world.season.pk)
    with pytest.raises(Refused, match="not entered"):
        season_withdraw(actor=world.second, season=gone, team=world.rival)


def waiting_draft(world: SimpleNamespace, owner: User, name: str) -> Draft:
    world.league.approves_drafts = True
    world.league.save()
    draft = draft_create(owner=owner, ruleset="bb2025", roster="orc", league=world.league)
    document = ready_draft("bb2025", "orc", name)
    fields = {"name": name, "short": "DRA", "colour": "#4a4f57"}
    return draft_submit(actor=owner, draft=draft_save(actor=owner, draft=draft, document=document, **fields))


def test_nobody_approves_the_own_draft_and_an_assistant_can_confirm_it(world: SimpleNamespace) -> None:
    draft = waiting_draft(world, world.owner, "Homers")
    with pytest.raises(Refused, match="give a reason"):
        draft_approve(actor=world.owner, draft=draft)
    page = signed_in(world.owner).get(f"/drafts/{draft.pk}/").content.decode()
    assert "Propose to approve it" in page
    decision = draft_approve(actor=world.owner, draft=draft, reason="within the budget")
    assert isinstance(decision, Decision)
    decision_confirm(actor=make_staff(world.league, Role.ASSISTANT, "helper"), decision=decision)
    assert Draft.objects.get(pk=draft.pk).team.name == "Homers"
    draft_approve(actor=world.owner, draft=waiting_draft(world, world.rival.owner, "Rivals"))
    assert Team.objects.filter(name="Rivals").exists()


def test_everybody_reads_decisions_and_who_may_confirm_finds_them(world: SimpleNamespace) -> None:
    page = f"/leagues/{world.league.slug}/decisions/"
    correct(world.owner, world.own, "a slip of the pen")
    assert list(decisions_waiting(world.second)) == list(Decision.objects.all())
    assert not decisions_waiting(world.owner).exists()
    public = Client().get(page).content.decode()
    assert "a slip of the pen" in public
    assert "Confirm" not in public
    assert "Take it back" in signed_in(world.owner).get(page).content.decode()
    second = signed_in(world.second)
    assert page in second.get("/you/").content.decode()
    before, number = gold(world.own), Decision.objects.get().pk
    assert second.post(f"{page}confirm/", {"decision": number}).url == page
    assert gold(world.own) == before + 10
    assert second.post(f"{page}confirm/", {"decision": "x"}).status_code == 404


def test_whoever_confirms_a_result_reads_which_one(world: SimpleNamespace) -> None:
    season_start(actor=world.owner, season=world.season)
    match = Match.objects.filter(fixture__home=world.own).first() or Match.objects.filter(fixture__away=world.own)[0]
    by = {"actor": world.owner, "reason": "We stopped the clock.", "match": match}
    match_decide(**by, key=uuid4(), score=(4, 2))
    match_forfeit(**by, key=uuid4(), side="away", penalty=False)
    page = unescape(signed_in(world.second).get(f"/leagues/{world.league.slug}/decisions/").content.decode())
    assert f"decide the result of {match.fixture} as 4 : 2." in page
    assert f"enter as given up {match.fixture} by the away side." in page
    assert page.count(f'href="/matches/{match.pk}/"') == 2


def test_a_league_without_a_second_commissioner_says_how_to_get_one(world: SimpleNamespace) -> None:
    page = f"/leagues/{world.league.slug}/decisions/"
    assert "Only nuffle runs this league" not in Client().get(page).content.decode()
    StaffMember.objects.all().delete()
    assert "Ask somebody to be commissioner" in signed_in(world.owner).get(page).content.decode()
    assert "The owner can ask" in Client().get(page).content.decode()


def test_pages_and_the_api_say_that_somebody_else_has_to_confirm(world: SimpleNamespace) -> None:
    owner = signed_in(world.owner)
    version = team_club(world.rival).rows
    form = {"version": version, "key": uuid4(), "gold": "10", "reason": "late"}
    answer = owner.post(f"/teams/{world.rival.slug}/corrections/", form, follow=True)
    assert "as soon as another commissioner confirms it" in answer.content.decode()
    body: dict[str, Any] = {"key": str(uuid4())} | {
        "action": "rename",
        "arguments": {"member": 1, "name": "Grim", "number": 1},
        "version": version,
        "reason": "x",
    }
    asked = owner.post(f"/api/v1/teams/{world.rival.slug}/requests/", body, "application/json")
    assert (asked.status_code, asked.json().get("state")) == (202, "proposed")
    assert Decision.objects.count() == 2


def test_arguments_are_kept_as_they_were(world: SimpleNamespace) -> None:
    call = {
        "team": world.own,
        "key": uuid4(),
        "at": datetime(2026, 11, 19, 20, tzinfo=UTC),
        "many": [{"member": 3}, None, True],
        "reason": "x",
    }
    assert restored(stored(call)) == call
    with pytest.raises(TypeError):
        stored({"what": object()})
    kept = stored({"season": world.season})
    world.season.entries.all().delete()
    world.season.delete()
    with pytest.raises(Refused, match="does not exist any more"):
        restored(kept)
