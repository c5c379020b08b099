"""The path that serves a plan best, with the spaces that the dice gave."""

from engine.coaches.battleball import holding
from engine.coaches.battleball.plans import FETCH, FIGHT, RUN, SCORE, Plan
from engine.coaches.battleball.view import View
from engine.core.pitch import Mask, Square, lowest, squares_of
from engine.rulesets.battleball.paths import Path, Paths
from engine.rulesets.battleball.state import NOBODY, Piece

FAR = 99


def best_path(view: View, plan: Plan, paths: Paths) -> Path:
    if paths.goal_path is not None:
        return paths.goal_path
    piece = plan.piece
    path: Path | None = None
    if plan.kind in (SCORE, FETCH):
        path = _over_the_ball(view, piece, paths)
    elif plan.kind == FIGHT and plan.target != NOBODY:
        path = _beside(view, piece, view.state.pieces[plan.target], paths)
    elif plan.kind == RUN and paths.ends >> plan.square & 1:
        path = paths.path_to(plan.square)
    if path is None and plan.kind in (SCORE, RUN, FETCH) and view.state.holder == piece.id:
        end = holding.best_end(view, piece, paths)[1]
        path = None if end is None else paths.path_to(end)
    return path or _towards(view, _aim(view, plan), paths)


def _aim(view: View, plan: Plan) -> Square:
    if plan.square >= 0:
        return plan.square
    if plan.target != NOBODY:
        return view.state.pieces[plan.target].square
    ball = view.ball_square()
    return ball if ball >= 0 else view.game.board.centre


def _over_the_ball(view: View, piece: Piece, paths: Paths) -> Path | None:
    """Pick the ball up and carry it on with what is left, if that is better than staying on its space."""
    for square in squares_of(paths.reached & paths.ground.ball):
        way = paths.path_to(square)
        left = paths.spaces - len(way)
        may_stay = paths.ends >> square & 1
        if left and not paths.ground.stops >> square & 1:
            onward = holding.ways(view, piece, square, left)
            worth, end = holding.best_end(view, piece, onward)
            if end is not None and not (may_stay and holding.value(view, piece, square) >= worth):
                whole = (*way, *onward.path_to(end))
                if paths.refusal(whole) is None:
                    return whole
        if may_stay:
            return way
    return None


def _beside(view: View, piece: Piece, rival: Piece, paths: Paths) -> Path | None:
    """Next to the one opponent and, if possible, to no other; of such spaces the one with the least to fear."""
    spots = view.game.reach(rival) & paths.ends
    if not spots:
        return None
    others: Mask = 0
    for each in view.rivals.pieces:
        if each is not rival:
            others |= view.game.reach(each)
    best = min(squares_of(spots & ~others or spots), key=lambda square: (view.rivals.hope(piece, square), square))
    return paths.path_to(best)


def _towards(view: View, aim: Square, paths: Paths) -> Path:
    """As near to a space as possible without running into a fight."""
    free = paths.ends & ~paths.ground.stops or paths.ends
    nearest = view.game.board.pitch.nearest(aim, free)
    return paths.path_to(lowest(nearest)) if nearest else ()


def pull(view: View, square: Square) -> int:
    """How much nearer the other side is to a space than we are."""
    ours = min((view.distance(mate, square) for mate in view.mates), default=FAR)
    theirs = min((view.distance(rival, square) for rival in view.rivals.pieces), default=FAR)
    return ours - theirs
