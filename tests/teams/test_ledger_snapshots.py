"""However long a ledger is, a club is its last snapshot and a few rows, and equal to the whole ledger replayed."""

import pytest
from django.db import IntegrityError, connection
from django.test.utils import CaptureQueriesContext

from engine.campaign import freeze
from teams.ledger.services import club_before_and_after, entries_of, team_club
from teams.ledger.snapshots import ROWS_APART, nearest_snapshot
from teams.models import LedgerSnapshot, Team
from teams.sequence.services import sequence_finish, team_undo
from tests.aftermaths import after_match, ask, to_step
from tests.builders import make_team, make_user

pytestmark = pytest.mark.django_db


@pytest.fixture
def team() -> Team:
    """With seven matches behind it."""
    team = make_team(make_user(), ruleset="bb2025", roster="human")
    for number in range(7):
        team = after_match(team, spp={3: 4, 5: 6}, match=number)
        sequence_finish(team=team)
    return team


def test_the_club_of_any_row_is_what_the_whole_ledger_gives(team: Team) -> None:
    rows = entries_of(team)
    assert team.snapshots.count() >= 2
    for number in range(1, len(rows) + 1):
        assert team_club(team, number) == team.campaign.club(rows[:number])
        earlier = max(number - 5, 2)
        before_and_after = team.campaign.club(rows[: earlier - 1]), team.campaign.club(rows[:number])
        assert number < earlier or club_before_and_after(team, earlier, number) == before_and_after
    assert team_club(team) == team.campaign.club(rows)


def test_only_rows_after_the_last_snapshot_are_read(team: Team) -> None:
    start = nearest_snapshot(team)
    assert start
    assert len(entries_of(team, start)) == team.ledger.count() - start["rows"] < ROWS_APART
    with CaptureQueriesContext(connection) as queries:
        team_club(team)
    assert len(queries) == 2
    assert f'"number" > {start["rows"]}' in queries[1]["sql"]


def test_a_snapshot_of_another_release_is_not_used(team: Team) -> None:
    (last,) = team.snapshots.order_by("-rows")[:1]
    last.club = {**last.club, "format": "of another release", "treasury": 9999}
    last.save()
    assert nearest_snapshot(team) is None
    assert team_club(team) == team.campaign.club(entries_of(team))


def test_there_is_none_while_something_can_be_undone(team: Team) -> None:
    """The rows of an open sequence can be taken back; a snapshot of them would keep what they did."""
    team = to_step(after_match(team, match=8), "hiring")
    kept = team.snapshots.count()
    treasury = team_club(team).treasury
    for number in range(ROWS_APART):
        ask(team, "rename", member=1, name=f"Name {number}", number=1)
    ask(team, "hire", position="human-lineman", name="Newcomer", number=40)
    assert team.snapshots.count() == kept
    team_undo(actor=team.owner, team=team, version=team_club(team).rows)
    assert team_club(team).treasury == treasury
    sequence_finish(team=team)
    assert team.snapshots.count() == kept + 1


def test_there_is_one_for_a_row(team: Team) -> None:
    snapshot = team.snapshots.first()
    assert snapshot
    with pytest.raises(IntegrityError):
        LedgerSnapshot.objects.create(team=team, rows=snapshot.rows, club=freeze(team_club(team)))
