"""Key to ruleset. A ruleset's module is imported on first use, so that importing the engine stays cheap."""

from functools import cache
from importlib import import_module

from engine.core.errors import UnknownRuleset
from engine.core.ruleset import Ruleset

_PLACES = {"battleball": ("engine.rulesets.battleball.ruleset", "BATTLEBALL")}
RULESETS: tuple[str, ...] = tuple(_PLACES)


@cache
def ruleset(key: str) -> Ruleset:
    if key not in _PLACES:
        raise UnknownRuleset(f"there is no ruleset {key!r}; there are {', '.join(RULESETS)}")
    module, name = _PLACES[key]
    found: Ruleset = getattr(import_module(module), name)
    return found
