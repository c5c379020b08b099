"""A match that was played at a table: its record holds the report that was accepted, and the result that this amounts to."""

from collections.abc import Iterator, Mapping
from typing import Any

import engine
from matches.applying import report_digest
from matches.models import Match
from matches.reporting import MatchReport
from matches.table.reading import report_result


def report_breaches(match: Match, file: Mapping[str, Any]) -> Iterator[str]:
    accepted = MatchReport.objects.filter(match=match, state=MatchReport.State.ACCEPTED)
    kept = list(accepted.values_list("document", flat=True))
    if not match.at_table:
        if kept:
            yield "it has a report that was accepted, and the engine has played it"
        return
    if kept != [file["report"]]:
        yield "its record has not the report that was accepted"
    is_current = file["ruleset_version"] == engine.ruleset(file["ruleset"]).version
    if is_current and report_result(match, file["report"]) != file["result"]:
        yield "its result is not the one of its report"


def computed_digest(match: Match, file: Mapping[str, Any]) -> str:
    """Of a record as it is, whoever has played the match."""
    return report_digest(file) if match.at_table else engine.Record.from_json(dict(file)).computed_digest()
