"""Where the secret seeds of matches and sequences come from, and how they are stored while they are secret.

A stored seed is masked by a keyed hash of its commitment, so that a copy of the database alone (a backup, a dump, a filter in
the admin) foretells no dice. The key is Django's. Every seed has a commitment and so a mask of its own, which hides it
completely; the commitment also tells whether a seed was opened with the right key. When it is published it is stored open.
"""

import secrets
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.utils.crypto import salted_hmac

import engine

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


class LostKey(ImproperlyConfigured):
    """A seed was sealed with a key that is not there any more."""


class SealedSeed:
    """A row with a seed and its commitment, in the fields `sealed_seed` and `commitment`."""

    sealed_seed: str
    commitment: str

    def seal(self, seed: str) -> None:
        self.commitment = engine.commitment(seed)
        self.sealed_seed = _masked(seed, self.commitment, settings.SECRET_KEY)

    def publish(self) -> None:
        self.sealed_seed = self.secret_seed

    def redacted(self, text: str) -> str:
        """A text that does not tell the seed."""
        try:
            return text.replace(self.secret_seed, "(seed)") if self.sealed_seed else text
        except LostKey:
            return text

    @property
    def opens(self) -> bool:
        """Whether this installation has the seed that was committed to."""
        try:
            return bool(self.secret_seed)
        except (LostKey, ValueError):
            return False

    @property
    def secret_seed(self) -> str:
        """The seed itself, for the dice and for nobody's eyes before it is published."""
        keys = settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS
        for seed in (self.sealed_seed, *(_masked(self.sealed_seed, self.commitment, key) for key in keys)):
            if engine.commitment(seed) == self.commitment:
                return seed
        raise LostKey("The key that sealed this seed is neither SECRET_KEY nor in SECRET_KEY_FALLBACKS.")


def _masked(seed: str, commitment: str, key: str) -> str:
    """A seed with its mask, which takes it off again."""
    mask = salted_hmac("dugout.seeds", commitment, secret=key, algorithm="sha256").digest()
    return bytes(a ^ b for a, b in zip(bytes.fromhex(seed), mask, strict=True)).hex()
