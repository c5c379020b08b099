"""What a request says, held against what the action wants to know."""

import inspect
from collections.abc import Callable, Mapping
from functools import cache
from reprlib import repr as shown  # never longer than a line
from typing import TYPE_CHECKING, Any, get_type_hints

from engine.core.documents import check_document
from engine.core.errors import BadInput
from engine.rules.tables import Page

if TYPE_CHECKING:
    from engine.campaign.record import Campaign

SEQUENCE = Page("sequence")
MOST_ENTRIES = 50  # of a list among the arguments; no team has so many players
Action = Callable[..., None]


def argument_types(action: Action) -> dict[str, Any]:
    """The arguments of an action beside the team, with their types."""
    return {name: hint for name, (hint, _) in _wanted(action).items()}


@cache  # standing orders ask for every action again and again
def _wanted(action: Action) -> dict[str, tuple[Any, bool]]:
    """The type of each argument, and whether it has to be given."""
    hints, parameters = get_type_hints(action), list(inspect.signature(action).parameters.values())[1:]
    return {each.name: (hints[each.name], each.default is inspect.Parameter.empty) for each in parameters}


def check_arguments(campaign: "Campaign", name: str, action: Action, given: Mapping[str, Any]) -> None:
    """Each argument must be there and of its type: an int is no bool, and a list holds what it says."""
    try:
        check_document(given)
    except BadInput as error:
        raise campaign.refusal("bad-request", f"{name}: {error}", SEQUENCE) from error
    wanted = _wanted(action)
    for other in given.keys() - wanted.keys():
        raise campaign.refusal("bad-request", f"{name} has no {shown(other)}.", SEQUENCE)
    for argument, (hint, needed) in wanted.items():
        if argument not in given:
            if needed:
                raise campaign.refusal("bad-request", f"{name} needs a {argument}.", SEQUENCE)
        elif not _fits(given[argument], hint):
            raise campaign.refusal("bad-request", f"{name}: {argument} cannot be {shown(given[argument])}.", SEQUENCE)


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
