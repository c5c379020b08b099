"""Key to ruleset. A ruleset's module is imported on first use, so that importing the engine stays cheap."""

from functools import cache
from importlib import import_module

from engine.core.errors import UnknownRuleset
from engine.core.ring import check_ruleset
from engine.core.ruleset import Ruleset

# In the order in which they are offered; the first is meant where none is named.
_PLACES = {
    "bb2025": ("engine.rulesets.bb2025", "BB2025"),
    "battleball": ("engine.rulesets.battleball.ruleset", "BATTLEBALL"),
}
KNOWN: tuple[str, ...] = tuple(_PLACES)
RULESETS: tuple[str, ...] = KNOWN  # what leagues can be created with


@cache
def ruleset(key: str) -> Ruleset:
    if key not in _PLACES:
        raise UnknownRuleset(f"there is no ruleset {key!r}; there are {', '.join(KNOWN)}")
    module, name = _PLACES[key]
    found: Ruleset = getattr(import_module(module), name)
    check_ruleset(found)
    return found
