"""Where a piece can go with so many spaces to move, as sets of spaces (manual s5 Movement)."""

from dataclasses import dataclass
from functools import cached_property

from engine.core.decisions import Choice, Pick
from engine.core.pitch import Mask, Pitch, Square, lowest, squares_of

Path = tuple[Square, ...]


@dataclass(slots=True)
class Ground:
    """What a moving piece meets. A heavy tackle is led by its left space, so its masks speak of left spaces."""

    pitch: Pitch
    start: Square
    passable: Mask  # may be entered
    endable: Mask  # may be the end of the move
    stops: Mask  # next to a standing opponent
    ball: Mask  # entering one of these touches the loose ball
    last_row: Mask
    goal: Square
    carrying: bool
    may_score: bool  # False for who takes half, and where reaching the last row is enough


class Paths:
    """The legal moves of one piece: whole paths, as `Options` of a decision."""

    def __init__(self, ground: Ground, spaces: int, *, exact: bool = False) -> None:
        self.ground = ground
        self.spaces = spaces
        self._waves = _waves(ground, 1 << ground.start, spaces)
        self.reached: Mask = 0
        for wave in self._waves[1:]:
            self.reached |= wave
        self.ends: Mask = self.reached & ground.endable
        self._lengths = self._exact_lengths() if exact and self.ends else None

    @cached_property
    def goal_path(self) -> Path | None:
        """A path into the end zone."""
        return self._find_goal() if self.ground.may_score else None

    def __bool__(self) -> bool:
        return bool(self.ends) or self.goal_path is not None

    def steps_to(self, square: Square) -> int | None:
        """The least number of steps to a space where the move may end."""
        return self.steps_into(1 << square)

    def steps_into(self, area: Mask) -> int | None:
        """The least number of steps to any space of an area where the move may end."""
        ends = area & self.ends
        if ends:
            return next(steps for steps, wave in enumerate(self._waves) if wave & ends)
        return None

    def path_to(self, square: Square) -> Path:
        """A shortest path; of several the one over the lowest space numbers, so that it is always the same."""
        if square == self.ground.goal and self.goal_path is not None:
            return self.goal_path
        return self._trace(self._waves, square)

    def _trace(self, waves: list[Mask], square: Square) -> Path:
        """Back from a space to the first wave, over spaces that do not end a move."""
        steps = next(number for number, wave in enumerate(waves) if wave >> square & 1)
        path = [square]
        for wave in reversed(waves[1:steps]):
            before = wave & self.ground.pitch.neighbours(path[-1]) & ~self.ground.stops
            path.append(lowest(before))
        return tuple(reversed(path)) if steps else ()

    def _find_goal(self) -> Path | None:
        """A path into the end zone: with the ball from the start, or picking it up on the way."""
        ground = self.ground
        if ground.carrying:
            if self._on_last_row(1 << ground.start):
                return (ground.goal,)
            last = self._last_row_in(self._waves, self.spaces - 1)
            return None if last is None else (*self._trace(self._waves, last), ground.goal)
        for square in squares_of(self.reached & ground.ball & ~ground.stops):
            way = self._trace(self._waves, square)
            left = self.spaces - len(way)
            onward = _waves(ground, 1 << square, left)
            if left >= 1 and self._on_last_row(1 << square):
                return (*way, ground.goal)
            last = self._last_row_in(onward, left - 1)
            if last is not None:
                return (*way, *self._trace(onward, last), ground.goal)
        return None

    def _on_last_row(self, area: Mask) -> bool:
        return bool(area & self.ground.last_row) and self.spaces >= 1 and not area & self.ground.stops

    def _last_row_in(self, waves: list[Mask], steps: int) -> Square | None:
        for wave in waves[1 : steps + 1]:
            area = wave & self.ground.last_row & ~self.ground.stops
            if area:
                return lowest(area)
        return None

    def _exact_lengths(self) -> int:
        """Take Half in full: the length that a path must have unless an opponent stops it."""
        ground, wave, longest = self.ground, 1 << self.ground.start, 0
        for length in range(1, self.spaces + 1):
            free = wave if length == 1 else wave & ~ground.stops
            wave = ground.pitch.grow(free) & ground.passable & ~free | _bounce(ground, free)
            if wave & ground.endable & ~ground.stops:
                longest = length
        return longest

    # As options of a decision -----------------------------------------------------------------------------------------

    def refusal(self, choice: Choice) -> str | None:
        if not isinstance(choice, tuple) or not choice or not all(type(square) is int for square in choice):
            return "a move is a list of at least one space"
        path = choice[:-1] if choice[-1] == self.ground.goal else choice
        return self._bad_steps(path) or self._bad_end(choice, path)

    def _bad_steps(self, path: Path) -> str | None:
        ground, here = self.ground, self.ground.start
        name = ground.pitch.name
        for number, square in enumerate(path):
            if number and ground.stops >> here & 1:
                return f"a player stops next to a standing opponent, at {name(here)} (move-stop-adjacent)"
            if square < 0 or not ground.pitch.neighbours(here) >> square & 1:
                return f"{name(square)} is not next to {name(here)}"
            if not ground.passable >> square & 1:
                return f"{name(square)} cannot be entered (move-no-passing-through)"
            here = square
        if len(path) > self.spaces:
            return f"that is {len(path)} spaces, and there are {self.spaces} to move (move-roll)"
        return None

    def _bad_end(self, choice: Path, path: Path) -> str | None:
        ground = self.ground
        here = path[-1] if path else ground.start
        if len(choice) > len(path):
            return self._bad_score(path, here)
        if not ground.endable >> here & 1:
            return f"a move cannot end on {ground.pitch.name(here)} (move-no-return)"
        if self._lengths is not None and len(path) != self._lengths and not ground.stops >> here & 1:
            return f"the whole distance of {self._lengths} has to be used (take-half-exact)"
        return None

    def _bad_score(self, path: Path, here: Square) -> str | None:
        ground = self.ground
        if not ground.may_score:
            return "who takes half does not run into the end zone, and nobody steps where the last row is enough (take-half-end-zone)"
        if not ground.carrying and not any(ground.ball >> square & 1 for square in path):
            return "only a player with the ball runs into the end zone (end-zone-no-standing)"
        if not ground.last_row >> here & 1 or len(path) + 1 > self.spaces:
            return "the end zone is one step from the last row (end-zone-step)"
        if ground.stops >> here & 1:
            return "a player stopped on the last row cannot step into the end zone (move-stop-before-end-zone)"
        return None

    def some(self, pick: Pick) -> Choice:
        if self.goal_path is not None and (not self.ends or pick(4) == 0):
            return self.goal_path
        if self._lengths is not None:
            return self._some_exact()
        # Aimless walks make long matches in which little happens, so contact and the ball get more than their share.
        for interesting in (self.ends & self.ground.stops, self.ends & self.ground.ball):
            if interesting and pick(2) == 0:
                return self._some_of(interesting, pick)
        return self._some_of(self.ends, pick)

    def _some_of(self, area: Mask, pick: Pick) -> Path:
        squares = list(squares_of(area))
        return self.path_to(squares[pick(len(squares))])

    def _some_exact(self) -> Path:
        """A path of just the length asked for, or one to a space where an opponent stops the move."""
        stopped = self.ends & self.ground.stops
        if stopped:
            return self.path_to(lowest(stopped))
        return self._walk_exactly(self.ground.start, (), self._lengths or 0)

    def _walk_exactly(self, here: Square, path: Path, left: int) -> Path:
        ground = self.ground
        if not left:
            return path if ground.endable >> here & 1 else ()
        for square in squares_of(ground.pitch.neighbours(here) & ground.passable & ~ground.stops):
            found = self._walk_exactly(square, (*path, square), left - 1)
            if found:
                return found
        return ()


def _bounce(ground: Ground, area: Mask) -> Mask:
    """Spaces of an area that can be entered again from another space of it."""
    out = 0
    for square in squares_of(area & ground.passable):
        if ground.pitch.neighbours(square) & area:
            out |= 1 << square
    return out


def _waves(ground: Ground, start: Mask, spaces: int) -> list[Mask]:
    """The spaces first entered with the first, second, … step. Nobody walks on from beside a standing opponent."""
    waves, free = [start], start
    unseen, clear = ground.passable & ~start, ~ground.stops
    for _ in range(spaces):
        wave = ground.pitch.around(free) & unseen
        if not wave:
            break
        waves.append(wave)
        unseen ^= wave
        free = wave & clear
    return waves
