"""A formation: the fast in the middle of the line, the strong before them, the safeties behind."""

from engine.core.pitch import Mask, Square, lowest
from engine.rulesets.battleball.bout import Bout
from engine.rulesets.battleball.setup import Spots
from engine.rulesets.battleball.state import Piece

# How far behind the line and how far from the middle column each kind likes to stand.
PLACES = {
    "HT": ((0, 2),),
    "T": ((0, -2),),
    "RB": ((0, 0), (1, 3), (1, -3)),
    "LM": ((0, 4), (0, -4)),
    "LB": ((2, 2), (2, -2)),
    "S": ((4, 3), (4, -3)),
}


def squares(game: Bout, pieces: list[Piece], taken: Mask = 0) -> tuple[Square, ...]:
    """A space for every piece, as near to its liking as the others leave room."""
    chosen = {}
    seen: dict[str, int] = {}
    for piece in sorted(pieces, key=lambda piece: (not piece.wide, piece.id)):
        number = seen[piece.abbr] = seen.get(piece.abbr, -1) + 1
        wish = _wish(game, piece, number)
        free = Spots(game, piece, taken).free
        chosen[piece.id] = square = lowest(game.board.pitch.nearest(wish, free))
        taken |= game.board.footprint(square, piece.wide)
    return tuple(chosen[piece.id] for piece in pieces)


def _wish(game: Bout, piece: Piece, number: int) -> Square:
    field = game.board.pitch
    behind, beside = PLACES[piece.abbr][number % len(PLACES[piece.abbr])]
    depth = game.board.own_ends[0].bit_length() // field.stride
    row = depth - behind if piece.side == 0 else field.rows - depth + 1 + behind
    row = min(field.rows, max(1, row))
    columns = field.columns_of(row)
    column = min(max((field.columns + 1) // 2 + beside, columns[0]), columns[-1])
    return field.at(row, column)
