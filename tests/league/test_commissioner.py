"""A commissioner steps in for a coach and corrects books: with a reason, marked, logged, and nowhere else."""

from typing import Any

import pytest
from django.core.exceptions import PermissionDenied
from django.test import Client

from journal.errors import Refused
from journal.models import LogEntry
from league.commissioner.services import may_act, team_correct, team_request_for
from league.models import League
from league.seasons.services import season_enter
from teams.ledger.services import team_club
from teams.models import LedgerRow, Team
from tests.aftermaths import after_match, to_step
from tests.builders import make_league, make_season, make_team, make_user
from tests.engine.campaign.results import injury
from tests.pages.conftest import signed_in

pytestmark = pytest.mark.django_db
SIX = {"members": [1, 2, 3, 4, 5, 6]}


@pytest.fixture
def league() -> League:
    return make_league(make_user("nuffle"), "Crossroads", ruleset="bb2025", profile="official")


@pytest.fixture
def team(league: League) -> Team:
    team = make_team(make_user("abel"), ruleset="bb2025", roster="human")
    season_enter(actor=team.owner, season=make_season(league), team=team)
    return after_match(team, injuries={"4": injury("serious-injury")})


def act(league: League, team: Team, **changes: Any) -> list[LedgerRow]:
    request = {"action": "nominate", "arguments": SIX, "version": team_club(team).rows, "reason": "on holiday"}
    return team_request_for(actor=league.commissioner, team=team, **{**request, **changes})


def test_a_request_for_a_coach_is_marked_and_logged(league: League, team: Team) -> None:
    (row,) = act(league, team)
    assert (row.by, row.actor, row.reason) == ("commissioner", league.commissioner, "on holiday")
    entry = LogEntry.objects.get(action="team.nominate")
    assert (entry.actor, entry.data["reason"]) == (league.commissioner, "on holiday")
    act(league, team, action="orders", arguments={})
    assert team_club(team).step == "ready"


@pytest.mark.parametrize("reason", ["", "   ", "x" * 201])
def test_there_must_be_a_reason(league: League, team: Team, reason: str) -> None:
    rows = team.ledger.count()
    with pytest.raises(Refused) as refusal:
        act(league, team, reason=reason)
    assert refusal.value.code == "bad-reason"
    with pytest.raises(Refused):
        team_correct(actor=league.commissioner, team=team, gold=50, reason=reason)
    assert team.ledger.count() == rows


def test_a_correction_stays_within_its_limits(league: League, team: Team) -> None:
    rows = team.ledger.count()
    for wrong in ({"gold": 10_001}, {"gold": -10_001}, {"spp": 1001, "member": 1}, {"spp": -1001, "member": 1}, {}):
        with pytest.raises(Refused) as refusal:
            team_correct(actor=league.commissioner, team=team, reason="a slip", **wrong)
        assert refusal.value.code == ("too-much" if wrong else "nothing-to-correct")
    assert team.ledger.count() == rows
    assert team_correct(actor=league.commissioner, team=team, reason="a slip", gold=10_000, spp=1000, member=1)


def test_nobody_else_may(league: League, team: Team) -> None:
    other = make_league(make_user("other"), "Elsewhere", ruleset="bb2025", profile="official")
    make_season(other)
    for user in (other.commissioner, team.owner, make_user("stranger")):
        assert not may_act(user, team)
        with pytest.raises(PermissionDenied):
            team_correct(actor=user, team=team, gold=50, reason="a gift")
        with pytest.raises(PermissionDenied):
            team_request_for(actor=user, team=team, action="finish", arguments={}, version=1, reason="a gift")


def test_a_league_that_the_team_has_left_has_no_say(league: League, team: Team) -> None:
    season = league.seasons.get()
    type(season).objects.filter(pk=season.pk).update(
        state="finished", started_at=season.first_kick_off, finished_at=season.first_kick_off
    )
    assert may_act(league.commissioner, team)
    other = make_league(make_user("other"), "Elsewhere", ruleset="bb2025", profile="official")
    season_enter(actor=team.owner, season=make_season(other), team=team)
    assert not may_act(league.commissioner, team)
    assert may_act(other.commissioner, team)


def test_a_correction_changes_what_it_says(league: League, team: Team) -> None:
    gold = team_club(team).treasury
    correct = {"actor": league.commissioner, "team": team, "reason": "wrong result"}
    team_correct(**correct, gold=-10, member=4, spp=3, heal={"niggling": 1, "available": True})
    club = team_club(team)
    member = club.members[4]
    assert (club.treasury, member.spp, member.niggling, member.misses_next) == (gold - 10, 3, 0, False)
    assert {row.reason for row in team.ledger.filter(by="commissioner")} == {"wrong result"}
    for wrong in ({"heal": {"niggling": 1}, "member": 4}, {"gold": -9999}, {"gold": 10**12}, {"spp": 1}, {}):
        with pytest.raises(Refused):
            team_correct(**correct, **wrong)
    assert team_club(team) == club


def test_the_pages_of_a_commissioner(league: League, team: Team) -> None:
    client = signed_in(league.commissioner)
    page = f"/teams/{team.slug}/sequence/"
    assert "Act for the coach" in client.get(page).content.decode()
    assert client.post(page, {"action": "finish"}).status_code == 403
    assert 'name="reason"' in client.get(f"{page}acting/").content.decode()
    acting = f"{page}acting/?reason=on+holiday"
    assert "You act for the coach." in client.get(acting).content.decode()
    form = {"version": team_club(team).rows, "key": "6b5f4e0e-2f3b-4a7e-9b57-0a3f1c2d4e5f", "action": "nominate", **SIX}
    assert client.post(acting, form).url == acting
    assert "on holiday" in Client().get(page).content.decode()
    to_step(team, "ready")


def test_the_team_page_shows_the_commissioner_the_way_also_when_nothing_is_open(league: League, team: Team) -> None:
    page, client = f"/teams/{team.slug}/", signed_in(league.commissioner)
    assert f"{page}sequence/acting/" in client.get(page).content.decode()
    to_step(team, "ready")
    ready = client.get(page).content.decode()
    assert f"{page}corrections/" in ready
    assert "sequence/acting/" not in ready
    assert "corrections/" not in signed_in(team.owner).get(page).content.decode()


def test_the_page_of_corrections(league: League, team: Team) -> None:
    client, page = signed_in(league.commissioner), f"/teams/{team.slug}/corrections/"
    form = {
        "version": team_club(team).rows,
        "key": "6b5f4e0e-2f3b-4a7e-9b57-0a3f1c2d4e5f",
        "gold": "20",
        "reason": "late",
    }
    assert "This field is required" in client.post(page, {**form, "reason": ""}).content.decode()
    assert "nothing of the kind" in client.post(page, {**form, "member": "2", "niggling": "on"}).content.decode()
    gold = team_club(team).treasury
    for _ in range(2):
        assert client.post(page, form).url == page
    assert team_club(team).treasury == gold + 20
    assert "late" in client.get(page).content.decode()
    assert Client().get(page).status_code == 302
