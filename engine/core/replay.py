"""A match as data: header, choices, dice and events, sealed by a digest that every machine computes alike."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any

from engine.core.decisions import Choice, frozen
from engine.core.dice import KeyedDice, commitment
from engine.core.errors import BadInput
from engine.core.match import Match
from engine.core.ruleset import Ruleset, Sheet

FORMAT = 1
HEADER = ("format", "engine", "ruleset", "ruleset_version", "rulings", "sheets", "coaches", "seed")
BODY = ("choices", "dice", "events", "result")
LONG = ("choices", "dice", "events")  # lists with an entry for everything that happened


PIECE = 100  # entries of a list that are written at a time: the encoder slows down on longer ones

_encoder = json.JSONEncoder(sort_keys=True, separators=(",", ":"), ensure_ascii=True, check_circular=False)


def canonical(value: Any) -> str:
    return _encoder.encode(value)


def _long(entries: list[Any]) -> str:
    """The same text of a list, piece by piece."""
    pieces = (canonical(entries[start : start + PIECE]) for start in range(0, len(entries), PIECE))
    return f"[{','.join(piece[1:-1] for piece in pieces)}]"


@dataclass(slots=True)
class Record:
    """A finished match, as stored and as downloaded."""

    header: dict[str, Any]
    choices: list[Choice]
    dice: list[tuple[int, int]]
    events: list[dict[str, Any]]
    result: dict[str, Any]
    digest: str
    promised: str = ""  # the commitment in the file
    sealed: str = field(default="", compare=False, repr=False)  # of a match just played: the text behind the digest

    @classmethod
    def of(cls, header: dict[str, Any], match: Match, result: dict[str, Any]) -> "Record":
        game = match.game
        events = [event.to_json() for event in game.events]
        record = cls(header, list(match.choices), list(game.rolled), events, result, "")
        record.sealed = record._seal()
        record.digest = _digest(record.sealed)
        return record

    def computed_digest(self) -> str:
        return _digest(self._seal())

    def _seal(self) -> str:
        """The canonical text behind the digest."""
        sealed = self._sealed()
        texts = ((name, _long(value) if name in LONG else canonical(value)) for name, value in sorted(sealed.items()))
        return f"{{{','.join(f'{canonical(name)}:{text}' for name, text in texts)}}}"

    def _sealed(self) -> dict[str, Any]:
        body = {"choices": self.choices, "dice": self.dice, "events": self.events, "result": self.result}
        return self.header | body

    def to_json(self) -> dict[str, Any]:
        return self._sealed() | {"commitment": commitment(self.header["seed"]), "digest": self.digest}

    def to_text(self) -> str:
        """The file as text. The digest's own text is most of it."""
        ends = canonical({"commitment": commitment(self.header["seed"]), "digest": self.digest})
        return f"{(self.sealed or self._seal())[:-1]},{ends[1:]}"

    @classmethod
    def from_json(cls, content: Any) -> "Record":
        _check_shape(content)
        return cls(
            header={name: content[name] for name in HEADER},
            choices=[frozen(choice) for choice in content["choices"]],
            dice=[(sides, face) for sides, face in content["dice"]],
            events=content["events"],
            result=content["result"],
            digest=content["digest"],
            promised=content["commitment"],
        )


def _digest(text: str) -> str:
    return sha256(text.encode()).hexdigest()


def _check_shape(content: Any) -> None:
    if not isinstance(content, Mapping):
        raise BadInput("not a match file: expected a JSON object")
    missing = [name for name in (*HEADER, *BODY, "commitment", "digest") if name not in content]
    if missing:
        raise BadInput(f"not a match file: {', '.join(missing)} missing")
    if content["format"] != FORMAT:
        raise BadInput(f"this match file has format {content['format']!r}; this engine reads format {FORMAT}")
    lists_ok = all(isinstance(content[name], list) for name in ("choices", "dice", "events", "sheets", "coaches"))
    dice_ok = lists_ok and all(
        isinstance(die, list | tuple) and len(die) == 2 and all(isinstance(number, int) for number in die)
        for die in content["dice"]
    )
    events_ok = lists_ok and all(isinstance(event, dict) and "e" in event for event in content["events"])
    header_ok = isinstance(content["seed"], str) and isinstance(content["rulings"], dict)
    if not (dice_ok and events_ok and header_ok and len(content["sheets"]) == 2):
        raise BadInput("not a match file: its parts do not have the right shape")


def header(ruleset: Ruleset, version: str, rulings: Any, sheets: tuple[Sheet, Sheet], **rest: Any) -> dict[str, Any]:
    return {
        "format": FORMAT,
        "engine": version,
        "ruleset": ruleset.key,
        "ruleset_version": ruleset.version,
        "rulings": rulings.to_json(),
        "sheets": [dict(sheet) for sheet in sheets],
        **rest,
    }


@dataclass(slots=True)
class Rerun:
    digest: str
    matches: bool
    first_difference: str | None


def rerun(record: Record, ruleset: Ruleset) -> Rerun:
    """Play the recorded choices again with the dice of the seed, and name the first thing that differs."""
    played_by = str(record.header["ruleset_version"])
    if played_by != ruleset.version:
        release = ruleset.earlier_versions.get(played_by, "")
        raise BadInput(
            f"this match was played by version {played_by} of {ruleset.key}, and this engine has version "
            f"{ruleset.version}; {f'release {release} of the engine' if release else 'another release'} verifies it"
        )
    rulings = ruleset.rulings(overrides=record.header["rulings"])
    home, away = record.header["sheets"]
    match = ruleset.start((home, away), KeyedDice(record.header["seed"]), rulings)
    stopped = None
    for number, choice in enumerate(record.choices):
        try:
            match.choose(choice)
        except BadInput as error:
            stopped = f"choice {number + 1} is not legal when played again: {error}"
            break
    result = ruleset.result(match.game, (home, away)) if match.over else {}
    again = Record.of(record.header, match, result)
    _adopt_reasons(record, again)
    match.close()
    if stopped is None and not match.over:
        stopped = "the choices end before the match does"
    difference = _first_difference(record, again) or stopped or _last_difference(record, again)
    return Rerun(again.computed_digest(), difference is None, difference)


def _adopt_reasons(record: Record, again: Record) -> None:
    """A reason is the coach's remark on a choice, kept in the file; playing again does not think it up again."""
    for old, new in zip(record.events, again.events, strict=False):
        if old["e"] == new["e"] == "choice":
            new["reason"] = old.get("reason", "")
    again.sealed = ""


def _first_difference(record: Record, again: Record) -> str | None:
    for number, (old, new) in enumerate(zip(record.dice, again.dice, strict=False), start=1):
        if tuple(old) != tuple(new):
            return f"die {number}: the file has {old[1]} on a D{old[0]}, the seed gives {new[1]} on a D{new[0]}"
    if _long(record.events) == _long(again.events):  # one by one only where there is something to find
        return None
    for number, (before, after) in enumerate(zip(record.events, again.events, strict=False), start=1):
        if canonical(before) != canonical(after):
            return f"event {number}: the file has {canonical(before)}, playing it again gives {canonical(after)}"
    return None


def _last_difference(record: Record, again: Record) -> str | None:
    """What is still wrong when everything that both have is the same."""
    for what, old, new in (("dice", record.dice, again.dice), ("events", record.events, again.events)):
        if len(old) != len(new):
            return f"the file has {len(old)} {what}, playing it again gives {len(new)}"
    if canonical(record.result) != canonical(again.result):
        return "the result in the file is not the one of its events"
    if record.promised and record.promised != commitment(record.header["seed"]):
        return "the seed is not the one that was promised: its SHA-256 is not the commitment in the file"
    if record.digest != record.computed_digest():
        return "the digest in the file is not the digest of its content"
    return None
