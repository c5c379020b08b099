"""The ways of runners into an end zone."""

from engine.core.pitch import Mask, Square
from engine.rulesets.battleball.board import Board


class Lanes:
    """A side's ways over some ground to the last row. They are looked for from there, only as far as somebody asks."""

    def __init__(self, board: Board, side: int, ground: Mask) -> None:
        self._board = board
        self._side = side
        line = board.last_rows[side]
        self._waves = [line & ground]  # the spaces 0, 1, 2, … steps away
        self._unseen = ground & ~line

    def waves(self, number: int) -> list[Mask]:
        """The spaces 0, 1, 2, … steps away, so many of them at least."""
        waves, around = self._waves, self._board.pitch.around
        while len(waves) < number and waves[-1]:
            wave = around(waves[-1]) & self._unseen
            waves.append(wave)
            self._unseen ^= wave
        return waves

    def steps_from(self, square: Square, most: int) -> int | None:
        """Steps from a space, which need not be part of the ground; none if they are more than the most wanted."""
        spot = 1 << square
        near = spot | self._board.pitch.neighbours(square)
        least = max(0, self._board.rows_to_goal(square, self._side) - 1)  # no step crosses more than a row
        for number in range(least, most + 1):
            waves = self.waves(number + 1)
            if number >= len(waves):
                break
            if waves[number] & near:
                return number + (not waves[number] & spot)
        return None
