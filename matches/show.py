"""Shows: what the replay viewer plays. A match file or a played scenario becomes a list of steps, each with its
sentence, its rolls and the changes it makes to the board.
"""

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Any

import engine
from matches.beats import BOARD, Beat, Event, beats
from matches.narration import Narrator, dice_of, reason_of

Show = dict[str, Any]
Step = dict[str, Any]

HOME_COLOUR, AWAY_COLOUR = "#a3312a", "#2b4c8c"
ROLLS = {
    "move": "move",
    "tackle": "tackle",
    "block": "block",
    "pass": "catch",
    "hand-off": "hand-off",
    "field-goal": "field goal",
    "pile-on": "pile-on",
    "first-move": "first move",
    "draw": "drawing lots",
}
# Said, but nothing to jump to.
QUIET = frozenset({("turn-over", "by choice"), ("turn-over", "hand-off"), ("turn-over", "touchdown"), ("score", "survival")})
KEY = frozenset({"score", "interception", "fumble", "turn-over", "halt", "restart", "result", "malfunction"})


def match_show(file: dict[str, Any], colours: tuple[str, str] = (HOME_COLOUR, AWAY_COLOUR)) -> Show:
    """The show of a match file."""
    rules = engine.ruleset(file["ruleset"])
    drawing = rules.drawing(rules.rulings(overrides=file["rulings"]))
    return _show(rules, drawing, file["sheets"], colours, file["events"])


def scenario_show(ruleset: str, played: Any) -> Show:
    """The show of a scenario under one choice: the position first, then what happens."""
    rules = engine.ruleset(ruleset)
    events = [*(event for event in played.start if event["e"] == "phase"), *played.events]
    show = _show(rules, rules.drawing(played.rulings), played.sheets, (HOME_COLOUR, AWAY_COLOUR), events)
    phase = {"half": "Before", "turn": 0, "side": None}
    changes = [event for event in played.start if event["e"] in BOARD]
    actors = next((step["actors"] for step in show["steps"] if step["actors"]), [])
    opening = _step("The position.", kind="set-up", side=None, phase=phase, changes=changes, actors=actors)
    show["steps"].insert(0, opening)
    return show


def ticker(show: Show) -> list[dict[str, Any]]:
    """The steps of a show grouped by half and turn, each with its place in the show."""
    numbered = [{"number": number, **step} for number, step in enumerate(show["steps"])]
    halves = []
    for half, of_half in groupby(numbered, key=lambda step: step["phase"]["half"]):
        turns = groupby(of_half, key=lambda step: (step["phase"]["turn"], step["phase"]["side"]))
        halves.append({"name": half, "turns": [_turn(show, key, list(steps)) for key, steps in turns]})
    return halves


def _turn(show: Show, key: tuple[int, int | None], steps: list[Step]) -> dict[str, Any]:
    number, side = key
    return {"number": number, "side": None if side is None else show["sides"][side]["name"], "steps": steps}


def _show(
    rules: Any, drawing: dict[str, Any], sheets: Sequence[dict[str, Any]], colours: Sequence[str], events: Iterable[Event]
) -> Show:
    pieces = [
        _piece(rules, index, side, player)
        for index, (side, player) in enumerate((side, each) for side in (0, 1) for each in sheets[side]["players"])
    ]
    narrator = Narrator([piece["name"] for piece in pieces], [sheet["name"] for sheet in sheets])
    return {
        "board": drawing,
        "sides": [
            {"name": sheet["name"], "short": sheet["short"], "colour": colour}
            for sheet, colour in zip(sheets, colours, strict=True)
        ],
        "pieces": pieces,
        "steps": [_told(narrator, pieces, beat) for beat in beats(events)],
    }


def _piece(rules: Any, index: int, side: int, player: dict[str, Any]) -> dict[str, Any]:
    position = rules.positions[player["position"]]
    return {
        "id": index,
        "side": side,
        "number": player["number"],
        "name": player["name"],
        "role": position.name,
        "abbr": position.abbr,
        "wide": position.wide,
    }


def _told(narrator: Narrator, pieces: list[dict[str, Any]], beat: Beat) -> Step:
    head = beat.head or {}
    hurt = any(change["e"] == "off" and change["where"] in {"injured", "serious"} for change in beat.changes)
    kind = str(head["name"] if head.get("e") == "phase" else head.get("e", "roll"))
    return _step(
        narrator.tell(beat),
        kind="injury" if hurt else "half" if kind == "overtime" else kind,
        side=_side(head, pieces, beat),
        phase=beat.phase.to_json(),
        changes=beat.changes,
        rolls=[_roll(roll, pieces) for roll in beat.rolls],
        reason=reason_of(beat),
        key=hurt or (kind in KEY and (kind, head.get("why")) not in QUIET) or kind in {"half", "overtime"},
        actors=_actors(beat),
    )


def _actors(beat: Beat) -> list[int]:
    """Who is at work: those the event is about, else whoever was chosen or rolled."""
    events = [beat.head] if beat.head else beat.preludes
    actors = [event[role] for event in events for role in ("player", "target") if event.get(role) is not None]
    return list(dict.fromkeys(actors))


def _step(text: str, *, kind: str, side: int | None, phase: dict[str, Any], changes: list[Event], **more: Any) -> Step:
    step = {"text": text, "kind": kind, "side": side, "phase": phase, "changes": changes}
    return {**step, "rolls": [], "reason": "", "key": False, "actors": [], **more}


def _side(head: Event, pieces: list[dict[str, Any]], beat: Beat) -> int | None:
    if head.get("player") is not None:
        return int(pieces[head["player"]]["side"])
    side = head.get("side", beat.phase.side)
    return None if side is None else int(side)


def _roll(roll: Event, pieces: list[dict[str, Any]]) -> dict[str, Any]:
    purpose = ROLLS.get(roll["what"], roll["what"])
    return {
        "label": purpose if roll["player"] is None else f"{pieces[roll['player']]['name']}, {purpose}",
        "side": roll["side"],
        "dice": dice_of(roll),
        "total": roll["total"],
        "target": roll["target"],
        "modifiers": [[source.replace("-", " "), value] for source, value in roll["modifiers"]],
        "passed": roll["passed"],
    }
