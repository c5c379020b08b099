"""A formation: a line across the field that stops every runner, with the fast in its gaps and the safeties behind."""

from engine.core.pitch import Mask, Square, lowest
from engine.rulesets.battleball.bout import Bout
from engine.rulesets.battleball.setup import Spots
from engine.rulesets.battleball.state import Piece

# How far behind the line and how far from the middle column each kind likes to stand.
Places = dict[str, tuple[tuple[int, int], ...]]

# A standing player stops whoever comes next to it, so one in three spaces closes the line.
WALL: Places = {
    "HT": ((0, 0),),
    "T": ((0, -1),),
    "LM": ((0, 3), (0, -3)),
    "LB": ((0, 6), (0, -6)),
    "RB": ((0, 2), (0, -2), (0, 4)),
    "S": ((2, 4), (2, -4)),
}


def squares(game: Bout, pieces: list[Piece], taken: Mask = 0, places: Places = WALL) -> tuple[Square, ...]:
    """A space for every piece, as near to its liking as the others leave room."""
    chosen = {}
    seen: dict[str, int] = {}
    for piece in sorted(pieces, key=lambda piece: (not piece.wide, piece.id)):
        number = seen[piece.abbr] = seen.get(piece.abbr, -1) + 1
        liked = places[piece.abbr]
        wish = _wish(game, piece, *liked[number % len(liked)])
        free = Spots(game, piece, taken).free
        chosen[piece.id] = square = lowest(game.board.pitch.nearest(wish, free))
        taken |= game.board.footprint(square, piece.wide)
    return tuple(chosen[piece.id] for piece in pieces)


def _wish(game: Bout, piece: Piece, behind: int, beside: int) -> Square:
    field = game.board.pitch
    depth = game.board.own_ends[0].bit_length() // field.stride
    row = depth - behind if piece.side == 0 else field.rows - depth + 1 + behind
    row = min(field.rows, max(1, row))
    columns = field.columns_of(row)
    column = min(max((field.columns + 1) // 2 + beside, columns[0]), columns[-1])
    return field.at(row, column)
