"""What things are worth to the coach: figures from `weights.yaml`, which says what each of them means."""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from functools import cache
from pathlib import Path
from typing import Any

import yaml

from engine.core.errors import BadInput
from engine.core.yamlfile import read_yaml

USUAL = Path(__file__).with_name("weights.yaml")
MOST = 1000.0  # a figure beyond that is a slip
FACTORS = ("corners", "guards", "receivers")  # that a style may have
STYLES = ("balanced", "cage", "run", "pass")


@dataclass(frozen=True, slots=True, kw_only=True)
class Weights:
    version: int
    styles: Mapping[str, Mapping[str, float]] = field(hash=False)
    on_its_feet: float
    marked_up: float
    contact: float
    hit: float
    better_placed: float
    reroll: float
    turn_lost: float
    likely: float
    guard: float
    corner: float
    front: float
    screen: float
    mark_carrier: float
    guard_ball: float
    safety: float
    escort: float
    receiver: float
    thrower: float
    arm: float
    knocked_down: float
    stunned: float
    hurt: float
    crowd: float
    pushed: float
    marking: float
    frees_the_carrier: float
    opens_the_way: float
    sent_off: float
    by_the_ball: float
    ball: float
    own_ball: float
    still_ours: float
    sideline: float
    steady: float
    loose: float
    dropped: float
    saved: float
    theirs: float
    dodged: float
    twice: float

    def figures(self) -> dict[str, float]:
        """By name, what can be tuned."""
        return {name: getattr(self, name) for name in NAMES}

    def but(self, version: int, figures: Mapping[str, float]) -> "Weights":
        """The same with some other figures."""
        return Weights(version=version, styles=self.styles, **{**self.figures(), **figures})


NAMES = tuple(each.name for each in fields(Weights) if each.name not in ("version", "styles"))


@cache
def read_weights(path: Path = USUAL) -> Weights:
    """The weights of a file. One that leaves a figure out, or has one that nobody reads, is refused."""
    content = read_yaml(path, dict)
    _check_keys(path, "", content, ("version", "weights", "styles"))
    version = content["version"]
    if type(version) is not int or version < 1:
        raise BadInput(f"{path.name}: version: {version!r} is not a whole number from 1")
    given, styles = _mapping(path, "weights", content["weights"]), _mapping(path, "styles", content["styles"])
    _check_keys(path, "weights: ", given, NAMES)
    _check_keys(path, "styles: ", styles, STYLES)
    for style, factors in styles.items():
        for name in _mapping(path, f"styles: {style}", factors):
            if name not in FACTORS:
                raise BadInput(f"{path.name}: styles: {style}: there is no {name!r}")
    for name, value in (*given.items(), *(pair for each in styles.values() for pair in each.items())):
        if type(value) not in (int, float) or not 0 <= value <= MOST:
            raise BadInput(f"{path.name}: {name}: {value!r} is not a number from 0 to {MOST:.0f}")
    return Weights(version=version, styles=styles, **given)


def write_weights(path: Path, weights: Weights) -> None:
    styles = {style: dict(factors) for style, factors in weights.styles.items()}
    content = {"version": weights.version, "weights": weights.figures(), "styles": styles}
    path.write_text(yaml.safe_dump(content, sort_keys=False), encoding="utf-8")


def _mapping(path: Path, where: str, content: Any) -> Mapping[str, Any]:
    if not isinstance(content, dict):
        raise BadInput(f"{path.name}: {where}: expected a mapping")
    return content


def _check_keys(path: Path, where: str, content: Mapping[str, Any], wanted: tuple[str, ...]) -> None:
    for name in wanted:
        if name not in content:
            raise BadInput(f"{path.name}: {where}{name} is missing")
    for name in content:
        if name not in wanted:
            raise BadInput(f"{path.name}: {where}there is no {name!r}")
