"""Matches at a table for tests, and their reports, made by the same services as the real ones."""

from collections.abc import Callable
from typing import Any

import pytest

from accounts.models import User
from journal.errors import Refused
from league.models import Season
from matches.models import Match
from matches.reporting import MatchReport
from matches.services import match_lock
from matches.table.reading import fingerprint
from matches.table.services import report_confirm, report_dispute, report_file, report_save
from tests.builders import (
    bloodbowl_season,
    matches_of,
    reported,
)


def at_table(venue: str = Season.Venue.TABLE, **season: Any) -> Match:
    """The first match of such a season, its line-ups locked."""
    match = matches_of(bloodbowl_season("orc", "human", venue=venue, **season))[0]
    return match_lock(match_id=match.pk)


def coaches(match: Match) -> tuple[User, User]:
    return match.fixture.home.owner, match.fixture.away.owner


def filed(match: Match, **changes: Any) -> MatchReport:
    home, _ = coaches(match)
    report_save(actor=home, match=match, document=reported(match, **changes))
    return report_file(actor=home, match=match)


def confirmed(match: Match, **changes: Any) -> MatchReport:
    report = filed(match, **changes)
    return report_confirm(actor=coaches(match)[1], report=report, seen=fingerprint(report))


def refused(code: str, ask: Callable[[], object]) -> None:
    with pytest.raises(Refused) as refusal:
        ask()
    assert refusal.value.code == code


def commissioner(match: Match) -> User:
    return match.fixture.round.season.league.commissioner


def disputed(match: Match) -> MatchReport:
    report = filed(match)
    return report_dispute(actor=coaches(match)[1], report=report, reason="It was 1:1.", seen=fingerprint(report))


def judged(report: MatchReport, actor: User, **changes: Any) -> dict[str, Any]:
    return {"actor": actor, "report": report, "filed": fingerprint(report), "reason": "I was there.", **changes}
