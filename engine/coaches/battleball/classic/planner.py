"""Answers every question of a Battleball match: the plan is made when a piece is chosen, and followed as the dice allow."""

from collections.abc import Callable, Collection
from typing import Any, cast

from engine.coaches.any_legal import AnyLegal
from engine.coaches.base import Answer
from engine.coaches.battleball import odds
from engine.coaches.battleball.classic import formation, moves
from engine.coaches.battleball.classic.plans import COME, FETCH, FIGHT, SCORE, STAND, Plan, best_plan
from engine.coaches.battleball.classic.view import View
from engine.coaches.gameplan import DEFAULT, GamePlan
from engine.core.decisions import Choice, Decision
from engine.core.pitch import Square
from engine.rulesets.battleball.activation import END
from engine.rulesets.battleball.bout import Bout
from engine.rulesets.battleball.field_goal import step_in
from engine.rulesets.battleball.halting import nobody_can_score
from engine.rulesets.battleball.passing import distance
from engine.rulesets.battleball.paths import Paths
from engine.rulesets.battleball.play import END_TURN, PROPOSE_HALT
from engine.rulesets.battleball.setup import Formation, reserves
from engine.rulesets.battleball.state import NOBODY, Piece

GOOD_ENOUGH = 0.5  # a plan below this is not worth an activation
ENDLESS_HALF = 40  # turns
TEAM_RULES = ("long-strides", "iron-wall", "drilled-passing")  # the most useful first
PASS_GAIN = 2.0  # what a pass or hand-off has to be better by, since it can go wrong


class ClassicPlanner:
    def __init__(self, seed: str, plan: GamePlan = DEFAULT) -> None:
        self._anything = AnyLegal(seed)
        self._plan: Plan | None = None

    @property
    def answers(self) -> Collection[str]:
        """The questions that it has an answer for."""
        return ANSWERS.keys()

    def choose(self, decision: Decision[Any], game: Bout) -> Answer:
        # Two coaches of one mind can shut each other in for ever. In an endless half each shakes things up now and then.
        at_random = max(game.state.turns) > ENDLESS_HALF and self._anything.pick(2) == 0
        if not at_random:
            choice, reason = ANSWERS[decision.question.key](self, decision, View(game, decision.side))
            if decision.options.refusal(choice) is None:
                return choice, reason
            return decision.options.some(lambda count: 0), ""  # an answer of its own did not fit: the first that does
        return self._anything.choose(decision, game)

    # Whom ---------------------------------------------------------------------------------------------------------------

    def activate(self, decision: Decision[Any], view: View) -> Answer:
        choices = decision.listed
        if PROPOSE_HALT in choices and nobody_can_score(view.game):
            return PROPOSE_HALT, "nobody can reach an end zone any more"
        plans = [best_plan(view, view.state.pieces[id]) for id in choices if isinstance(id, int)]
        self._plan = plan = max(plans, key=lambda plan: plan.value)
        if plan.value < GOOD_ENOUGH and END_TURN in choices:
            return END_TURN, "nothing more worth a risk"
        return plan.piece.id, plan.reason

    def _plan_for(self, view: View, id: int) -> Plan:
        plan = self._plan
        if plan is None or plan.piece.id != id or self._lost_target(view, plan):
            self._plan = plan = best_plan(view, view.state.pieces[id])
        return plan

    @staticmethod
    def _lost_target(view: View, plan: Plan) -> bool:
        return plan.target != NOBODY and not view.state.pieces[plan.target].on_field

    # How far ------------------------------------------------------------------------------------------------------------

    def pace(self, decision: Decision[Any], view: View) -> Answer:
        plan = self._plan_for(view, decision.about["player"])
        piece = plan.piece
        if view.game.in_tackle_position(piece):
            stay = "stay" if decision.options.refusal("stay") is None else "roll"
            return stay, "fights where it stands"
        if plan.kind == SCORE:
            return "roll", f"needs {plan.spaces} to score"
        if plan.kind in (FETCH, FIGHT) and piece.half < plan.spaces:
            return "roll", f"needs {plan.spaces}"
        if plan.kind in (FETCH, FIGHT, STAND, COME) or piece.wide:
            return "half", "far enough for sure"
        return "roll", "every space counts"

    def move(self, decision: Decision[Any], view: View) -> Answer:
        plan = self._plan_for(view, decision.about["player"])
        return moves.best_path(view, plan, cast("Paths", decision.options)), plan.reason

    # What ---------------------------------------------------------------------------------------------------------------

    def act(self, decision: Decision[Any], view: View) -> Answer:
        piece = view.state.pieces[decision.about["player"]]
        choices = decision.listed
        _, choice, reason = max((self._act_value(view, piece, act) for act in choices), key=lambda each: each[0])
        return choice, reason

    def _act_value(self, view: View, piece: Piece, act: tuple[str, int]) -> tuple[float, Choice, str]:
        kind, id = act
        if act == END:
            return 0.0, act, "leaves it at that"
        value, reason = ACTS[kind](view, piece, view.state.pieces[id])
        return value, act, reason

    # Small questions ----------------------------------------------------------------------------------------------------

    def die(self, decision: Decision[Any], view: View) -> Answer:
        low, high = min(decision.listed), max(decision.listed)
        return (low, "low wins") if decision.about["roll"] in ("tackle", "block") else (high, "high carries farther")

    def place_ball(self, decision: Decision[Any], view: View) -> Answer:
        squares = decision.listed
        own = 0
        for mate in view.mates:
            own |= view.game.covers(mate)
        caught = [square for square in squares if own >> square & 1]
        if caught:
            best = min(caught, key=lambda square: (view.steps_left(square), square))
            return best, "straight to one of ours"
        return min(squares, key=lambda square: (moves.pull(view, square), square)), "nearer to us than to them"

    def take_ball(self, decision: Decision[Any], view: View) -> Answer:
        ids = decision.listed
        pieces = [view.state.pieces[id] for id in ids]
        best = max(pieces, key=lambda piece: (_sided(view, piece), -piece.id))
        return best.id, "the best placed"

    def agree(self, decision: Decision[Any], view: View) -> Answer:
        return nobody_can_score(view.game), "whether an end zone can still be reached"

    def set_up(self, decision: Decision[Any], view: View) -> Answer:
        return formation.squares(view.game, cast("Formation", decision.options).pieces), "the usual formation"

    def place(self, decision: Decision[Any], view: View) -> Answer:
        """A heavy tackle while it still finds two spaces, then the others in their order."""
        waiting = sorted(reserves(view.game, decision.side), key=lambda piece: (not piece.wide, piece.id))
        (square,) = formation.squares(view.game, waiting[:1], view.game.areas.standing)
        return (waiting[0].id, square), "the usual formation"

    def step_back_on(self, decision: Decision[Any], view: View) -> Answer:
        pitch, centre = view.game.board.pitch, view.game.board.centre
        zone = view.game.zone(1 - view.side)

        def trouble(square: Square) -> tuple[int, int, int, Square]:
            aside = abs(square % pitch.stride - centre % pitch.stride)
            return zone >> square & 1, pitch.distance(square, centre), aside, square

        return min(decision.listed, key=trouble), "near the middle, and beside no opponent"

    def team_rule(self, decision: Decision[Any], view: View) -> Answer:
        rules = decision.listed
        best = min(rules, key=lambda rule: (TEAM_RULES.index(rule) if rule in TEAM_RULES else len(TEAM_RULES), rule))
        return best, "helps in every move" if best == TEAM_RULES[0] else ""

    def token(self, decision: Decision[Any], view: View) -> Answer:
        return max(decision.listed, key=lambda square: (moves.pull(view, square), -square)), "in their way, not in ours"


def _sided(view: View, piece: Piece) -> float:
    value = view.possession_value(piece, piece.square)
    return 100 + value if piece.side == view.side else -value


def _tackle(view: View, one: Piece, other: Piece) -> tuple[float, str]:
    return view.tackle_value(one, other), f"{odds.contest(one.dice, other.dice)[0]:.0%} to win the tackle"


def _block(view: View, one: Piece, other: Piece) -> tuple[float, str]:
    return view.block_value(one, other), f"{odds.contest(one.dice, other.dice)[0]:.0%} to win the block"


def _pile_on(view: View, one: Piece, other: Piece) -> tuple[float, str]:
    return view.pile_on_value(one, other), "five in six to injure"


def _pass(view: View, one: Piece, other: Piece) -> tuple[float, str]:
    chance = odds.to_complete(other.dice, distance(view.game, one, other))
    return _given(view, one, other, chance), f"{chance:.0%} to complete the pass"


def _hand_off(view: View, one: Piece, other: Piece) -> tuple[float, str]:
    giver, taker = (one, other) if view.state.holder == one.id else (other, one)
    chance = odds.to_hand_off(giver.dice, taker.dice)
    return _given(view, giver, taker, chance), f"{chance:.0%} to hand it off"


def _given(view: View, giver: Piece, taker: Piece, chance: float) -> float:
    """What it gains to have the ball with the taker instead of the giver, against losing it."""
    now = view.possession_value(giver, giver.square)
    then = view.possession_value(taker, taker.square)
    risk = (1 - chance) * (15 + now + view.turn_cost)
    return chance * (then - now) - risk - PASS_GAIN + view.urgency


def _kick(view: View, one: Piece, other: Piece) -> tuple[float, str]:
    needed = view.game.board.rows_to_goal(one.square, one.side) + view.game.ruling(step_in)
    area = view.game.board.near(one.square, one.wide, 2)
    needed += 2 * sum(1 for rival in view.rivals if area & view.game.board.measured(rival.square, rival.wide))
    chance = odds.to_kick(one.dice, needed)
    return chance * 24 - (1 - chance) * 15 - view.possession_value(one, one.square) * 0.5, f"{chance:.0%} to kick it"


def _go(view: View, one: Piece, other: Piece) -> tuple[float, str]:
    return 0.5, "moves first"


ACTS: dict[str, Callable[[View, Piece, Piece], tuple[float, str]]] = {
    "tackle": _tackle,
    "block": _block,
    "pile-on": _pile_on,
    "pass": _pass,
    "hand-off": _hand_off,
    "field-goal": _kick,
    "move": _go,
}
ANSWERS: dict[str, Callable[[ClassicPlanner, Decision[Any], View], Answer]] = {
    "activate": ClassicPlanner.activate,
    "pace": ClassicPlanner.pace,
    "move": ClassicPlanner.move,
    "act": ClassicPlanner.act,
    "die": ClassicPlanner.die,
    "place-ball": ClassicPlanner.place_ball,
    "nearest": ClassicPlanner.take_ball,
    "take-ball": ClassicPlanner.take_ball,
    "agree-to-halt": ClassicPlanner.agree,
    "set-up": ClassicPlanner.set_up,
    "first-move": lambda coach, decision, view: ("first", "the ball is in the middle"),
    "pick-up": lambda coach, decision, view: (True, "a ball in the hand"),
    "place": ClassicPlanner.place,
    "step-back-on": ClassicPlanner.step_back_on,
    "team-rule": ClassicPlanner.team_rule,
    "token": ClassicPlanner.token,
}
