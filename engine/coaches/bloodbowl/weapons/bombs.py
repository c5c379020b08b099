"""Bombs: among as many opponents as can be, and far from our own."""

from collections.abc import Iterator

from engine.coaches.bloodbowl.board import Board
from engine.coaches.bloodbowl.fights import down_worth, fall_cost
from engine.coaches.bloodbowl.routes import Routes
from engine.coaches.bloodbowl.steps import Step
from engine.coaches.bloodbowl.weapons.flights import landings, scatter
from engine.core.pitch import Square, squares_of
from engine.rules.ball import Flight, can_catch
from engine.rules.passing import SCATTERS, aim, prospects, targets
from engine.rules.rolls import Test, chance
from engine.rules.state import Player
from engine.skills.traits.bombs import BOMB, HIT, THROW_BOMB

BESIDE = (7 - HIT) / 6  # who stands next to an explosion
WORTH_A_BOMB = 0.9
MOST_TARGETS = 3  # that are looked at closely
THROWN_BACK = 1.5


class Blast:
    """What an explosion would do, by square: to opponents, and how likely it hits one of ours."""

    def __init__(self, board: Board) -> None:
        self.gain: dict[Square, float] = {}
        self.harm: dict[Square, float] = {}
        near = board.pitch.neighbours
        for rival in board.rivals:
            worth = down_worth(board, rival)
            caught = self._caught(board, rival)
            for square in squares_of(near(rival.square)):
                self._add(square, worth * BESIDE)
            self._add(rival.square, worth * (1 - caught) - THROWN_BACK * caught)
        for mate in board.mates:
            for square in squares_of(near(mate.square)):
                self.harm[square] = 1 - (1 - self.harm.get(square, 0.0)) * (1 - BESIDE)
            self.harm[mate.square] = 1.0

    def _add(self, square: Square, worth: float) -> None:
        self.gain[square] = self.gain.get(square, 0.0) + worth

    @staticmethod
    def _caught(board: Board, rival: Player) -> float:
        game = board.game
        if not can_catch(game, rival):
            return 0.0
        flight = Flight(BOMB, rival.square, is_ball=False)
        modifiers = [*game.edition.modifiers.catch(game, rival, flight)]
        return chance(game, Test("catch", rival, board.value(rival, "ag"), modifiers, part_of=flight, of_ball=False))


def throws(board: Board, player: Player, routes: Routes, able: dict[int, Routes]) -> Iterator[Step]:
    """To where it does most harm. One of ours who is hit ends the turn, and so does a bomb that is fumbled."""
    blast = Blast(board)
    wanted = [square for square, gain in blast.gain.items() if gain - blast.harm.get(square, 0.0) > WORTH_A_BOMB]
    in_range = set(targets(board.game, player)) if wanted else set[Square]()
    wanted.sort(key=lambda square: blast.harm.get(square, 0.0) * 3 - blast.gain[square])
    for target in [square for square in wanted if square in in_range][:MOST_TARGETS]:
        good, fumbled = prospects(board.game, aim(board.game, player, target, BOMB), THROW_BOMB)
        astray = 1 - good - fumbled
        gain, harm = good * blast.gain[target], good * blast.harm.get(target, 0.0) + fumbled
        for square, odds in landings(board, target, scatter(SCATTERS)):
            gain += astray * odds * blast.gain.get(square, 0.0)
            harm += astray * odds * blast.harm.get(square, 0.0)
        why = f"a bomb where they stand, {good:.0%}"
        stays = 1 - min(1.0, harm)
        if stays:
            loss = fall_cost(board, player)
            yield Step(player, THROW_BOMB, gain / stays, why, tuple, None, stays, stays, loss, aim=target)
