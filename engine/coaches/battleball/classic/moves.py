"""The path that serves a plan best, with the spaces that the dice gave."""

from engine.coaches.battleball import odds
from engine.coaches.battleball.classic.plans import COME, FETCH, FIGHT, RUN, SCORE, Plan
from engine.coaches.battleball.classic.view import BALL_WORTH, View
from engine.core.pitch import Mask, Square, lowest, squares_of
from engine.rulesets.battleball.movement import ground_for
from engine.rulesets.battleball.paths import Path, Paths
from engine.rulesets.battleball.state import NOBODY, Piece

FAR = 99
MOST_SPACES = 30  # spaces looked at closely
HAND_OFF_COST = 4.0  # an activation, and the chance of equal dice


def best_path(view: View, plan: Plan, paths: Paths) -> Path:
    if paths.goal_path is not None:
        return paths.goal_path
    piece = plan.piece
    path: Path | None = None
    if plan.kind in (SCORE, FETCH):
        path = _over_the_ball(view, piece, paths)
    elif plan.kind == FIGHT and plan.target != NOBODY:
        path = _beside(view, view.state.pieces[plan.target], paths)
    if path is None and (plan.kind in (SCORE, RUN, FETCH) and view.state.holder == piece.id):
        path = _forward(view, piece, paths)
    return path or _towards(view, _aim(view, plan), paths)


def _aim(view: View, plan: Plan) -> Square:
    if plan.kind == COME:
        return plan.square
    if plan.target != NOBODY:
        return view.state.pieces[plan.target].square
    ball = view.ball_square()
    return ball if ball >= 0 else view.game.board.centre


def _over_the_ball(view: View, piece: Piece, paths: Paths) -> Path | None:
    """Pick the ball up and carry it on with what is left."""
    for square in squares_of(paths.reached & paths.ground.ball):
        way = paths.path_to(square)
        left = paths.spaces - len(way)
        if left and not paths.ground.stops >> square & 1:
            onward = _paths_from(view, piece, square, left)
            end = _best_end(view, piece, onward)
            if end is not None:
                whole = (*way, *onward.path_to(end))
                if paths.refusal(whole) is None:
                    return whole
        if paths.ends >> square & 1:
            return way
    return None


def _paths_from(view: View, piece: Piece, square: Square, spaces: int) -> Paths:
    ground = ground_for(view.game, piece)
    ground.start, ground.endable = square, ground.endable & ~(1 << piece.square)
    ground.carrying, ground.may_score = True, False
    return Paths(ground, spaces)


def _forward(view: View, piece: Piece, paths: Paths) -> Path | None:
    end = _best_end(view, piece, paths)
    return None if end is None else paths.path_to(end)


def _best_end(view: View, piece: Piece, paths: Paths) -> Square | None:
    """The best space to hold the ball on: far forward, out of reach, and not beside an opponent."""
    free = paths.ends & ~paths.ground.stops
    outlets = _outlets(view, piece)
    beside: Mask = 0
    for area, _ in outlets:
        beside |= area & free
    spots = [*view.foremost(free, MOST_SPACES), *squares_of(beside)]
    return max(spots, key=lambda square: (_holding(view, piece, square, outlets), -square), default=None)


def _holding(view: View, piece: Piece, square: Square, outlets: list[tuple[Mask, float]]) -> float:
    alone = -0.9 * view.steps_left(square) - BALL_WORTH * 0.5 * view.patience * view.danger(square, piece)
    return alone + max((gain for area, gain in outlets if area >> square & 1), default=0.0)


def _outlets(view: View, piece: Piece) -> list[tuple[Mask, float]]:
    """Spaces beside fresh team-mates who would run farther with the ball, and what a hand-off there gains."""
    if view.state.passed or view.state.activations > 2:
        return []
    here = view.possession_value(piece, piece.square)
    gains = []
    for mate in view.mates:
        if mate is not piece and not view.state.used >> mate.id & 1 and not view.game.in_tackle_position(mate):
            gain = (
                odds.to_hand_off(piece.dice, mate.dice) * view.possession_value(mate, mate.square)
                - here
                - HAND_OFF_COST
            )
            if gain > 0:
                gains.append((view.game.reach(mate), gain))
    return gains


def _beside(view: View, rival: Piece, paths: Paths) -> Path | None:
    """Next to the one opponent and, if possible, to no other."""
    spots = view.game.reach(rival) & paths.ends
    if not spots:
        return None
    others: Mask = 0
    for each in view.rivals:
        if each is not rival:
            others |= view.game.reach(each)
    alone = spots & ~others
    best = min(squares_of(alone or spots), key=lambda square: (paths.steps_to(square), square))
    return paths.path_to(best)


def _towards(view: View, aim: Square, paths: Paths) -> Path:
    """As near to a space as possible without running into a fight."""
    free = paths.ends & ~paths.ground.stops or paths.ends
    nearest = view.game.board.pitch.nearest(aim, free)
    return paths.path_to(lowest(nearest)) if nearest else ()


def pull(view: View, square: Square) -> int:
    """How much nearer the other side is to a space than we are."""
    ours = min((view.distance(mate, square) for mate in view.mates), default=FAR)
    theirs = min((view.distance(rival, square) for rival in view.rivals), default=FAR)
    return ours - theirs
