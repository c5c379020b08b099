"""A match as a scenario file tells it, from the team's own side, made into a result as the engine hands it over."""

from collections.abc import Mapping
from typing import Any

from engine.core.errors import BadInput
from engine.core.shapes import Shape, flag, many, one_of, pair, record, table, whole

COUNT = whole(0, 99)
INJURIES = ("badly-hurt", "seriously-hurt", "serious-injury", "lasting-injury", "dead", "eaten")
HOME, AWAY = "home", "away"
SIDES = {"us": HOME, "them": AWAY}


def check_report(report: Any, names: Mapping[str, int]) -> None:
    player = one_of(names, "player")
    fields: dict[str, Shape] = {
        **dict.fromkeys(("score", "gate", "penalties"), pair(COUNT)),
        "unscored": COUNT,  # of the own touchdowns, those that the other side gave away
        **dict.fromkeys(("stalled", "free"), flag),
        "gave_up": one_of(SIDES, "side"),
        "played": many(player),
        "points": table(player, COUNT),
        "hurt": table(player, one_of(INJURIES, "injury")),
    }
    record(fields, "a match")(report)
    if "score" not in report:
        raise BadInput("a match has a score")


def result_of(report: Mapping[str, Any], names: Mapping[str, int], fit: list[str]) -> dict[str, Any]:
    """The team is at home; everybody who could took part unless the report says who."""
    score, fled = list(report["score"]), SIDES.get(report.get("gave_up", ""), "")
    played, hurt = report.get("played", fit), report.get("hurt", {})
    penalty = not report.get("free", False)
    nobody: dict[str, list[str]] = {HOME: [], AWAY: []}
    living = [str(names[name]) for name in played if hurt.get(name) not in ("dead", "eaten")]
    return {
        "score": score,
        "touchdowns": score,
        "winner": _winner(score, report.get("penalties", (0, 0))),
        "penalties": list(report.get("penalties", ())),
        "fan_factors": list(report.get("gate", (2, 2))),
        "stalled": [report.get("stalled", False), False],
        "stats": {HOME: {"touchdowns": score[0] - report.get("unscored", 0)}, AWAY: {"touchdowns": score[1]}},
        "players": {HOME: {str(names[name]): _figures(name, report) for name in played}, AWAY: {}},
        "concession": {"side": fled, "penalty": penalty} if fled else None,
        "mvp": {HOME: {"candidates": living, "awards": _awards(fled, penalty)}, AWAY: {"candidates": [], "awards": 0}},
        "journeymen": nobody,
        "raised": nobody,
        "injuries": {HOME: {str(names[name]): _injury(result) for name, result in hurt.items()}, AWAY: {}},
    }


def _winner(score: list[int], penalties: Any) -> str:
    for own, theirs in (score, penalties):
        if own != theirs:
            return HOME if own > theirs else AWAY
    return "draw"


def _awards(fled: str, penalty: bool) -> int:
    """None for a team that gave up, two where the others did."""
    return {HOME: 0, AWAY: 2}[fled] if fled and penalty else 1


def _figures(name: str, report: Mapping[str, Any]) -> dict[str, int]:
    return {"spp": report.get("points", {}).get(name, 0), "took_part": 1}


def _injury(result: str) -> dict[str, Any]:
    lost = "av" if result == "lasting-injury" else None
    return {"result": result, "lost": lost, "by": None, "by_side": None, "may_hate": []}
