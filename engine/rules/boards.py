"""Who is where in a position: lists by side and sets of squares, worked out in one go over all players."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from engine.core.pitch import Mask, Square
from engine.rules.state import ON_PITCH, STANDING, Player

BySide = tuple[list[Player], list[Player]]


def _by_side() -> BySide:
    return ([], [])


def _masks() -> list[Mask]:
    return [0, 0]


@dataclass(slots=True)
class Boards:
    """The lists go by the players' ids."""

    at: dict[Square, Player] = field(default_factory=dict)
    shared: bool = False  # somebody was pushed into a square that is still taken
    occupied: Mask = 0
    down: Mask = 0  # by players who are Prone or Stunned
    squares: list[Mask] = field(default_factory=_masks)  # that a side's players are on
    on_pitch: BySide = field(default_factory=_by_side)  # in the air or on the way into the crowd too
    standing: BySide = field(default_factory=_by_side)
    marking: BySide = field(default_factory=_by_side)  # those with a tackle zone (Core p.38)
    marking_squares: list[Mask] = field(default_factory=_masks)

    @classmethod
    def of(cls, players: Iterable[Player]) -> "Boards":
        boards = cls()
        for player in players:
            status = player.status
            if status not in ON_PITCH:
                continue
            side, square = player.side, player.square
            boards.on_pitch[side].append(player)
            if status == STANDING:
                boards.standing[side].append(player)
            if square >= 0:
                here = 1 << square
                boards.shared = boards.shared or square in boards.at
                boards.at[square] = player
                boards.squares[side] |= here
                if status != STANDING:
                    boards.down |= here
                elif not player.distracted:
                    boards.marking[side].append(player)
                    boards.marking_squares[side] |= here
        boards.occupied = boards.squares[0] | boards.squares[1]
        return boards

    def follow(self, player: Player, to: Square) -> bool:
        """Take note of a step that is about to be made. False where squares are shared: then look at everybody again."""
        here = player.square
        if self.shared or to in self.at or self.at.get(here) is not player:
            return False
        both = 1 << here | 1 << to
        del self.at[here]
        self.at[to] = player
        self.occupied ^= both
        self.squares[player.side] ^= both
        if player.ready:
            self.marking_squares[player.side] ^= both
        elif player.status != STANDING:
            self.down ^= both
        return True
