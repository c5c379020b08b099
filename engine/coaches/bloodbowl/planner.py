"""Answers every question of a Blood Bowl match: the plan is made when a player is chosen and followed as the dice allow."""

from collections.abc import Callable
from typing import Any

from engine.coaches.any_legal import AnyLegal
from engine.coaches.base import Answer
from engine.coaches.bloodbowl import formation, staff
from engine.coaches.bloodbowl.plans import best_plan
from engine.coaches.bloodbowl.view import Plan, View
from engine.core.decisions import Decision
from engine.rules.block import FACES
from engine.rules.game import BloodBowl
from engine.rules.state import NOBODY

WORTH_IT = 0.05
END = ("end",)
# Block results from the blocker's point of view, best first.
BEST = ("pow", "stumble", "push-back", "both-down", "player-down")

LOSES_THE_BALL = ("diving-tackle", "fumblerooski", "pile-driver")  # skills that put their owner or the ball on the ground


class BloodBowlPlanner:
    def __init__(self, seed: str) -> None:
        self._anything = AnyLegal(seed)
        self._plan: Plan | None = None

    def choose(self, decision: Decision[Any], game: BloodBowl) -> Answer:
        handler = ANSWERS.get(decision.question)
        if handler:
            choice, reason = handler(self, decision, game)
            if decision.options.refusal(choice) is None:
                return choice, reason
        return self._anything.choose(decision, game)

    def activate(self, decision: Decision[Any], game: BloodBowl) -> Answer:
        view = View(game, decision.side)
        ids = [id for id in decision.listed if isinstance(id, int)]
        self._plan = plan = max((best_plan(view, game.state.players[id]) for id in ids), key=lambda plan: plan.value)
        if plan.value < WORTH_IT:
            ends = decision.options.refusal("end-turn") is None
            return "end-turn" if ends else ("forgo", ids[0]), "nothing more worth a risk"
        return plan.player.id, plan.reason

    def declare(self, decision: Decision[Any], game: BloodBowl) -> Answer:
        plan = self._plan
        if plan is None or plan.action not in decision.listed:
            return "move", ""
        return plan.action, plan.reason

    def target(self, decision: Decision[Any], game: BloodBowl) -> Answer:
        deed = self._plan.deed if self._plan else None
        return (deed[1] if deed else NOBODY), "as planned"

    def step(self, decision: Decision[Any], game: BloodBowl) -> Answer:
        plan = self._plan
        if plan is None or plan.player.id != decision.about["player"]:
            return END, ""
        if plan.path:
            path, plan.path = plan.path, ()
            return ("move", path), plan.reason
        if plan.deed:
            deed, plan.deed = plan.deed, None
            return deed, plan.reason
        return END, "done"

    def block_die(self, decision: Decision[Any], game: BloodBowl) -> Answer:
        faces = decision.listed
        mine = game.state.players[decision.about["player"]].side == decision.side
        order = [BEST.index(FACES[face]) for face in faces]
        best = min(order) if mine else max(order)
        return faces[order.index(best)], "the best of them"

    def re_roll(self, decision: Decision[Any], game: BloodBowl) -> Answer:
        """Skills are free; a team re-roll is for blocks that would knock us down, and for the ball."""
        sources = decision.listed
        skills = [source for source in sources if source not in ("no", "team")]
        if decision.about.get("roll") == "block":
            results = {FACES[face] for face in decision.about["faces"]}
            if not results <= {"player-down", "both-down"}:
                return "no", "good enough"
        if skills:
            return skills[0], "a skill is free"
        return ("team", "worth a re-roll") if "team" in sources else ("no", "none left")

    def push(self, decision: Decision[Any], game: BloodBowl) -> Answer:
        """Away from our end zone and towards the sideline; beyond it with an opponent."""
        squares = [square for square in decision.listed if square >= 0]
        if len(squares) < len(decision.listed) and game.state.players[decision.about["player"]].side != decision.side:
            return NOBODY, "into the crowd with them"
        view = View(game, decision.side)
        return min(squares, key=lambda square: (view.rows_left(square), square)), "back where they came from"

    def use_skill(self, decision: Decision[Any], game: BloodBowl) -> Answer:
        """Whatever may be used, except what makes a carrier lose the ball."""
        held = game.state.ball.carrier == decision.about["player"]
        if held and decision.about["skill"] in LOSES_THE_BALL:
            return False, "the ball is worth more"
        return True, "that is what it is for"

    def apothecary(self, decision: Decision[Any], game: BloodBowl) -> Answer:
        return decision.about["result"] != "knocked-out", "for those who would be gone"

    def casualty(self, decision: Decision[Any], game: BloodBowl) -> Answer:
        order = ("badly-hurt", "seriously-hurt", "serious-injury", "lasting-injury", "dead")
        return min(decision.listed, key=order.index), "the lesser evil"

    def set_up(self, decision: Decision[Any], game: BloodBowl) -> Answer:
        return formation.squares(game, decision.side, decision.options), "the usual formation"

    def touchback(self, decision: Decision[Any], game: BloodBowl) -> Answer:
        ids = decision.listed
        players = [game.state.players[id] for id in ids]
        best = min(players, key=lambda player: (player.ag, -player.ma, player.id))
        return best.id, "the surest hands"


def _says(choice: Any, reason: str) -> Callable[[BloodBowlPlanner, Decision[Any], BloodBowl], Answer]:
    return lambda coach, decision, game: (choice, reason)


ANSWERS: dict[str, Callable[[BloodBowlPlanner, Decision[Any], BloodBowl], Answer]] = {
    "activate": BloodBowlPlanner.activate,
    "declare": BloodBowlPlanner.declare,
    "blitz-target": BloodBowlPlanner.target,
    "block-target": BloodBowlPlanner.target,
    "step": BloodBowlPlanner.step,
    "block-die": BloodBowlPlanner.block_die,
    "re-roll": BloodBowlPlanner.re_roll,
    "push": BloodBowlPlanner.push,
    "apothecary": BloodBowlPlanner.apothecary,
    "casualty": BloodBowlPlanner.casualty,
    "set-up": BloodBowlPlanner.set_up,
    "touchback": BloodBowlPlanner.touchback,
    "kick-or-receive": _says("receive", "the ball first"),
    "follow-up": _says(True, "stays on them"),
    "use-skill": BloodBowlPlanner.use_skill,
    "convert": _says(True, "both stay up"),
    "argue": _says(True, "nothing to lose"),
    "bribe": _says(True, "worth it"),
    "concede": _says(False, "not over yet"),
    "use-inducement": _says(True, "paid for"),
    "spell": staff.spell,
    "zap": staff.zap,
    "weather-shift": staff.weather,
    "swarming": staff.more,
    "bugman": _says(-1, "well placed as they are"),
}
