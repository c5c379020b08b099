"""A match of Battleball that was really played, and its show as the viewer unpacks it."""

import json
import re
from functools import cache
from itertools import pairwise
from typing import Any

import pytest

import engine
from replays.packing import FIRST_SIGN, FORMAT, RUN


@pytest.fixture(scope="session")
def match_file() -> dict[str, Any]:
    return played_file("1")


@cache
def played_file(seed: str) -> dict[str, Any]:
    """The file of a match between the two teams of the box."""
    rules = engine.ruleset("battleball")
    sheets = (rules.standard_sheet("iron-wolves"), rules.standard_sheet("black-harts"))
    record = engine.play(ruleset="battleball", rulings=rules.rulings(), sheets=sheets, seed=seed)
    return record.to_json()


def unpacked(text: str | bytes) -> dict[str, Any]:
    """A packed show made whole again; the same as static/js/replay/show.js does."""
    show = json.loads(text)
    kinds, fields = show.pop("kinds"), show.pop("changes")
    assert show.pop("format") == FORMAT
    names = [each["name"] for each in (*show["pieces"], *show["sides"])]

    def thing(kind: str, row: list[Any]) -> dict[str, Any]:
        return {**kinds[kind], **dict(zip(kinds[kind], row, strict=False))}

    def spelt(text: str) -> str:
        return re.sub(r"[\ue000-\uf8ff]", lambda sign: names[ord(sign[0]) - FIRST_SIGN], text)

    def changes(kind: str, *values: Any) -> list[dict[str, Any]]:
        if kind != RUN:
            return [{"e": kind, **dict(zip(fields[kind], values, strict=True))}]
        player, path = values
        return [{"e": "move", "player": player, "path": list(pair)} for pair in pairwise(path)]

    steps, phase = [], None
    for row in show["steps"]:
        step = thing("step", row)
        phase = step["phase"] = phase if step["phase"] is None else thing("phase", step["phase"])
        step |= {name: spelt(step[name]) for name in ("text", "reason", "moment")}
        step["changes"] = [each for change in step["changes"] for each in changes(*change)]
        step["rolls"] = [
            {**each, "label": spelt(each["label"])} for each in (thing("roll", row) for row in step["rolls"])
        ]
        step["block"] = step["block"] and thing("block", step["block"])
        step["pushes"] = [thing("push", push) for push in step["pushes"]]
        steps.append(step)
    board = {**show["board"], "spaces": [thing("space", space) for space in show["board"]["spaces"]]}
    return {**show, "steps": steps, "board": board}
