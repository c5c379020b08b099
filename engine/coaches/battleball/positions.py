"""Where a piece without a task helps: in the way of their carrier, or near the ball and out of harm's way."""

from dataclasses import dataclass

from engine.coaches.battleball import odds
from engine.coaches.battleball.view import View
from engine.coaches.battleball.worth import NEARER, WAY_OUT
from engine.core.pitch import Mask, Square, lowest, squares_of
from engine.rulesets.battleball.paths import Paths
from engine.rulesets.battleball.scoring import TOUCHDOWN
from engine.rulesets.battleball.state import Piece

GUARDED = 5  # spaces looked at to close a lane, at the most


@dataclass(slots=True)
class Place:
    square: Square
    gain: float  # over staying
    reason: str


def best(view: View, piece: Piece, paths: Paths) -> Place:
    """The best space within a sure move."""
    reach = paths.ends & ~paths.ground.stops & view.game.board.pitch.within(piece.square, piece.half)
    if not reach:
        return Place(piece.square, -NEARER, "has nowhere to go")
    places = [_near_the_play(view, piece, reach)]
    if view.hemmed_in and view.carrier and view.game.adjacent(piece, view.carrier):
        places[0].gain += WAY_OUT
    if view.their_lane is not None:
        places += _in_the_way(view, piece, reach, *view.their_lane)
    return max(places, key=lambda place: place.gain)


def most(view: View, piece: Piece) -> float:
    """At most so much can be gained by going somewhere; quick to tell."""
    steps = min(piece.half, view.game.board.pitch.distance(piece.square, view.aim))
    lane = view.their_lane
    gain = NEARER * steps + view.rivals.hope(piece, piece.square) + (TOUCHDOWN * lane[0] if lane else 0.0)
    return gain + WAY_OUT if view.hemmed_in else gain


def _near_the_play(view: View, piece: Piece, reach: Mask) -> Place:
    pitch, aim = view.game.board.pitch, view.aim
    distances = pitch.distances(aim)

    def merit(square: Square) -> float:
        return -NEARER * distances[square] - view.rivals.hope(piece, square)

    near = (pitch.nearest(aim, reach), pitch.nearest(aim, reach & ~view.rivals.unsafe(piece)))
    square = max((lowest(spots) for spots in near if spots), key=merit)
    reason = "gets free to receive" if view.ours else "closes in on the ball"
    return Place(square, merit(square) - merit(piece.square), reason)


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
    return odds.to_move(carrier.dice, view.steps_to_score(carrier.square, view.lanes(1 - view.side, beside)))
