"""What the rules behind a record declare: points, questions and names that stand at the top of the module that uses them.

Nobody lists them. They are found in the modules that the functions of a record come from, and in what those import.
"""

import sys
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import fields, is_dataclass
from functools import partial
from types import ModuleType
from typing import Any, TypeVar

from engine.core.errors import BadInput
from engine.core.questions import Question
from engine.core.ruleset import Ruleset
from engine.core.ruling import Ruling
from engine.core.slots import Slots

T = TypeVar("T")


def modules_behind(*parts: Any) -> list[ModuleType]:
    """The modules of all functions in some records, and what they import from the packages these are in.

    A package has its own modules as attributes as soon as anybody has imported them: that says nothing about the record.
    """
    waiting = {function.__module__ for part in parts for function in _functions(part)}
    packages = {_package(name) for name in waiting}
    found: dict[str, ModuleType] = {}
    while waiting:
        name = waiting.pop()
        if name not in found and _package(name) in packages:
            found[name] = sys.modules[name]
            known = [value for value in _top(found[name]) if not _is_part_of(value, found[name])]
            waiting |= {other for value in known for other in _homes(value)}
    return [found[name] for name in sorted(found)]


def declared(kind: type[T], modules: Iterable[ModuleType]) -> list[T]:
    """Everything of a kind at the top of some modules, each once, wherever else it is imported."""
    found = {id(value): value for module in modules for value in _top(module) if isinstance(value, kind)}
    return list(found.values())


def declared_rulings(modules: Iterable[ModuleType]) -> tuple[Ruling[Any], ...]:
    return tuple(declared(Ruling, modules))


def declared_questions(modules: Iterable[ModuleType]) -> dict[str, Question[Any]]:
    """By their keys."""
    questions: dict[str, Question[Any]] = {}
    for each in declared(Question, modules):
        if questions.setdefault(each.key, each) is not each:
            raise BadInput(f"two questions are called {each.key!r}")
    return questions


def _functions(part: Any) -> Iterator[Any]:
    """Every function within a record, however deep."""
    if isinstance(part, partial):
        yield from _functions(part.func)
    elif isinstance(part, Mapping):
        yield from _functions(tuple(part.values()))
    elif isinstance(part, list | tuple | set | frozenset):
        for each in part:
            yield from _functions(each)
    elif is_dataclass(part) and not isinstance(part, type):
        for each in fields(part):
            yield from _functions(getattr(part, each.name))
    elif callable(part) and getattr(part, "__module__", None) in sys.modules:
        yield part


def _top(module: ModuleType) -> list[Any]:
    return [value for name, value in vars(module).items() if not name.startswith("__")]


def _is_part_of(value: Any, package: ModuleType) -> bool:
    return isinstance(value, ModuleType) and value.__name__.startswith(package.__name__ + ".")


def _homes(value: Any) -> Iterator[str]:
    """Where something that a module knows is from. To know another record is not to play by it."""
    if isinstance(value, ModuleType):
        yield value.__name__
    elif not isinstance(value, Slots | Ruleset):
        part = value.choices if isinstance(value, Ruling) else value  # a choice may be declared elsewhere
        yield from (function.__module__ for function in _functions(part))


def _package(name: str) -> str:
    return name.partition(".")[0]
