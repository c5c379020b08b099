"""Matches are moved, swapped and agreed upon: by whom, how far, what comes of it, and that a preview says it before."""

from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.core import mail
from django.core.exceptions import PermissionDenied
from django.utils import timezone

from accounts.models import User
from journal.errors import Refused
from journal.models import LogEntry
from league.decisions.services import decision_confirm
from league.models import Season
from league.people import Role
from matches.control import appointments, fixtures
from matches.control.measures import Asked, previewed, ripples_of
from matches.control.ripples import fingerprint
from matches.models import Match, Measure
from matches.services import match_lock, match_resolve
from teams.models import Sequence, Team
from tests.builders import bloodbowl_season, make_staff, make_user, matches_of, running_season

pytestmark = pytest.mark.django_db
HOUR = timedelta(hours=1)


def asked(season: Season, **more: Any) -> Asked:
    return {"actor": season.league.commissioner, "reason": "A storm.", "key": uuid4(), **more}


@pytest.fixture
def season() -> Season:
    """Kick-offs of its three rounds are to come, a day apart."""
    return running_season(teams=4, ago=-120, every=1440)


@pytest.fixture
def match(season: Season) -> Match:
    return Match.objects.select_related("fixture__round__season__league").get(pk=matches_of(season)[0].pk)


def coaches(match: Match) -> tuple[User, User]:
    return match.fixture.home.owner, match.fixture.away.owner


def test_a_match_moves_with_its_fixture_and_says_why(season: Season, match: Match) -> None:
    at = match.due_at + 5 * HOUR
    measure = fixtures.match_move(**asked(season), match=match, due_at=at)
    match.refresh_from_db()
    assert match.due_at == match.fixture.kick_off == at
    entry = LogEntry.objects.get(action="match.moved")
    assert "postponed" in entry.summary
    assert "A storm." in entry.summary
    fixtures.match_move(**asked(season), match=match, due_at=at - HOUR)
    assert "brought forward" in LogEntry.objects.latest("pk").summary
    changed = {(each.what, each.new) for each in ripples_of(measure)}
    assert ("kick-off", at.isoformat()) in changed
    assert any(what == "line-ups are locked" for what, _ in changed)


def test_a_preview_changes_nothing_and_is_what_happens(season: Season, match: Match) -> None:
    request = asked(season)
    move = lambda: fixtures.match_move(**request, match=match, due_at=match.due_at + 48 * HOUR)  # noqa: E731
    shown = ripples_of(previewed(move))
    assert Measure.objects.count() == LogEntry.objects.filter(action="match.moved").count() == 0
    assert Match.objects.get(pk=match.pk).due_at == match.due_at
    done = ripples_of(move())
    assert shown == done
    assert any(each.what == "plays in this order" for each in done)  # it was overtaken
    assert fingerprint(shown) == fingerprint(done)


def test_who_saw_something_else_is_refused(season: Season, match: Match) -> None:
    at = match.due_at + HOUR
    seen = fingerprint(ripples_of(previewed(lambda: fixtures.match_move(**asked(season), match=match, due_at=at))))
    fixtures.match_move(**asked(season), match=match, due_at=match.due_at + 2 * HOUR)
    with pytest.raises(Refused) as refusal:
        fixtures.match_move(**asked(season, seen=seen), match=match, due_at=at)
    assert refusal.value.code == "stale"
    assert Measure.objects.count() == 1


def test_a_proposal_is_carried_out_as_things_stand_whatever_its_proposer_saw(season: Season, match: Match) -> None:
    Team.objects.filter(pk=match.fixture.home_id).update(owner=season.league.commissioner)
    at, second = match.due_at + HOUR, make_staff(season.league, Role.COMMISSIONER)
    alone = fixtures.match_move.__wrapped__  # type: ignore[attr-defined]
    seen = fingerprint(ripples_of(previewed(lambda: alone(**asked(season), match=match, due_at=at))))
    decision = fixtures.match_move(**asked(season, seen=seen), match=match, due_at=at)
    with pytest.raises(Refused, match="proposed already"):  # the same again, from another page
        fixtures.match_move(**asked(season), match=match, due_at=at)
    fixtures.match_move(**asked(season, actor=second), match=match, due_at=at + HOUR)
    decision_confirm(actor=second, decision=decision)
    assert Match.objects.get(pk=match.pk).due_at == at


def test_a_request_that_comes_twice_is_done_once(season: Season, match: Match) -> None:
    request = asked(season)
    first, second = (fixtures.match_swap(**request, match=match) for _ in range(2))
    assert first == second
    fixture = Match.objects.get(pk=match.pk).fixture
    assert (fixture.home, fixture.away) == (match.fixture.away, match.fixture.home)


def test_only_who_runs_the_league_decides_and_never_without_a_reason(season: Season, match: Match) -> None:
    for user in (*coaches(match), make_user("stranger")):
        with pytest.raises(PermissionDenied):
            fixtures.match_swap(**asked(season, actor=user), match=match)
    for reason in ("", "  ", "x" * 201):
        with pytest.raises(Refused, match="reason"):
            fixtures.match_swap(**asked(season, reason=reason), match=match)
    assert not Measure.objects.exists()
    assert fixtures.match_swap(**asked(season, actor=make_staff(season.league, Role.ASSISTANT)), match=match)


def test_what_is_locked_over_past_or_too_far_stays(season: Season, match: Match) -> None:
    now = timezone.now()
    for at, code in (
        (now - HOUR, "bad-due_at"),
        (now + timedelta(days=800), "bad-due_at"),
        (match.due_at, "bad-due_at"),
    ):
        with pytest.raises(Refused) as refusal:
            fixtures.match_move(**asked(season), match=match, due_at=at)
        assert refusal.value.code == code
    match_lock(match_id=match.pk)
    for control in (
        lambda: fixtures.match_move(**asked(season), match=match, due_at=now + 9 * HOUR),
        lambda: fixtures.match_swap(**asked(season), match=match),
        lambda: fixtures.match_play_now(**asked(season), match=match),
    ):
        with pytest.raises(Refused) as refusal:
            control()
        assert refusal.value.code == "match-locked"
    match_resolve(match_id=match.pk)
    with pytest.raises(Refused) as refusal:
        fixtures.match_swap(**asked(season), match=match)
    assert refusal.value.code == "match-over"


def test_a_match_played_now_comes_before_the_others_of_its_teams(season: Season) -> None:
    *_, late, last = matches_of(season)
    fixtures.match_play_now(**asked(season), match=last)
    last.refresh_from_db()
    assert last.due_at <= timezone.now()
    assert last.due_at.microsecond == 0
    with pytest.raises(Refused) as refusal:
        fixtures.match_play_now(**asked(season), match=last)
    assert refusal.value.code == "due-already"
    match_lock(match_id=last.pk)
    assert match_resolve(match_id=last.pk) == "resolved"
    with pytest.raises(Refused) as refusal:
        fixtures.match_play_now(**asked(season), match=last)
    assert refusal.value.code == "match-over"
    earlier = fixtures.waiting_of(late.fixture.home_id, late.fixture.away_id)[0]
    Match.objects.filter(pk=earlier.pk).update(due_at=timezone.now() - HOUR)
    fixtures.match_play_now(**asked(season), match=late)
    first = Match.objects.get(pk=earlier.pk).due_at
    assert Match.objects.get(pk=late.pk).due_at == first - timedelta(seconds=1)


def test_the_only_match_of_its_teams_is_played_now() -> None:
    season = running_season(ago=-120)
    (only,) = matches_of(season)
    fixtures.match_play_now(**asked(season), match=only)
    assert timezone.now() - HOUR < Match.objects.get(pk=only.pk).due_at <= timezone.now()


def test_a_match_is_not_played_before_one_whose_line_ups_are_locked(season: Season, match: Match) -> None:
    match_lock(match_id=match.pk)
    later = fixtures.waiting_of(match.fixture.home_id).exclude(pk=match.pk)[0]
    with pytest.raises(Refused) as refusal:
        fixtures.match_play_now(**asked(season), match=later)
    assert refusal.value.code == "earlier-match"


def test_a_sequence_ends_with_the_lock_of_the_match_that_was_moved() -> None:
    first, second = matches_of(bloodbowl_season("human", "orc", "dwarf"))[:2]
    match_lock(match_id=first.pk)
    match_resolve(match_id=first.pk)
    season = first.fixture.round.season
    fixtures.match_move(**asked(season), match=second, due_at=timezone.now() + 10 * HOUR)
    second.refresh_from_db()
    shared = {first.fixture.home_id, first.fixture.away_id} & {second.fixture.home_id, second.fixture.away_id}
    (open_,) = Sequence.objects.filter(team__in=shared)
    assert open_.deadline == second.locks_at
    fixtures.match_move(**asked(season), match=second, due_at=timezone.now() + 200 * HOUR)
    open_.refresh_from_db()
    assert open_.deadline == open_.opened_at + season.league.decide_within * HOUR


def test_coaches_agree_by_proposal_and_counter_proposal(match: Match, settings: Any) -> None:
    settings.SITE_URL = "https://dugout.example"
    home, away = coaches(match)
    first = appointments.time_propose(actor=home, match=match, due_at=match.due_at + HOUR)
    second = appointments.time_propose(actor=away, match=match, due_at=match.due_at + 2 * HOUR)
    first.refresh_from_db()
    assert (first.state, second.state) == ("countered", "open")
    assert [each.to for each in mail.outbox] == [[away.email], [home.email]]
    assert {each.subject for each in mail.outbox} == {f"[Dugout] Another time for {match.fixture}"}
    assert all(f"\n\nhttps://dugout.example/matches/{match.pk}/time/\n" in str(each.body) for each in mail.outbox)
    for answer in (appointments.time_accept, appointments.time_decline):
        with pytest.raises(PermissionDenied):
            answer(actor=away, proposal=second)
    with pytest.raises(Refused) as refusal:
        appointments.time_accept(actor=away, proposal=first)
    assert refusal.value.code == "answered-already"
    moved = appointments.time_accept(actor=home, proposal=second)
    assert moved.due_at == moved.fixture.kick_off == match.due_at + 2 * HOUR
    assert list(LogEntry.objects.filter(action__contains="time-").order_by("pk").values_list("action", flat=True)) == [
        "match.time-proposed",
        "match.time-proposed",
        "match.time-agreed",
    ]


def test_whoever_coaches_both_sides_has_agreed(match: Match) -> None:
    home, _ = coaches(match)
    Team.objects.filter(pk=match.fixture.away_id).update(owner=home)
    proposal = appointments.time_propose(actor=home, match=match, due_at=match.due_at + HOUR)
    assert (proposal.state, Match.objects.get(pk=match.pk).due_at) == ("accepted", match.due_at + HOUR)
    assert mail.outbox == []


def test_a_proposal_can_end_without_an_agreement(match: Match) -> None:
    home, away = coaches(match)
    appointments.time_propose(actor=home, match=match, due_at=match.due_at + HOUR)
    own = appointments.time_propose(actor=home, match=match, due_at=match.due_at + 2 * HOUR)
    assert list(match.proposals.values_list("state", flat=True)) == ["open", "withdrawn"]
    with pytest.raises(PermissionDenied):
        appointments.time_withdraw(actor=away, proposal=own)
    appointments.time_withdraw(actor=home, proposal=own)
    other = appointments.time_propose(actor=home, match=match, due_at=match.due_at + HOUR)
    appointments.time_decline(actor=away, proposal=other)
    assert Match.objects.get(pk=match.pk).due_at == match.due_at


def test_a_proposal_keeps_to_its_bounds(season: Season, match: Match) -> None:
    home, away = coaches(match)
    played_in = match.fixture.round
    assistant = make_staff(season.league, Role.ASSISTANT)
    for actor, deadline, code in (
        (home, match.due_at, PermissionDenied),
        (assistant, match.due_at - 100 * HOUR, Refused),
    ):
        with pytest.raises(code):
            fixtures.round_set_deadline(**asked(season, actor=actor), played_in=played_in, deadline=deadline)
    limit = {"played_in": played_in, "deadline": match.due_at + 3 * HOUR}
    fixtures.round_set_deadline(**asked(season, actor=assistant), **limit)
    assert f"until {limit['deadline']:%Y-%m-%d %H:%M} UTC" in LogEntry.objects.latest("pk").summary
    assert season.rounds.filter(deadline__isnull=False).get() == played_in  # no other round has one
    match = Match.objects.select_related("fixture__round__season__league").get(pk=match.pk)
    for hours, said in ((4, "is to be played by"), (-200, "passed"), (-1.9, "anybody can answer")):
        with pytest.raises(Refused, match=said):
            appointments.time_propose(actor=home, match=match, due_at=match.due_at + hours * HOUR)
    proposal = appointments.time_propose(actor=home, match=match, due_at=match.due_at + 3 * HOUR)
    limit["deadline"] -= HOUR
    fixtures.round_set_deadline(**asked(season), **limit)
    with pytest.raises(Refused, match="is to be played by"):
        appointments.time_accept(actor=away, proposal=proposal)
    appointments.time_withdraw(actor=home, proposal=proposal)
    fixtures.round_set_deadline(**asked(season), played_in=played_in, deadline=None)
    with pytest.raises(Refused, match="change places"):
        appointments.time_propose(actor=home, match=match, due_at=match.due_at + 30 * HOUR)
    later = fixtures.waiting_of(match.fixture.home_id).exclude(pk=match.pk)[0]
    with pytest.raises(Refused, match="change places"):
        appointments.time_propose(actor=home, match=later, due_at=match.due_at - HOUR)
    for _ in range(appointments.MOST_PROPOSALS - 1):  # and the one before
        appointments.time_propose(actor=home, match=match, due_at=match.due_at + HOUR)
    with pytest.raises(Refused, match="So many"):
        appointments.time_propose(actor=home, match=match, due_at=match.due_at + HOUR)
    with pytest.raises(PermissionDenied):
        appointments.time_propose(actor=season.league.commissioner, match=match, due_at=match.due_at + HOUR)


def test_what_was_not_answered_before_the_lock_comes_to_nothing(match: Match) -> None:
    home, away = coaches(match)
    proposal = appointments.time_propose(actor=home, match=match, due_at=match.due_at + HOUR)
    match_lock(match_id=match.pk)
    with pytest.raises(Refused) as refusal:
        appointments.time_accept(actor=away, proposal=proposal)
    assert refusal.value.code == "match-locked"
