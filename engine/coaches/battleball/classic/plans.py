"""Whom to activate and what for: every piece's best plan, with a value and a reason."""

from collections.abc import Iterator
from dataclasses import dataclass

from engine.coaches.battleball import odds
from engine.coaches.battleball.classic.view import View
from engine.core.pitch import Square
from engine.rulesets.battleball.activation import acts
from engine.rulesets.battleball.activation_context import Activation
from engine.rulesets.battleball.movement import ground_for, max_spaces
from engine.rulesets.battleball.paths import Paths
from engine.rulesets.battleball.state import NOBODY, Piece

SCORE, FETCH, RUN, FIGHT, COME, STAND = "score", "fetch", "run", "fight", "come", "stand"


@dataclass(slots=True)
class Plan:
    piece: Piece
    kind: str
    value: float
    spaces: int = 0  # steps that it takes
    target: int = NOBODY  # a piece
    square: Square = -1  # a space to come near to
    reason: str = ""


def best_plan(view: View, piece: Piece) -> Plan:
    return max(_plans(view, piece), key=lambda plan: plan.value)


def _plans(view: View, piece: Piece) -> list[Plan]:
    game = view.game
    if game.in_tackle_position(piece):
        return [_fight_here(view, piece)]
    plans = [_position(view, piece)]
    carrying = view.state.holder == piece.id
    spaces = max_spaces(game, piece)
    # One space more, since a heavy tackle that is measured from its left space has another one.
    if not carrying and not game.board.near(piece.square, piece.wide, spaces + 1) & view.attractions:
        return plans
    paths = Paths(ground_for(game, piece), spaces)
    if paths.goal_path is not None:
        steps = len(paths.goal_path)
        chance = odds.to_move(piece.dice, steps)
        what = "runs for the end zone" if carrying else "goes for the ball and the end zone"
        plans.append(Plan(piece, SCORE, 25 + 100 * chance, steps, reason=f"{what}, {chance:.0%}"))
    if carrying:
        plans.append(_carry(view, piece, paths))
    elif view.carrier is None and view.state.ball >= 0:
        plans += _fetch(view, piece, paths)
    if not (carrying and view.patience > 0):
        plans += _attacks(view, piece, paths)
    if not carrying:
        plans += _pile_ons(view, piece, paths)
    return plans


def _fight_here(view: View, piece: Piece) -> Plan:
    """In tackle position there is nothing to do but fight; better now than when it is no longer our choice."""
    rivals = view.game.next_to(piece, 1 - view.side, "standing")
    value, target = max((view.fight_value(piece, rival)[0], rival.id) for rival in rivals)
    relief = 6.0 if view.state.holder == piece.id else 0.0
    return Plan(piece, FIGHT, value + relief, target=target, reason="fights the opponent beside")


def _carry(view: View, piece: Piece, paths: Paths) -> Plan:
    """Forward with the ball; hemmed in, it can only pass, once somebody has come near enough."""
    if not paths.ends:
        able = bool(acts(view.game, Activation(piece)))
        return Plan(piece, STAND, 1.0 if able else -1.0, reason="looks for somebody to pass to")
    danger = view.danger(piece.square, piece)
    return Plan(piece, RUN, 14 + 12 * danger, piece.half, reason="carries the ball forward")


def _fetch(view: View, piece: Piece, paths: Paths) -> list[Plan]:
    steps = paths.steps_to(view.state.ball)
    if piece.wide and steps is None:
        steps = paths.steps_to(view.state.ball - 1)
    if steps is None:
        return []
    chance = 1.0 if steps <= piece.half else odds.to_move(piece.dice, steps)
    hands = max(piece.dice) / 20
    return [Plan(piece, FETCH, chance * (34 + 8 * hands), steps, reason=f"fetches the loose ball, {chance:.0%}")]


def _attacks(view: View, piece: Piece, paths: Paths) -> Iterator[Plan]:
    """Come next to an opponent and fight, if that is worth it."""
    in_reach = [(rival, beside) for rival, beside in view.rivals_beside if beside & paths.ends]
    for rival, beside in in_reach:
        value, how = view.fight_value(piece, rival)
        if value > 0:
            steps = paths.steps_into(beside) or 0
            chance = 1.0 if steps <= piece.half else odds.to_move(piece.dice, steps)
            whom = "the ball carrier" if rival.id == view.state.holder else rival.name
            yield Plan(piece, FIGHT, chance * value, steps, rival.id, reason=f"goes to {how} {whom}")


def _pile_ons(view: View, piece: Piece, paths: Paths) -> Iterator[Plan]:
    for rival in view.fallen_rivals:
        steps = paths.steps_into(view.game.reach(rival) & ~paths.ground.stops)
        if steps is None or steps > piece.half:
            continue
        value = view.pile_on_value(piece, rival)
        if value > 0:
            yield Plan(piece, FIGHT, value, steps, rival.id, reason=f"piles on {rival.name}")


def _position(view: View, piece: Piece) -> Plan:
    """Nothing urgent: help where the ball is, by standing in the way or by getting free to receive."""
    field = view.game.board.pitch
    ball = view.ball_square()
    if ball < 0:
        ball = view.game.board.centre
    forward = 1 if view.side == 0 else -1
    row = ball // field.stride
    row += (7 if view.ours else -3) * forward  # ahead of our carrier, or between theirs and our end zone
    row = min(field.rows, max(1, row))
    column = (piece.number * 5) % field.columns + 1 if view.ours else ball % field.stride
    columns = field.columns_of(row)
    square = field.at(row, min(max(column, columns[0]), columns[-1]))
    gap = view.distance(piece, square)
    value = min(3.0, 0.2 * gap) if gap > 2 else 0.1
    if view.state.holder == piece.id:
        value = -1.0
    reason = "gets free to receive" if view.ours else "closes the way to the end zone"
    return Plan(piece, COME, value, piece.half, square=square, reason=reason)
