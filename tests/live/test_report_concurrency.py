"""However many answer the report of a match at once, and whatever workers try meanwhile, it ends once."""

import pytest

from journal.errors import Refused
from journal.models import LogEntry
from league.models import Result
from matches.models import Match, MatchRecord
from matches.reporting import MatchReport
from matches.services import Outcome, match_lock, match_resolve
from matches.table.reading import fingerprint
from matches.table.services import report_confirm, report_file, report_save, report_take_back
from teams.models import LedgerRow
from tests.builders import bloodbowl_season, matches_of, reported
from tests.live.checks import breaches
from tests.live.services import Live
from tests.live.test_books_concurrency import DEVICES, at_once

pytestmark = pytest.mark.live


def filed() -> tuple[Match, MatchReport]:
    (match,) = matches_of(bloodbowl_season("orc", "human", venue="table"))
    match = match_lock(match_id=match.pk)
    report_save(actor=match.fixture.home.owner, match=match, document=reported(match))
    return match, report_file(actor=match.fixture.home.owner, match=match)


def test_many_confirm_and_workers_try_to_play_it(live_orm: Live) -> None:
    match, report = filed()
    seen = fingerprint(report)

    def answer(number: int) -> str:
        if number % 2:
            return match_resolve(match_id=match.pk)
        return report_confirm(actor=match.fixture.away.owner, report=report, seen=seen).state

    found = at_once(answer)
    assert found == {"accepted": -(-DEVICES // 2), Outcome.NOTHING_TO_DO: DEVICES // 2}
    assert (Result.objects.count(), MatchRecord.objects.count()) == (1, 1)
    assert LogEntry.objects.filter(action="match.report-confirmed").count() == 1
    assert LedgerRow.objects.filter(kind="played").count() == 2
    assert breaches() == []


def test_it_is_either_confirmed_or_taken_back(live_orm: Live) -> None:
    match, report = filed()
    seen = fingerprint(report)

    def answer(number: int) -> str:
        try:
            if number % 2:
                return report_take_back(actor=match.fixture.home.owner, report=report).state
            return report_confirm(actor=match.fixture.away.owner, report=report, seen=seen).state
        except Refused as refusal:
            return refusal.code

    found = at_once(answer)
    over = Result.objects.count()
    assert over == int("accepted" in found) == MatchRecord.objects.count()
    assert set(found) <= ({"accepted", "accepted-already"} if over else {"draft", "not-filed"})
    report.refresh_from_db()
    assert report.state == ("accepted" if over else "draft")
    assert breaches() == []
