"""What a request says, held against what the action wants to know."""

import inspect
from collections.abc import Callable, Mapping
from reprlib import repr as shown  # never longer than a line
from typing import Any, get_type_hints

from engine.campaign.refusal import Refusal
from engine.core.documents import check_document
from engine.core.errors import BadInput

MOST_ENTRIES = 50  # of a list among the arguments; no team has so many players
Action = Callable[..., None]


def argument_types(action: Action) -> dict[str, Any]:
    """The arguments of an action beside the team, with their types."""
    hints = get_type_hints(action)
    return {name: hints[name] for name in list(inspect.signature(action).parameters)[1:]}


def check_arguments(name: str, action: Action, given: Mapping[str, Any]) -> None:
    """Each argument must be there and of its type: an int is no bool, and a list holds what it says."""
    try:
        check_document(given)
    except BadInput as error:
        raise Refusal("bad-request", f"{name}: {error}", "Core p.95") from error
    wanted = list(inspect.signature(action).parameters.values())[1:]
    types = argument_types(action)
    for other in given.keys() - {each.name for each in wanted}:
        raise Refusal("bad-request", f"{name} has no {shown(other)}.", "Core p.95")
    for each in wanted:
        if each.name not in given:
            if each.default is inspect.Parameter.empty:
                raise Refusal("bad-request", f"{name} needs a {each.name}.", "Core p.95")
        elif not _fits(given[each.name], types[each.name]):
            raise Refusal("bad-request", f"{name}: {each.name} cannot be {shown(given[each.name])}.", "Core p.95")


def _fits(value: Any, hint: Any) -> bool:
    if hint in (int, str, bool):
        return type(value) is hint
    origin = getattr(hint, "__origin__", None)
    if origin is list:
        (inner,) = hint.__args__
        return type(value) is list and len(value) <= MOST_ENTRIES and all(_fits(each, inner) for each in value)
    if origin is dict:
        return type(value) is dict and all(
            _fits(key, hint.__args__[0]) and _fits(each, hint.__args__[1]) for key, each in value.items()
        )
    return any(_fits(value, inner) for inner in getattr(hint, "__args__", ())) or (value is None and hint is type(None))
