"""What a match at a table waits for, and what its reader can do about it."""

from dataclasses import dataclass
from typing import Any

from django.utils import timezone

from league.models import Season
from league.permissions import May
from matches.models import Match
from matches.reporting import MatchReport, TableOffer
from matches.table.selectors import filed_report, open_offer, waits_for
from matches.table.sides import opponent_of, side_of
from teams.models import Team
from teams.permissions import is_coach

State = MatchReport.State


@dataclass(frozen=True, slots=True)
class NextStep:
    """For the page of a match. `own` is the team that the reader coaches in it."""

    words: str
    own: Team | None = None
    offer: TableOffer | None = None
    asked: bool = False  # the other coach has proposed it, and the reader answers
    agreeing: bool = False  # the coaches may still agree on another way
    button: str = ""  # of the main action, and the route that it leads to
    route: str = ""


def next_at_table(match: Match, user: Any, can: frozenset[May]) -> NextStep | None:
    """None where nothing is or can be played at a table."""
    if match.status == "scheduled" and match.fixture.round.season.venue == Season.Venue.AGREED:
        return _agreeing(match, user)
    if not match.at_table:
        return None
    if match.resolved_at:
        return _over(match)
    return _reporting(match, user, can) if match.locked_at else NextStep(AHEAD)


AHEAD = "It is played at a table. Once the line-ups are locked, one coach reports how it ended, and the other confirms that."


def _agreeing(match: Match, user: Any) -> NextStep:
    words = AHEAD if match.at_table else "It is played by the engine, unless both coaches agree on a table."
    own, offer = side_of(user, match), open_offer(match)
    asked = offer is not None and is_coach(user, opponent_of(match, offer.team))
    if offer is not None:
        offer.match = match
    return NextStep(words, own=own, offer=offer, asked=asked, agreeing=True)


def _over(match: Match) -> NextStep | None:
    report = filed_report(match) if match.was_played else None
    if report is None or report.state != State.ACCEPTED:
        return None
    by = f", reported by {report.actor}" if report.actor else ""
    if report.filed_document is not None:
        on = timezone.localtime(report.accepted_at)
        who = report.accepted_by or "the commissioner"
        said = f"It was played at a table{by} and corrected by {who} on {on:%-d %B %Y}, because: {report.comment}"
        return NextStep(said, button="Report", route="matches:report")
    agreed = f" and accepted by {report.accepted_by}" if report.accepted_by else ""
    return NextStep(f"It was played at a table{by}{agreed}.", button="Report", route="matches:report")


def _reporting(match: Match, user: Any, can: frozenset[May]) -> NextStep:
    report, own = filed_report(match), side_of(user, match)
    words = waits_for(report, answers=report is not None and own is not None and own.pk != report.team_id)
    if report is None:
        return NextStep(words, own, button="Write the report", route="matches:report-write") if own else NextStep(words)
    if own is None and May.RULE not in can:
        return NextStep(words)
    return NextStep(words, own, button=_button(report, own, can), route="matches:report")


def _button(report: MatchReport, own: Team | None, can: frozenset[May]) -> str:
    if own and own.pk != report.team_id and report.state == State.FILED:
        return "Confirm or dispute the report"
    if May.RULE in can and (report.state == State.DISPUTED or report.is_overdue):
        return "Decide about the report"
    return "Look at the report"
