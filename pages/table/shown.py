"""What a report means, for those who answer it: the score, what each player earns, and who was hurt."""

from dataclasses import dataclass
from typing import Any

from engine.campaign import Report
from matches.models import Match
from matches.reporting import MatchReport
from matches.table.reading import report_read
from matches.table.selectors import result_of

SIDES = ("home", "away")


@dataclass(frozen=True, slots=True)
class Shown:
    """A player who took part."""

    number: int
    name: str
    position: str
    done: list[str]
    spp: int
    injury: str


def report_shown(match: Match, filed: MatchReport) -> dict[str, Any]:
    report, result = report_read(match, filed.document), result_of(filed)
    return {
        "report": report,
        "result": result,
        "ending": _ending(report),
        "sides": [_side(report, result, number) for number in range(len(SIDES))],
    }


def _ending(report: Report) -> str:
    if report.fled is not None:
        without = "" if report.said["penalty"] else ", without a penalty"
        return f"{report.sides[report.fled]} gave up{without}"
    home, away = report.penalties
    if home or away:
        return f"after extra time, {home} : {away} in penalties"
    return "after extra time" if report.said["overtime"] else ""


def _side(report: Report, result: dict[str, Any], number: int) -> dict[str, Any]:
    side = report.sides[number]
    asked, earned = report.form.figures(side.sheet), result["players"][side.name]
    lines = [
        Shown(
            number=line.player.number,
            name=line.player.name,
            position=line.player.position,
            done=[f"{each.name.lower()} {line.count(each.key)}" for each in asked if line.count(each.key)],
            spp=earned[line.id]["spp"],
            injury=_injury(report, number, line),
        )
        for line in side.those_who_played
    ]
    mvp = result["mvp"][side.name]
    return {
        "name": side.name,
        "title": str(side),
        "lines": sorted(lines, key=lambda each: each.number),
        "spp": sum(each.spp for each in lines),
        "fan_factor": result["fan_factors"][number],
        "stalled": result["stalled"][number],
        "casualties": result["casualties"][number],
        "joined": [str(line) for line in side.lines.values() if line.waits and line.joined],
        "prayers": [key.replace("-", " ") for key in side.prayers],
        "awards": mvp["awards"] if mvp["candidates"] else 0,
    }


def _injury(report: Report, number: int, line: Any) -> str:
    """In words: the result, what it costs, and who caused it."""
    if not line.injury:
        return ""
    words = report.form.injuries[line.injury]
    if lost := line.said.get("lost"):
        words += f", {report.form.characteristics[lost]}"
    if by := line.said.get("by"):
        words += f", by {report.sides[1 - number].lines[by]}"
    return words
