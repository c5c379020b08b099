"""Playing a locked match. Nothing but the engine is needed, so any process can do it."""

from collections.abc import Mapping
from typing import Any

import engine

COACHES = ("planner", "planner")


def play(lineup: Mapping[str, Any], seed: str) -> engine.Record:
    rules = engine.ruleset(lineup["ruleset"])
    home, away = lineup["sheets"]
    return engine.play(
        ruleset=rules.key,
        rulings=rules.rulings(overrides=lineup["rulings"]),
        sheets=(home, away),
        seed=seed,
        coaches=COACHES,
    )
