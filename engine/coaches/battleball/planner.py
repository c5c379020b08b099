"""Answers every question of a Battleball match: the plan is made when a piece is chosen, and followed as the dice allow."""

from collections.abc import Callable, Collection
from typing import Any, cast

from engine.coaches.any_legal import AnyLegal
from engine.coaches.base import Answer
from engine.coaches.battleball import acts, formation, moves
from engine.coaches.battleball.agenda import Agenda
from engine.coaches.battleball.plans import FETCH, SCORE, Plan
from engine.coaches.battleball.view import View
from engine.coaches.battleball.worth import GOOD_ENOUGH
from engine.coaches.gameplan import DEFAULT, GamePlan
from engine.core.decisions import Decision
from engine.core.pitch import Square
from engine.rulesets.battleball.bout import Bout
from engine.rulesets.battleball.halting import nobody_can_score
from engine.rulesets.battleball.paths import Paths
from engine.rulesets.battleball.play import END_TURN, PROPOSE_HALT
from engine.rulesets.battleball.setup import Formation, reserves
from engine.rulesets.battleball.state import NOBODY, Piece

ENDLESS_HALF = 40  # turns
TEAM_RULES = ("long-strides", "iron-wall", "drilled-passing")  # the most useful first


class BattleballPlanner:
    def __init__(self, seed: str, plan: GamePlan = DEFAULT) -> None:
        self._anything = AnyLegal(seed)
        self._plan: Plan | None = None
        self._agenda: Agenda | None = None
        self._view: View | None = None

    @property
    def answers(self) -> Collection[str]:
        """The questions that it has an answer for."""
        return ANSWERS.keys()

    def choose(self, decision: Decision[Any], game: Bout) -> Answer:
        # Two coaches of one mind can shut each other in for ever. In an endless half each shakes things up now and then.
        at_random = max(game.state.turns) > ENDLESS_HALF and self._anything.pick(2) == 0
        if not at_random:
            key = decision.question.key
            choice, reason = ANSWERS[key](self, decision, self._look(game, decision.side, key != "activate"))
            if decision.options.refusal(choice) is None:
                return choice, reason
            return decision.options.some(lambda count: 0), ""  # an answer of its own did not fit: the first that does
        return self._anything.choose(decision, game)

    def _look(self, game: Bout, side: int, under_way: bool) -> View:
        view = self._view
        if view is None or not view.is_true(game, under_way):
            self._view = view = View(game, side, under_way=under_way, before=view)
        return view

    # Whom ---------------------------------------------------------------------------------------------------------------

    def activate(self, decision: Decision[Any], view: View) -> Answer:
        choices = decision.listed
        if PROPOSE_HALT in choices and nobody_can_score(view.game):
            return PROPOSE_HALT, "nobody can reach an end zone any more"
        pieces = [view.state.pieces[id] for id in choices if isinstance(id, int)]
        agenda, tried = self._agenda, self._plan
        if agenda is None or tried is None or tried.kind in (SCORE, FETCH) or not agenda.holds(view):
            self._agenda = agenda = Agenda(view)
        plan = agenda.next_plan(view, pieces, view.more + 1)
        if plan.value < GOOD_ENOUGH and END_TURN in choices:
            return END_TURN, "nothing more worth a risk"
        self._plan = plan
        return plan.piece.id, plan.reason

    def _plan_for(self, view: View, id: int) -> Plan:
        plan = self._plan
        if plan is None or plan.piece.id != id or self._lost_target(view, plan):
            self._plan = plan = Agenda(view).next_plan(view, [view.state.pieces[id]], 1)
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
        if piece.half < plan.spaces:
            return "roll", f"needs {plan.spaces}"
        return "half", "far enough for sure"

    def move(self, decision: Decision[Any], view: View) -> Answer:
        plan = self._plan_for(view, decision.about["player"])
        return moves.best_path(view, plan, cast("Paths", decision.options)), plan.reason

    # What ---------------------------------------------------------------------------------------------------------------

    def act(self, decision: Decision[Any], view: View) -> Answer:
        return acts.best_act(view, view.state.pieces[decision.about["player"]], decision.listed)

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
            best = min(caught, key=lambda square: (view.game.board.rows_to_goal(square, view.side), square))
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
    value = view.prospect(piece.square, piece.side, piece.dice)
    return 100 + value if piece.side == view.side else -value


ANSWERS: dict[str, Callable[[BattleballPlanner, Decision[Any], View], Answer]] = {
    "activate": BattleballPlanner.activate,
    "pace": BattleballPlanner.pace,
    "move": BattleballPlanner.move,
    "act": BattleballPlanner.act,
    "die": BattleballPlanner.die,
    "place-ball": BattleballPlanner.place_ball,
    "nearest": BattleballPlanner.take_ball,
    "take-ball": BattleballPlanner.take_ball,
    "agree-to-halt": BattleballPlanner.agree,
    "set-up": BattleballPlanner.set_up,
    "first-move": lambda coach, decision, view: ("first", "the ball is in the middle"),
    "pick-up": lambda coach, decision, view: (True, "a ball in the hand"),
    "place": BattleballPlanner.place,
    "step-back-on": BattleballPlanner.step_back_on,
    "team-rule": BattleballPlanner.team_rule,
    "token": BattleballPlanner.token,
}
