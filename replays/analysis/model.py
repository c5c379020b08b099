"""Win probability: who is how likely to win from a position, as a small multinomial model.

The weights are fitted offline (`scripts/fit_win_probability.py`) to matches between built-in coaches, so the chances are those
of two such coaches of equal skill. Each side is treated alike: what speaks for one speaks against the other as much, and only
the chance of a draw has features of its own.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from math import exp, sqrt
from pathlib import Path
from typing import Any

from replays.analysis.positions import Position

WEIGHTS = Path(__file__).parent / "win_probability.json"
ROSTER = "roster "  # begins the names of weights that are a roster's strength
Features = dict[str, float]


@dataclass(frozen=True, slots=True)
class Chances:
    """They add up to 1."""

    home: float
    draw: float
    away: float

    def of(self, side: int) -> float:
        return self.away if side else self.home

    @property
    def points(self) -> float:
        """What home can expect where a win is worth 1 and a draw a half; swings are measured in it."""
        return self.home + self.draw / 2


@dataclass(frozen=True, slots=True)
class Model:
    version: int
    advantage: Mapping[str, float]
    draw: Mapping[str, float]
    made_of: Mapping[str, Any]  # matches, coach and engine that it was fitted to

    def chances(self, position: Position) -> Chances:
        return chances(_dot(self.advantage, advantage(position)), _dot(self.draw, draw(position)))


@cache
def model() -> Model:
    return Model(**json.loads(WEIGHTS.read_text(encoding="utf-8")))


def chances(ahead: float, level: float) -> Chances:
    """From how far home is ahead and how far the match leans to a draw, both as logits."""
    highest = max(abs(ahead), level)
    home, draw, away = exp(ahead - highest), exp(level - highest), exp(-ahead - highest)
    total = home + draw + away
    return Chances(home / total, draw / total, away / total)


def _dot(weights: Mapping[str, float], features: Features) -> float:
    return sum(weights.get(name, 0.0) * value for name, value in features.items())


def advantage(position: Position) -> Features:
    """What speaks for home, and with a minus for away."""
    late, last = _clock(position)
    lead = position.score[0] - position.score[1]
    one, two = _step(lead, 1), _step(lead, 2)
    go, ball, kick = (_sign(each) for each in (position.active, position.carrier, position.receiving))
    in_time = ball * _in_time(position)
    door = ball * (position.in_reach and _turns(position, position.carrier) > 0)
    loose = _loose(position)
    fit, standing = (_difference(each) / 11 for each in (position.available, position.standing))
    return {
        "lead": one,
        "lead late": one * late,
        "lead last": one * last,
        "second lead": two,
        "second lead late": two * late,
        "third lead": _step(lead, 3),
        "to act": go,
        "to act late": go * late,
        "ball": ball,
        "ball in time": in_time,
        "ball in time late": in_time * late,
        "ball near": in_time / max(1, position.runs),
        "ball near late": in_time / max(1, position.runs) * late,
        "in reach": door,
        "in reach late": door * late,
        "loose ball": loose,
        "loose ball late": loose * late,
        "kick-off": kick * min(1.0, _turns(position, position.receiving) / 4),
        "kick-off late": kick * min(1.0, _turns(position, position.receiving) / 4) * late,
        "next half": _sign(position.receives_next_half),
        "players": fit,
        "players for long": fit * _left(position) / 32,
        "standing": standing,
        "re-rolls": _difference(position.rerolls) * sum(position.turns_left) / 16,
        "turns": _difference(position.turns_left) / 2,
        **_strengths(position),
    }


def _strengths(position: Position) -> Features:
    """The two rosters against each other, for as long as they can still show what they are worth."""
    home, away = position.rosters
    share = _left(position) / 32
    return {} if home == away else {f"{ROSTER}{home}": share, f"{ROSTER}{away}": -share}


def draw(position: Position) -> Features:
    """What speaks for a draw; the same for both sides."""
    late, last = _clock(position)
    lead = position.score[0] - position.score[1]
    level, one = float(lead == 0), float(abs(lead) == 1)
    trailing = one * _threat(position, 0 if lead < 0 else 1)
    either = level * (_threat(position, 0) + _threat(position, 1))
    return {
        "always": 1.0,
        "late": late,
        "level": level,
        "level late": level * late,
        "level last": level * last,
        "one ahead": one,
        "one ahead late": one * late,
        "one ahead last": one * last,
        "behind with the ball": trailing,
        "behind with the ball late": trailing * late,
        "level with the ball": either,
        "level with the ball late": either * late,
    }


def _left(position: Position) -> int:
    """Team turns of both sides until the end."""
    return sum(position.turns_left) + 16 * position.halves_left


def _clock(position: Position) -> tuple[float, float]:
    """Two measures that grow to 1 at the end of the match; the second only in the last turns."""
    left = _left(position)
    return 1 / sqrt(1 + left), 1 / (1 + left)


def _threat(position: Position, side: int) -> float:
    """How close a side is to a touchdown in this half: 1 for a carrier who is there in one run."""
    return _in_time(position) / max(1, position.runs) if position.carrier == side else 0.0


def _in_time(position: Position) -> float:
    return float(position.carrier is not None and position.runs <= _turns(position, position.carrier))


def _turns(position: Position, side: int | None) -> int:
    return 0 if side is None else position.turns_left[side]


def _loose(position: Position) -> float:
    near, far = position.ball_distances
    return max(-1.0, min(1.0, (far - near) / 6))


def _difference(pair: tuple[int, int]) -> int:
    return pair[0] - pair[1]


def _sign(side: int | None) -> int:
    return 0 if side is None else -1 if side else 1


def _step(lead: int, least: int) -> int:
    return 0 if abs(lead) < least else 1 if lead > 0 else -1
