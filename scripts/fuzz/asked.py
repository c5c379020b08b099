"""Which parameters the site looks for: what is asked of a query or a form is noted, so that requests can name it."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from django.http import QueryDict

LOOK_UPS = ("get", "getlist", "__getitem__", "__contains__")
LONGEST = 40


@contextmanager
def names_asked(names: set[str]) -> Iterator[None]:
    """Collect the names that are looked up in any query or form meanwhile."""

    def noting(look_up: Callable[..., Any]) -> Callable[..., Any]:
        def look(self: QueryDict, name: Any, *args: Any, **kwargs: Any) -> Any:
            if isinstance(name, str) and len(name) <= LONGEST:
                names.add(name)
            return look_up(self, name, *args, **kwargs)

        return look

    usual = {name: getattr(QueryDict, name) for name in LOOK_UPS}
    own = {name for name in LOOK_UPS if name in vars(QueryDict)}
    for name, look_up in usual.items():
        setattr(QueryDict, name, noting(look_up))
    try:
        yield
    finally:
        for name, look_up in usual.items():
            if name in own:
                setattr(QueryDict, name, look_up)
            else:
                delattr(QueryDict, name)
