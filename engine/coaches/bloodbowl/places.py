"""Where players should stand: the corners of a cage, a screen before the end zone, beside the ball or its carrier."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache

from engine.coaches.bloodbowl.board import Board
from engine.coaches.bloodbowl.routes import Routes
from engine.core.pitch import Mask, Square, squares_of
from engine.rules.field import Gridiron
from engine.rules.state import Player

# Why somebody goes to a place; a plan may make a kind of them worth more.
GUARDS, CORNERS, RECEIVES = "guards the carrier", "a corner of the cage", "in range of the end zone"
MARKS, SCREENS, HOLDS = "marks the carrier", "stands in the way", "marks an opponent"
DIAGONALS = ((1, 1), (1, -1), (-1, 1), (-1, -1))
NEAR = 4  # squares from which an opponent comes to a corner first
SCREEN_STEP = 3  # squares between two of a screen: nobody runs through without a Dodge
SCREEN_AHEAD = 3  # squares between their carrier and the screen
NOBODYS = 99.0  # a place that is not for this player
WITH_A_DIE = 3.0  # as bad as ten squares more to go


@dataclass(frozen=True, slots=True)
class Place:
    square: Square
    worth: float
    why: str
    deep: bool = False  # for somebody quick
    receiver: bool = False  # for somebody with good hands
    thrower: bool = False  # for somebody who throws team-mates


def cage(board: Board, middle: Square) -> Iterator[Place]:
    """The corners round a square, those towards the opponents first."""
    rivals: Mask = sum(1 << rival.square for rival in board.rivals)
    x, y = board.pitch.xy(middle)
    for dx, dy in DIAGONALS:
        square = board.at(x + dx, y + dy)
        if square is not None:
            near = (rivals & _in_front(board.pitch, square, middle)).bit_count()
            yield Place(square, board.weights.corner + min(3, near) * board.weights.front / 2, CORNERS)


@cache
def _in_front(pitch: Gridiron, corner: Square, middle: Square) -> Mask:
    """The squares that are near a corner, and nearer to it than to the middle."""
    return sum(ring & ~pitch.within(middle, steps) for steps, ring in enumerate(pitch.rings(corner)[: NEAR + 1]))


def escort(board: Board, middle: Square) -> Iterator[Place]:
    """Ahead of the cage, to keep opponents away from where it goes next."""
    x, y = board.pitch.xy(middle)
    for ahead, aside in ((3, 0), (2, 3), (2, -3), (3, 2), (3, -2)):
        square = board.at(x + ahead * board.forward, y + aside)
        if square is not None:
            yield Place(square, board.weights.escort, "clears the way")


def screen(board: Board, from_square: Square) -> Iterator[Place]:
    """A row between the ball and our end zone with gaps that nobody runs through freely, and one man behind it."""
    pitch = board.pitch
    x, y = pitch.xy(from_square)
    rows = board.rows_to_defend(from_square)
    ahead = min(SCREEN_AHEAD, max(1, rows - 1))
    row = x - ahead * board.forward
    for number in (0, 1, -1, 2, -2, 3, -3):
        square = board.at(row, y + number * SCREEN_STEP)
        if square is not None:
            yield Place(square, board.weights.screen - 0.12 * abs(number), SCREENS)
    deep = board.at(x - min(rows - 1, ahead + 4) * board.forward, y) if rows > ahead + 2 else None
    if deep is not None:
        yield Place(deep, board.weights.safety, "the last man", deep=True)


def on_the_carrier(board: Board, carrier: Player) -> Iterator[Place]:
    """Beside their carrier, those squares first that are on its way."""
    for square in squares_of(board.pitch.neighbours(carrier.square)):
        if board.free >> square & 1 or _mate_at(board, square):
            goalside = board.rows_to_defend(square) < board.rows_to_defend(carrier.square)
            yield Place(square, board.weights.mark_carrier * (1.0 if goalside else 0.8), MARKS)


def beside_them(board: Board, carrier: Player) -> Iterator[Place]:
    """Beside everybody else of theirs: where a team-mate stands already, or on the way to our end zone."""
    for rival in board.rivals:
        near = squares_of(board.pitch.neighbours(rival.square))
        spots = [square for square in near if board.free >> square & 1 or _mate_at(board, square)]
        if rival is not carrier and spots:
            best = min(spots, key=lambda square: (not _mate_at(board, square), board.rows_to_defend(square)))
            yield Place(best, board.weights.screen, HOLDS)


def by_the_ball(board: Board, ball: Square) -> Iterator[Place]:
    x, y = board.pitch.xy(ball)
    for dx, dy in DIAGONALS:
        square = board.at(x + dx, y + dy)
        if square is not None:
            towards = 0.15 if dx == board.forward else 0.0
            yield Place(square, board.weights.guard_ball + towards, "guards the ball")


def _mate_at(board: Board, square: Square) -> bool:
    there = board.game.at(square)
    return there is not None and there.side == board.side and there.ready


def assign(board: Board, places: Iterable[Place], able: dict[int, Routes], most: dict[str, int]) -> dict[int, Place]:
    """Who goes where: the places that are worth most first, each to who is nearest and of least use elsewhere.

    A place that a team-mate holds is taken. `most` says how many places of a kind are wanted.
    """
    left, taken, held = dict(able), dict[int, Place](), dict[str, int]()
    for place in sorted(places, key=lambda place: (-place.worth, place.square)):
        if held.get(place.why, 0) >= most.get(place.why, 99):
            continue
        there = board.game.at(place.square)
        if there is not None and not (there.side == board.side and there.ready):
            continue
        best = there.id if there is not None else _nearest(board, place, left)
        if best is not None:
            held[place.why] = held.get(place.why, 0) + 1
            if left.pop(best, None) is not None:
                taken[best] = place
    return taken


def _nearest(board: Board, place: Place, able: dict[int, Routes]) -> int | None:
    """Who should go to a free place."""
    best, least, distances = None, 99.0, board.pitch.distances(place.square)
    for id, routes in able.items():
        apart = distances[routes.start]
        if apart > routes.limit:
            continue
        cost = 0.3 * apart + _unsuitable(routes.player, place)
        cost += 0.0 if routes.area >> place.square & 1 else WITH_A_DIE
        if cost < least:
            best, least = id, cost
    return best


def _unsuitable(player: Player, place: Place) -> float:
    if place.thrower:
        return 0.0 if "throw-team-mate" in player.skills else NOBODYS
    if place.receiver:
        return 1.5 * player.ag - 0.5 * player.ma
    if place.deep:
        return -0.4 * player.ma
    return -0.25 * player.st - (0.5 if "guard" in player.skills else 0.0)
