"""Everything a coach can ask of a team between matches, by name. Pages, the API, scenarios and standing orders all come in here."""

import inspect
from collections.abc import Callable, Mapping
from reprlib import repr as shown  # never longer than a line
from typing import Any, get_type_hints

from engine.campaign import advancement, captain, firing, hiring, mvp, prematch, sequence
from engine.campaign.editor import TeamEditor
from engine.campaign.refusal import Refusal
from engine.core.documents import check_document
from engine.core.errors import BadInput

MOST_ENTRIES = 50  # of a list among the arguments; no team has so many players

MODULES = (mvp, advancement, hiring, firing, captain, prematch, sequence)
ACTIONS: Mapping[str, Callable[..., None]] = {name: deed for module in MODULES for name, deed in module.ACTIONS.items()}


def perform(editor: TeamEditor, action: str, arguments: Mapping[str, Any]) -> None:
    """Do what is asked, or refuse it. What was entered is in `editor.written`."""
    deed = ACTIONS.get(action)
    if deed is None:
        raise Refusal("no-such-action", f"A team cannot do {shown(action)}; it can {', '.join(ACTIONS)}.", "Core p.95")
    _check_arguments(action, deed, arguments)
    deed(editor, **arguments)


def _check_arguments(action: str, deed: Callable[..., None], given: Mapping[str, Any]) -> None:
    """Each argument must be there and of its type: an int is no bool, and a list holds what it says."""
    try:
        check_document(given)
    except BadInput as error:
        raise Refusal("bad-request", f"{action}: {error}", "Core p.95") from error
    wanted = list(inspect.signature(deed).parameters.values())[1:]
    hints = get_type_hints(deed)
    for name in given.keys() - {each.name for each in wanted}:
        raise Refusal("bad-request", f"{action} has no {shown(name)}.", "Core p.95")
    for each in wanted:
        if each.name not in given:
            if each.default is inspect.Parameter.empty:
                raise Refusal("bad-request", f"{action} needs a {each.name}.", "Core p.95")
        elif not _fits(given[each.name], hints[each.name]):
            raise Refusal("bad-request", f"{action}: {each.name} cannot be {shown(given[each.name])}.", "Core p.95")


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
