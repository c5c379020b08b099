"""Events of a Blood Bowl match made up for a test, and the story that is told of them."""

from typing import Any

import engine
from replays.narration.bloodbowl import Bloodbowl
from replays.show import steps_of
from replays.story_steps import story_steps

NAMES = ["Ada", "Bo", "Cy", "Di", "Eve", "Flo"]  # three at home, three away
SQUARES = {number: f"12,{number}" for number in range(1, 16)}


def roll(what: str, player: int | None, *faces: int, **more: Any) -> dict[str, Any]:
    blank = {"total": sum(faces), "target": None, "modifiers": [], "passed": None}
    side = 0 if player is None else player // 3
    return {
        "e": "roll",
        "what": what,
        "player": player,
        "side": side,
        "dice": [[6, face] for face in faces],
        **blank,
        **more,
    }


def chose(question: str, answer: Any, side: int = 0, reason: str = "") -> dict[str, Any]:
    return {"e": "choice", "side": side, "question": question, "answer": answer, "reason": reason}


def declared(player: int, action: str, target: int | None = None) -> dict[str, Any]:
    return {"e": "declare", "player": player, "action": action, "target": target}


def dice(player: int, target: int, *faces: int) -> dict[str, Any]:
    return {"e": "block-dice", "player": player, "target": target, "faces": faces, "chooser": 0, "strengths": (4, 3)}


def move(player: int, *path: int) -> dict[str, Any]:
    return {"e": "move", "player": player, "path": path}


def stories(*events: dict[str, Any], at: dict[int, int] | None = None) -> list[dict[str, Any]]:
    """The steps of these events, with text, block and pushes."""
    pieces = [{"name": name, "side": number // 3} for number, name in enumerate(NAMES)]
    narrator = Bloodbowl(pieces, ["Reds", "Blues"], SQUARES, engine.ruleset("bb2025"))
    narrator.watch([{"e": "put", "player": player, "square": square} for player, square in (at or {}).items()])
    return [step for story_step in story_steps(events, narrator.cut) for step in steps_of(narrator, story_step)]
