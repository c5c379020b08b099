"""A formation: the fast in the middle of the line, the strong before them, the safeties behind."""

from engine.coaches.battleball import formation
from engine.core.pitch import Mask, Square
from engine.rulesets.battleball.bout import Bout
from engine.rulesets.battleball.state import Piece

PLACES: formation.Places = {
    "HT": ((0, 2),),
    "T": ((0, -2),),
    "RB": ((0, 0), (1, 3), (1, -3)),
    "LM": ((0, 4), (0, -4)),
    "LB": ((2, 2), (2, -2)),
    "S": ((4, 3), (4, -3)),
}


def squares(game: Bout, pieces: list[Piece], taken: Mask = 0) -> tuple[Square, ...]:
    return formation.squares(game, pieces, taken, PLACES)
