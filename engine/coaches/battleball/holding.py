"""Holding the ball: what that is worth on which space, with what a carrier can do with it from there."""

import math
from dataclasses import dataclass

from engine.coaches.battleball import odds
from engine.coaches.battleball.view import View
from engine.coaches.battleball.worth import GIVING, IN_REACH, WORTH
from engine.core.pitch import Mask, Square, lowest
from engine.rulesets.battleball.field_goal import distance as kick_distance
from engine.rulesets.battleball.field_goal import enabled, heavy_may, in_range, kick_modifiers
from engine.rulesets.battleball.movement import ground_for
from engine.rulesets.battleball.paths import Paths
from engine.rulesets.battleball.scoring import FIELD_GOAL, TOUCHDOWN
from engine.rulesets.battleball.state import Piece

CLOSE_LOOK = 2  # spaces out of easy reach whose danger is worked out
LEAST_RUN = 0.15  # a chance to score that is worth a pass


@dataclass(slots=True)
class Outlet:
    """A fresh team-mate with a way to the end zone, and what the ball is worth in its hands."""

    mate: Piece
    worth: float


def value(view: View, piece: Piece, square: Square) -> float:
    """What it is worth that this piece holds the ball here when the other side's turn begins."""
    return value_in(view.threats.danger(piece, square), view, piece, square)


def value_in(danger: float, view: View, piece: Piece, square: Square) -> float:
    """The same, with the chance to lose the ball known."""
    ours, theirs = view.prospect(square, piece.side, piece.dice), view.prospect(square, 1 - piece.side)
    return (1 - danger) * ours - danger * view.patience * (theirs + WORTH[piece.abbr])


def loose(view: View, ball: Square) -> float:
    """What it is worth that the ball lies here: less than nothing where they can fetch it."""
    coming = max((odds.to_move(rival.dice, view.distance(rival, ball)) for rival in view.rivals.pieces), default=0.0)
    return -IN_REACH * coming * view.prospect(ball, 1 - view.side)


def best_end(view: View, piece: Piece, paths: Paths, least: float = -float(TOUCHDOWN)) -> tuple[float, Square | None]:
    """The best space to take the ball to, to hold it, pass it on or kick it, if it is worth more than the least wanted."""
    free = paths.ends & ~paths.ground.stops or paths.ends
    found = outlets(view, piece)
    squares = dict.fromkeys(_promising(view, free))
    for outlet in found:
        squares[lowest(view.game.board.pitch.nearest(outlet.mate.square, free) or free)] = None
    best: tuple[float, Square | None] = (least, None)
    for square in squares if free else ():
        worth = with_acts(view, piece, square, found, best[0])
        if worth > best[0]:
            best = worth, square
    return best


def _promising(view: View, free: Mask) -> list[Square]:
    """The foremost spaces beyond all reach, out of easy reach, and of all."""
    easy, hard = view.rivals.in_reach
    squares = view.foremost(free & ~hard, 1)
    squares += view.foremost(free & ~easy, CLOSE_LOOK)
    return squares + view.foremost(free, 1)


def with_acts(view: View, piece: Piece, square: Square, found: list[Outlet], least: float = -math.inf) -> float:
    """What it is worth to come here with the ball, with an act still to follow; not exact below what is wanted at least."""
    worths = [kick_value(view, piece, square)[0], *(_relayed(view, square, outlet) for outlet in found)]
    # Danger takes time to tell, and can only make holding the ball worth less.
    if view.prospect(square, piece.side, piece.dice) > max(least, *worths):
        worths.append(value(view, piece, square))
    return max(worths)


# On to somebody else ------------------------------------------------------------------------------------------------------


def outlets(view: View, piece: Piece) -> list[Outlet]:
    """Who could take the ball from this piece and run, still in this turn."""
    if view.state.passed or view.more < 1:
        return []
    return [outlet for outlet in view.once(_runners) if outlet.mate is not piece]


def _runners(view: View) -> list[Outlet]:
    found = []
    for mate in view.mates:
        run = run_of(view, mate)
        if run > LEAST_RUN:
            hoped = view.prospect(mate.square, view.side, mate.dice)
            found.append(Outlet(mate, run * TOUCHDOWN + (1 - run) * 0.5 * hoped))
    return found


def run_of(view: View, mate: Piece) -> float:
    """The chance that a team-mate who is given the ball scores with it in this turn."""
    if not view.fresh(mate) or view.game.in_tackle_position(mate):
        return 0.0
    return view.run(mate.square, mate.dice)


def _relayed(view: View, square: Square, outlet: Outlet) -> float:
    mate = outlet.mate
    chance = odds.to_complete(mate.dice, view.distance(mate, square))
    return chance * outlet.worth - (1 - chance) * view.prospect(mate.square, 1 - view.side) - GIVING


def given_value(view: View, giver: Piece, taker: Piece, chance: float) -> float:
    """What it gains to give the ball to a team-mate where both stand."""
    now = value(view, giver, giver.square)
    run = run_of(view, taker) if view.more else 0.0
    hoped = run * TOUCHDOWN + (1 - run) * view.prospect(taker.square, view.side, taker.dice)
    lost = view.prospect(taker.square, 1 - view.side) + now + view.turn_cost
    most = chance * (hoped - now) - (1 - chance) * lost - GIVING
    if most < 0:  # not even if nobody came for the taker
        return most
    then = run * TOUCHDOWN + (1 - run) * value(view, taker, taker.square)
    return chance * (then - now) - (1 - chance) * lost - GIVING


# Between the posts --------------------------------------------------------------------------------------------------------


def kick_value(view: View, piece: Piece, square: Square) -> tuple[float, float]:
    """What a field goal from here is worth, and its chance. A failure leaves the ball to the other side."""
    game = view.game
    if not game.ruling(enabled) or not in_range(game, piece, square) or (piece.wide and not game.ruling(heavy_may)):
        return -TOUCHDOWN, 0.0
    needed = kick_distance(game, piece, square) - sum(value for _, value in kick_modifiers(game, piece, square))
    chance = odds.to_kick(piece.dice, needed)
    return chance * FIELD_GOAL - (1 - chance) * view.prospect(square, 1 - view.side) - view.turn_cost, chance


# What a move brings -------------------------------------------------------------------------------------------------------


def ways(view: View, piece: Piece, square: Square, spaces: int) -> Paths:
    """Where a piece gets from a space with the ball, short of the end zone."""
    ground = ground_for(view.game, piece)
    if square != piece.square:
        ground.start, ground.endable = square, ground.endable & ~(1 << piece.square)
    ground.carrying, ground.may_score = True, False
    return Paths(ground, spaces)


def after_half(view: View, piece: Piece) -> tuple[float, Square | None]:
    """What taking half is worth with the ball, and where it leads."""
    return best_end(view, piece, ways(view, piece, piece.square, piece.half))


def after_picking_up(view: View, piece: Piece, ball: Square, left: int) -> float:
    """What it is worth to have picked up the ball with so many spaces left."""
    here = with_acts(view, piece, ball, outlets(view, piece))
    if not left or ground_for(view.game, piece).stops >> ball & 1:
        return here
    return best_end(view, piece, ways(view, piece, ball, left), here)[0]
