"""Fits the win probability to played matches: samples of positions, Newton's method, and how well the fit is calibrated."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from engine import Ruleset
from replays.analysis.model import ROSTER, Chances, Model, advantage, chances, draw
from replays.analysis.positions import Position, Watcher

ROUNDS = 30
CONVERGED = 1e-6  # the longest step of the last round
RIDGE = 1.0  # keeps weights small that few positions speak about
ROSTER_RIDGE = 300.0  # more for rosters: the positions of a match are many, but their two rosters are the same
BINS = 10
WINNERS = ("home", "draw", "away")
Row = tuple[list[tuple[int, float, int]], int]  # place, value and part of the model of each feature; the winner
Matrix = list[list[float]]


@dataclass(frozen=True, slots=True)
class Sample:
    position: Position
    winner: int  # a place in WINNERS


@dataclass(frozen=True, slots=True)
class Bin:
    """Chances that were predicted in one range, and how often that came true."""

    samples: int
    predicted: float
    observed: float


def samples_of(rules: Ruleset, file: dict[str, Any]) -> Iterator[Sample]:
    """A match at the start and the end of each team turn, and wherever else a phase begins."""
    watcher = Watcher(rules, file)
    winner = WINNERS.index(file["result"]["winner"])
    for event in file["events"]:
        begins = event["e"] == "phase"
        if begins and watcher.active is not None:
            yield Sample(watcher.position, winner)
        watcher.see(event)
        if begins and event["name"] in ("turn", "set-up"):
            yield Sample(watcher.position, winner)


def fit(samples: Sequence[Sample]) -> tuple[dict[str, float], dict[str, float]]:
    """The weights of both parts of the model that make these results likeliest."""
    odd = [advantage(each.position) for each in samples]
    even = [draw(each.position) for each in samples]
    names = list(dict.fromkeys(name for each in odd for name in each)), list(even[0])
    split = len(names[0])
    places = {name: place for place, name in enumerate(names[0])}
    rows: list[Row] = [
        (
            [(places[name], value, 0) for name, value in one.items() if value]
            + [(place, value, 1) for place, value in enumerate(other.values(), start=split) if value],
            sample.winner,
        )
        for one, other, sample in zip(odd, even, samples, strict=True)
    ]
    ridge = [ROSTER_RIDGE if name.startswith(ROSTER) else RIDGE for name in (*names[0], *names[1])]
    weights = [0.0] * len(ridge)
    for _ in range(ROUNDS):
        step = _newton_step(rows, weights, ridge)
        weights = [weight + change for weight, change in zip(weights, step, strict=True)]
        if max(map(abs, step)) < CONVERGED:
            break
    rounded = [round(weight, 4) for weight in weights]
    return dict(zip(names[0], rounded, strict=False)), dict(zip(names[1], rounded[split:], strict=True))


def _newton_step(rows: Sequence[Row], weights: Sequence[float], ridge: Sequence[float]) -> list[float]:
    size = len(weights)
    slope = [-strength * weight for strength, weight in zip(ridge, weights, strict=True)]
    bend = [[ridge[row] * (row == column) for column in range(size)] for row in range(size)]
    for filled, winner in rows:
        logits = [0.0, 0.0]
        for place, value, part in filled:
            logits[part] += weights[place] * value
        found = chances(*logits)
        edge = found.home - found.away
        missed = (winner == 0) - (winner == 2) - edge, (winner == 1) - found.draw
        bends = found.home + found.away - edge * edge, -found.draw * edge, found.draw * (1 - found.draw)
        for place, value, part in filled:
            slope[place] += missed[part] * value
            line, scaled = bend[place], (bends[part] * value, bends[part + 1] * value)
            for other, its_value, its_part in filled:
                line[other] += scaled[its_part] * its_value
    return _solve(bend, slope)


def _solve(matrix: Matrix, right: list[float]) -> list[float]:
    """Gaussian elimination with pivots."""
    rows = [[*line, value] for line, value in zip(matrix, right, strict=True)]
    size = len(rows)
    for place in range(size):
        best = max(range(place, size), key=lambda number: abs(rows[number][place]))
        rows[place], rows[best] = rows[best], rows[place]
        pivot = rows[place]
        for number in range(place + 1, size):
            factor = rows[number][place] / pivot[place]
            if factor:
                rows[number] = [value - factor * its for value, its in zip(rows[number], pivot, strict=True)]
    found = [0.0] * size
    for place in reversed(range(size)):
        known = sum(rows[place][other] * found[other] for other in range(place + 1, size))
        found[place] = (rows[place][size] - known) / rows[place][place]
    return found


def calibration(model: Model, samples: Sequence[Sample]) -> list[Bin]:
    """Every chance that the model gives, home, draw and away, in bins of ten per cent."""
    bins: list[list[tuple[float, bool]]] = [[] for _ in range(BINS)]
    for each in samples:
        found = model.chances(each.position)
        for place, chance in enumerate((found.home, found.draw, found.away)):
            bins[min(BINS - 1, int(chance * BINS))].append((chance, each.winner == place))
    return [
        Bin(len(held), sum(chance for chance, _ in held) / len(held), sum(came for _, came in held) / len(held))
        for held in bins
        if held
    ]


def error(predicted: Chances, winner: int) -> float:
    """The Brier score: 0 for a prediction that was certain and right, 2 for one that was certain and wrong."""
    given = (predicted.home, predicted.draw, predicted.away)
    return sum((chance - (place == winner)) ** 2 for place, chance in enumerate(given))
