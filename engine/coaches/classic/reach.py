"""Where a player can get, and at what risk."""

from collections.abc import Callable
from heapq import heappop, heappush

from engine.coaches.classic.odds import chance
from engine.core.pitch import Mask, Pitch, Square, lowest, squares_of
from engine.rules.game import BloodBowl
from engine.rules.movement import Activation, movement_left, stand_up_cost
from engine.rules.state import Player

RUSH = 5 / 6
Path = tuple[Square, ...]


def squares_left(game: BloodBowl, player: Player) -> int:
    """Movement without rushing, standing up paid for."""
    return max(0, game.value(player, "ma") - _on_its_feet(game, player).spent)


def _on_its_feet(game: BloodBowl, player: Player) -> Activation:
    """Its activation once it has stood up, if it has to."""
    act = Activation(player)
    act.spent = stand_up_cost(game, act)
    return act


def nearest(pitch: Pitch, squares: Mask, to: Square) -> Square:
    """The one of some squares that is the fewest steps away; of several the first."""
    area = 1 << to
    while not area & squares:
        area = pitch.grow(area)
    return lowest(area & squares)


class Reach:
    """Everything a player reaches without a die, as waves of squares."""

    def __init__(self, game: BloodBowl, player: Player, marked: Mask, occupied: Mask, limit: int | None = None) -> None:
        self.game = game
        self.start = player.square
        self.marked = marked
        free = game.pitch.everywhere & ~occupied
        self.limit = squares_left(game, player) if limit is None else limit
        waves, seen = [1 << self.start], 1 << self.start
        for _ in range(0 if marked >> self.start & 1 else self.limit):
            wave = game.pitch.grow(waves[-1] & ~self.marked) & free & ~seen
            if not wave:
                break
            seen |= wave
            waves.append(wave)
        self.waves = waves
        self.area: Mask = seen

    def within(self, spare: int) -> Mask:
        """The area without the squares that use up the last of the movement."""
        area = 0
        for wave in self.waves[: self.limit + 1 + spare]:
            area |= wave
        return area

    def path_to(self, square: Square) -> Path:
        steps = next(number for number, wave in enumerate(self.waves) if wave >> square & 1)
        path = [square]
        for wave in reversed(self.waves[1:steps]):
            before = wave & self.game.pitch.neighbours(path[-1]) & ~self.marked
            path.append(lowest(before))
        return tuple(reversed(path)) if steps else ()


def best_path(game: BloodBowl, player: Player, goal: Mask, exposed: Callable[[Square], int]) -> tuple[float, Path]:
    """The path to one of the squares with the best chance of every Dodge and Rush on the way."""
    limit, sure = movement_left(game, _on_its_feet(game, player)), squares_left(game, player)
    pitch, free = game.pitch, game.pitch.everywhere & ~game.occupied()
    agility = game.value(player, "ag")
    near = [goal & free]  # from where the goal can be reached in no step, in one, in two …
    for _ in range(limit - 1):
        near.append(near[-1] | pitch.grow(near[-1]) & free)
    queue: list[tuple[float, int, Square, Path]] = [(-1.0, 0, player.square, ())]
    best: dict[tuple[Square, int], float] = {}
    while queue:
        negative, steps, here, path = heappop(queue)
        if goal >> here & 1:
            return -negative, path
        if steps >= limit or best.get((here, steps), 0.0) > -negative:
            continue
        dodges = exposed(here) > 0
        for square in squares_of(pitch.neighbours(here) & near[limit - steps - 1]):
            odds = -negative * (RUSH if steps >= sure else 1.0)
            if dodges:
                odds *= chance(agility, -exposed(square))
            if odds > best.get((square, steps + 1), 0.0):
                best[square, steps + 1] = odds
                heappush(queue, (-odds, steps + 1, square, (*path, square)))
    return 0.0, ()
