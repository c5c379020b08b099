"""Rows that a process has read are not read again, and count only as long as they are those of the ledger."""

from collections.abc import Callable, Iterator
from copy import deepcopy
from threading import Thread
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from engine.campaign import Club
from teams.ledger import reading, snapshots
from teams.ledger.services import editor_of, open_sequence, team_club
from teams.models import LedgerRow, Team
from teams.sequence.services import sequence_finish
from tests.aftermaths import after_match
from tests.builders import make_team, make_user

pytestmark = pytest.mark.django_db
Commit = Callable[..., Any]


@pytest.fixture(autouse=True)
def nothing_remembered() -> Iterator[None]:
    reading._remembered.clear()
    yield
    reading._remembered.clear()


@pytest.fixture
def team() -> Team:
    team = make_team(make_user(), "Orcs", ruleset="bb2025", roster="orc")
    return after_match(team)


@pytest.fixture
def commit(django_capture_on_commit_callbacks: Any) -> Commit:
    """What is done in here is committed, as far as anybody can tell."""

    def done(do: Callable[[], Any]) -> Any:
        with django_capture_on_commit_callbacks(execute=True):
            return do()

    return done


def club(team: Team) -> Club:
    return editor_of(team, open_sequence(team)).club


def test_only_new_rows_are_read_again(team: Team, commit: Commit) -> None:
    first = commit(lambda: club(team))
    rows = team.ledger.count()
    sequence = open_sequence(team)
    with CaptureQueriesContext(connection) as queries:
        assert editor_of(team, sequence).club == first == team_club(team)
    assert f'"number" >= {rows}' in queries[0]["sql"]
    commit(lambda: sequence_finish(team=team))
    assert team.ledger.count() > rows
    assert club(team) == team_club(team)


def test_rows_that_were_rolled_back_are_forgotten(team: Team, monkeypatch: pytest.MonkeyPatch) -> None:
    """And so is a snapshot of them."""
    monkeypatch.setattr(snapshots, "ROWS_APART", 1)
    with transaction.atomic():
        sequence_finish(team=team)
        assert team.snapshots.exists()
        club(team)
        transaction.set_rollback(True)
    assert not reading._remembered
    assert club(team) == team_club(team)


def test_other_rows_under_the_same_numbers_are_noticed(team: Team, commit: Commit) -> None:
    """As after a copy of the database was put back."""
    commit(lambda: club(team))
    last = team.ledger.order_by("-number")[0]
    LedgerRow.objects.filter(request=last.request).update(request=uuid4())
    paid = team.ledger.filter(gold__gt=0)[0]
    LedgerRow.objects.filter(pk=paid.pk).update(gold=paid.gold + 7)
    assert club(team) == team_club(team)


def test_after_a_snapshot_nothing_before_it_is_kept(team: Team, commit: Commit) -> None:
    for match in range(20, 26):
        commit(lambda: sequence_finish(team=team))
        commit(lambda match=match: after_match(team, match=match))
        kept = reading._remembered.get(team.pk)
        assert kept is None or len(kept.rows) < reading.ROWS_APART
        assert club(team) == team_club(team)
    assert team.snapshots.exists()


def test_not_more_teams_are_remembered_than_there_is_room_for(
    team: Team, commit: Commit, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reading, "MOST_REMEMBERED", 1)
    other = after_match(make_team(make_user("b"), "Humans", ruleset="bb2025", roster="human"))
    commit(lambda: club(team))
    commit(lambda: club(other))
    assert list(reading._remembered) == [other.pk]


def test_a_long_ledger_is_not_remembered(team: Team, commit: Commit, monkeypatch: pytest.MonkeyPatch) -> None:
    rows = len(commit(lambda: reading.ledgers_of([team]))[team.pk].rows)
    assert list(reading._remembered) == [team.pk]
    monkeypatch.setattr(reading, "ROWS_APART", rows)
    commit(lambda: club(team))
    assert not reading._remembered


def test_a_request_changes_nothing_that_is_remembered(team: Team, commit: Commit) -> None:
    """Others go on from the same rows and the same snapshot."""
    for match in range(20, 26):
        commit(lambda: sequence_finish(team=team))
        commit(lambda match=match: after_match(team, spp={3: 6}, match=match))
    kept = reading._remembered[team.pk]
    assert kept.start
    before = deepcopy(kept)
    with transaction.atomic():
        sequence_finish(team=team)
        transaction.set_rollback(True)
    assert reading._remembered[team.pk] is kept
    assert kept == before


def test_another_thread_may_forget_a_team_meanwhile(
    team: Team, commit: Commit, monkeypatch: pytest.MonkeyPatch
) -> None:
    """But not between the question whether it is known and the answer."""

    class Watched(dict[int, Any]):
        def __contains__(self, pk: object) -> bool:
            known = super().__contains__(pk)
            other = Thread(target=reading.forget, args=[[team.pk]])
            other.start()
            other.join(0.1)  # it waits for its turn
            return known

    commit(lambda: club(team))
    monkeypatch.setattr(reading, "_remembered", Watched(reading._remembered))
    assert club(team) == team_club(team)
