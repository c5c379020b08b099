"""A property that is worked out once."""

from collections.abc import Callable
from typing import Any, Generic, TypeVar, overload

T = TypeVar("T")


class lazy(Generic[T]):  # noqa: N801 - read like a decorator
    """As `functools.cached_property`, which takes a lock each time until Python 3.12; positions have thousands of these."""

    def __init__(self, work: Callable[[Any], T]) -> None:
        self._work, self._name = work, work.__name__
        self.__doc__ = work.__doc__

    @overload
    def __get__(self, owner: None, kind: type) -> "lazy[T]": ...
    @overload
    def __get__(self, owner: object, kind: type) -> T: ...
    def __get__(self, owner: object | None, kind: type) -> "lazy[T] | T":
        if owner is None:
            return self
        found = owner.__dict__[self._name] = self._work(owner)
        return found
