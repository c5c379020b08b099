"""Names of pieces in scenario files: side, kind and, where a team has several, a number: W-RB, W-RB2, B-HT."""

from engine.core.errors import BadInput
from engine.rulesets.battleball.bout import Bout
from engine.rulesets.battleball.state import AWAY, HOME, Piece

LETTERS = ("W", "B")


def side_of(name: str) -> int:
    if name not in ("home", "away"):
        raise BadInput(f"a side is home or away, not {name!r}")
    return HOME if name == "home" else AWAY


def piece_names(game: Bout) -> dict[str, Piece]:
    """Every name, W-RB and W-RB1 both for the first running back of the home team."""
    names: dict[str, Piece] = {}
    counted: dict[tuple[int, str], int] = {}
    for piece in game.state.pieces:
        kind = (piece.side, piece.abbr)
        counted[kind] = counted.get(kind, 0) + 1
        stem = f"{LETTERS[piece.side]}-{piece.abbr}"
        names[f"{stem}{counted[kind]}"] = piece
        if counted[kind] == 1:
            names[stem] = piece
    return names


def find_piece(game: Bout, name: str) -> Piece:
    try:
        return piece_names(game)[name]
    except (KeyError, TypeError):
        raise BadInput(f"no piece is called {name!r}; names look like W-RB, W-RB2 or B-HT") from None


def name_of(game: Bout, id: int) -> str:
    return next(name for name, piece in piece_names(game).items() if piece.id == id)
