"""Rulings in the words of another edition: entries of two catalogues mean the same where they decide the same point."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from engine.core.catalogue import RULE, Catalogue, Entry
from engine.core.errors import BadInput


@dataclass(frozen=True, slots=True)
class Translation:
    source: Catalogue
    target: Catalogue
    edition: str  # what the other one is called

    def entry(self, id: str) -> Entry | None:
        """The entry of the other catalogue about the same point."""
        return self.target.about(self.source.entry(id).point)

    def choices(self, id: str, given: Iterable[str]) -> dict[str, str]:
        """The other edition's choices that mean one of those given, with that one; a settled point has one choice."""
        own, other = self.source.entry(id), self.entry(id)
        means = {own.meaning(choice): choice for choice in given}
        if own.point in self.target.settled:
            theirs = {RULE: self.target.settled[own.point]}
        else:
            theirs = {choice: other.meaning(choice) for choice in other.choices} if other else {}
        return {choice: means[meaning] for choice, meaning in theirs.items() if meaning in means}

    def overrides(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """Choices by id. One that the other edition has settled in the same way is left out."""
        made: dict[str, Any] = {}
        for id, value in given.items():
            settings = dict(value) if isinstance(value, Mapping) else {}
            chosen = settings.pop("choice", "") if settings else value
            theirs = next(iter(self.choices(id, [chosen])), None)
            if theirs is None:
                raise BadInput(f"{self.edition} has no choice that means {id}: {chosen}")
            if (entry := self.entry(id)) is not None and not entry.fixed:
                made[entry.id] = {"choice": theirs, **settings} if settings else theirs
        return made

    def words(self, value: Any) -> Any:
        """Whatever was written, with the other edition's ids; a settled point without an entry goes by its own name."""
        if isinstance(value, Mapping):
            return {key: self.words(each) for key, each in value.items()}
        if isinstance(value, list):
            return [self.words(each) for each in value]
        if not isinstance(value, str) or value not in self.source:
            return value
        entry = self.entry(value)
        return entry.id if entry else self.source.entry(value).point
