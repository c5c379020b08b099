"""Match results as the engine hands them over, for tests."""

from typing import Any


def result_of(members: dict[str, dict[str, int]] | None = None, **changes: Any) -> dict[str, Any]:
    """A 2-1 win of the home team before 7 fans; `members` are the home players' figures."""
    players = members or {}
    candidates = changes.pop("candidates", list(players))
    awards = changes.pop("awards", 1)
    nobody: dict[str, list[str]] = {"home": [], "away": []}
    return {
        "score": [2, 1],
        "touchdowns": [2, 1],
        "winner": "home",
        "fan_factors": [4, 3],
        "stalled": [False, False],
        "stats": {"home": {"touchdowns": 2}, "away": {"touchdowns": 1}},
        "players": {"home": {id: {"spp": 0, "took_part": 1, **figures} for id, figures in players.items()}, "away": {}},
        "concession": None,
        "penalties": [],
        "mvp": {"home": {"candidates": candidates, "awards": awards}, "away": {"candidates": [], "awards": 1}},
        "journeymen": dict(nobody),
        "mercenaries": dict(nobody),
        "raised": dict(nobody),
        "injuries": {"home": changes.pop("injuries", {}), "away": {}},
        **changes,
    }


def injury(result: str, lost: str | None = None, may_hate: list[str] | None = None) -> dict[str, Any]:
    return {"result": result, "lost": lost, "by": 3, "by_side": "away", "may_hate": may_hate or []}
