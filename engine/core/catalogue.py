"""The catalogue of a ruleset: every point of its sources, in words. Read from data/<ruleset>/rulings.yaml."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from engine.core.errors import BadInput, UnknownRuling
from engine.core.ruling import Rulings
from engine.core.yamlfile import read_yaml

RULE = "rule"  # the one choice of a fixed entry

DEFAULTS = "manual"  # the profile that takes every default
OFFICIAL = "official"  # where a catalogue has it, the profile that new leagues start with


LOWEST, HIGHEST = 0, 1000  # of settings that are numbers, unless the ruleset is stricter


@dataclass(frozen=True, slots=True)
class Entry:
    id: str
    area: str
    where: str
    rule: str = ""
    question: str = ""
    choices: Mapping[str, str] = field(default_factory=dict)
    settings: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    default: str = ""
    reason: str = ""
    profiles: Mapping[str, str] = field(default_factory=dict)
    refs: tuple[str, ...] = ()
    sources: tuple[str, ...] = ()
    evidence: tuple[str, ...] = ()
    origin: str = ""
    sure: bool = True
    scenario: str = ""
    note: str = ""
    steps: tuple[Any, ...] = ()  # of an ordered sequence
    rulings: tuple[str, ...] = ()  # the open points of that order

    @property
    def fixed(self) -> bool:
        return not self.choices


class Catalogue:
    def __init__(self, entries: tuple[Entry, ...]) -> None:
        self.entries = entries
        self._by_id = {entry.id: entry for entry in entries}
        named = {name for entry in entries for name in entry.profiles} | {DEFAULTS}
        first = OFFICIAL if OFFICIAL in named else DEFAULTS
        self.profiles: tuple[str, ...] = (first, *sorted(named - {first}))

    def entry(self, id: str) -> Entry:
        try:
            return self._by_id[id]
        except KeyError:
            raise UnknownRuling(f"no ruling is called {id!r}") from None

    def open_points(self) -> tuple[Entry, ...]:
        return tuple(entry for entry in self.entries if not entry.fixed)

    def rulings(self, profile: str = DEFAULTS, overrides: Mapping[str, Any] | None = None) -> Rulings:
        """Every open point settled: by the override, else by the profile, else by the default."""
        if profile not in self.profiles:
            raise BadInput(f"no profile is called {profile!r}; there are {', '.join(self.profiles)}")
        given = dict(overrides or {})
        choices, settings = {}, {}
        for entry in self.open_points():
            value = given.pop(entry.id, entry.profiles.get(profile, entry.default))
            choices[entry.id], settings[entry.id] = self._settled(entry, value)
        for id in given:
            self.entry(id)
            raise BadInput(f"{id} is a fixed rule and has nothing to choose")
        return Rulings(choices, settings)

    def _settled(self, entry: Entry, value: Any) -> tuple[str, dict[str, Any]]:
        given = dict(value) if isinstance(value, Mapping) else {"choice": value}
        choice = given.pop("choice", None)
        if choice not in entry.choices:
            raise BadInput(f"{entry.id} has no choice {choice!r}; there are {', '.join(entry.choices)}")
        settings = dict(entry.settings.get(choice, {}))
        for name, number in given.items():
            if name not in settings:
                raise BadInput(f"{entry.id}: the choice {choice} has no setting {name!r}")
            settings[name] = self._checked(entry, name, settings[name], number)
        return choice, settings

    @staticmethod
    def _checked(entry: Entry, name: str, default: Any, value: Any) -> Any:
        if isinstance(default, list | tuple):
            value = [value] if isinstance(value, str) else value
            if isinstance(value, list | tuple) and all(isinstance(each, str) for each in value) and value:
                return list(value)
            raise BadInput(f"{entry.id}: {name} has to be a list of names")
        if isinstance(value, bool) or not isinstance(value, int) or not LOWEST <= value <= HIGHEST:
            raise BadInput(f"{entry.id}: {name} has to be a whole number from {LOWEST} to {HIGHEST}, not {value!r}")
        return value


def load_catalogue(path: Path) -> Catalogue:
    entries = []
    seen: set[str] = set()
    for raw in read_yaml(path, list):
        entry = _entry(path, raw)
        if entry.id in seen:
            raise BadInput(f"{path.name}: {entry.id} stands there twice")
        seen.add(entry.id)
        entries.append(entry)
    return Catalogue(tuple(entries))


def _entry(path: Path, raw: Any) -> Entry:
    if not isinstance(raw, dict) or "id" not in raw:
        raise BadInput(f"{path.name}: an entry without an id")
    raw = dict(raw)
    id = raw.pop("id")
    origin = raw.pop("from", "")
    if "why" in raw:
        raw["reason"] = raw.pop("why")
    if raw.pop("fixed", False):  # one answer, and nothing to choose
        raw["rule"] = raw.pop("choices")[RULE]
        raw["profiles"] = {}
    is_open = raw.pop("open", "choices" in raw)
    if is_open:
        raw.setdefault("default", raw.get("profiles", {}).get(OFFICIAL) or next(iter(raw.get("choices", {})), ""))
    unknown = raw.keys() - Entry.__dataclass_fields__.keys()
    if unknown:
        raise BadInput(f"{path.name}: {id}: unknown field {', '.join(sorted(unknown))}")
    for name in ("refs", "sources", "evidence", "steps", "rulings"):
        raw[name] = tuple(raw.get(name, ()))
    entry = Entry(id=id, origin=origin, **raw)
    if is_open != bool(entry.choices) or (is_open and entry.default not in entry.choices) or is_open == bool(entry.rule):
        raise BadInput(f"{path.name}: {id}: an open point has choices and a default among them; a fixed one has a rule")
    for choice in (*entry.profiles.values(), *entry.settings):
        if choice not in entry.choices:
            raise BadInput(f"{path.name}: {id}: there is no choice {choice!r}")
    return entry
