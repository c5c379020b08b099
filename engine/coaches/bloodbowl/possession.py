"""What the ball is worth, in tenths of a touchdown: to score with it, to hold it somewhere, to lose it."""

from collections.abc import Iterator
from functools import cache, lru_cache
from itertools import pairwise

from engine.coaches.bloodbowl.board import Board
from engine.coaches.bloodbowl.threats import Opposition, Threats
from engine.core.lazy import lazy
from engine.core.pitch import Mask, Square, lowest
from engine.rules.field import Gridiron
from engine.rules.state import Player
from engine.rules.teammates import THROWABLE

TOUCHDOWN = 10.0
REPLY = (0.0, 0.1, 0.3, 0.6, 1.0, 1.4, 1.8, 2.2, 2.6)  # what a touchdown costs by the turns that it leaves to them
USUAL_MOVES = 6
THROWS, FLIES, RUSHES = "throw-team-mate", 6, 2  # how far somebody is thrown, and how many more squares it may run
THROWN, DELAY = 0.3, 0.65  # how often that ends in a touchdown, and what is left of it with every turn until then
STILL_OURS = 0.25  # the share of what a ball is worth that is left when it lies on the ground in their turn
NEAR = ((0, 1.0), (4, 0.9), (8, 0.72), (12, 0.5), (16, 0.26), (20, 0.1), (25, 0.02))  # the odds to score, by rows to go
IN_THE_WAY, OPEN, SHUT = 0.06, 1.25, 0.7  # what every opponent in the way takes off, of how much, down to what
BESIDE = 6  # columns to either side in which opponents are in the way; those farther off count for a third
TIME = (
    (-2, 0.0),
    (-1, 0.15),
    (-0.34, 0.2),
    (0, 0.4),
    (1, 0.75),
    (2, 0.92),
    (3, 1.0),
)  # what is left of them, by turns to spare


def touchdown(board: Board, later: int = 0) -> float:
    """What it is worth to score, now or in some turns, given the time that it leaves to them."""
    return _touchdown(board.their_turns - later)


def _touchdown(their_turns: int) -> float:
    return TOUCHDOWN - REPLY[min(max(0, their_turns), len(REPLY) - 1)]


def turned_over(board: Board, square: Square) -> float:
    """What it costs, on top of the ball itself, that they may have it there."""
    return _turned_over(board.pitch.length, board.their_turns, board.weights.theirs)[board.rows_to_go(square)]


@cache
def _turned_over(length: int, their_turns: int, theirs: float) -> tuple[float, ...]:
    """The same by our rows to go."""
    return tuple(theirs * TOUCHDOWN * promise(length - 1 - rows, their_turns, USUAL_MOVES) for rows in range(length))


@cache
def _held(length: int, moves: int, turns: int, their_turns: int) -> tuple[float, ...]:
    """What it is worth to hold the ball, by the rows to go."""
    return tuple(
        _touchdown(their_turns - 1 - rows // max(1, moves)) * promise(rows, turns, moves) for rows in range(length)
    )


def dropped(board: Board, start: Square, square: Square) -> float:
    """The same for a throw, which fails at either end of its way, less what is left of the ball's worth while nobody has it."""
    left = touchdown(board, 1) * promise(board.rows_to_go(square), board.turns_left, USUAL_MOVES)
    return (turned_over(board, start) + turned_over(board, square) - STILL_OURS * left) / 2


@cache
def promise(rows: int, turns: int, moves: int) -> float:
    """The odds to score with the ball so many rows from the end zone and so many turns to come."""
    spare = turns - rows / max(1, moves)
    return _between(NEAR, rows * USUAL_MOVES / max(1, moves)) * _between(TIME, spare) if turns else 0.0


def _between(points: tuple[tuple[float, float], ...], at: float) -> float:
    """What lies between the points of a curve."""
    if at <= points[0][0]:
        return points[0][1]
    for (x, low), (next_x, high) in pairwise(points):
        if at <= next_x:
            return low + (high - low) * (at - x) / (next_x - x)
    return points[-1][1]


@cache
def _columns(pitch: Gridiron) -> list[Mask]:
    """By column the squares that are not far to the side of it."""
    columns = [sum(1 << pitch.at(x, y) for x in range(1, pitch.length + 1)) for y in range(1, pitch.width + 1)]
    return [sum(columns[max(0, y - 1 - BESIDE) : y + BESIDE]) for y in range(pitch.width + 1)]


@cache
def _edges(width: int, sideline: float) -> list[float]:
    """What it costs by column to be near a sideline."""
    return [sideline * max(0, 3 - min(y - 1, width - y)) for y in range(width + 1)]


class Crowd:
    """How much of the odds to score is left with opponents in the way: by row, and by column in it."""

    def __init__(self, pitch: Gridiron, side: int, others: Mask) -> None:
        self._pitch, self._side, self._others = pitch, side, others
        self._rows: dict[int, list[float]] = {}

    def row(self, x: int) -> list[float]:
        found = self._rows.get(x)
        if found is None:
            found = self._rows[x] = self._row(x)
        return found

    def _row(self, x: int) -> list[float]:
        behind = (x - 1 if self._side == 0 else x + 2) * self._pitch.stride  # who is a row behind keeps up
        nearer = (1 << behind) - 1
        ahead = self._others & (~nearer if self._side == 0 else nearer)
        every = ahead.bit_count()
        return [_left(every + 2 * (ahead & near).bit_count()) for near in _columns(self._pitch)]


@cache
def _left(thirds: int) -> float:
    return max(SHUT, OPEN - IN_THE_WAY * thirds / 3)


_crowd = lru_cache(maxsize=8)(Crowd)


class Holder:
    """A player with the ball in its hands, wherever it may stand at the end of the turn."""

    def __init__(self, board: Board, player: Player) -> None:
        self.board, self.player = board, player
        pitch, weights = board.pitch, board.weights
        self._stride = pitch.stride
        self._held = _held(pitch.length, board.value(player, "ma"), board.turns_left, board.their_turns)
        self._turned_over = _turned_over(pitch.length, board.their_turns, weights.theirs)
        self._edges = _edges(pitch.width, weights.sideline)
        self._crowd = _crowd(pitch, board.side, opposition(board).everybody)
        self._thrown = thrown_from(board, player)
        self._rows: dict[int, tuple[list[float], float]] = {}

    @lazy
    def threats(self) -> Threats:
        """What its side has to fear for it."""
        return Threats(self.board, opposition(self.board), self.player)

    def row(self, x: int) -> tuple[list[float], float]:
        """By column what it is worth to have the ball in a row, if nobody takes it away, and what it costs if they have it."""
        found = self._rows.get(x)
        if found is None:
            rows, crowd = self._rows_to_go(x), self._crowd.row(x)
            held = self._held[rows]
            worth = [held * share for share in crowd]
            for area, thrown in reversed(self._thrown):
                within = area >> x * self._stride
                worth = [thrown if within >> y & 1 and thrown > run else run for y, run in enumerate(worth)]
            promises = [run - edge for run, edge in zip(worth, self._edges, strict=True)]
            found = self._rows[x] = promises, self._turned_over[rows]
        return found

    def _rows_to_go(self, x: int) -> int:
        return self.board.pitch.length - x if self.board.side == 0 else x - 1

    def promise(self, square: Square) -> float:
        """What it is worth to have the ball there, if nobody takes it away."""
        x, y = divmod(square, self._stride)
        return self.row(x)[0][y]

    def farthest(self, area: Mask) -> float:
        """The most that the ball may be worth in an area."""
        board = self.board
        x, y = board.pitch.xy(area.bit_length() - 1 if board.side == 0 else lowest(area))
        return self._held[self._rows_to_go(x)] * self._crowd.row(x)[y]

    def stake(self, square: Square) -> float:
        """What it costs to lose the ball there."""
        x, y = divmod(square, self._stride)
        promises, cost = self.row(x)
        return max(0.0, promises[y]) + cost

    def at_risk(self, square: Square, risk: float) -> float:
        """The promise, less what it costs at such odds to lose the ball there."""
        x, y = divmod(square, self._stride)
        promises, cost = self.row(x)
        promise = promises[y]
        return promise - risk * (promise + cost if promise > 0.0 else cost)

    def at_most(self, x: int, risk: float) -> float:
        """The best of a row at such odds."""
        promises, cost = self.row(x)
        promise = max(promises)
        return promise - risk * (promise + cost if promise > 0.0 else cost)

    def rows_of(self, area: Mask) -> Iterator[tuple[int, Mask]]:
        """The rows that an area has squares in, with those squares."""
        stride = self._stride
        whole = (1 << stride) - 1
        while area:
            x = (area.bit_length() - 1) // stride
            squares = area & whole << x * stride
            yield x, squares
            area ^= squares

    def worth(self, square: Square, guards: Mask) -> float:
        """The promise, less what opponents are likely to take, with team-mates on these squares."""
        return self.at_risk(square, self.threats.loss(square, guards))


def thrown_from(board: Board, player: Player) -> list[tuple[Mask, float]]:
    """Where it is worth how much that a team-mate may throw this player next turn, or the one after: the nearest squares first."""
    if not board.game.collect(THROWABLE, player):
        return []
    moves = board.value(player, "ma")
    launches: Mask = 0
    for mate in board.mates:
        rows = board.rows_to_go(mate.square) - moves - FLIES
        if THROWS in mate.skills and mate is not player and rows <= RUSHES:
            launches |= board.pitch.neighbours(mate.square)
    found = []
    for turns in range(1, board.turns_left + 1 if launches else 0):
        found.append((launches, touchdown(board, turns) * THROWN * DELAY ** (turns - 1)))
        for _ in range(moves):
            launches |= board.pitch.grow(launches)
    return found


def opposition(board: Board) -> Opposition:
    if board.opposition is None:
        board.opposition = Opposition(board)
    found: Opposition = board.opposition
    return found


def holder(board: Board, player: Player) -> Holder:
    found = board.holders.get(player.id)
    if found is None:
        found = board.holders[player.id] = Holder(board, player)
    return found


def mates_of(board: Board, player: Player) -> Mask:
    """Where its team-mates stand who mark opponents."""
    return board.game.boards.marking_squares[board.side] & ~(1 << player.square)


def worth_held(board: Board, player: Player) -> float:
    """What it is worth that this player has the ball where it stands, if nobody moves."""
    return holder(board, player).worth(player.square, mates_of(board, player))


def fear(board: Board, player: Player) -> float:
    """The odds that they take the ball away from this player where it stands, if nobody moves."""
    return holder(board, player).threats.loss(player.square, mates_of(board, player))


def lost(board: Board) -> float:
    """What it costs to have the ball on the ground among opponents."""
    return turned_over(board, board.ball) + (board.weights.still_ours if board.turns_left else 0.0)
