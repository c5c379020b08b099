"""What a side does with its turn: a guess at everything that could be done, and exact plans only for the best of it."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from engine.coaches.battleball import fights, odds, plans, positions
from engine.coaches.battleball.plans import COME, FETCH, FIGHT, RUN, SCORE, STAND, Plan
from engine.coaches.battleball.view import View
from engine.coaches.battleball.worth import GOOD_ENOUGH
from engine.rulesets.battleball.play import again_in_one_turn
from engine.rulesets.battleball.scoring import TOUCHDOWN
from engine.rulesets.battleball.state import Piece

FETCHERS = 2  # for the ball, looked at closely
SAFE = 0.15  # a risk that may come before other things
ORDER = (SCORE, FETCH, RUN, STAND, COME, FIGHT)  # of what is safe: first what others depend on
WITH_THE_BALL = (SCORE, FETCH, RUN)


@dataclass(slots=True)
class Idea:
    """Something that a piece could do, before anybody has looked for a way to do it."""

    most: float  # points, if nobody stood in the way
    piece: Piece
    plan: Callable[[View, Piece], Plan | None]
    fetches: bool = False


class Agenda:
    """Ideas and plans of a turn. They are good as long as only team-mates move, and none of them gets the ball."""

    def __init__(self, view: View) -> None:
        self._seen = _what_matters(view)
        self._known: set[int] = set()
        self._ideas: list[Idea] = []  # the best last
        self._plans: dict[int, Plan] = {}  # by piece
        self._ball: Plan | None = None  # one of the plans
        self._fetched: list[float] = []  # what it is worth that one or the other fetches the ball

    def holds(self, view: View) -> bool:
        """Whether all went as expected since the ideas came up."""
        return self._seen == _what_matters(view) and not view.game.ruling(again_in_one_turn)

    def next_plan(self, view: View, pieces: list[Piece], number: int) -> Plan:
        """What to do first, of so many things that may yet be done."""
        self._look_at(view, pieces)
        while self._ideas and not self._ball_comes_first(number) and self._ideas[-1].most > self._least(number):
            self._work_out(view, self._ideas.pop())
        if self._ball is not None and self._ball_comes_first(number):
            return self._ball
        best = sorted(self._plans.values(), key=lambda plan: -plan.value)
        return min([plan for plan in best[:number] if plan.value >= GOOD_ENOUGH] or best[:1], key=_turn_to_come)

    def _look_at(self, view: View, pieces: list[Piece]) -> None:
        """Take up those who can be activated now, and forget the others."""
        able = {piece.id for piece in pieces}
        self._plans = {id: plan for id, plan in self._plans.items() if id in able}
        self._ideas = [idea for idea in self._ideas if idea.piece.id in able]
        if self._ball is not None and self._ball.piece.id not in able:
            self._ball = None
        fresh = [piece for piece in pieces if piece.id not in self._known]
        if fresh:
            self._known |= able
            for piece in fresh:
                plan = plans.at_once(view, piece)
                self._add(plan)
                if plan is None:  # one with the ball does not look for a fight, and one beside an opponent has one
                    self._ideas += _ideas(view, piece)
            self._ideas.sort(key=lambda idea: idea.most)

    def _add(self, plan: Plan | None) -> None:
        if plan is not None:
            known = self._plans.get(plan.piece.id)
            if known is None or plan.value > known.value:
                self._plans[plan.piece.id] = plan
                for_the_ball = [plan for plan in self._plans.values() if plan.kind in WITH_THE_BALL]
                self._ball = max(for_the_ball, key=lambda plan: plan.value, default=None)

    def _work_out(self, view: View, idea: Idea) -> None:
        if not idea.fetches:
            self._add(idea.plan(view, idea.piece))
        # One fetches the ball. Who is to try it after a failure is seen then.
        elif len(self._fetched) < FETCHERS and all(value < idea.most for value in self._fetched):
            plan = idea.plan(view, idea.piece)
            if plan is not None:
                self._fetched.append(plan.value)
                self._add(plan)

    def _least(self, number: int) -> float:
        """What a further plan has to be worth."""
        if len(self._plans) < number:
            return GOOD_ENOUGH if self._plans else -TOUCHDOWN
        return sorted((plan.value for plan in self._plans.values()), reverse=True)[number - 1]

    def _ball_comes_first(self, number: int) -> bool:
        """Whether the plan for the ball is certainly among the best; what the others do depends on it."""
        ball = self._ball
        if ball is None or ball.value < GOOD_ENOUGH:
            return False
        better = {idea.piece.id for idea in self._ideas if idea.most > ball.value}
        better |= {id for id, plan in self._plans.items() if plan.value > ball.value}
        return len(better) < number


def _what_matters(view: View) -> tuple[object, ...]:
    state = view.state
    seen = (state.half, *state.turns, state.holder, state.ball, state.tokens, view.rivals)
    return *seen, view.their_lane, view.hemmed_in


def _turn_to_come(plan: Plan) -> tuple[int, float, float]:
    """Safe things first: whatever fails ends the turn for the others as well."""
    return (ORDER.index(plan.kind) if plan.risk < SAFE else len(ORDER)), plan.risk, -plan.value


# Ideas --------------------------------------------------------------------------------------------------------------------


def _ideas(view: View, piece: Piece) -> list[Idea]:
    ideas = attacks(view, piece)
    if view.fallen_rivals:
        ideas += _pile_ons(view, piece)
    if view.state.ball >= 0:
        steps = max(1, view.distance(piece, view.state.ball) - piece.wide)
        if odds.to_come(piece.dice, piece.half, steps):
            ideas.append(Idea(plans.fetch_at_a_glance(view, piece, steps), piece, plans.fetch, fetches=True))
    ideas.append(Idea(positions.most(view, piece), piece, plans.come))
    return ideas


def attacks(view: View, piece: Piece) -> list[Idea]:
    """Those on opponents in reach."""
    reach = view.game.board.near(piece.square, piece.wide, max(piece.dice) + 1)
    if not reach & view.rivals.area:
        return []
    coming, known = odds.coming(piece.dice, piece.half), fights.with_each(view, piece)
    distances = view.game.board.pitch.distances(piece.square)
    ideas = []
    for covers, rival, kind in view.rivals.everybody:
        if covers & reach:
            fight = fights.with_carrier(view, piece, rival) if rival is view.carrier else known[kind]
            if fight is not None:
                distance = distances[rival.square] - rival.wide
                most = coming[max(1, distance - 1 - piece.wide)] * fight.value
                ideas.append(Idea(most, piece, partial(plans.attack, rival=rival, fight=fight)))
    return ideas


def _pile_ons(view: View, piece: Piece) -> list[Idea]:
    ideas = []
    for rival in view.fallen_rivals:
        if view.distance(piece, rival.square) - 1 - piece.wide - rival.wide <= piece.half:
            most = fights.pile_on_value(view, piece, rival)
            if most > 0:
                ideas.append(Idea(most, piece, partial(plans.pile_on, rival=rival, value=most)))
    return ideas
