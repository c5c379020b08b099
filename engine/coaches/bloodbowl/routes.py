"""Where a player can get: without a die, and with how much risk.

The search goes over sets of squares, not over squares: one set for each number of steps and each sum of risk. Risk is kept in
whole points, so that the safest way is found first; the odds of the way that is taken are worked out exactly.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import cache
from math import log

from engine.coaches.bloodbowl.board import Board
from engine.core.lazy import lazy
from engine.core.pitch import Mask, Square, lowest
from engine.rules.state import Player

Path = tuple[Square, ...]
POINT = 0.07  # of risk: so much of the logarithm of the odds
MOST_RISK = 15  # points; whatever is riskier is not looked for
DODGE, SURE_FEET = "dodge", "sure-feet"  # skills that re-roll a step
Die = tuple[str, float]  # the skill that would re-roll it, and the odds of the first roll


@cache
def points(odds: float) -> int:
    """The risk of a die in points; at least one."""
    return max(1, round(-log(odds) / POINT)) if odds > 0 else MOST_RISK + 1


@cache
def again(odds: float) -> float:
    """The odds with a second try."""
    return odds + (1 - odds) * odds


def all_pass(dice: Iterable[Die], skills: frozenset[str], rerolls: int = 0) -> float:
    """The odds that all of some dice pass, with one re-roll for each skill and so many of the team."""
    states = {(skills, rerolls): 1.0}
    for skill, odds in dice:
        after: dict[tuple[frozenset[str], int], float] = {}
        for (left, team), weight in states.items():
            after[left, team] = after.get((left, team), 0.0) + weight * odds
            failed = weight * (1 - odds) * odds
            if skill in left:
                rest = left - {skill}
                after[rest, team] = after.get((rest, team), 0.0) + failed
            elif team:
                after[left, team - 1] = after.get((left, team - 1), 0.0) + failed
        states = after
    return sum(states.values())


def is_free(board: Board, player: Player, path: Path) -> bool:
    """Whether nobody stands on a path and none of its steps takes a Dodge or picks up a ball."""
    free = board.free & ~(1 << board.loose) if board.loose >= 0 else board.free
    leaves = (player.square, *path[:-1]) if path else ()
    return all(free >> square & 1 for square in path) and not any(board.zones >> square & 1 for square in leaves)


class Routes:
    """Everything a player can reach in a position."""

    def __init__(
        self, board: Board, player: Player, squares: tuple[int, int] | None = None, keep: int = 0, to_ball: bool = False
    ) -> None:
        """`squares` is the movement that is left, without and with Rushes; `keep` is what it needs for a block.

        A loose ball is gone round, unless it is what the player goes for: who enters its square has to pick it up.
        """
        self.board, self.player = board, player
        self.free: Mask = board.free if to_ball or board.loose < 0 else board.free & ~(1 << board.loose)
        sure, limit = squares if squares is not None else board.movement(player)
        self.sure, self.limit = max(0, sure - keep), max(0, limit - keep)
        self.start: Square = player.square
        nothing = [0] * (self.limit + 1)
        self.levels = defaultdict[int, list[Mask]](
            nothing.copy
        )  # by risk and by steps, as far as they were searched for
        self._reached: list[tuple[int, Mask]] = []

    @lazy
    def waves(self) -> list[Mask]:
        """What it reaches without a Dodge, by the steps that it takes."""
        grow, calm, free = self.board.pitch.grow, ~self.board.zones, self.free
        wave = seen = 1 << self.start
        waves = [wave]
        if calm & wave:
            for _ in range(self.limit):
                wave = grow(wave & calm) & free & ~seen
                if not wave:
                    break
                seen |= wave
                waves.append(wave)
        return waves

    @lazy
    def area(self) -> Mask:
        """What it reaches without a die, where it is included."""
        return self.within(0)

    @lazy
    def rushed(self) -> Mask:
        """What it reaches with Rushes and no other die."""
        return sum(self.waves[self.sure + 1 :])

    def within(self, spare: int) -> Mask:
        """The area with so many squares of movement left over."""
        area = 0
        for wave in self.waves[: self.sure + 1 - spare]:
            area |= wave
        return area

    def steps_to(self, square: Square) -> int:
        return next(number for number, wave in enumerate(self.waves) if wave >> square & 1)

    # With dice ------------------------------------------------------------------------------------------------------------------

    @property
    def reached(self) -> Iterator[tuple[int, Mask]]:
        """The squares by the least risk that it takes to get there; searched for only as far as somebody asks."""
        if not self.levels:
            self._begin()
        known = 0
        while known < len(self._reached) or self._goes_on():
            yield self._reached[known]
            known += 1

    def _begin(self) -> None:
        board, player = self.board, self.player
        has_dodge = DODGE in player.skills and DODGE not in player.spent
        self._dodge = [points(again(odds) if has_dodge else odds) for odds in board.dodges(player)]
        self._rush = points(again(board.rush) if SURE_FEET in player.skills else board.rush)
        self._leaves = [(ring & self.free, more) for ring, more in zip(board.rings, self._dodge, strict=False)]
        self.levels[0][0] = 1 << self.start
        self._done = [0] * (self.limit + 1)  # the squares that were reached with so many steps
        self._risk = 0  # the next to search for

    def _goes_on(self) -> bool:
        """Search for the next risk by which more squares are reached, if there is one."""
        while self._risk <= MOST_RISK:
            risk, self._risk = self._risk, self._risk + 1
            if risk in self.levels and (fresh := self._searched(risk)):
                self._reached.append((risk, fresh))
                return True
        return False

    def _searched(self, risk: int) -> Mask:
        """The squares that are reached with so much risk, as far as no way with less of it and fewer steps is there."""
        level, done, limit, sure, rush = self.levels[risk], self._done, self.limit, self.sure, self._rush
        fresh = better = 0
        for steps, before in enumerate(done):
            better |= before
            area = level[steps] & ~better
            level[steps] = area
            if area:
                fresh |= area
                better |= area
                done[steps] = before | area
                if steps < limit:
                    self._spread(area, risk + rush if steps >= sure else risk, steps + 1)
        return fresh

    def _spread(self, area: Mask, risk: int, steps: int) -> None:
        """One step further from an area: without a Dodge from squares that nobody marks, with one from all others."""
        grow, levels = self.board.pitch.grow, self.levels
        marked = area & self.board.zones
        calm = area ^ marked
        if calm and risk <= MOST_RISK:
            levels[risk][steps] |= grow(calm) & self.free
        if marked:
            out = grow(marked)
            for ring, more in self._leaves:
                reached = out & ring
                if reached and risk + more <= MOST_RISK:
                    levels[risk + more][steps] |= reached

    def at_best(self, goal: Mask) -> float:
        """The odds of the easiest die on any way to squares to which no free way leads, with a second try where there may be one."""
        board, player = self.board, self.player
        rushes = goal & self.rushed and not board.zones >> self.start & 1
        odds = board.rush if rushes else max(board.dodges(player))
        return again(odds) if board.rerolls or (SURE_FEET if rushes else DODGE) in player.skills else odds

    def risky(self, goal: Mask) -> Square | None:
        """The square of a goal that is reached with the least risk, with dice if it takes any."""
        if goal & self.area:
            return lowest(goal & self.area)
        return next((lowest(area & goal) for _, area in self.reached if area & goal), None)

    def safest(self, goal: Mask, spare: int = 0) -> Mask:
        """The squares of a goal that take the least risk, with so many squares left to Rush."""
        easy = goal & (self.within(spare) if spare else self.area)
        if easy:
            return easy
        for risk, area in self.reached:
            if area & goal:
                last = max(0, self.limit + 1 - spare)
                found = 0
                for steps in self.levels[risk][:last]:
                    found |= steps & goal
                if found:
                    return found
        return 0

    def path_to(self, square: Square) -> Path:
        """The way to a square that can be reached."""
        return self._free_path(square) if self.area >> square & 1 else self._risky_path(square)

    def rush_to(self, square: Square) -> Path:
        """The way to a square that takes Rushes and no other die."""
        return self._free_path(square)

    def _free_path(self, square: Square) -> Path:
        near, zones, path = self.board.pitch.neighbours, self.board.zones, [square]
        for wave in reversed(self.waves[1 : self.steps_to(square)]):
            path.append(lowest(wave & near(path[-1]) & ~zones))
        return tuple(reversed(path)) if square != self.start else ()

    def _risky_path(self, square: Square) -> Path:
        risk = next(risk for risk, area in self.reached if area >> square & 1)
        steps = next(steps for steps, area in enumerate(self.levels[risk]) if area >> square & 1)
        path = []
        while steps:
            path.append(square)
            square, risk = self._before(square, risk, steps)
            steps -= 1
        return tuple(reversed(path))

    def _before(self, square: Square, risk: int, steps: int) -> tuple[Square, int]:
        """Where the step to a square came from, and the risk up to there."""
        zones, near = self.board.zones, self.board.pitch.neighbours(square)
        rest = risk - (self._rush if steps > self.sure else 0)
        easy = self.levels.get(rest)
        if easy is not None and (calm := easy[steps - 1] & near & ~zones):
            return lowest(calm), rest
        rest -= self._dodge[min(self.board.exposed(square), len(self._dodge) - 1)]
        return lowest(self.levels[rest][steps - 1] & near & zones), rest

    def dice(self, path: Path) -> list[Die]:
        """The dice that a path takes."""
        board, found, here = self.board, list[Die](), self.start
        odds: tuple[float, ...] = ()
        for number, square in enumerate(path):
            if number >= self.sure:
                found.append((SURE_FEET, board.rush))
            if board.zones >> here & 1:
                odds = odds or board.dodges(self.player)
                found.append((DODGE, odds[min(board.exposed(square), len(odds) - 1)]))
            here = square
        return found

    def skills(self) -> frozenset[str]:
        """The skills of the player that would re-roll a step."""
        own = {skill for skill in (DODGE, SURE_FEET) if skill in self.player.skills}
        return frozenset(own - self.player.spent)

    def odds(self, path: Path, rerolls: int = 0) -> float:
        """That the player gets to the end of a path, with so many team re-rolls."""
        dice = self.dice(path)
        return all_pass(dice, self.skills(), rerolls) if dice else 1.0
