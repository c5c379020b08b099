"""The path of a move as a decision (Core p.54)."""

from engine.core.decisions import Choice, Pick
from engine.core.pitch import Mask, Square, squares_of
from engine.rules.game import BloodBowl
from engine.rules.movement import Activation, movement_left
from engine.rules.tables import Page, cited

MOVING, RUSHING = Page("moving"), Page("rushing")


class Paths:
    """Whole paths over unoccupied squares, no longer than movement and rushes allow."""

    def __init__(self, game: BloodBowl, act: Activation) -> None:
        self.game = game
        self.start = act.player.square
        self.spaces = movement_left(game, act)
        self.free: Mask = (
            game.pitch.everywhere & act.within & (~game.occupied() | 1 << self.start)
        )  # it may come back to where it was
        self._legal: Choice = None  # the path that was found legal last: coaches ask before they answer

    def __bool__(self) -> bool:
        return self.spaces > 0 and bool(self.game.pitch.neighbours(self.start) & self.free)

    def refusal(self, choice: Choice) -> str | None:
        if choice is not None and choice is self._legal:
            return None
        if not isinstance(choice, tuple) or not choice or not all(type(square) is int for square in choice):
            return "a move is a list of at least one square"
        here, name, neighbours = self.start, self.game.pitch.name, self.game.pitch.neighbours
        data = self.game.edition.data
        for square in choice:
            if square < 0 or not neighbours(here) >> square & 1:
                return f"{name(square)} is not next to {name(here)}"
            if not self.free >> square & 1:
                return cited(data, f"{name(square)} is occupied", MOVING)
            here = square
        if len(choice) > self.spaces:
            return cited(data, f"that is {len(choice)} squares, and {self.spaces} are left with every Rush", RUSHING)
        self._legal = choice
        return None

    def some(self, pick: Pick) -> Choice:
        path: list[Square] = []
        here = self.start
        for _ in range(1 + pick(min(self.spaces, 4))):
            near = list(squares_of(self.game.pitch.neighbours(here) & self.free))
            if not near:
                break
            here = near[pick(len(near))]
            path.append(here)
        return tuple(path)
