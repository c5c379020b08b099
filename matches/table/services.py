"""Every write of coaches to the report of a match at a table: saved, filed, taken back, confirmed, disputed.

One side files it and the other side answers. Nobody answers an own report; what the coaches cannot settle, the commissioner decides
(`matches.table.deciding`). All begin with the row of the match, as everything does that ends one.
"""

from datetime import timedelta
from typing import Any

from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from accounts.text import longest_of
from engine.core.text import clean_text
from journal.errors import Refused
from journal.reasons import reason_or_refuse
from journal.services import record
from league.decisions.selectors import deciders_of
from league.models import Season
from matches.applying import report_apply
from matches.models import Match
from matches.reporting import MatchReport
from matches.table.reading import fingerprint, report_read, report_result
from matches.table.sides import WITH_TEAMS, opponent_of, own_team, refuse_unless_opponent
from teams.coaches.mail import coaches_write, people_write
from teams.ledger.services import ONE_CHANGE_AT_A_TIME
from teams.models import Team
from teams.permissions import is_coach

State = MatchReport.State
STALE = "The report has changed since you looked at it. Look at it again, then answer."


@transaction.atomic
def report_save(*, actor: User, match: Match, document: Any) -> MatchReport:
    """Keep a report as far as it is written. It may still contradict itself, which is refused when it is filed."""
    team, match = own_team(actor, match), reported_match(match)
    _refuse_filed(match)
    document = dict(report_read(match, document).said)  # with what was left out
    report = match.reports.filter(team=team).first() or MatchReport(match=match, team=team, document={})
    if report.document != document:
        report.document, report.actor = document, actor
        report.save()
    return report


@transaction.atomic
def report_file(*, actor: User, match: Match) -> MatchReport:
    """File what is saved: the other coach is asked to confirm it. Filing it again changes nothing."""
    team, match = own_team(actor, match), reported_match(match)
    report = match.reports.filter(team=team).first()
    if report is None:
        raise Refused("nothing-saved", "Write the report and save it, then file it.")
    if report.state == State.FILED:
        return report
    _refuse_filed(match)
    report_result(match, report.document)
    now = timezone.now()
    report.state, report.actor, report.filed_at = State.FILED, actor, now
    report.answer_by = now + timedelta(hours=match.fixture.round.season.league.decide_within)
    report.objection = report.comment = ""
    report.save()
    summary = f"{actor} reported how {match.fixture} ended: {_score(report)}."
    _log(actor, report, "report-filed", summary)
    _write(
        opponent_of(match, team), match, f"{summary} Confirm or dispute it by {report.answer_by:%Y-%m-%d %H:%M} UTC."
    )
    return report


@transaction.atomic
def report_take_back(*, actor: User, report: MatchReport) -> MatchReport:
    """The side that has filed it takes it back, to change it, until it is accepted."""
    if not is_coach(actor, report.team):
        raise PermissionDenied(f"Only a coach of {report.team} may take that back.")
    _, report = standing_report(report)
    reopen(report)
    _log(actor, report, "report-taken-back", f"{actor} took back the report of {report.match.fixture}.")
    return report


@transaction.atomic
def report_confirm(*, actor: User, report: MatchReport, seen: str) -> MatchReport:
    """The other coach agrees, and the match is over. Confirming it again changes nothing."""
    refuse_unless_opponent(actor, report.match, report.team)
    match, report = standing_report(report, or_accepted=True)
    if actor.pk == report.actor_id:
        raise PermissionDenied("Somebody else has to confirm what you have reported yourself.")
    if report.state == State.ACCEPTED:
        return report
    refuse_stale(report, seen)
    accept(actor, match, report)
    _log(actor, report, "report-confirmed", f"{actor} confirmed the report of {match.fixture}: {_score(report)}.")
    return report


@transaction.atomic
def report_dispute(*, actor: User, report: MatchReport, reason: str, seen: str) -> MatchReport:
    """The other coach does not agree, and says why; then the commissioner decides, or the report is taken back."""
    refuse_unless_opponent(actor, report.match, report.team)
    match, report = standing_report(report)
    refuse_stale(report, seen)
    report.state, report.objection = State.DISPUTED, checked_words(reason, "objection")
    report.save()
    summary = f"{actor} disputed the report of {match.fixture}."
    _log(actor, report, "report-disputed", summary, {"reason": report.objection})
    _write(report.team, match, f"{summary} A commissioner decides, unless you take the report back.")
    about = f"The report of {match.fixture}"
    deciders = deciders_of(match.fixture.round.season.league)
    people_write(deciders, about, f"{summary} Decide about it on its page.", reverse("matches:report", args=[match.pk]))
    return report


# Shared with what the commissioner decides --------------------------------------------------------------------------------


def reported_match(match: Match) -> Match:
    """A match at a table that waits for its report, its row locked."""
    Match.objects.select_for_update(no_key=True).filter(pk=match.pk).first()
    found = Match.objects.select_related(*WITH_TEAMS).get(pk=match.pk)
    if found.resolved_at:
        raise Refused("match-over", f"{found.fixture} is over.")
    if not found.at_table:
        raise Refused("not-at-a-table", f"{found.fixture} is played by the engine, and nobody reports it.")
    if not found.locked_at or found.fixture.round.season.state != Season.State.RUNNING:
        raise Refused("not-locked-yet", f"The line-ups of {found.fixture} are not locked yet. Report it after that.")
    return found


def standing_report(report: MatchReport, *, or_accepted: bool = False) -> tuple[Match, MatchReport]:
    """A report that is filed and not accepted yet, with its match, whose row is locked."""
    Match.objects.select_for_update(no_key=True).filter(pk=report.match_id).first()
    found = MatchReport.objects.select_related("team", *(f"match__{each}" for each in WITH_TEAMS)).get(pk=report.pk)
    if found.state == State.ACCEPTED and not or_accepted:
        raise Refused("accepted-already", "This report is accepted, and the match is over.")
    if found.state == State.DRAFT:
        raise Refused("not-filed", "This report was taken back; there is nothing to answer.")
    if found.state != State.ACCEPTED:
        reported_match(found.match)
    return found.match, found


def refuse_stale(report: MatchReport, seen: str) -> None:
    if seen != fingerprint(report):
        raise Refused("stale", STALE, rule=ONE_CHANGE_AT_A_TIME)


def accept(actor: User, match: Match, report: MatchReport) -> None:
    """The report is how the match ended."""
    applied = report_apply(match_id=match.pk, report=report.document, result=report_result(match, report.document))
    if not applied:
        raise Refused("match-over", f"{match.fixture} is over.")
    report.state, report.accepted_at, report.accepted_by = State.ACCEPTED, timezone.now(), actor
    report.save()


def reopen(report: MatchReport) -> None:
    report.state, report.filed_at, report.answer_by, report.objection = State.DRAFT, None, None, ""
    report.save()


def checked_words(text: str, field: str) -> str:
    return reason_or_refuse(text, longest_of(MatchReport, field), "Give the reason.", clean_text)


def _refuse_filed(match: Match) -> None:
    filed = match.reports.exclude(state=State.DRAFT).select_related("team").first()
    if filed is not None:
        message = (
            f"{filed.team} has filed a report of this match: it is answered or taken back before there is another one."
        )
        raise Refused("filed-already", message)


def _write(team: Team, match: Match, text: str) -> None:
    coaches_write(team, f"The report of {match.fixture}", text, reverse("matches:report", args=[match.pk]))


def _score(report: MatchReport) -> str:
    home, away = report.document["score"]
    return f"{home}:{away}"


def _log(actor: User, report: MatchReport, action: str, summary: str, data: dict[str, Any] | None = None) -> None:
    data = {"report": report.pk, "team": report.team.slug, **(data or {})}
    record(actor=actor, action=f"match.{action}", target=report.match, summary=summary, data=data)
