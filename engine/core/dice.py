"""Dice are handed to a match, never fetched: keyed by a seed in production, scripted in tests and scenarios."""

from collections.abc import Iterable, Sequence
from hashlib import blake2b, sha256
from struct import unpack
from typing import Protocol

from engine.core.errors import ScriptExhausted

DICE_PER_BLOCK = 8  # one 64-byte hash feeds eight dice of eight bytes each


class Dice(Protocol):
    def d(self, sides: int) -> int:
        """A face between 1 and `sides`."""


def commitment(seed: str) -> str:
    """What is published before a match so that nobody can change its seed afterwards: the plain SHA-256 of the seed."""
    return sha256(seed.encode()).hexdigest()


class KeyedDice:
    """A keyed hash of the seed over a counter: the state is one integer, and anybody can recompute any die."""

    __slots__ = ("_block", "_key", "_numbers", "count")

    def __init__(self, seed: str, count: int = 0, purpose: str = "dice") -> None:
        self._key = sha256(f"{purpose}:{seed}".encode()).digest()
        self.count = count
        self._block = -1
        self._numbers: tuple[int, ...] = ()

    def d(self, sides: int) -> int:
        block, place = divmod(self.count, DICE_PER_BLOCK)
        if block != self._block:
            self._fill(block)
        self.count += 1
        # Multiply and shift: the bias for any die of the games is below one part in 2**58.
        return (self._numbers[place] * sides >> 64) + 1

    def _fill(self, block: int) -> None:
        digest = blake2b(block.to_bytes(8, "big"), key=self._key).digest()
        self._numbers = unpack(">8Q", digest)
        self._block = block


class ScriptedDice:
    """Just these faces in this order; one too many, too few or too large is a failure of the script."""

    def __init__(self, faces: Iterable[int]) -> None:
        self.faces: Sequence[int] = tuple(faces)
        self.used = 0

    def d(self, sides: int) -> int:
        if self.used == len(self.faces):
            raise ScriptExhausted(f"the script has {self.used} dice, and the match asks for one more (a D{sides})")
        face = self.faces[self.used]
        self.used += 1
        if face == 0 and sides == 10:
            face = 10  # a D10 is printed 0 to 9, and its 0 is a ten
        if not 1 <= face <= sides:
            raise ScriptExhausted(f"die {self.used} of the script shows {face}, but the match rolls a D{sides}")
        return face

    def finish(self, asked: str = "") -> None:
        """All dice have to be rolled; where somebody is asked something instead, it says so."""
        left = self.faces[self.used :]
        if left:
            waits = f"; it asks {asked!r} instead" if asked else ""
            raise ScriptExhausted(
                f"the match did not roll the last dice of the script: {', '.join(map(str, left))}{waits}"
            )
