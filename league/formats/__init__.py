"""Formats of a stage: how a field of teams meets, and who comes out of it in which place.

Pure: teams are ids, results are games; nothing here reads or writes a database or a clock. Each format is one module with
a `FORMAT`; a module that is added to this folder is a format from then on, in forms, pages and the API alike.
"""

from functools import cache
from importlib import import_module
from pkgutil import iter_modules

from league.formats.base import Format, UnknownFormat


@cache
def formats() -> dict[str, Format]:
    """All there are, by key."""
    modules = (import_module(f"{__name__}.{each.name}") for each in iter_modules(__path__))
    found = [module.FORMAT for module in modules if hasattr(module, "FORMAT")]
    return {each.key: each for each in sorted(found, key=lambda each: (each.order, each.key))}


def format_of(key: str) -> Format:
    found = formats().get(key)
    if found is None:
        raise UnknownFormat(f"There is no format “{key}”; there are {', '.join(formats())}.")
    return found
