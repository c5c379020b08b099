"""What is known about the activation under way. It never outlives the activation, so it is no part of the state."""

from dataclasses import dataclass

from engine.rulesets.battleball.state import Piece


@dataclass(slots=True)
class Activation:
    piece: Piece
    paced: bool = False  # the roll was made, or half taken
    took_half: bool = False
    spaces: int = 0  # left to move
    moved: int = 0
    drops_ball: bool = False  # a heavy tackle that will fumble when its move is over
    acts: int = 0
    fought: bool = False
    done: bool = False
