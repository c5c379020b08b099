"""Results of the big league: matches that were played, with other players in them."""

from typing import Any

SIDES = ("home", "away")


def recast(file: dict[str, Any], sheets: list[dict[str, Any]]) -> dict[str, Any]:
    """A result with other players in the parts, one after the other as they stand on the sheets."""
    result = {
        **file["result"],
        "journeymen": {},
        "mercenaries": {},
        "raised": {},
        "players": {},
        "mvp": {},
        "injuries": {},
    }
    for side, then, now in zip(SIDES, file["sheets"], sheets, strict=True):
        new = iter(each["id"] for each in now["players"] if not each.get("spare"))
        parts = {
            str(old["id"]): str(member)
            for old, member in zip(then["players"], new, strict=False)
            if not old.get("spare")
        }
        was = file["result"]
        result["players"][side] = {parts[id]: each for id, each in was["players"][side].items() if id in parts}
        candidates = [parts[id] for id in was["mvp"][side]["candidates"] if id in parts]
        result["mvp"][side] = {**was["mvp"][side], "candidates": candidates}
        result["injuries"][side] = {parts[id]: each for id, each in was["injuries"][side].items() if id in parts}
        for what in ("journeymen", "mercenaries", "raised"):
            result[what][side] = []
    return result
