"""What a coach is asked, and what may be answered."""

from collections.abc import Callable, Generator, Iterable, Mapping
from dataclasses import dataclass, field
from types import coroutine
from typing import Any, Generic, Protocol, TypeVar

from engine.core.questions import Question

T = TypeVar("T")
Choice = Any  # JSON scalars, and tuples of them: a replay is a flat list of choices
Pick = Callable[[int], int]  # a number below the one given, for whoever answers at random


class Options(Protocol):
    """The legal answers: listed, or described where listing them would be silly (a path, a set-up)."""

    def refusal(self, choice: Choice) -> str | None:
        """Why this is not an answer, in a sentence; None if it is one."""

    def some(self, pick: Pick) -> Choice:
        """Any legal answer, drawn with `pick`."""


class Listed:
    __slots__ = ("choices",)

    def __init__(self, choices: Iterable[Choice]) -> None:
        self.choices = tuple(choices)

    def refusal(self, choice: Choice) -> str | None:
        # `True == 1` in Python: the type has to agree with the value.
        if choice in self.choices and type(self.choices[self.choices.index(choice)]) is type(choice):
            return None
        return f"{choice!r} is not among {', '.join(map(repr, self.choices))}"

    def some(self, pick: Pick) -> Choice:
        return self.choices[pick(len(self.choices))]


@dataclass(slots=True)
class Decision(Generic[T]):
    question: Question[T]
    side: int
    options: Options
    about: Mapping[str, Any] = field(default_factory=dict)

    @property
    def listed(self) -> tuple[Choice, ...]:
        """The answers, where they are listed."""
        return tuple(getattr(self.options, "choices", ()))


@coroutine
def suspend(decision: Decision[T]) -> Generator[Decision[T], T, T]:
    """The one place where control leaves the engine and a coach's answer comes back."""
    return (yield decision)


def frozen(choice: Any) -> Choice:
    """A choice as it comes from JSON, with lists turned into tuples."""
    return tuple(frozen(each) for each in choice) if isinstance(choice, list | tuple) else choice
