"""JSON bodies for the API, made from its own schema, with values that exist."""

import random
import re
import uuid
from collections.abc import Callable
from functools import cache
from typing import Any

from drf_spectacular.generators import SchemaGenerator

import engine
from matches.models import Match
from scripts.fuzz.routes import PART
from teams.models import LedgerRow, Team


@cache
def schema() -> dict[str, Any]:
    made: dict[str, Any] = SchemaGenerator().get_schema(request=None, public=True)
    return made


def methods(route: str) -> list[str]:
    """Those that the schema knows for a route."""
    return [name.upper() for name in schema()["paths"].get(PART.sub(r"{\1}", route), {})] or ["GET"]


def queries(route: str) -> list[str]:
    """The parameters that the schema knows for the queries of a route."""
    listed = schema()["paths"].get(PART.sub(r"{\1}", route), {}).get("get", {}).get("parameters", [])
    return [each["name"] for each in listed if each["in"] == "query"]


def body(dice: random.Random, route: str, method: str, path: str) -> dict[str, Any]:
    """What the operation asks for; an empty document where it asks for nothing."""
    operation = schema()["paths"].get(PART.sub(r"{\1}", route), {}).get(method.lower(), {})
    content = operation.get("requestBody", {}).get("content", {}).get("application/json", {})
    made = _example(dice, content["schema"], "", path) if content else {}
    return made if isinstance(made, dict) else {}


def _example(dice: random.Random, shape: dict[str, Any], name: str, path: str) -> Any:
    shape = _plain(shape)
    if name == "version":
        slug = re.search(r"/teams/([^/]+)/", path)
        return LedgerRow.objects.filter(team__slug=slug[1] if slug else "").count() - dice.choice((0, 0, 0, 1))
    if name in KNOWN:
        return KNOWN[name](dice)
    if "enum" in shape:
        return dice.choice(shape["enum"])
    match shape.get("type"):
        case "object":
            return {key: _example(dice, each, key, path) for key, each in shape.get("properties", {}).items()}
        case "array":
            return [_example(dice, shape.get("items", {}), name, path) for _ in range(dice.randrange(4))]
    return SIMPLE.get(shape.get("type", ""), lambda dice: "abc")(dice)


def _plain(shape: dict[str, Any]) -> dict[str, Any]:
    """Without references and alternatives."""
    if "$ref" in shape:
        return _plain(schema()["components"]["schemas"][shape["$ref"].rsplit("/", 1)[-1]])
    several = next((shape[way] for way in ("allOf", "oneOf", "anyOf") if way in shape), None)
    return _plain(several[0]) if several else shape


Maker = Callable[[random.Random], Any]
SIMPLE: dict[str, Maker] = {
    "integer": lambda dice: dice.randrange(1, 12),
    "number": lambda dice: dice.random(),
    "boolean": lambda dice: dice.random() < 0.5,
}
CAMPAIGNS = [rules.campaign for rules in map(engine.ruleset, engine.RULESETS) if rules.campaign]
PLANS = engine.plans_of("bb2025")
ACTIONS = sorted({action for campaign in CAMPAIGNS for action in campaign.actions})


def game_plan(dice: random.Random) -> dict[str, Any]:
    """Some of the settings, each as a team of eleven could have it."""
    return {key: _setting(dice, key, setting.kind) for key, setting in PLANS.settings.items() if dice.random() < 0.5}


def _setting(dice: random.Random, key: str, kind: Any) -> Any:
    players = [str(number) for number in dice.sample(range(1, 12), 11)]
    match kind.name:
        case "choice":
            return dice.choice(list(kind.words))
        case "number":
            return dice.randint(kind.lowest, kind.highest)
        case "players":
            return players[: dice.randrange(4)]
    drawn = zip(dice.choice(list(PLANS.presets(key).values())), players, strict=False)
    return [{"square": [place.behind, place.column], "player": player} for place, player in drawn]


# By the name of the property, where its type does not say enough.
KNOWN: dict[str, Maker] = {
    "key": lambda dice: str(uuid.UUID(int=dice.getrandbits(128), version=4)),
    "action": lambda dice: dice.choice(ACTIONS),
    "arguments": lambda dice: {
        "member": dice.randrange(1, 14),
        "members": [1, 2, 3, 4, 5, 6],
        "skill": "block",
        "position": "human-lineman",
        "name": "Ada",
        "number": dice.randrange(1, 30),
    },
    "plan": game_plan,
    "opponent": lambda dice: dice.choice((None, *Team.objects.order_by("-pk").values_list("slug", flat=True)[:5])),
    "match": lambda dice: dice.choice((None, *Match.objects.order_by("-pk").values_list("pk", flat=True)[:5])),
    "colour": lambda dice: "#4a4f57",
    "short": lambda dice: "ABC",
    "ruleset": lambda dice: "bb2025",
    "roster": lambda dice: "human",
}
