"""A ruling: a named question and what each of its choices does. The catalogue keeps the words, the code the deed."""

from collections.abc import Callable, Mapping
from importlib import import_module
from pkgutil import iter_modules
from types import ModuleType
from typing import Any, Generic, TypeVar

from engine.core.errors import BadInput

T = TypeVar("T")
F = TypeVar("F")


class Ruling(Generic[T]):
    """Declared where it is consulted. A choice is a value, a function or a coroutine function."""

    __slots__ = ("choices", "id")

    def __init__(self, id: str, choices: Mapping[str, T] | None = None) -> None:
        self.id = id
        self.choices: dict[str, T] = dict(choices or {})

    def choice(self, key: str) -> Callable[[F], F]:
        """Register a function as what this choice does."""

        def register(deed: F) -> F:
            self.choices[key] = deed  # type: ignore[assignment]  # F is T, which a decorator cannot say
            return deed

        return register

    def __repr__(self) -> str:
        return f"Ruling({self.id})"


class Rulings:
    """The rulings in force: one choice for every open point of a ruleset, with the settings of that choice."""

    __slots__ = ("choices", "settings")

    def __init__(self, choices: Mapping[str, str], settings: Mapping[str, Mapping[str, Any]]) -> None:
        self.choices = dict(choices)
        self.settings = {id: dict(values) for id, values in settings.items() if values}

    def to_json(self) -> dict[str, Any]:
        """Id to choice, or to {"choice": …, setting: …} where the choice has settings."""
        return {
            id: {"choice": choice, **self.settings[id]} if id in self.settings else choice
            for id, choice in sorted(self.choices.items())
        }

    def but(self, id: str, choice: str, settings: Mapping[str, Any] | None = None) -> "Rulings":
        if id not in self.choices:
            raise BadInput(f"no open point is called {id!r}")
        return Rulings({**self.choices, id: choice}, {**self.settings, id: dict(settings or {})})


def declared_rulings(*packages: ModuleType) -> tuple[Ruling[Any], ...]:
    """All rulings of the modules of some packages: each module lists its own in RULINGS."""
    names = [f"{package.__name__}.{info.name}" for package in packages for info in iter_modules(package.__path__)]
    return tuple(ruling for name in names for ruling in getattr(import_module(name), "RULINGS", ()))
