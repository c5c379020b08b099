"""What the commissioner decides about a report that is disputed, or that nobody has answered in time.

Nobody who coaches in the match, or plays in a table with its teams, decides it alone (`league.decisions`). `filed` is the
fingerprint of the report that is decided about, so that a confirmation later is about no other one.
"""

from typing import Any
from uuid import UUID, uuid4

from django.core.exceptions import PermissionDenied
from django.db import transaction

from accounts.models import User
from journal.errors import Refused
from journal.services import record
from league.decisions.second import needs_second
from league.decisions.stakes import Matter
from league.permissions import May, may
from matches.control.measures import Asked, measure_take
from matches.models import Match, Measure
from matches.reporting import MatchReport
from matches.table.reading import report_read, report_result
from matches.table.services import accept, checked_words, refuse_stale, reopen, standing_report

State = MatchReport.State


def _about(words: str) -> Any:
    def about(*, report: MatchReport, **_: Any) -> Matter:
        fixture, people = report.match.fixture, [report.actor] if report.actor else []
        teams = (fixture.home, fixture.away)
        return Matter(fixture.round.season.league, f"{words} {fixture}", teams=teams, people=people)

    return about


@needs_second("match.report-accepted", _about("accept the report of"))
@transaction.atomic
def report_accept(*, actor: User, report: MatchReport, filed: str, reason: str) -> MatchReport:
    """The match ended as the report says."""
    match, report = _decidable(actor, report, filed)
    report.comment = checked_words(reason, "comment")
    accept(actor, match, report)
    _log(actor, report, "report-accepted", f"{actor} decided that the report of {match.fixture} holds.")
    return report


@needs_second("match.report-corrected", _about("correct and accept the report of"))
def report_correct(
    *, actor: User, report: MatchReport, document: Any, filed: str, reason: str, key: UUID | None = None, seen: str = ""
) -> Measure:
    """The match ended otherwise. That is a measure; what the coach has filed is kept."""

    def act(measure: Measure) -> str:
        match, found = _decidable(actor, report, filed)
        said = dict(report_read(match, document).said)
        if said == found.document:
            raise Refused("same-report", "That is what the report says. Change it, or accept it as it is.")
        report_result(match, said)
        found.comment = measure.reason
        found.filed_document, found.document = found.document, said
        accept(actor, match, found)
        return f"{actor} corrected the report of {match.fixture} and accepted it."

    match, asked = report.match, Asked(actor=actor, reason=reason, key=key or uuid4(), seen=seen)
    season, teams = match.fixture.round.season, lambda: match.fixture.teams
    return measure_take(asked, kind=Measure.Kind.CORRECTED, season=season, match=match, teams=teams, act=act)


@needs_second("match.report-returned", _about("return the report of"))
@transaction.atomic
def report_return(*, actor: User, report: MatchReport, filed: str, reason: str) -> MatchReport:
    """Either side may file another one."""
    match, report = _decidable(actor, report, filed)
    report.comment = checked_words(reason, "comment")
    reopen(report)
    _log(actor, report, "report-returned", f"{actor} has {match.fixture} reported anew.")
    return report


def _decidable(actor: User, report: MatchReport, filed: str) -> tuple[Match, MatchReport]:
    if not may(actor, report.match.fixture.round.season.league, May.RULE):
        raise PermissionDenied("Only a commissioner of the league may decide about a report.")
    match, report = standing_report(report)
    if report.state == State.FILED and not report.is_overdue:
        raise Refused("not-yours-yet", "The other coach has still time to answer; after that you may decide.")
    refuse_stale(report, filed)
    return match, report


def _log(actor: User, report: MatchReport, action: str, summary: str) -> None:
    data = {"report": report.pk, "team": report.team.slug, "reason": report.comment}
    record(actor=actor, action=f"match.{action}", target=report.match, summary=summary, data=data)
