"""What a coach sees in a position: the two teams, the ways to an end zone, and what pieces and the ball are worth."""

from collections.abc import Callable
from functools import cached_property
from typing import Any, TypeVar

from engine.coaches.battleball import odds, worth
from engine.coaches.battleball.lanes import Lanes
from engine.coaches.battleball.rivals import Rivals, rivals_of
from engine.coaches.battleball.threats import Threats
from engine.core.pitch import Mask, Square, lowest
from engine.rulesets.battleball.bout import Areas, Bout
from engine.rulesets.battleball.movement import end_zone_is_a_step, ground_for, max_spaces, may_move
from engine.rulesets.battleball.paths import Paths
from engine.rulesets.battleball.play import activations_a_turn, again_in_one_turn
from engine.rulesets.battleball.state import DOWN, NOBODY, Piece

LONG_HALF = 16  # turns after which a coach stops waiting for a better moment
FEW = 12  # players left on the field
DETOUR = 8  # steps round an opponent in the way
AHEAD, BEHIND = 4, 2  # rows: of our carrier, or of the ball
CUT_OFF = 60  # steps to an end zone that cannot be reached
ANY_RUNNER: odds.Dice = (12,)  # of the opponents, whoever gets the ball

T = TypeVar("T")


def _more(game: Bout, under_way: bool) -> int:
    """Activations after the one under way, or after the one to choose now."""
    return game.ruling(activations_a_turn) - game.state.activations - (0 if under_way else 1)


def _position(game: Bout) -> tuple[Areas, Square, int, Mask]:
    """What has to stay the same for a view to stay true; areas are made anew when a piece moves."""
    state = game.state
    return game.areas, state.ball, state.holder, state.tokens


class View:
    """One side's look at a position. Made anew whenever anything moves, so what it has worked out stays true."""

    def __init__(self, game: Bout, side: int, *, under_way: bool = False, before: "View | None" = None) -> None:
        self.game = game
        self.side = side
        self.state = game.state
        self.carrier: Piece | None = None if self.state.holder == NOBODY else self.state.pieces[self.state.holder]
        self.ours = self.carrier is not None and self.carrier.side == side
        self.more = _more(game, under_way)
        self.step_in = int(game.ruling(end_zone_is_a_step))
        self.turn_cost = worth.ACTIVATION * self.more
        self.rivals: Rivals = rivals_of(game, side, before.rivals if before is not None else None)
        self.mates: list[Piece] = game.standing(side)
        self.threats = Threats(game, self.rivals, self.mates)
        self._seen = _position(game)
        self._done: dict[Callable[[View], Any], Any] = {}
        self._prospects: dict[tuple[Square, int, odds.Dice], float] = {}
        self._steps_left: dict[Square, int] = {}
        self._paths: dict[int, Paths] = {}
        self._grounds: dict[int, Mask] = {}

    def is_true(self, game: Bout, under_way: bool) -> bool:
        """Whether it still shows the position."""
        areas, *rest = _position(game)
        return areas is self._seen[0] and tuple(rest) == self._seen[1:] and self.more == _more(game, under_way)

    def once(self, work: Callable[["View"], T]) -> T:
        """What some work finds in this position; it is done when it is asked for the first time."""
        if work not in self._done:
            self._done[work] = work(self)
        found: T = self._done[work]
        return found

    @cached_property
    def patience(self) -> float:
        """From 1 down to 0 as a half drags on and players leave the field, so that no match stands still."""
        players = len(self.rivals.pieces) + len(self.mates)
        return max(0.0, 1 - max(self.state.turns) / LONG_HALF) * min(1.0, players / FEW)

    # Who is where ---------------------------------------------------------------------------------------------------------

    @cached_property
    def fallen_rivals(self) -> list[Piece]:
        if not self.game.areas.down:
            return []
        return [piece for piece in self.state.pieces if piece.status == DOWN and piece.side != self.side]

    @cached_property
    def hemmed_in(self) -> bool:
        """Whether our carrier cannot move because of its own team-mates."""
        carrier = self.carrier
        if carrier is None or not self.ours or self.game.in_tackle_position(carrier):
            return False
        return not may_move(self.game, carrier)

    def fresh(self, piece: Piece) -> bool:
        """Whether a piece may still be activated in this turn."""
        return self.game.ruling(again_in_one_turn) or not self.state.used >> piece.id & 1

    @cached_property
    def aim(self) -> Square:
        """Where the play is: a few rows before our carrier, or behind the ball."""
        field = self.game.board.pitch
        row, column = divmod(self.ball_square() if self.ball_square() >= 0 else self.game.board.centre, field.stride)
        row += (AHEAD if self.ours else -BEHIND) * (1 if self.side == 0 else -1)
        row = min(field.rows, max(1, row))
        columns = field.columns_of(row)
        return field.at(row, min(max(column, columns[0]), columns[-1]))

    def ball_square(self) -> Square:
        return self.carrier.square if self.carrier else self.state.ball

    def distance(self, piece: Piece, square: Square) -> int:
        return self.game.board.pitch.distance(piece.square, square)

    def paths(self, piece: Piece) -> Paths:
        """Where a piece can go with the best roll."""
        paths = self._paths.get(piece.id)
        if paths is None:
            spaces = max_spaces(self.game, piece)
            paths = self._paths[piece.id] = Paths(ground_for(self.game, piece), spaces)
        return paths

    # Ways to an end zone --------------------------------------------------------------------------------------------------

    def foremost(self, area: Mask, number: int) -> list[Square]:
        """So many spaces of an area, those with the fewest rows left."""
        squares: list[Square] = []
        while area and len(squares) < number:  # spaces are numbered row by row
            square = area.bit_length() - 1 if self.side == 0 else lowest(area)
            squares.append(square)
            area ^= 1 << square
        return squares

    def lanes(self, side: int, guarded: Mask = 0) -> Lanes:
        """The ways of a side's runners past everybody who would stop them, and past some guarded spaces."""
        return Lanes(self.game.board, side, self._open_ground(side) & ~guarded)

    def _open_ground(self, side: int) -> Mask:
        """The spaces where nobody would stop a runner of a side; none for a side without one."""
        if side not in self._grounds:
            team = self.mates if side == self.side else self.rivals.pieces
            runner = next((piece for piece in team if not piece.wide), None)
            ground = None if runner is None else ground_for(self.game, runner)
            self._grounds[side] = 0 if ground is None else (ground.passable | 1 << ground.start) & ~ground.stops
        return self._grounds[side]

    @cached_property
    def own_lanes(self) -> Lanes:
        return self.lanes(self.side)

    def steps_to_score(self, square: Square, lanes: Lanes, most: int) -> int:
        """Steps from a space into the end zone along a lane; so many at the most, or it counts as cut off."""
        steps = lanes.steps_from(square, most)
        return CUT_OFF if steps is None else steps + self.step_in

    def run(self, square: Square, dice: odds.Dice) -> float:
        """The chance of one of our runners with the ball on a space to roll enough for the end zone."""
        return odds.to_move(dice, self.steps_to_score(square, self.own_lanes, max(dice)))

    @cached_property
    def their_lane(self) -> tuple[float, Mask] | None:
        """The chance that their carrier scores with its next run, and the spaces on and beside its shortest ways."""
        carrier, pitch = self.carrier, self.game.board.pitch
        if carrier is None or self.ours or carrier.wide or self.game.in_tackle_position(carrier):
            return None
        if not odds.to_move(carrier.dice, self.game.board.rows_to_goal(carrier.square, carrier.side)):
            return None
        lanes = self.lanes(1 - self.side)
        steps = self.steps_to_score(carrier.square, lanes, max(carrier.dice))
        chance = odds.to_move(carrier.dice, steps)
        if not chance:
            return None
        way, area = 0, 1 << carrier.square
        for wave in reversed(lanes.waves(steps)[:steps]):
            step = pitch.grow(area) & wave
            if step:
                way |= step
                area = step
        return chance, pitch.grow(way)

    # What things are worth ------------------------------------------------------------------------------------------------

    def prospect(self, square: Square, side: int, dice: odds.Dice = ANY_RUNNER) -> float:
        """What it is worth to a side to hold the ball on a space."""
        key = (square, side, dice)
        if key not in self._prospects:
            self._prospects[key] = self._prospect(*key)
        return self._prospects[key]

    def _prospect(self, square: Square, side: int, dice: odds.Dice) -> float:
        left = self._left(square) if side == self.side else self.game.board.rows_to_goal(square, side)
        near = max(0.0, 1 - left / self.game.board.pitch.rows)
        return worth.POSSESSION + worth.PROGRESS * near + worth.READY * odds.to_move(dice, left + 1)

    def _left(self, square: Square) -> int:
        """Our steps to the last row: along a lane, or with a detour round opponents."""
        left = self._steps_left.get(square)
        if left is None:
            detour = self.game.board.rows_to_goal(square, self.side) + DETOUR
            left = min(detour, self.steps_to_score(square, self.own_lanes, detour) - 1)
            self._steps_left[square] = left
        return left

    def swing(self, piece: Piece, square: Square) -> float:
        """What the ball is worth to a piece on a space, and to an opponent who takes it away there."""
        return self.prospect(square, piece.side, piece.dice) + self.prospect(square, 1 - piece.side)

    def worth(self, piece: Piece) -> float:
        """What a side loses with a piece."""
        worth_alone = worth.WORTH[piece.abbr]
        return worth_alone + self.swing(piece, piece.square) if piece.id == self.state.holder else worth_alone
