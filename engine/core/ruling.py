"""A ruling: a named question and what each of its choices does. The catalogue keeps the words, the code the effect."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeVar, cast

from engine.core.errors import BadInput

T = TypeVar("T")
F = TypeVar("F")


class Ruling(Generic[T]):
    """A point that the sources leave open, declared where it is consulted. Its key and its choices name no edition.

    A choice is a value, a function or a coroutine function.
    """

    __slots__ = ("choices", "point")

    def __init__(self, point: str, choices: Mapping[str, T] | None = None) -> None:
        self.point = point
        self.choices: dict[str, T] = dict(choices or {})

    def choice(self, key: str) -> Callable[[F], F]:
        """Register a function as what this choice does."""

        def register(effect: F) -> F:
            self.choices[key] = cast("T", effect)  # F is T, which a decorator cannot say
            return effect

        return register

    def __repr__(self) -> str:
        return f"Ruling({self.point})"


@dataclass(frozen=True, slots=True)
class Decider:
    """The entry of a catalogue that decides a point, and which of the point's choices each of its own stands for."""

    id: str
    stands_for: Mapping[str, str]


class Rulings:
    """The rulings in force: one choice for every open point of a ruleset, with the settings of that choice.

    They are kept by the ids of the catalogue, which seasons and match files store. Code asks by point.
    """

    __slots__ = ("choices", "deciders", "settings", "settled")

    def __init__(
        self,
        choices: Mapping[str, str],
        settings: Mapping[str, Mapping[str, Any]],
        deciders: Mapping[str, Decider] | None = None,
        settled: Mapping[str, str] | None = None,
    ) -> None:
        self.choices = dict(choices)
        self.settings = {id: dict(values) for id, values in settings.items() if values}
        self.deciders = deciders or {}  # by point
        self.settled = settled or {}  # points that the edition does not leave open, with their choice

    def choice_at(self, point: str) -> str:
        """The choice in force, as the point calls it."""
        if point in self.settled:  # the catalogue may still have a fixed entry about it
            return self.settled[point]
        decider = self.deciders[point]
        choice = self.choices[decider.id]
        return decider.stands_for.get(choice, choice)

    def choice(self, ruling: Ruling[Any]) -> str:
        return self.choice_at(ruling.point)

    def effect(self, ruling: Ruling[T]) -> T:
        """What the choice in force does."""
        return ruling.choices[self.choice(ruling)]

    def settings_of(self, ruling: Ruling[Any]) -> Mapping[str, Any]:
        """The settings of the choice in force."""
        return self.settings.get(self.id_of(ruling.point), {})

    def id_of(self, point: str) -> str:
        """What the catalogue calls a point, for whoever cites it; a settled one has its own name only."""
        return self.deciders[point].id if point in self.deciders else point

    def shown(self, ruling: Ruling[Any]) -> str:
        """Point and choice in the words of the catalogue, for those who note what came into play."""
        id = self.id_of(ruling.point)
        return f"{id}={self.choices.get(id, self.choice(ruling))}"

    def to_json(self) -> dict[str, Any]:
        """Id to choice, or to {"choice": …, setting: …} where the choice has settings."""
        return {
            id: {"choice": choice, **self.settings[id]} if id in self.settings else choice
            for id, choice in sorted(self.choices.items())
        }

    def but(self, id: str, choice: str, settings: Mapping[str, Any] | None = None) -> "Rulings":
        if id not in self.choices:
            raise BadInput(f"no open point is called {id!r}")
        changed = {**self.choices, id: choice}, {**self.settings, id: dict(settings or {})}
        return Rulings(*changed, self.deciders, self.settled)
