"""Shows on their way to the viewer, packed so that nothing is said twice. `static/js/replay/show.js` unpacks them.

Things of one kind are rows of values in a known order, each row only as far as its last unusual value; the show says what the
values are called and what is usual. Squares that a player goes one by one are one run. The names of players and teams are single
signs where they stand in sentences: private characters, which nobody can write (`engine/core/text.py`).
"""

import json
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import fields
from typing import Any

from engine.core import events
from replays.story_steps import BOARD, Event

Thing = Mapping[str, Any]

# The values of each kind of thing in the order of their rows, with what is usual.
KINDS: dict[str, dict[str, Any]] = {
    "step": {
        "text": "",
        "kind": "",
        "side": None,
        "actors": [],
        "changes": [],
        "reason": "",
        "rolls": [],
        "phase": None,
        "block": None,
        "pushes": [],
        "key": False,
        "moment": "",
        "trapdoors": [],
    },
    "roll": {
        "label": "",
        "side": None,
        "dice": [],
        "total": None,
        "target": None,
        "passed": None,
        "verdict": "",
        "modifiers": [],
    },
    "block": {
        "player": None,
        "target": None,
        "faces": [],
        "chooser": None,
        "chosen": None,
        "strengths": [],
        "rerolled": [],
    },
    "push": {"player": None, "path": [], "behind": None, "now": True},
    "phase": {"half": "", "turn": 0, "side": None, "intent": ""},
    "space": {"id": None, "name": "", "x": 0, "y": 0, "w": 1, "h": 1},
}
STANDING = {"rerolls": ["left"], "weather": ["weather"]}  # what a match stands at beside the board
CHANGES = STANDING | {
    each.kind: [field.name for field in fields(each)]
    for each in vars(events).values()
    if isinstance(each, type) and issubclass(each, events.Event) and each.kind in BOARD
}
FORMAT = 4  # goes up whenever the viewer has to unpack differently
RUN = "run"  # several moves of one square each
FIRST_SIGN = 0xE000
SHORTEST = 4  # letters of a name that is longer than its sign


def show_json(show: Thing) -> str:
    """The show as the viewer gets it, with each phase only where it begins."""
    sign = _signs([each["name"] for each in (*show["pieces"], *show["sides"])])
    phases = [None, *(step["phase"] for step in show["steps"])]
    steps = [
        _step({**step, "phase": step["phase"] if step["phase"] != before else None}, sign)
        for step, before in zip(show["steps"], phases, strict=False)
    ]
    board = {**show["board"], "spaces": [_row("space", each) for each in show["board"]["spaces"]]}
    packed = {**show, "format": FORMAT, "kinds": KINDS, "changes": CHANGES, "board": board, "steps": steps}
    return json.dumps(packed, ensure_ascii=False, separators=(",", ":"))


def _row(kind: str, thing: Thing) -> list[Any]:
    usual = KINDS[kind]
    if not thing.keys() <= usual.keys():
        raise ValueError(f"the viewer gets no {sorted(thing.keys() - usual.keys())} of a {kind}")
    values = [thing.get(name, value) for name, value in usual.items()]
    for value in reversed(usual.values()):
        if values[-1] != value:
            break
        values.pop()
    return values


def _step(step: Thing, sign: Callable[[str], str]) -> list[Any]:
    packed = {
        **{name: sign(step[name]) for name in ("text", "reason", "moment")},
        **{name: _row(name, step[name]) for name in ("block", "phase") if step[name] is not None},
        "changes": _changes(step["changes"]),
        "rolls": [_row("roll", {**roll, "label": sign(roll["label"])}) for roll in step["rolls"]],
        "pushes": [_row("push", push) for push in step["pushes"]],
    }
    return _row("step", {**step, **packed})


def _changes(changes: Iterable[Event]) -> list[list[Any]]:
    rows: list[list[Any]] = []
    for change in changes:
        row = _change(change)
        if row[0] == RUN and rows and rows[-1][:2] == row[:2] and rows[-1][2][-1] == row[2][0]:
            rows[-1][2].append(row[2][1])
        else:
            rows.append(row)
    return rows


def _change(change: Event) -> list[Any]:
    if change["e"] == "move" and len(change["path"]) == 2:
        return [RUN, change["player"], list(change["path"])]
    return [change["e"], *(change[name] for name in CHANGES[change["e"]])]


def _signs(names: Sequence[str]) -> Callable[[str], str]:
    """Writes texts with a sign for each name: the first private character is the first name."""
    signs = {name: chr(FIRST_SIGN + place) for place, name in enumerate(names) if len(name) >= SHORTEST}
    if not signs:
        return str
    pattern = re.compile("|".join(map(re.escape, sorted(signs, key=len, reverse=True))))
    return lambda text: pattern.sub(lambda found: signs[found[0]], text)
