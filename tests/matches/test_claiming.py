"""Claims: each due match once, each team's matches in order, and nothing is lost for good."""

import threading
from datetime import timedelta

import pytest
from django.db import connection
from django.utils import timezone

from matches import tasks
from matches.applying import outcome_apply
from matches.models import MAX_ATTEMPTS, Match
from matches.services import match_lock, match_lock_due, matches_claim_due
from tests.builders import lock_due, locked_match, matches_of, played, running_season


def claim(**later: float) -> list[int]:
    return matches_claim_due(now=timezone.now() + timedelta(**later), worker="w")


@pytest.mark.django_db
def test_a_due_match_is_claimed_once() -> None:
    match = locked_match()
    assert claim() == [match.pk]
    assert claim() == []
    match.refresh_from_db()
    assert (match.status, match.claimed_by) == ("playing", "w")


@pytest.mark.django_db
def test_what_is_not_due_or_not_locked_is_not_claimed() -> None:
    running_season(name="A")
    later = locked_match(name="B")
    Match.objects.filter(pk=later.pk).update(due_at=timezone.now() + timedelta(minutes=1))
    assert claim() == []
    assert claim(minutes=2) == [later.pk]


@pytest.mark.django_db
def test_a_claim_that_nobody_finished_is_claimed_again_after_the_timeout(settings) -> None:
    settings.CLAIM_TIMEOUT = 100
    match = locked_match()
    assert claim() == [match.pk]
    assert claim(seconds=60) == []
    assert claim(seconds=160) == [match.pk]


@pytest.mark.django_db
def test_the_wait_grows_with_every_attempt(settings) -> None:
    settings.CLAIM_TIMEOUT = 100
    match = locked_match()
    claim()
    Match.objects.update(attempts=3)
    assert claim(seconds=200) == []
    assert claim(seconds=400) == [match.pk]


@pytest.mark.django_db
def test_finished_and_given_up_matches_are_never_claimed() -> None:
    over, failed = locked_match(name="A"), locked_match(name="B")
    outcome_apply(match_id=over.pk, played=played(over))
    Match.objects.filter(pk=failed.pk).update(failed_at=timezone.now(), attempts=MAX_ATTEMPTS)
    assert claim(days=30) == []


@pytest.mark.django_db
def test_a_teams_later_match_waits_for_its_earlier_one() -> None:
    """Four teams, two rounds due: the second is neither locked nor claimed before the first is resolved."""
    season = running_season(teams=4)
    rounds = [matches_of(season)[n : n + 2] for n in (0, 2)]
    assert sorted(lock_due()) == [match.pk for match in rounds[0]]
    assert sorted(claim()) == [match.pk for match in rounds[0]]
    outcome_apply(match_id=rounds[0][0].pk, played=played(Match.objects.get(pk=rounds[0][0].pk)))
    assert lock_due() == []  # every second-round match meets a team of the open one
    outcome_apply(match_id=rounds[0][1].pk, played=played(Match.objects.get(pk=rounds[0][1].pk)))
    assert sorted(lock_due()) == [match.pk for match in rounds[1]]
    assert sorted(claim()) == [match.pk for match in rounds[1]]


@pytest.mark.django_db
def test_even_a_locked_later_match_is_not_claimed_before_its_time() -> None:
    first, second = matches_of(running_season(teams=2, legs=2))
    match_lock(match_id=first.pk)
    Match.objects.filter(pk=second.pk).update(locked_at=timezone.now(), sealed_seed="s", commitment="c")
    assert claim() == [first.pk]


@pytest.mark.django_db
def test_claiming_takes_the_same_queries_for_one_team_and_for_many(django_assert_num_queries) -> None:
    for teams, name in ((2, "A"), (6, "B")):
        season = running_season(teams=teams, name=name)
        lock_due()
        due = len([match for match in matches_of(season) if match.locked_at])
        with django_assert_num_queries(7):
            assert len(claim()) == due


@pytest.mark.django_db(transaction=True)
def test_threads_that_claim_at_once_share_the_matches_without_overlap() -> None:
    for number in range(6):
        locked_match(name=f"League {number}")
    claimed: list[list[int]] = []
    start = threading.Barrier(4)

    def work() -> None:
        start.wait()
        claimed.append(claim())
        connection.close()

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(pk for each in claimed for pk in each) == sorted(Match.objects.values_list("pk", flat=True))


@pytest.mark.django_db
def test_a_match_that_is_due_is_claimed_as_it_is_locked() -> None:
    due, later = (matches_of(running_season(name=name))[0] for name in ("One", "Two"))
    Match.objects.filter(pk=later.pk).update(due_at=timezone.now() + timedelta(minutes=1))
    claimed = match_lock_due(match_id=due.pk, worker="w")
    assert claimed.pk == due.pk
    due.refresh_from_db()
    assert (due.claimed_by, due.attempts, due.claimed_at) == ("w", 1, due.locked_at)
    assert match_lock_due(match_id=later.pk, worker="w") is None
    later.refresh_from_db()
    assert (later.locked_at is not None, later.claimed_by, later.attempts) == (True, "", 0)
    assert matches_claim_due(now=timezone.now(), worker="other") == []
    assert match_lock_due(match_id=due.pk, worker="other") is None  # locked, and claimed by somebody else


@pytest.mark.django_db
def test_a_match_that_was_given_up_is_not_locked() -> None:
    (match,) = matches_of(running_season())
    Match.objects.update(failed_at=timezone.now())
    assert match_lock_due(match_id=match.pk, worker="w") is None
    assert Match.objects.get().locked_at is None


@pytest.mark.django_db(transaction=True)
def test_the_tick_sends_one_message_for_each_claim(monkeypatch) -> None:
    sent: list[tuple[object, ...]] = []
    monkeypatch.setattr(tasks.job_run, "delay_on_commit", lambda *job: sent.append(job))
    monkeypatch.setattr(tasks.match_resolve, "delay_on_commit", lambda *match: sent.append(match))
    first, second = matches_of(running_season(teams=4))[:2]
    for _ in range(2):
        tasks.tick()
    assert sent == [("lock", first.pk), ("lock", second.pk)]
    for match in (first, second):
        match_lock(match_id=match.pk)
    for _ in range(2):
        tasks.tick()
    assert sent[2:] == [(first.pk,), (second.pk,)]
