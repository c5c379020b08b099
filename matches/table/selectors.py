"""Every read of reports of matches at a table, and who may see one: the coaches of both sides and whoever may decide about it.

Once it is accepted, everybody who sees the match sees its report.
"""

from collections.abc import Iterable
from typing import Any

from django.db.models import Q

from accounts.models import User
from league.permissions import May
from matches.models import Match
from matches.reporting import MatchReport, TableOffer
from matches.selectors import match_content, match_lines
from matches.table.reading import report_result
from matches.table.sides import side_of
from teams.models import Team
from teams.permissions import coached_by
from teams.selectors import bulky

State = MatchReport.State


def filed_report(match: Match) -> MatchReport | None:
    """The report that is filed, disputed or accepted: one query."""
    found = match.reports.exclude(state=State.DRAFT).select_related("team", "actor", "accepted_by").first()
    if found is not None:
        found.match = match
    return found


def filed_reports(matches: Iterable[Match]) -> dict[int, MatchReport]:
    """The same of several matches, by match: one query, and none where all are played by the engine."""
    at_table = [match.pk for match in matches if match.at_table]
    if not at_table:
        return {}
    found = MatchReport.objects.filter(match__in=at_table).exclude(state=State.DRAFT).select_related("team")
    return {report.match_id: report for report in found.defer("document", "filed_document", *bulky("team"))}


def waits_for(report: MatchReport | None, *, answers: bool = False) -> str:
    """What a match at a table waits for, once its line-ups are locked; `answers` if for the reader to answer the report."""
    if report is None:
        return "It is played at a table, and waits for the report of one of its coaches."
    if report.state == State.DISPUTED:
        return f"The report of {report.team} is disputed, and a commissioner decides."
    if report.has_no_answer:
        return f"{report.team} has reported how it ended. Nobody coaches the other side, and a commissioner decides."
    if report.is_overdue:
        return f"Nobody has answered the report of {report.team} in time, and a commissioner decides."
    who = "you have" if answers else "the other coach has"
    return f"{report.team} has reported how it ended, and {who} to confirm or dispute it."


def to_settle(user: User) -> list[tuple[Match, str]]:
    """The matches at a table that somebody coaches and that are not over, each with what it waits for: three queries."""
    own = set(Team.objects.filter(coached_by(user)).values_list("pk", flat=True))
    found = match_lines().filter(Q(fixture__home__in=own) | Q(fixture__away__in=own), at_table=True)
    matches = list(found.filter(locked_at__isnull=False, resolved_at__isnull=True).order_by("due_at", "pk"))
    reports = filed_reports(matches)
    filed = [(match, reports.get(match.pk)) for match in matches]
    return [(match, waits_for(each, answers=each is not None and each.team_id not in own)) for match, each in filed]


def result_of(report: MatchReport) -> dict[str, Any]:
    """What a report would come to; of one that is accepted, what it came to. Refused where it is not possible."""
    if report.state == State.ACCEPTED:
        result: dict[str, Any] = match_content(report.match)["result"]
        return result
    return report_result(report.match, report.document)


def own_draft(match: Match, user: Any) -> MatchReport | None:
    """What the reader's side has saved and not filed."""
    team = side_of(user, match)
    return match.reports.filter(team=team, state=State.DRAFT).first() if team else None


def open_offer(match: Match) -> TableOffer | None:
    return match.table_offers.filter(state=TableOffer.State.OPEN).select_related("team").first()


def may_see(user: Any, match: Match, report: MatchReport, can: frozenset[May]) -> bool:
    return report.state == State.ACCEPTED or May.RULE in can or side_of(user, match) is not None
