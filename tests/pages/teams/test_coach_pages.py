"""Who may do what on the pages of a team: owners, co-coaches and others."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from journal.errors import Refused
from journal.models import LogEntry
from teams.coaches.services import co_coach_accept, co_coach_invite
from teams.models import CoCoach, Team
from teams.sequence.services import sequence_finish
from tests.builders import make_team, make_user
from tests.pages.conftest import signed_in
from tests.pages.teams.conftest import MOST_QUERIES, PAGES, at, page, request_of

pytestmark = pytest.mark.django_db


def test_others_may_read_and_not_edit(team: Team) -> None:
    other = signed_in(make_user("zoe"))
    for name in ("team", "ledger", "print"):
        assert other.get(at(name, team)).status_code == Client().get(at(name, team)).status_code == 200
    for name in ("orders", "co-coaches"):
        assert other.get(at(name, team)).status_code == 403
        assert other.post(at(name, team), {}).status_code == 403
        assert Client().get(at(name, team)).status_code == 302
    rows = team.ledger.count()
    assert other.get(at("player", team, 3)).status_code == 200
    assert other.post(at("player", team, 3), request_of(team, name="Mine", number=3)).status_code == 403
    assert other.post(at("captain", team), request_of(team, member=3)).status_code == 403
    assert other.post(at("co-coach-remove", team), {"name": "zoe"}).status_code == 403
    assert team.ledger.count() == rows


def test_a_team_without_books_has_none_of_these_pages(owner: User, client: Client) -> None:
    simple = make_team(owner)
    for name in set(PAGES) - {"team", "history"}:
        assert client.get(at(name, simple)).status_code == 404
    assert client.get(at("player", simple, 1)).status_code == 404
    assert "From the locker room" not in page(client, "team", simple)


@pytest.mark.parametrize("name", ["nobody", "a\0b", "a\u200bb", "x" * 151])
def test_nobody_is_invited_whom_nobody_knows(team: Team, owner: User, name: str) -> None:
    with pytest.raises(Refused) as caught:
        co_coach_invite(actor=owner, team=team, name=name)
    assert caught.value.code == "no-such-user"


def test_a_co_coach_is_invited_accepts_runs_the_team_and_is_removed(team: Team, client: Client) -> None:
    bela = make_user("bela")
    theirs = signed_in(bela)
    client.post(at("co-coaches", team), {"name": " Bela "})
    assert theirs.post(at("player", team, 3), request_of(team, name="Berta", number=77)).status_code == 403
    assert "You are invited" in page(theirs, "team", team)
    assert theirs.post(at("co-coaches", team), {"name": "zoe"}).status_code == 403
    theirs.post(at("co-coach-accept", team))
    assert "coach abel with bela" in page(Client(), "team", team)
    assert theirs.post(at("player", team, 3), request_of(team, name="Berta", number=77)).status_code == 302
    assert team.name in theirs.get("/you/").content.decode()
    client.post(at("co-coach-remove", team), {"name": "bela"})
    assert theirs.post(at("player", team, 3), request_of(team, name="Clara", number=78)).status_code == 403
    actions = (
        LogEntry.objects.filter(action__startswith="team.co-coach").order_by("pk").values_list("action", flat=True)
    )
    assert list(actions) == ["team.co-coach-invited", "team.co-coach-accepted", "team.co-coach-removed"]


def test_coaches_are_told_what_waits_for_them(team: Team, owner: User, django_assert_max_num_queries: Any) -> None:
    deadline = timezone.now() + timedelta(hours=3)
    team.sequences.update(deadline=deadline)
    co_coach_invite(actor=owner, team=team, name=make_user("bela").username)
    bela = User.objects.get(username="bela")
    assert "Waiting for your decision" not in signed_in(bela).get("/you/").content.decode()
    co_coach_accept(actor=bela, team=team)
    for user in (owner, bela):
        coach = signed_in(user)
        with django_assert_max_num_queries(MOST_QUERIES):
            told = coach.get("/you/").content.decode()
        assert f'<a href="{at("sequence", team)}"><strong>Tollgate</strong>: Most valuable player</a>' in told
        assert deadline.isoformat(timespec="seconds")[:16] in told
    sequence_finish(team=team)
    assert "Waiting for your decision" not in signed_in(owner).get("/you/").content.decode()


def test_an_invitation_can_be_declined_and_nobody_invites_but_the_owner(team: Team, owner: User) -> None:
    bela, zoe = make_user("bela"), make_user("zoe")
    co_coach_invite(actor=owner, team=team, name="bela")
    co_coach_accept(actor=bela, team=team)
    assert signed_in(bela).post(at("co-coaches", team), {"name": "zoe"}).status_code == 403
    co_coach_invite(actor=owner, team=team, name="zoe")
    assert at("team", team) in signed_in(zoe).get("/you/").content.decode()
    signed_in(zoe).post(at("co-coach-leave", team))
    signed_in(bela).post(at("co-coach-leave", team))
    assert not CoCoach.objects.exists()
    response = signed_in(zoe).post(at("co-coach-accept", team), follow=True)
    assert "There is no invitation" in response.content.decode()


@pytest.mark.parametrize(
    ("name", "said"),
    [("nobody", "nobody called"), ("ABEL", "your own team"), ("bela", "invited already"), ("", "required")],
)
def test_who_cannot_be_invited(team: Team, owner: User, client: Client, name: str, said: str) -> None:
    make_user("bela")
    co_coach_invite(actor=owner, team=team, name="bela")
    assert said in client.post(at("co-coaches", team), {"name": name}).content.decode()
    assert CoCoach.objects.count() == 1


def test_who_is_refused_is_led_back(team: Team) -> None:
    html = signed_in(make_user("bente")).get(at("orders", team)).content.decode()
    assert f'<a class="button primary" href="{at("team", team)}">Back to the team</a>' in html
    assert f'href="{reverse("teams:teams")}">Teams</a>' in html
    missing = Client().get("/teams/nobody-here/").content.decode()
    assert "There is no team “nobody-here”." in missing
    assert "Back to" not in missing
