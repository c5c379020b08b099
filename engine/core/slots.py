"""Records that say what an edition plugs in: frozen dataclasses in which nothing may be left out."""

from collections.abc import Mapping
from dataclasses import MISSING, dataclass, fields, replace
from typing import Any, Self

from engine.core.errors import BadInput


@dataclass(frozen=True, kw_only=True, eq=False)
class Slots:
    """A record in which nothing is left out."""

    def __new__(cls, **given: Any) -> Self:
        for each in fields(cls):
            if each.name not in given and each.default is MISSING and each.default_factory is MISSING:
                raise BadInput(f"{given.get('key', cls.__name__)}: the record leaves out {each.name}")
        return super().__new__(cls)

    def __post_init__(self) -> None:
        for each in fields(self):
            value = getattr(self, each.name)
            if value is None:
                raise BadInput(f"{self}: the record leaves out {each.name}")
            parts = value.items() if isinstance(value, Mapping) else enumerate(value, 1) if type(value) is tuple else ()
            for key, part in parts:
                if part is None:
                    raise BadInput(f"{self}: the record leaves out {key} of {each.name}")

    def but(self, **changes: Any) -> Self:
        """A variant: the same record with other entries."""
        unknown = changes.keys() - {each.name for each in fields(self)}
        if unknown:
            raise BadInput(f"{self}: the record has no {min(unknown)}")
        return replace(self, **changes)

    def __str__(self) -> str:
        return type(self).__name__
