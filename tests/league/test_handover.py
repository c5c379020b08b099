"""Who runs a league: handing it over, and superusers who act for one with a reason."""

from datetime import timedelta

import pytest
from django.core.exceptions import PermissionDenied
from django.db import IntegrityError, transaction
from django.utils import timezone

from accounts.models import User
from journal.errors import Refused
from journal.models import LogEntry
from league.drafts.selectors import drafts_visible
from league.handover.interventions import intervention_end, intervention_open
from league.handover.services import (
    handover_accept,
    handover_decline,
    handover_offer,
    handover_take_back,
    league_assign,
)
from league.models import League
from league.people import Handover, Intervention
from league.permissions import May, is_commissioner, may
from league.seasons.services import season_create
from tests.builders import make_league, make_user

pytestmark = pytest.mark.django_db


@pytest.fixture
def league() -> League:
    return make_league(make_user("cara"))


@pytest.fixture
def root() -> User:
    return User.objects.create_superuser("boss", "boss@example.org", "a good password")


def last_row() -> LogEntry:
    return LogEntry.objects.order_by("-pk")[0]


def run_it(actor: User, league: League) -> None:
    season_create(
        actor=actor, league=league, name="", first_kick_off=timezone.now() + timedelta(days=1), round_every=60
    )


# Handing over -------------------------------------------------------------------------------------------------------------


def test_a_league_changes_hands_when_the_other_accepts(league: League) -> None:
    old, new = league.commissioner, make_user("abel")
    handover_offer(actor=old, league=league, name=" Abel ")
    assert (last_row().action, last_row().about, last_row().league) == ("league.handover-offered", new, league.pk)
    assert not is_commissioner(new, league)
    league = handover_accept(actor=new, league=league)
    league.refresh_from_db()
    assert league.commissioner == new
    assert not is_commissioner(old, league)
    assert (last_row().summary, last_row().about) == ("abel took the Iron City over from cara.", old)
    with pytest.raises(Refused, match="not offered to you"):  # it is used up
        handover_accept(actor=new, league=league)


def test_only_whom_it_is_offered_to_can_answer(league: League) -> None:
    abel, other = make_user("abel"), make_user("other")
    handover_offer(actor=league.commissioner, league=league, name="abel")
    for answer in (handover_accept, handover_decline):
        with pytest.raises(Refused, match="not offered to you"):
            answer(actor=other, league=league)
    handover_decline(actor=abel, league=league)
    assert not Handover.objects.exists()
    assert last_row().action == "league.handover-declined"


def test_only_the_commissioner_offers_and_takes_back(league: League, root: User) -> None:
    abel = make_user("abel")
    intervention_open(actor=root, league=league, reason="to look after it")
    for stranger in (abel, root):
        with pytest.raises(PermissionDenied):
            handover_offer(actor=stranger, league=league, name="abel")
    handover_offer(actor=league.commissioner, league=league, name="abel")
    with pytest.raises(Refused, match="offered to somebody already"):
        handover_offer(actor=league.commissioner, league=league, name="boss")
    with pytest.raises(PermissionDenied):
        handover_take_back(actor=abel, league=league)
    handover_take_back(actor=league.commissioner, league=league)
    assert (last_row().action, last_row().about) == ("league.handover-taken-back", abel)
    with pytest.raises(Refused, match="not offered to anybody"):
        handover_take_back(actor=league.commissioner, league=league)


def test_one_offer_at_a_time_stands_in_the_database(league: League) -> None:
    Handover.objects.create(league=league, to=make_user("abel"))
    with pytest.raises(IntegrityError), transaction.atomic():
        Handover.objects.create(league=league, to=make_user("other"))


@pytest.mark.parametrize(
    ("name", "code"), [("nobody", "no-such-user"), ("cara", "runs-it-already"), ("gone", "no-such-user")]
)
def test_a_league_goes_to_somebody_else_who_is_here(league: League, root: User, name: str, code: str) -> None:
    User.objects.create_user("gone", "gone@example.org", is_active=False)
    with pytest.raises(Refused) as offered:
        handover_offer(actor=league.commissioner, league=league, name=name)
    with pytest.raises(Refused) as assigned:
        league_assign(actor=root, league=league, name=name, reason="gone for months")
    assert offered.value.code == assigned.value.code == code


def test_a_name_may_be_typed_with_separate_accents(league: League) -> None:
    rene = make_user("ren\u00e9")
    handover_offer(actor=league.commissioner, league=league, name=" rene\u0301 ")
    assert Handover.objects.get(league=league).to == rene


def test_who_left_meanwhile_cannot_accept(league: League) -> None:
    abel = make_user("abel")
    handover_offer(actor=league.commissioner, league=league, name="abel")
    User.objects.filter(pk=abel.pk).update(is_active=False)
    with pytest.raises(Refused, match="nobody called"):
        handover_accept(actor=abel, league=league)


def test_a_superuser_gives_a_league_away_at_once_with_a_reason(league: League, root: User) -> None:
    abel = make_user("abel")
    handover_offer(actor=league.commissioner, league=league, name="boss")
    with pytest.raises(PermissionDenied):
        league_assign(actor=league.commissioner, league=league, name="abel", reason="I want to")
    for reason in ("  ", "x" * 201):
        with pytest.raises(Refused, match="Give the reason"):
            league_assign(actor=root, league=league, name="abel", reason=reason)
    assert league_assign(actor=root, league=league, name="abel", reason=" gone ").commissioner == abel
    assert (last_row().action, last_row().reason, last_row().about) == ("league.assigned", "gone", abel)
    assert not Handover.objects.exists()


# Acting for a league ------------------------------------------------------------------------------------------------------


def test_a_superuser_runs_nothing_without_a_reason(league: League, root: User) -> None:
    assert may(root, league, May.READ_LOG)
    assert not is_commissioner(root, league)
    with pytest.raises(PermissionDenied):
        run_it(root, league)
    with pytest.raises(Refused, match="Give the reason"):
        intervention_open(actor=root, league=league, reason=" ")


def test_with_a_reason_the_superuser_acts_and_each_row_says_why(league: League, root: User) -> None:
    other = make_league(make_user("dan"), "Harbour Cup")
    opened = intervention_open(actor=root, league=league, reason="  nobody answers ")
    assert opened.until - opened.opened_at == timedelta(hours=1)
    run_it(root, league)
    assert (last_row().action, last_row().reason) == ("season.created", "nobody answers")
    assert not is_commissioner(root, other)
    run_it(other.commissioner, other)
    assert last_row().reason == ""
    intervention_end(actor=root, league=league)
    assert (last_row().action, last_row().reason) == ("league.intervention-ended", "nobody answers")
    assert not is_commissioner(root, league)
    intervention_end(actor=root, league=league)
    assert LogEntry.objects.filter(action="league.intervention-ended").count() == 1


def test_it_ends_by_itself(league: League, root: User) -> None:
    opened = intervention_open(actor=root, league=league, reason="nobody answers")
    Intervention.objects.filter(pk=opened.pk).update(until=timezone.now())
    assert not is_commissioner(root, league)
    intervention_open(actor=root, league=league, reason="still nobody")
    assert is_commissioner(root, league)


def test_whoever_is_no_superuser_any_more_acts_no_more(league: League, root: User) -> None:
    intervention_open(actor=root, league=league, reason="nobody answers")
    root.is_superuser = False
    assert not is_commissioner(root, league)
    with pytest.raises(PermissionDenied):
        intervention_open(actor=root, league=league, reason="nobody answers")
    with pytest.raises(PermissionDenied):
        intervention_open(actor=league.commissioner, league=league, reason="my own")


def test_the_own_league_needs_no_reason(root: User) -> None:
    own = make_league(root, "Own Cup")
    assert is_commissioner(root, own)
    with pytest.raises(Refused, match="run the Own Cup yourself"):
        intervention_open(actor=root, league=own, reason="why not")


def test_the_database_keeps_one_intervention_with_a_reason(league: League, root: User) -> None:
    given = {"league": league, "user": root, "until": timezone.now() + timedelta(hours=1)}
    with pytest.raises(IntegrityError), transaction.atomic():
        Intervention.objects.create(**given, reason="")
    Intervention.objects.create(**given, reason="one")
    with pytest.raises(IntegrityError), transaction.atomic():
        Intervention.objects.create(**given, reason="two")


def test_who_acts_for_a_league_sees_the_drafts_submitted_to_it(league: League, root: User) -> None:
    blank = {"ruleset": "bb2025", "document": {}, "league": league, "owner": make_user("abel")}
    league.drafts.create(**{**blank, "league": league}, state="open")
    waiting = league.drafts.create(**{**blank, "league": league}, state="submitted")
    assert not drafts_visible(root).exists()
    intervention_open(actor=root, league=league, reason="nobody answers")
    assert list(drafts_visible(root)) == [waiting]
