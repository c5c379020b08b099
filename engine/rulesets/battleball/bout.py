"""A Battleball match as its procedures see it: the position, questions about it, and the few ways to change it."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from engine.core.dice import Dice
from engine.core.events import Ball, Move, Off, Put, Score, Stance
from engine.core.game import Game
from engine.core.hooks import Query
from engine.core.pitch import Mask, Square
from engine.core.ruling import Rulings
from engine.rulesets.battleball.board import Board, build_board
from engine.rulesets.battleball.events import TurnOver
from engine.rulesets.battleball.state import DOWN, NOBODY, NOWHERE, ON_FIELD, STANDING, Piece, State


class Attempt:
    """A roll that skills may still change."""

    __slots__ = ("against", "kind", "piece", "started")

    def __init__(self, kind: str, piece: Piece, against: Piece | None = None, *, started: bool = True) -> None:
        self.kind = kind
        self.piece = piece
        self.against = against
        self.started = started  # False for the one who was attacked


MODIFIERS: Query[Attempt, int] = Query("modifiers")


@dataclass(slots=True)
class Areas:
    """Where the pieces are, as sets of spaces."""

    standing: Mask = 0
    down: Mask = 0
    zones: tuple[Mask, Mask] = (0, 0)  # next to a standing piece of each side


class Bout(Game[State]):
    def __init__(self, state: State, dice: Dice, rulings: Rulings, effects: Mapping[str, Any]) -> None:
        super().__init__(state, dice, rulings, effects)
        self.board: Board = build_board(rulings)
        self._areas: Areas | None = None

    def changed(self) -> None:
        """Pieces moved: what was worked out about the position is stale."""
        self._areas = None

    # Questions ------------------------------------------------------------------------------------------------------

    def owner(self, id: int) -> Piece:
        return self.state.pieces[id]

    def team(self, side: int) -> Iterator[Piece]:
        return (piece for piece in self.state.pieces if piece.side == side)

    def on_field(self, side: int) -> list[Piece]:
        return [piece for piece in self.state.pieces if piece.side == side and piece.status in ON_FIELD]

    def standing(self, side: int) -> list[Piece]:
        return [piece for piece in self.state.pieces if piece.side == side and piece.status == STANDING]

    def covers(self, piece: Piece) -> Mask:
        return (3 if piece.wide else 1) << piece.square

    @property
    def areas(self) -> Areas:
        if self._areas is None:
            self._areas = self._survey()
        return self._areas

    def _survey(self) -> Areas:
        standing = down = 0
        zones = [0, 0]
        for piece in self.state.pieces:
            if piece.status == STANDING:
                standing |= self.covers(piece)
                zones[piece.side] |= self.reach(piece)
            elif piece.status == DOWN:
                down |= self.covers(piece)
        return Areas(standing, down, (zones[0], zones[1]))

    def reach(self, piece: Piece) -> Mask:
        """The spaces next to a piece."""
        return self.board.near(piece.square, piece.wide, 1)

    def zone(self, side: int) -> Mask:
        """Every space next to a standing piece of this side, as far as pieces of one space go."""
        return self.areas.zones[side]

    def adjacent(self, one: Piece, other: Piece) -> bool:
        return bool(self.reach(one) & self.board.measured(other.square, other.wide))

    def next_to(self, piece: Piece, side: int, status: str) -> list[Piece]:
        """The pieces of a side, standing or Down, next to this one."""
        near = self.reach(piece)
        areas = self.areas
        if not near & ~self.covers(piece) & (areas.standing if status == STANDING else areas.down):
            return []
        measured = self.board.measured
        return [
            other
            for other in self.state.pieces
            if other.side == side
            and other.status == status
            and other is not piece
            and near & measured(other.square, other.wide)
        ]

    def in_tackle_position(self, piece: Piece) -> bool:
        """Next to a standing opponent (s7); Down opponents do not count."""
        return bool(self.board.measured(piece.square, piece.wide) & self.areas.zones[1 - piece.side])

    def empty(self) -> Mask:
        """Spaces without player and token."""
        areas = self.areas
        return self.board.pitch.everywhere & ~(areas.standing | areas.down | self.state.tokens)

    def modifiers(self, attempt: Attempt) -> tuple[tuple[str, int], ...]:
        return tuple(self.collect(MODIFIERS, attempt))

    # Changes --------------------------------------------------------------------------------------------------------

    def put(self, piece: Piece, square: Square) -> None:
        self.changed()
        piece.status, piece.square = STANDING, square
        self.emit(Put(piece.id, square))

    def walk(self, piece: Piece, path: tuple[Square, ...]) -> None:
        self.changed()
        self.emit(Move(piece.id, (piece.square, *path)))
        piece.square = path[-1]

    def lay_down(self, piece: Piece) -> None:
        self.changed()
        piece.status = DOWN
        self.emit(Stance(piece.id, DOWN))

    def stand_up(self, piece: Piece) -> None:
        self.changed()
        piece.status, piece.lies_for, piece.felled_by = STANDING, 0, NOBODY
        self.emit(Stance(piece.id, STANDING))

    def take_off(self, piece: Piece, where: str) -> None:
        self.changed()
        if self.state.holder == piece.id:
            self.state.holder = NOBODY
        piece.status, piece.square, piece.lies_for, piece.felled_by = where, NOWHERE, 0, NOBODY
        self.emit(Off(piece.id, where))

    def give_ball(self, piece: Piece) -> None:
        state = self.state
        state.holder, state.ball, state.last_holder = piece.id, NOWHERE, piece.side
        self.emit(Ball(None, piece.id))

    def drop_ball(self, square: Square) -> None:
        """The ball lies loose on a space."""
        self.state.holder, self.state.ball = NOBODY, square
        self.emit(Ball(square, None))

    def lose_ball(self) -> None:
        """The ball is out of play until it is put somewhere."""
        self.state.holder, self.state.ball = NOBODY, NOWHERE
        self.emit(Ball(None, None))

    def score(self, side: int, points: int, why: str) -> None:
        score = self.state.score
        score[side] += points
        self.emit(Score(side, points, why, (score[0], score[1])))

    def end_turn(self, why: str) -> None:
        """The turn is cut short; what is under way is finished first."""
        if not self.state.turn_over:
            self.state.turn_over = why
            self.emit(TurnOver(self.state.side, why))
