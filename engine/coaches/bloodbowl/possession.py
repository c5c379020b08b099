"""What the ball is worth, in tenths of a touchdown: to score with it, to hold it somewhere, to lose it."""

from functools import cache
from itertools import pairwise

from engine.coaches.bloodbowl.board import Board
from engine.coaches.bloodbowl.threats import Opposition, Threats
from engine.core.pitch import Mask, Square, lowest
from engine.rules.field import Gridiron
from engine.rules.state import Player
from engine.rules.teammates import THROWABLE

TOUCHDOWN = 10.0
REPLY = (0.0, 0.1, 0.3, 0.6, 1.0, 1.4, 1.8, 2.2, 2.6)  # what a touchdown costs by the turns that it leaves to them
USUAL_MOVES = 6
THROWS, FLIES, RUSHES = "throw-team-mate", 6, 2  # how far somebody is thrown, and how many more squares it may run
THROWN, DELAY = 0.3, 0.65  # how often that ends in a touchdown, and what is left of it with every turn until then
NEAR = ((0, 1.0), (4, 0.9), (8, 0.72), (12, 0.5), (16, 0.26), (20, 0.1), (25, 0.02))  # the odds to score, by rows to go
IN_THE_WAY, OPEN, SHUT = 0.06, 1.25, 0.7  # what every opponent in the way takes off, of how much, down to what
BESIDE = 6  # columns to either side in which opponents are in the way; those farther off count for a third
TIME = ((-0.34, 0.0), (0, 0.4), (1, 0.75), (2, 0.92), (3, 1.0))  # what is left of them, by turns to spare


def touchdown(board: Board, later: int = 0) -> float:
    """What it is worth to score, now or in some turns, given the time that it leaves to them."""
    return TOUCHDOWN - REPLY[min(max(0, board.their_turns - later), len(REPLY) - 1)]


def turned_over(board: Board, square: Square) -> float:
    """What it costs, on top of the ball itself, that they may have it there."""
    return board.weights.theirs * TOUCHDOWN * promise(board.rows_to_defend(square), board.their_turns, USUAL_MOVES)


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
def _columns(pitch: Gridiron, y: int) -> Mask:
    """The squares that are not far to the side."""
    mask = 0
    for row in range(1, pitch.length + 1):
        for column in range(max(1, y - BESIDE), min(pitch.width, y + BESIDE) + 1):
            mask |= 1 << pitch.at(row, column)
    return mask


class Holder:
    """A player with the ball in its hands, wherever it may stand at the end of the turn."""

    def __init__(self, board: Board, player: Player) -> None:
        self.board, self.player = board, player
        self.threats = Threats(board, opposition(board), player)
        moves, turns = board.value(player, "ma"), board.turns_left
        self._by_row = [  # what the ball is worth by the rows to go
            touchdown(board, 1 + rows // max(1, moves)) * promise(rows, turns, moves)
            for rows in range(board.pitch.length)
        ]
        self._thrown = thrown_from(board, player)
        self._others: Mask = 0
        for rival in (*board.rivals, *board.fallen):
            self._others |= 1 << rival.square

    def promise(self, square: Square) -> float:
        """What it is worth to have the ball there, if nobody takes it away."""
        board = self.board
        y = square % board.pitch.stride
        edge = min(y - 1, board.pitch.width - y)
        worth = self._in_time(square, y)
        for area, thrown in self._thrown:
            if area >> square & 1:
                worth = max(worth, thrown)
                break
        return worth - (board.weights.sideline * (3 - edge) if edge < 3 else 0.0)

    def _in_time(self, square: Square, y: int) -> float:
        """What a touchdown from there is worth, by the rows to go, the time and who is in the way."""
        board, rows, stride = self.board, self.board.rows_to_go(square), self.board.pitch.stride
        behind = square - y - stride if board.side == 0 else square - y + 2 * stride  # who is a row behind keeps up
        nearer = (1 << behind) - 1
        ahead = self._others & (~nearer if board.side == 0 else nearer)
        beside = (ahead & _columns(board.pitch, y)).bit_count()
        thirds = 3 * beside + ahead.bit_count() - beside
        return self._by_row[rows] * max(SHUT, OPEN - IN_THE_WAY * thirds / 3)

    def farthest(self, area: Mask) -> float:
        """The most that the ball may be worth in an area."""
        board = self.board
        square = area.bit_length() - 1 if board.side == 0 else lowest(area)
        return self._in_time(square, square % board.pitch.stride)

    def stake(self, square: Square) -> float:
        """What it costs to lose the ball there."""
        return max(0.0, self.promise(square)) + turned_over(self.board, square)

    def worth(self, square: Square, guards: Mask) -> float:
        """The promise, less what opponents are likely to take, with team-mates on these squares."""
        return self.promise(square) - self.threats.loss(square, guards) * self.stake(square)


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
