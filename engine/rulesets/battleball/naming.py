"""Names of pieces in scenario files: side, kind and, where a team has several, a number: W-RB, W-RB2, B-HT."""

from typing import Any

from engine.core.errors import BadInput
from engine.core.pitch import Square
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


class Naming:
    """Pieces and spaces as scenario files call them."""

    def __init__(self, game: Bout) -> None:
        self.game = game

    def player(self, id: int) -> str:
        return name_of(self.game, id)

    def square(self, square: Square) -> str:
        return self.game.board.name(square)

    def is_player(self, name: Any) -> bool:
        return isinstance(name, str) and name in piece_names(self.game)

    def find_player(self, name: Any) -> int:
        return find_piece(self.game, name).id

    def find_square(self, name: Any) -> Square:
        return self.game.board.pitch.square(str(name))
