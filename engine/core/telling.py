"""Answers in words: what a choice is called in scenario files and wherever else people read it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from engine.core.decisions import Choice

Naming = Callable[[int], str]
SET_UP = "set-up"  # answered by a square for each player, and none for those who stay off


@dataclass(frozen=True, slots=True)
class Telling:
    """A number in an answer is a player, unless its question, or the word before it, is listed here."""

    squares: frozenset[str] = frozenset()
    numbers: frozenset[str] = frozenset()
    placing: frozenset[str] = frozenset()  # a player and a square
    none: Mapping[str, str] = field(default_factory=dict)  # what -1 is called, where it is not nobody

    def told(self, question: str, choice: Choice, player: Naming, square: Naming) -> str:
        if question in self.placing:
            return f"{player(choice[0])} {square(choice[1])}"
        if not isinstance(choice, tuple):
            return self._word(question, choice, player, square)
        if not choice or not isinstance(choice[0], str):
            return _path(choice, square, " " if question == SET_UP else " > ")
        word, *rest = choice
        return " ".join([word, *(self._part(word, each, player, square) for each in rest if each != -1)])

    def _part(self, word: str, value: Any, player: Naming, square: Naming) -> str:
        return _path(value, square) if isinstance(value, tuple) else self._word(word, value, player, square)

    def _word(self, kind: str, value: Any, player: Naming, square: Naming) -> str:
        if isinstance(value, bool):
            return str(value).lower()
        if not isinstance(value, int) or kind in self.numbers:
            return str(value)
        if value < 0:
            return self.none.get(kind, "nobody")
        return square(value) if kind in self.squares else player(value)


def _path(squares: tuple[int | None, ...], square: Naming, between: str = " > ") -> str:
    return between.join("off" if each is None else square(each) for each in squares)
