"""What a piece can be activated for: plans, each with what it gains in points, its risk and a reason."""

from collections.abc import Iterator
from dataclasses import dataclass

from engine.coaches.battleball import fights, holding, odds, positions
from engine.coaches.battleball.view import View
from engine.core.pitch import Square
from engine.rulesets.battleball.activation import acts
from engine.rulesets.battleball.activation_context import Activation
from engine.rulesets.battleball.movement import may_move
from engine.rulesets.battleball.scoring import TOUCHDOWN
from engine.rulesets.battleball.state import NOBODY, STANDING, Piece
from engine.rulesets.battleball.tackle import FOOTBALL_DIE

SCORE, FETCH, RUN, STAND, COME, FIGHT = "score", "fetch", "run", "stand", "come", "fight"
SHORT_RUN = 0.7  # what is left of taking half where a roll falls short
LEAST_RUN = 0.1  # a chance to fetch the ball and score that is worth a roll
RUN_AFTER = 0.5  # points that a run with a fetched ball may add to having it
RELIEF = 0.5  # of what an opponent beside could do to us


@dataclass(slots=True)
class Plan:
    piece: Piece
    kind: str
    value: float  # points
    risk: float = 0.0  # the chance that it ends the turn
    spaces: int = 0  # steps that it takes
    target: int = NOBODY  # a piece
    square: Square = -1  # a space to come near to
    reason: str = ""


def at_once(view: View, piece: Piece) -> Plan | None:
    """The plan of a piece that has little choice: one in tackle position, and the carrier."""
    if view.game.in_tackle_position(piece):
        return _fight_here(view, piece)
    if view.state.holder == piece.id:
        return max(_carry(view, piece), key=lambda plan: plan.value)
    return None


def _fight_here(view: View, piece: Piece) -> Plan:
    """In tackle position there is nothing to do but fight; better now than when it is no longer our choice."""
    rivals = view.game.next_to(piece, 1 - view.side, STANDING)
    value, target = max((fights.fight_value(view, piece, rival)[0], rival.id) for rival in rivals)
    relief = max(0.0, *(fights.tackle_value(view, rival, piece) for rival in rivals))
    risk = 1 - odds.contest(piece.dice, view.state.pieces[target].dice)[0]
    return Plan(piece, FIGHT, value + RELIEF * relief, risk, target=target, reason="fights the opponent beside")


def _carry(view: View, piece: Piece) -> Iterator[Plan]:
    """Forward with the ball; hemmed in, it can only pass, once somebody has come near enough."""
    if not may_move(view.game, piece):
        able = bool(acts(view.game, Activation(piece)))
        yield Plan(piece, STAND, 0.3 if able else -1.0, reason="looks for somebody to pass to")
        return
    now = holding.value(view, piece, piece.square)
    half, end = holding.after_half(view, piece)
    aim = piece.square if end is None else end
    yield Plan(piece, RUN, half - now, 0.0, piece.half, square=aim, reason="carries the ball forward")
    steps = view.steps_to_score(piece.square, view.own_lanes, max(piece.dice))
    chance = odds.to_move(piece.dice, steps)
    if chance:
        value = chance * TOUCHDOWN + (1 - chance) * SHORT_RUN * half - now
        yield Plan(piece, SCORE, value, 0.0, steps, reason=f"runs for the end zone, {chance:.0%}")


def fetch_at_a_glance(view: View, piece: Piece, steps: int) -> float:
    """About what it is worth to fetch the ball so many steps away, if nobody stood in the way."""
    ball = view.state.ball
    lying, danger = view.once(_lying), view.rivals.danger(piece, ball)
    held = holding.value_in(danger, view, piece, ball) + RUN_AFTER
    run = odds.to_move(piece.dice, steps + view.steps_to_score(ball, view.own_lanes, max(piece.dice)))
    coming = odds.to_come(piece.dice, piece.half, steps)
    return max(coming * (held - lying), run * TOUCHDOWN + (coming - run) * held - lying)


def _lying(view: View) -> float:
    return holding.loose(view, view.state.ball)


def fetch(view: View, piece: Piece) -> Plan | None:
    paths = view.paths(piece)
    steps = paths.steps_into(paths.ground.ball)
    if steps is None:
        return None
    ball, lying = view.state.ball, view.once(_lying)
    coming = odds.to_come(piece.dice, piece.half, steps)
    got = holding.after_picking_up(view, piece, ball, max(0, piece.half - steps))
    reason = f"fetches the loose ball, {coming:.0%}"
    plan = Plan(piece, FETCH, coming * (got - lying), 0.0, steps, reason=reason)
    whole = steps + view.steps_to_score(ball, view.own_lanes, max(piece.dice))
    chance = 0.0 if paths.ground.stops >> ball & 1 else odds.to_move(piece.dice, whole)
    if chance > LEAST_RUN:
        value = chance * TOUCHDOWN + (odds.to_move(piece.dice, steps) - chance) * got - lying
        if value > plan.value:
            reason = f"goes for the ball and the end zone, {chance:.0%}"
            plan = Plan(piece, SCORE, value, 0.0, whole, reason=reason)
    return plan


def attack(view: View, piece: Piece, rival: Piece, fight: fights.Fight) -> Plan | None:
    """Come next to an opponent and fight."""
    steps = view.paths(piece).steps_into(view.game.reach(rival))
    if steps is None:
        return None
    coming = odds.to_come(piece.dice, piece.half, steps)
    whom = "the ball carrier" if rival.id == view.state.holder else rival.name
    value, risk = coming * fight.value, coming * (1 - fight.won)
    return Plan(piece, FIGHT, value, risk, steps, rival.id, reason=f"goes to {fight.how} {whom}")


def pile_on(view: View, piece: Piece, rival: Piece, value: float) -> Plan | None:
    """Come next to a Down opponent for sure, and to no standing one."""
    paths = view.paths(piece)
    steps = paths.steps_into(view.game.reach(rival) & ~paths.ground.stops)
    if steps is None or steps > piece.half:
        return None
    return Plan(piece, FIGHT, value, 1 / FOOTBALL_DIE, steps, rival.id, reason=f"piles on {rival.name}")


def come(view: View, piece: Piece) -> Plan:
    """Where a piece with nothing better to do goes, as if nobody stood in the way."""
    place = positions.best(view, piece)
    return Plan(piece, COME, place.gain, 0.0, piece.half, square=place.square, reason=place.reason)
