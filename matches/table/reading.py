"""A report as the rules of its game read it, beside the line-ups that were locked."""

import json
from hashlib import sha256
from typing import Any

import engine
from engine.campaign import Campaign, Refusal, Report
from journal.errors import Refused
from matches.models import Match
from matches.reporting import MatchReport


def campaign_of(match: Match) -> Campaign:
    return engine.campaign_of(match.locked_lineup["ruleset"])


def sheets_of(match: Match) -> tuple[Any, Any]:
    home, away = match.locked_lineup["sheets"]
    return home, away


def report_blank(match: Match) -> dict[str, Any]:
    """The report to begin with."""
    return campaign_of(match).reports.form.blank(sheets_of(match))


def report_read(match: Match, document: Any) -> Report:
    """What can be shown, whatever else is wrong with it; else it is refused. Old reports stay to be read by later versions."""
    lineup = match.locked_lineup
    rules = engine.ruleset(lineup["ruleset"])
    rulings = rules.rulings(overrides=lineup["rulings"]) if _is_current(match) else rules.rulings()
    try:
        return campaign_of(match).reports.form.read(sheets_of(match), rulings, document)
    except Refusal as refusal:
        raise refused(refusal) from refusal


def report_problems(match: Match, document: Any) -> list[Refused]:
    """All that keeps a report from being filed."""
    return [refused(problem) for problem in campaign_of(match).reports.problems(report_read(match, document))]


def report_result(match: Match, document: Any) -> dict[str, Any]:
    """The result that a report amounts to; refused where it is not possible."""
    if not _is_current(match):
        message = (
            "The line-ups were locked under another version of the rules. The commissioner can take the season over."
        )
        raise Refused("ruleset-version", message)
    for problem in report_problems(match, document):
        raise problem
    return campaign_of(match).reports.result(report_read(match, document))


def _is_current(match: Match) -> bool:
    """Whether this server has the rules under which the line-ups were locked."""
    lineup = match.locked_lineup
    return bool(lineup["ruleset_version"] == engine.ruleset(lineup["ruleset"]).version)


def refused(refusal: Refusal) -> Refused:
    return Refused(refusal.code, str(refusal), rule=refusal.rule)


def fingerprint(report: MatchReport) -> str:
    """Of what it says, so that nobody answers another report than the one that was looked at."""
    return sha256(json.dumps(report.document, sort_keys=True).encode()).hexdigest()[:16]
