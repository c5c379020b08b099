"""A report of a match as the result that the engine hands over after one of its own (Core pp.95-100)."""

from typing import Any

from engine.campaign.report import SIDES, Line, Report, Side
from engine.rules.aftermath import DEAD, awards_of, keywords_to_hate, mercenaries_earn

# Of the team figures of a match those that a report knows, and the figure of its players that each is the sum of.
SUMS = {
    "touchdowns": "touchdowns",
    "casualties": "casualties_for_spp",
    "completions": "completions",
    "interceptions": "interceptions",
}


def result_of(report: Report) -> dict[str, Any]:
    """What is checked already, as a result."""
    fled, score = report.fled, list(report.score)
    return {
        "score": score,
        "touchdowns": score,
        "casualties": [_credited(report, side) for side in report.sides],
        "winner": _winner(report),
        "fan_factors": list(report.said["fan_factors"]),
        "stalled": list(report.said["stalled"]),
        "stats": {side.name: {key: side.sum(figure) for key, figure in SUMS.items()} for side in report.sides},
        "players": {side.name: _players(report, number) for number, side in enumerate(report.sides)},
        "overtime_rounds": int(report.said["overtime"]),
        "penalties": list(report.penalties),
        "concession": None if fled is None else {"side": SIDES[fled], "penalty": report.said["penalty"]},
        "mvp": {side.name: _mvp(report, number) for number, side in enumerate(report.sides)},
        "journeymen": _named(report, lambda line: line.player.journeyman or (line.player.rookie and line.joined)),
        "mercenaries": _named(report, lambda line: line.player.mercenary),
        "raised": _named(report, lambda line: line.player.spare and line.joined),
        "sent_off": _named(report, lambda line: False),
        "inducements": {side.name: dict(side.sheet.get("inducements", {})) for side in report.sides},
        "treasury_spent": [side.sheet.get("treasury_spent", 0) for side in report.sides],
        "injuries": {side.name: _injuries(report, number) for number, side in enumerate(report.sides)},
    }


def _winner(report: Report) -> str:
    if report.fled is not None:
        return SIDES[1 - report.fled]
    for home, away in (report.score, report.penalties):
        if home != away:
            return SIDES[0] if home > away else SIDES[1]
    return "draw"


def _named(report: Report, which: Any) -> dict[str, list[str]]:
    return {side.name: [id for id, line in side.lines.items() if which(line)] for side in report.sides}


def _earns(report: Report, line: Line) -> bool:
    """Not mercenaries, unless a ruling lets them."""
    return not line.player.mercenary or report.rulings.effect(mercenaries_earn)


def _credited(report: Report, side: Side) -> int:
    """The casualties that count for a team: those that earned points (Core p.95)."""
    return sum(line.count("casualties_for_spp") for line in side.lines.values() if _earns(report, line))


def _players(report: Report, number: int) -> dict[str, dict[str, int]]:
    side = report.sides[number]
    return {
        id: {
            **{key: line.count(figure) for key, figure in SUMS.items()},
            **{each.key: line.count(each.key) for each in report.form.figures(side.sheet)},
            "spp": _points(report, number, line),
            "took_part": int(line.took_part),
        }
        for id, line in side.lines.items()
    }


def _points(report: Report, number: int, line: Line) -> int:
    """A team that gives up loses what it has earned (Core p.100)."""
    if report.punished == number or not _earns(report, line):
        return 0
    side = report.sides[number]
    return report.form.points.worth(line.said, side.team.special_rules, side.prayers)


def _mvp(report: Report, number: int) -> dict[str, Any]:
    """Those who took part, live and stay."""
    played = report.sides[number].those_who_played
    able = [line.id for line in played if line.injury != DEAD and not line.player.mercenary]
    return awards_of(able, number, report.punished)


def _injuries(report: Report, number: int) -> dict[str, dict[str, Any]]:
    side, other = report.sides[number], report.sides[1 - number]
    found = {}
    for id, line in side.lines.items():
        if line.injury:
            by = other.lines[line.said["by"]] if line.said.get("by") else None
            found[id] = {
                "result": line.injury,
                "lost": line.said.get("lost"),
                "by": None if by is None else by.id,
                "by_side": None if by is None else other.name,
                "may_hate": [] if by is None else _to_hate(report, line, by),
            }
    return found


def _to_hate(report: Report, line: Line, by: Line) -> list[str]:
    hated = str(line.player.skills.get("hatred", ""))
    return keywords_to_hate(
        report.form.data, report.rulings.effect, line.player, line.injury, by.player.keywords, hated
    )
