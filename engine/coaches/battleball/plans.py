"""Whom to activate and what for: every piece's best plan, with what it gains in points, its risk and a reason."""

from collections.abc import Iterator
from dataclasses import dataclass

from engine.coaches.battleball import fights, holding, odds, positions
from engine.coaches.battleball.view import View
from engine.core.pitch import Mask, Square
from engine.rulesets.battleball.activation import acts
from engine.rulesets.battleball.activation_context import Activation
from engine.rulesets.battleball.movement import ground_for, max_spaces
from engine.rulesets.battleball.paths import Paths
from engine.rulesets.battleball.scoring import TOUCHDOWN
from engine.rulesets.battleball.state import NOBODY, STANDING, Piece
from engine.rulesets.battleball.tackle import FOOTBALL_DIE

SCORE, FETCH, RUN, STAND, COME, FIGHT = "score", "fetch", "run", "stand", "come", "fight"
SHORT_RUN = 0.7  # what is left of taking half where a roll falls short
LEAST_RUN = 0.1  # a chance to fetch the ball and score that is worth a roll
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


def best_task(view: View, piece: Piece) -> Plan | None:
    """The best thing that only a few pieces can do at a time: with the ball, for the ball, or against an opponent."""
    return max(_tasks(view, piece), key=lambda plan: plan.value, default=None)


def best_place(view: View, piece: Piece) -> Plan:
    """Where a piece without a task goes."""
    place = positions.best(view, piece, Paths(ground_for(view.game, piece), piece.half))
    return Plan(piece, COME, place.gain, 0.0, piece.half, square=place.square, reason=place.reason)


def best_plan(view: View, piece: Piece) -> Plan:
    task = best_task(view, piece)
    if task is not None and not _idle(view, piece):
        return task
    place = best_place(view, piece)
    return place if task is None or place.value > task.value else task


def _idle(view: View, piece: Piece) -> bool:
    """Whether a piece can go where it likes."""
    return view.state.holder != piece.id and not view.game.in_tackle_position(piece)


class Notes:
    """Plans found earlier in a turn. They are good as long as only team-mates have moved, and none of them has the ball."""

    def __init__(self) -> None:
        self._seen: tuple[object, ...] = ()
        # By piece and space: where players may be activated again, one that has moved needs another plan.
        self._tasks: dict[tuple[int, Square], Plan | None] = {}
        self._places: dict[tuple[int, Square], Plan] = {}

    def look_at(self, view: View) -> None:
        state = view.state
        rivals = tuple(rival.id for rival in view.rivals.pieces)
        seen = (state.half, *state.turns, state.holder, state.ball, state.tokens, rivals)
        if seen != self._seen:
            self._seen, self._tasks, self._places = seen, {}, {}
        elif view.their_lane is not None:  # whoever closes it changes what the others have to do
            self._places = {}

    def task(self, view: View, piece: Piece) -> Plan | None:
        key = (piece.id, piece.square)
        if key not in self._tasks:
            self._tasks[key] = best_task(view, piece)
        return self._tasks[key]

    def place(self, view: View, piece: Piece) -> Plan:
        key = (piece.id, piece.square)
        if key not in self._places:
            self._places[key] = best_place(view, piece)
        return self._places[key]


def plans_for_turn(view: View, pieces: list[Piece], notes: Notes) -> list[Plan]:
    """The best plans of some pieces, best first. Places are looked for only while they could be among those carried out."""
    notes.look_at(view)
    plans = {piece.id: task for piece in pieces if (task := notes.task(view, piece)) is not None}
    idle = [(positions.most(view, piece), piece) for piece in pieces if _idle(view, piece)]
    for most, piece in sorted(idle, key=lambda each: -each[0]):
        best = sorted((plan.value for plan in plans.values()), reverse=True)
        if len(best) > view.more and best[view.more] >= most:
            break
        place = notes.place(view, piece)
        if piece.id not in plans or place.value > plans[piece.id].value:
            plans[piece.id] = place
    return sorted(plans.values(), key=lambda plan: -plan.value)


def _tasks(view: View, piece: Piece) -> list[Plan]:
    game = view.game
    if game.in_tackle_position(piece):
        return [_fight_here(view, piece)]
    spaces = max_spaces(game, piece)
    area = _surroundings(view, piece, spaces)
    targets = fights.targets(view, piece, area)
    if view.state.holder == piece.id:
        paths = Paths(ground_for(game, piece), spaces)
        return [*_carry(view, piece, paths), *_attacks(view, piece, targets, paths)]
    fallen = [rival for rival in view.fallen_rivals if game.reach(rival) & area]
    ball = view.state.ball >= 0 and area >> view.state.ball & 1
    if not (targets or fallen or ball):
        return []
    paths = Paths(ground_for(game, piece), spaces)
    plans = [*_attacks(view, piece, targets, paths), *_pile_ons(view, piece, fallen, paths)]
    return [*plans, *_fetch(view, piece, paths)] if ball else plans


def _surroundings(view: View, piece: Piece, spaces: int) -> Mask:
    """Where a piece may find something to do; one space more than it can go, as both ends of a heavy tackle count."""
    return view.game.board.near(piece.square, piece.wide, spaces + 1)


def _fight_here(view: View, piece: Piece) -> Plan:
    """In tackle position there is nothing to do but fight; better now than when it is no longer our choice."""
    rivals = view.game.next_to(piece, 1 - view.side, STANDING)
    value, target = max((fights.fight_value(view, piece, rival)[0], rival.id) for rival in rivals)
    relief = max(0.0, *(fights.tackle_value(view, rival, piece) for rival in rivals))
    risk = 1 - odds.contest(piece.dice, view.state.pieces[target].dice)[0]
    return Plan(piece, FIGHT, value + RELIEF * relief, risk, target=target, reason="fights the opponent beside")


def _carry(view: View, piece: Piece, paths: Paths) -> Iterator[Plan]:
    """Forward with the ball; hemmed in, it can only pass, once somebody has come near enough."""
    if not paths:
        able = bool(acts(view.game, Activation(piece)))
        yield Plan(piece, STAND, 0.3 if able else -1.0, reason="looks for somebody to pass to")
        return
    now = holding.value(view, piece, piece.square)
    half, end = holding.after_half(view, piece)
    aim = piece.square if end is None else end
    yield Plan(piece, RUN, half - now, 0.0, piece.half, square=aim, reason="carries the ball forward")
    if paths.goal_path is not None:
        steps = len(paths.goal_path)
        chance = odds.to_move(piece.dice, steps)
        value = chance * TOUCHDOWN + (1 - chance) * SHORT_RUN * half - now
        yield Plan(piece, SCORE, value, 0.0, steps, reason=f"runs for the end zone, {chance:.0%}")


def _fetch(view: View, piece: Piece, paths: Paths) -> Iterator[Plan]:
    ball = view.state.ball
    steps = paths.steps_into(paths.ground.ball)
    if steps is None:
        return
    lying = holding.loose(view, ball)
    coming = odds.to_come(piece.dice, piece.half, steps)
    got = holding.after_picking_up(view, piece, ball, max(0, piece.half - steps))
    reason = f"fetches the loose ball, {coming:.0%}"
    yield Plan(piece, FETCH, coming * (got - lying), 0.0, steps, reason=reason)
    if paths.goal_path is not None:
        whole = len(paths.goal_path)
        chance = odds.to_move(piece.dice, whole)
        if chance > LEAST_RUN:
            value = chance * TOUCHDOWN + (odds.to_move(piece.dice, steps) - chance) * got - lying
            yield Plan(piece, SCORE, value, 0.0, whole, reason=f"goes for the ball and the end zone, {chance:.0%}")


def _attacks(view: View, piece: Piece, targets: list[fights.Target], paths: Paths) -> Iterator[Plan]:
    """Come next to an opponent and fight."""
    for target in targets:
        steps = paths.steps_into(target.beside)
        if steps is not None:
            coming = odds.to_come(piece.dice, piece.half, steps)
            risk = coming * (1 - target.fight.won)
            whom = "the ball carrier" if target.rival.id == view.state.holder else target.rival.name
            reason = f"goes to {target.fight.how} {whom}"
            yield Plan(piece, FIGHT, coming * target.fight.value, risk, steps, target.rival.id, reason=reason)


def _pile_ons(view: View, piece: Piece, fallen: list[Piece], paths: Paths) -> Iterator[Plan]:
    for rival in fallen:
        steps = paths.steps_into(view.game.reach(rival) & ~paths.ground.stops)
        if steps is None or steps > piece.half:
            continue
        value = fights.pile_on_value(view, piece, rival)
        if value > 0:
            yield Plan(piece, FIGHT, value, 1 / FOOTBALL_DIE, steps, rival.id, reason=f"piles on {rival.name}")
