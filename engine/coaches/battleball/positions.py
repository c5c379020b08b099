"""Where a piece without a task helps: in the way of their carrier, or near the ball and out of harm's way."""

from dataclasses import dataclass

from engine.coaches.battleball import odds
from engine.coaches.battleball.view import View
from engine.coaches.battleball.worth import NEARER, WAY_OUT
from engine.core.pitch import Mask, Square, lowest, squares_of
from engine.rulesets.battleball.scoring import TOUCHDOWN
from engine.rulesets.battleball.state import Piece

GUARDED = 5  # spaces looked at to close a lane, at the most


@dataclass(slots=True)
class Place:
    square: Square
    gain: float  # over staying
    reason: str


def best(view: View, piece: Piece) -> Place:
    """The best space within a sure move, beside no opponent; whether there is a way is seen when it moves."""
    free = view.once(_free_for_two if piece.wide else _free)
    reach = free & view.game.board.pitch.within(piece.square, piece.half)
    if not reach:
        return Place(piece.square, -NEARER, "has nowhere to go")
    places = [_near_the_play(view, piece, reach)]
    if view.hemmed_in and view.carrier and view.game.adjacent(piece, view.carrier):
        places[0].gain += WAY_OUT
    if view.their_lane is not None:
        places += _in_the_way(view, piece, reach, *view.their_lane)
    return places[0] if len(places) == 1 else max(places, key=lambda place: place.gain)


def _free(view: View) -> Mask:
    return view.game.empty() & ~view.game.zone(1 - view.side)


def _free_for_two(view: View) -> Mask:
    free = view.once(_free)
    return view.game.board.wide_spots & free & free >> 1


def most(view: View, piece: Piece) -> float:
    """At most so much can be gained by going somewhere; quick to tell."""
    steps = min(piece.half, view.game.board.pitch.distance(piece.square, view.aim))
    gain = NEARER * steps + view.rivals.hope(piece, piece.square)
    lane = view.their_lane
    if lane is not None and lane[1] & view.game.board.pitch.within(piece.square, piece.half):
        gain += TOUCHDOWN * lane[0]
    return gain + WAY_OUT if view.hemmed_in else gain


def _near_the_play(view: View, piece: Piece, reach: Mask) -> Place:
    """The nearest space, or the nearest out of reach of those who would like to attack."""
    pitch, hope, aim = view.game.board.pitch, view.rivals.hope, view.aim
    distances = pitch.distances(aim)
    square = lowest(pitch.nearest(aim, reach))
    trouble = NEARER * distances[square] + hope(piece, square)
    safe = reach & ~view.rivals.unsafe(piece)
    if safe and not safe >> square & 1:
        other = lowest(pitch.nearest(aim, safe))
        less = NEARER * distances[other] + hope(piece, other)
        if less < trouble:
            square, trouble = other, less
    reason = "gets free to receive" if view.ours else "closes in on the ball"
    return Place(square, NEARER * distances[piece.square] + hope(piece, piece.square) - trouble, reason)


# Their runner -------------------------------------------------------------------------------------------------------------


def _in_the_way(view: View, piece: Piece, reach: Mask, chance: float, way: Mask) -> list[Place]:
    hope = view.rivals.hope
    places = []
    spots = list(squares_of(reach & way))
    for square in spots[:: len(spots) // GUARDED + 1]:
        gain = TOUCHDOWN * (chance - _chance_past(view, piece, square))
        gain -= hope(piece, square) - hope(piece, piece.square)
        places.append(Place(square, gain, "closes the way to the end zone"))
    return places


def _chance_past(view: View, piece: Piece, square: Square) -> float:
    """Their carrier's chance to score if this piece stood here."""
    carrier, beside = view.carrier, view.game.board.near(square, piece.wide, 1)
    if carrier is None or beside >> carrier.square & 1:
        return 0.0
    lanes = view.lanes(1 - view.side, beside)
    return odds.to_move(carrier.dice, view.steps_to_score(carrier.square, lanes, max(carrier.dice)))
