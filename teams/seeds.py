"""Where the secret seeds of matches and sequences come from."""

import secrets
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

Source = Callable[[str], str]


def _secret(what: str) -> str:
    return secrets.token_hex(32)


_source: ContextVar[Source] = ContextVar("seeds", default=_secret)


def draw_seed(what: str) -> str:
    """A new seed for one thing, whose name no other thing has."""
    return _source.get()(what)


@contextmanager
def seeds_from(source: Source) -> Iterator[None]:
    """Other seeds for a while, in this thread alone: what is rehearsed or tested can then be repeated."""
    token = _source.set(source)
    try:
        yield
    finally:
        _source.reset(token)
