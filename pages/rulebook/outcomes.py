"""What a scenario says must come of it, as words for the rulings page."""

from functools import partial
from typing import Any

from engine import Ruleset
from replays.narration.games import EXPECTED

NAMES = {
    "offers": "On offer",
    "offers_only": "On offer, nothing else",
    "not_offered": "Not on offer",
    "accepts": "Legal moves",
    "refuses": "Illegal moves",
    "at": "Where they stand",
    "status": "How they are",
    "happened": "Happened",
    "did_not_happen": "Did not happen",
    "dice_rolled": "Dice rolled",
    "next_matches": "In the next matches",
    "reaches": "Steps to",
    "covers": "Spaces covered",
}


def outcome_words(expect: dict[str, Any], others: list[dict[str, Any]], rules: Ruleset) -> list[tuple[str, str]]:
    """Name and value of what is expected; of several choices, only what is not the same for all of them."""
    telling = {key: value for key, value in expect.items() if any(other.get(key) != value for other in others)}
    lines = {"next": partial(_asked, rules), **EXPECTED.get(rules.game, {})}
    words = [lines[key](value) if key in lines else [_words(key, value)] for key, value in (telling or expect).items()]
    return [line for group in words for line in group]


def _asked(rules: Ruleset, value: str) -> list[tuple[str, str]]:
    """Whom the match asks what: "home push"."""
    side, _, question = value.partition(" ")
    if not question:
        return [("Asked next", "Nobody, the match is over")]
    return [("Asked next", f"{side.capitalize()}: {rules.questions[question].sentence()}")]


def _words(key: str, value: Any) -> tuple[str, str]:
    return NAMES.get(key, _name(key)), _value(value)


def _name(key: str) -> str:
    return key.replace("_", " ").replace("-", " ").capitalize()


def _value(value: Any) -> str:
    if isinstance(value, dict):
        return "; ".join(f"{str(key).replace('_', ' ')} {_value(each)}" for key, each in value.items()) or "nothing"
    if isinstance(value, list):
        separator = " : " if len(value) == 2 and all(isinstance(each, int) for each in value) else ", "
        return separator.join(_value(each) for each in value) or "nothing"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)
