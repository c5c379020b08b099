"""Playing a locked match. Nothing but the engine is needed, so any process can do it."""

from collections.abc import Mapping
from typing import Any

import engine
from journal.errors import Refused

COACHES = ("planner", "planner")


def play(lineup: Mapping[str, Any], seed: str) -> engine.Record:
    rules = engine.ruleset(lineup["ruleset"])
    if lineup["ruleset_version"] != rules.version:
        raise Refused(
            "ruleset-version",
            f"The match was locked under version {lineup['ruleset_version']} of the rules, and this server has {rules.version}. "
            "The commissioner can take the season over.",
        )
    home, away = lineup["sheets"]
    return engine.play(
        ruleset=rules.key,
        rulings=rules.rulings(overrides=lineup["rulings"]),
        sheets=(home, away),
        seed=seed,
        coaches=COACHES,
    )
