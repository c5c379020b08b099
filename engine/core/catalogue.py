"""The catalogue of a ruleset: every point of its sources, in words. Read from data/<ruleset>/rulings.yaml.

Beside it may lie chapters.yaml, which puts the areas of a large catalogue under headings.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from engine.core.errors import BadInput, UnknownRuling
from engine.core.ruling import Decider, Rulings
from engine.core.yamlfile import read_yaml

RULE = "rule"  # the one choice of a fixed entry

DEFAULTS = "manual"  # the profile that takes every default
OFFICIAL = "official"  # where a catalogue has it, the profile that new leagues start with; it stands for the defaults
DEFAULT = "default"  # where a profile inherits from if nobody official has said anything


LOWEST, HIGHEST = 0, 1000  # of settings that are numbers, unless the ruleset is stricter


@dataclass(frozen=True, slots=True)
class Entry:
    id: str
    title: str
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
    decides: str = ""  # the point of the code, where that is not the id without its prefix
    stands_for: Mapping[str, str] = field(default_factory=dict)  # choices that have other names there
    awaits: str = ""  # what has to be there first; until then nothing plays the rule, and it does not count
    steps: tuple[Any, ...] = ()  # of an ordered sequence
    rulings: tuple[str, ...] = ()  # the open points of that order
    chapter: str = ""
    place: tuple[int, int, str] = (0, 0, "")  # in the order of reading: by chapter, by area

    @property
    def fixed(self) -> bool:
        return not self.choices

    @property
    def point(self) -> str:
        """What the code calls it."""
        return self.decides or self.id.partition(".")[2]

    def meaning(self, choice: str) -> str:
        """What the code calls a choice."""
        return self.stands_for.get(choice, choice)

    @property
    def subject(self) -> str:
        """The area without its kind: skill:pile-driver is about pile-driver."""
        return self.area.rpartition(":")[2]

    def source_in(self, profile: str) -> str:
        """Where a profile has its choice from: itself, or what it inherits from."""
        if self.fixed:
            return RULE
        if profile in self.profiles:
            return profile
        return OFFICIAL if self.profiles.get(OFFICIAL) == self.default else DEFAULT

    def choice_in(self, profile: str) -> str:
        return RULE if self.fixed else self.profiles.get(self.source_in(profile), self.default)


class Catalogue:
    def __init__(self, entries: tuple[Entry, ...], settled: Mapping[str, str] | None = None) -> None:
        self.entries = entries
        self.settled = settled or {}  # points that the edition does not leave open, with their choice
        self._by_id = {entry.id: entry for entry in entries}
        in_force = sorted(
            entries, key=lambda entry: not entry.fixed
        )  # where a fixed one has the name as well, the open one decides
        self.deciders = {entry.point: Decider(entry.id, entry.stands_for) for entry in in_force}
        named = {name for entry in entries for name in entry.profiles}
        first = OFFICIAL if OFFICIAL in named else DEFAULTS
        self.profiles: tuple[str, ...] = (first, *sorted(named - {first}))

    def __contains__(self, id: str) -> bool:
        return id in self._by_id

    def about(self, point: str) -> Entry | None:
        decider = self.deciders.get(point)
        return self._by_id[decider.id] if decider else None

    def entry(self, id: str) -> Entry:
        try:
            return self._by_id[id]
        except KeyError:
            raise UnknownRuling(f"no ruling is called {id!r}") from None

    def in_play(self) -> tuple[Entry, ...]:
        """Without those that wait for something that is not there yet."""
        return tuple(entry for entry in self.entries if not entry.awaits)

    def open_points(self) -> tuple[Entry, ...]:
        return tuple(entry for entry in self.entries if not entry.fixed)

    def differing(self, *profiles: str) -> tuple[Entry, ...]:
        """The open points that these profiles, or all of them, do not settle alike."""
        among = profiles or self.profiles
        return tuple(each for each in self.open_points() if len({each.choice_in(profile) for profile in among}) > 1)

    def rulings(self, profile: str = DEFAULTS, overrides: Mapping[str, Any] | None = None) -> Rulings:
        """Every open point settled: by the override, else by the profile, else by the default, which is the official answer."""
        if profile not in (*self.profiles, DEFAULTS):
            raise BadInput(f"no profile is called {profile!r}; there are {', '.join(self.profiles)}")
        given = dict(overrides or {})
        choices, settings = {}, {}
        for entry in self.open_points():
            value = given.pop(entry.id, entry.choice_in(profile))
            choices[entry.id], settings[entry.id] = self._settled(entry, value)
        for id in given:
            self.entry(id)
            raise BadInput(f"{id} is a fixed rule and has nothing to choose")
        return Rulings(choices, settings, self.deciders, self.settled)

    def carried_over(self, choices: Mapping[str, Any], profile: str = DEFAULTS) -> tuple[Rulings, dict[str, str]]:
        """Choices of another release as far as they still exist, and for each that does not, the reason.

        What is lost or new is as the profile has it, or by default if that does not exist any more either.
        """
        known = profile if profile in self.profiles else DEFAULTS
        kept, lost = {}, {}
        for id, value in choices.items():
            try:
                entry = self.entry(id)
                if entry.fixed:
                    raise BadInput(f"{id} is a fixed rule now and has nothing to choose")
                self._settled(entry, value)
                kept[id] = value
            except BadInput as error:
                lost[id] = str(error)
        return self.rulings(known, kept), lost

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
            if isinstance(value, list | tuple) and all(isinstance(each, str) for each in value):
                names = list(dict.fromkeys(value))
                if 0 < len(names) <= len(default):
                    return names
            raise BadInput(f"{entry.id}: {name} has to be a list of names, from 1 to {len(default)}")
        if isinstance(value, bool) or not isinstance(value, int) or not LOWEST <= value <= HIGHEST:
            raise BadInput(f"{entry.id}: {name} has to be a whole number from {LOWEST} to {HIGHEST}, not {value!r}")
        return value


def load_catalogue(path: Path, settled: Mapping[str, str] | None = None) -> Catalogue:
    entries = []
    seen: set[str] = set()
    for raw in read_yaml(path, list):
        entry = _entry(path, raw)
        if entry.id in seen:
            raise BadInput(f"{path.name}: {entry.id} stands there twice")
        seen.add(entry.id)
        entries.append(entry)
    return Catalogue(_placed(entries, _lists(path.with_name("chapters.yaml"))), settled)


def _lists(path: Path) -> dict[str, list[str]]:
    return read_yaml(path, dict) if path.exists() else {}


def _placed(entries: Sequence[Entry], chapters: Mapping[str, list[str]]) -> tuple[Entry, ...]:
    """Each entry with its chapter; an area that no chapter names is one of its own, after the others."""
    homes = {name: title for title, names in chapters.items() for name in names}
    listed = []  # the name under which a chapter has each entry
    for entry in entries:
        kind = entry.area.partition(":")[0]
        listed.append(kind if kind in homes else entry.area)
        homes.setdefault(listed[-1], entry.area)
    titles, names = list(dict.fromkeys(homes.values())), list(homes)
    return tuple(
        replace(entry, chapter=homes[name], place=(titles.index(homes[name]), names.index(name), entry.area))
        for entry, name in zip(entries, listed, strict=True)
    )


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
    _check_fields(raw, f"{path.name}: {id}")
    for name in ("refs", "sources", "evidence", "steps", "rulings"):
        raw[name] = tuple(raw.get(name, ()))
    entry = Entry(id=id, origin=origin, **raw)
    if (
        is_open != bool(entry.choices)
        or (is_open and entry.default not in entry.choices)
        or is_open == bool(entry.rule)
    ):
        raise BadInput(f"{path.name}: {id}: an open point has choices and a default among them; a fixed one has a rule")
    if is_open and entry.awaits:
        raise BadInput(f"{path.name}: {id}: an open point is consulted, and awaits nothing")
    for choice in (*entry.profiles.values(), *entry.settings):
        if choice not in entry.choices:
            raise BadInput(f"{path.name}: {id}: there is no choice {choice!r}")
    return entry


def _check_fields(raw: Mapping[str, Any], entry: str) -> None:
    unknown = raw.keys() - Entry.__dataclass_fields__.keys()
    if unknown:
        raise BadInput(f"{entry}: unknown field {', '.join(sorted(unknown))}")
    missing = {"title", "area", "where"} - raw.keys()
    if missing:
        raise BadInput(f"{entry}: no {', '.join(sorted(missing))}")
