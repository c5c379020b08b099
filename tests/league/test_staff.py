"""Who helps to run a league: asking, answering, roles, and what each role may do."""

import pytest
from django.core.exceptions import PermissionDenied
from django.test import Client

from accounts.models import User
from journal.errors import Refused
from journal.models import LogEntry
from league.handover.interventions import intervention_open
from league.handover.services import handover_accept, handover_offer
from league.models import League
from league.people import Role, StaffMember
from league.permissions import May, leagues_where, may, powers
from league.staff import services
from league.staff.services import staff_accept, staff_invite, staff_leave, staff_remove, staff_role_set
from tests.builders import make_league, make_staff, make_user
from tests.pages.conftest import signed_in

pytestmark = pytest.mark.django_db


@pytest.fixture
def league() -> League:
    return make_league(make_user("cara"))


def last_row() -> LogEntry:
    return LogEntry.objects.order_by("-pk")[0]


def test_a_role_holds_from_when_it_is_accepted_until_it_is_left(league: League) -> None:
    abel = make_user("abel")
    staff_invite(actor=league.commissioner, league=league, name=" ABEL ", role=Role.COMMISSIONER)
    assert (last_row().action, last_row().about, last_row().league) == ("league.staff-invited", abel, league.pk)
    assert not powers(abel, league)
    assert not leagues_where(abel, May.RULE).exists()
    for _ in range(2):
        staff_accept(actor=abel, league=league)
    assert LogEntry.objects.filter(action="league.staff-accepted").count() == 1
    assert may(abel, league, May.RULE)
    assert leagues_where(abel, May.RULE).get() == league
    staff_leave(actor=abel, league=league)
    assert last_row().summary == "abel is no longer commissioner of the Iron City."
    assert not powers(abel, league)
    with pytest.raises(Refused, match="Nobody has asked you"):
        staff_accept(actor=abel, league=league)


TABLE = {
    Role.ASSISTANT: {May.READ_LOG, May.APPROVE, May.REMIND, May.SET_TIMES},
    Role.COMMISSIONER: set(May) - {May.APPOINT_COMMISSIONERS, May.HAND_OVER, May.DELETE},
    Role.OWNER: set(May),
}


@pytest.mark.parametrize("role", Role)
def test_what_a_role_may_do(league: League, role: Role) -> None:
    """In that league; in any other one, nothing."""
    user = league.commissioner if role == Role.OWNER else make_staff(league, role)
    other = make_league(make_user("dan"), "Harbour Cup")
    assert powers(user, league) == TABLE[role]
    assert powers(user, other) == set()
    for what in May:
        assert list(leagues_where(user, what)) == ([league] if what in TABLE[role] else [])


def test_a_superuser_may_do_what_a_commissioner_may_with_a_reason(league: League) -> None:
    root = User.objects.create_superuser("boss", "boss@example.org", "a good password")
    assert powers(root, league) == {May.READ_LOG}
    intervention_open(actor=root, league=league, reason="nobody answers")
    assert powers(root, league) == TABLE[Role.COMMISSIONER]
    assert list(leagues_where(root, May.RULE)) == [league]


@pytest.mark.parametrize(
    ("who", "appointed"),
    [("owner", {"commissioner", "assistant"}), ("commissioner", {"assistant"}), ("assistant", set()), ("coach", set())],
)
def test_who_appoints_whom(league: League, who: str, appointed: set[str]) -> None:
    actor = {"owner": league.commissioner, "coach": make_user("coach")}.get(who) or make_staff(league, Role(who))
    for role in ("commissioner", "assistant"):
        other = make_staff(league, Role(role), f"old-{role}")
        make_user(f"new-{role}")
        writes = [
            lambda role=role: staff_invite(actor=actor, league=league, name=f"new-{role}", role=role),
            lambda other=other, role=role: staff_role_set(actor=actor, league=league, name=other.username, role=role),
            lambda other=other: staff_remove(actor=actor, league=league, name=other.username),
        ]
        for write in writes:
            if role in appointed:
                write()
            else:
                with pytest.raises(PermissionDenied):
                    write()
        left = set(league.staff.filter(user__username__endswith=f"-{role}").values_list("user__username", flat=True))
        assert left == ({f"new-{role}"} if role in appointed else {f"old-{role}"})


def test_nobody_is_promoted_by_who_cannot_appoint_to_both_roles(league: League) -> None:
    middle, low = make_staff(league, Role.COMMISSIONER), make_staff(league, Role.ASSISTANT)
    with pytest.raises(PermissionDenied):
        staff_role_set(actor=middle, league=league, name=low.username, role="commissioner")
    staff_role_set(actor=league.commissioner, league=league, name=low.username, role="commissioner")
    assert last_row().data == {"role": {"old": "assistant", "new": "commissioner"}}
    assert may(low, league, May.RULE)
    with pytest.raises(Refused, match="no role"):
        staff_role_set(actor=league.commissioner, league=league, name=low.username, role="owner")


@pytest.mark.parametrize(
    ("name", "code"), [("cara", "runs-it-already"), ("helper", "asked-already"), ("nobody", "no-such-user")]
)
def test_whom_nobody_can_ask(league: League, name: str, code: str) -> None:
    make_staff(league, Role.ASSISTANT, "helper")
    with pytest.raises(Refused) as refusal:
        staff_invite(actor=league.commissioner, league=league, name=name, role="assistant")
    assert refusal.value.code == code


def test_a_league_has_so_many_helpers(league: League, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(services, "MOST_STAFF", 1)
    make_staff(league, Role.ASSISTANT)
    make_user("late")
    with pytest.raises(Refused, match="at most 1"):
        staff_invite(actor=league.commissioner, league=league, name="late", role="assistant")


def test_whoever_takes_the_league_over_is_its_owner_and_nothing_else(league: League) -> None:
    helper, old = make_staff(league, Role.ASSISTANT), league.commissioner
    handover_offer(actor=old, league=league, name=helper.username)
    league = handover_accept(actor=helper, league=league)
    assert powers(helper, league) == set(May)
    assert not StaffMember.objects.exists()
    assert not powers(old, league)


def test_the_page_asks_answers_and_removes(league: League) -> None:
    abel, owner, page = make_user("abel"), signed_in(league.commissioner), f"/leagues/{league.slug}/staff/"
    assert "There is nobody called" in owner.post(page, {"name": "zed", "role": "assistant"}).content.decode()
    assert owner.post(page, {"name": "abel", "role": "assistant"}).url == page
    asked = signed_in(abel)
    assert "You are asked to be assistant" in asked.get("/you/").content.decode()
    assert "You are asked to be assistant" in asked.get(page).content.decode()
    assert asked.post(f"{page}accept/").url == page
    assert "Iron City" in asked.get("/you/").content.decode()
    owner.post(f"{page}role/", {"name": "abel", "role": "commissioner"})
    assert may(abel, league, May.RULE)
    assert asked.post(page, {"name": "cara", "role": "commissioner"}).status_code == 200  # nothing to choose
    owner.post(f"{page}remove/", {"name": "abel"})
    assert not powers(abel, league)
    assert asked.post(page, {"name": "cara", "role": "assistant"}).status_code == 403
    assert Client().get(page).status_code == 302
