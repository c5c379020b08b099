"""Every route of the site with the methods that it answers, read from the URLconf and from the views themselves.

Those of django-allauth are left out, which has tests of its own, and so are the forms of the admin site, of which each model has the same.
"""

import inspect
from collections.abc import Callable, Iterator
from typing import Any

from django.urls import URLPattern, URLResolver, get_resolver

METHODS = ("get", "post", "put", "delete")


def routes() -> dict[str, tuple[list[str], set[str]]]:
    """By name: the parts of its address, and what can be asked of it."""
    found: dict[str, tuple[list[str], set[str]]] = {}
    for name, pattern in _patterns(get_resolver(), ""):
        if name.startswith(("account_", "admin:")):
            continue
        parts = list(getattr(pattern.pattern, "converters", {}) or pattern.pattern.regex.groupindex)
        found.setdefault(name, (parts, _methods(pattern.callback)))
    return found


def _patterns(resolver: URLResolver, space: str) -> Iterator[tuple[str, URLPattern]]:
    for each in resolver.url_patterns:
        if isinstance(each, URLResolver):
            yield from _patterns(each, f"{space}{each.namespace}:" if each.namespace else space)
        else:
            yield f"{space}{each.name or each.pattern}", each


def _methods(view: Callable[..., Any]) -> set[str]:
    """What the API has methods for; a button's POST; a page's GET, and its POST where its module looks at what is sent."""
    if api := getattr(view, "cls", None):
        return {name for name in METHODS if hasattr(api, name)}
    if any(each.__code__.co_qualname.startswith("action_of.") for each in _layers(view) if inspect.isfunction(each)):
        return {"post"}
    return {"get", "post"} if _reads_post(inspect.unwrap(view)) else {"get"}


def _reads_post(view: Callable[..., Any], deep: int = 3) -> bool:
    """It looks at what is sent, or hands the request to something of its own that does."""
    if "POST" in inspect.getsource(view):
        return True
    called = (view.__globals__.get(name) for name in view.__code__.co_names) if hasattr(view, "__code__") else ()
    ours = (each for each in called if inspect.isfunction(each) and "request" in inspect.signature(each).parameters)
    return deep > 0 and any(_reads_post(each, deep - 1) for each in ours)


def _layers(view: Callable[..., Any]) -> Iterator[Any]:
    while view is not None:
        yield view
        view = getattr(view, "__wrapped__", None)
