"""Records that say what an edition plugs in: frozen dataclasses in which nothing may be left out."""

from dataclasses import dataclass, fields, replace
from typing import Any, Self

from engine.core.errors import BadInput


@dataclass(frozen=True, kw_only=True, eq=False)
class Slots:
    """A record in which nothing is left out."""

    def __post_init__(self) -> None:
        for each in fields(self):
            if getattr(self, each.name) is None:
                raise BadInput(f"{self}: the record leaves out {each.name}")

    def but(self, **changes: Any) -> Self:
        """A variant: the same record with other entries."""
        unknown = changes.keys() - {each.name for each in fields(self)}
        if unknown:
            raise BadInput(f"{self}: the record has no {min(unknown)}")
        return replace(self, **changes)

    def __str__(self) -> str:
        return type(self).__name__
