"""Answers every question of a Blood Bowl match: the plan is made when a player is chosen and followed as the dice allow."""

from collections.abc import Callable, Collection, Mapping
from functools import partial
from typing import Any

from engine.coaches.base import Answer
from engine.coaches.classic import blast, fighting, formation, fouling, mates, moments, staff
from engine.coaches.classic.odds import best_first, block_chances, match_up
from engine.coaches.classic.plans import best_plan, onward, plans
from engine.coaches.classic.reach import Reach, nearest, squares_left
from engine.coaches.classic.view import Plan, View
from engine.coaches.gameplan import DEFAULT, GamePlan
from engine.core.decisions import Decision
from engine.rules.block import FACES
from engine.rules.game import BloodBowl
from engine.rules.rolls import NO, is_team_reroll
from engine.rules.state import NOBODY, PRONE, STANDING, STUNNED, Player
from engine.skills.traits.bloodlust import THRALL

WORTH_IT = 0.05
LOST_MOVE = 0.4  # what it costs for each team-mate who has not acted yet if the turn is over: safe moves come first
UNDECIDED = ("ball and chain",)  # dice that neither succeed nor fail
END = ("end",)
AGAINST_TWO = 2  # strength that a block against two costs in each


class ClassicPlanner:
    def __init__(self, seed: str, plan: GamePlan = DEFAULT) -> None:
        self._plan: Plan | None = None
        self._left = 0  # squares, after the planned path

    @property
    def answers(self) -> Collection[str]:
        """The questions that it has an answer for."""
        return self._table.keys()

    @property
    def _table(self) -> "Answers":
        return ANSWERS

    def choose(self, decision: Decision[Any], game: BloodBowl) -> Answer:
        choice, reason = self._table[decision.question.key](self, decision, game)
        if decision.options.refusal(choice) is None:
            return choice, reason
        return decision.options.some(lambda count: 0), ""  # an answer of its own did not fit: the first that does

    def activate(self, decision: Decision[Any], game: BloodBowl) -> Answer:
        view = View(game, decision.side)
        ids = [id for id in decision.listed if isinstance(id, int)]
        plans = [best_plan(view, game.state.players[id]) for id in ids]
        self._plan = plan = max(plans, key=lambda plan: plan.value - plan.risk * LOST_MOVE * (len(ids) - 1))
        if plan.value < WORTH_IT:
            ends = decision.options.refusal("end-turn") is None
            return "end-turn" if ends else ("forgo", ids[0]), "nothing more worth a risk"
        return plan.player.id, plan.reason

    def declare(self, decision: Decision[Any], game: BloodBowl) -> Answer:
        player = game.state.players[decision.about["player"]]
        if self._plan is None or self._plan.player is not player:  # nobody was asked whom to activate: a Charge!
            able = [plan for plan in plans(View(game, decision.side), player) if plan.action in decision.listed]
            self._plan = max(able, key=lambda plan: plan.value, default=None)
        if self._plan is None or self._plan.action not in decision.listed:
            return ("move" if "move" in decision.listed else decision.listed[0]), ""
        return self._plan.action, self._plan.reason

    def charge(self, decision: Decision[Any], game: BloodBowl) -> Answer:
        """Who gains most by it, as long as there is something to gain."""
        view, able = View(game, decision.side), game.edition.kick_off_actions
        players = [game.state.players[id] for id in decision.listed if id != NOBODY]
        worth = {
            player.id: max((plan.value for plan in plans(view, player) if plan.action in able), default=0.0)
            for player in players
        }
        best = max(worth, key=lambda id: (worth[id], -id))
        return (best, "something to gain") if worth[best] > WORTH_IT else (NOBODY, "well placed as they are")

    def target(self, decision: Decision[Any], game: BloodBowl) -> Answer:
        last_step = self._plan.last_step if self._plan else None
        if last_step and last_step[1] in decision.listed:
            return last_step[1], "as planned"
        view, player = View(game, decision.side), game.state.players[decision.about["player"]]
        return max(decision.listed, key=lambda id: (_block_worth(view, player, id), -id)), "the best odds"

    def second_target(self, decision: Decision[Any], game: BloodBowl) -> Answer:
        """Two at a time, where that is worth more than one alone at full strength."""
        view, player = View(game, decision.side), game.state.players[decision.about["player"]]
        last_step = self._plan.last_step if self._plan and self._plan.player is player else None
        others = [id for id in decision.listed if id != NOBODY]
        second = max(others, key=lambda id: (_block_worth(view, player, id, AGAINST_TWO), -id))
        gain = _block_worth(view, player, second, AGAINST_TWO)
        if last_step:
            gain += _block_worth(view, player, last_step[1], AGAINST_TWO) - _block_worth(view, player, last_step[1])
        return (second, "both of them") if gain > 0 else (NOBODY, "one is enough")

    def change_to_move(self, decision: Decision[Any], game: BloodBowl) -> Answer:
        """Without a Thrall beside it, it needs the move to get to one; with none in reach it may as well go on."""
        player = game.state.players[decision.about["player"]]
        thralls = [mate for mate in game.players(player.side, STANDING, PRONE, STUNNED) if THRALL in mate.keywords]
        if any(game.pitch.apart(player.square, thrall.square) == 1 for thrall in thralls):
            return False, "a Thrall is at hand"
        view = View(game, player.side)
        reach = Reach(game, player, view.marked, view.occupied)
        beside = 0
        for thrall in thralls:
            beside |= game.pitch.neighbours(thrall.square) & reach.area
        if not beside:
            return False, "no Thrall is near enough"
        spot = nearest(game.pitch, beside, player.square)
        self._plan = Plan(player, "move", 0.0, partial(reach.path_to, spot), reason="to a Thrall")
        return True, "to a Thrall"

    def step(self, decision: Decision[Any], game: BloodBowl) -> Answer:
        choice, reason = self._next_step(decision, game)
        return (END, "the plan came to nothing") if decision.options.refusal(choice) else (choice, reason)

    def _next_step(self, decision: Decision[Any], game: BloodBowl) -> Answer:
        plan = self._plan
        if plan is None or plan.player.id != decision.about["player"]:
            return END, ""
        path, plan.path = plan.path(), tuple
        if path:
            self._left = squares_left(game, plan.player) - len(path)
            return ("move", path), plan.reason
        if plan.last_step:
            last_step, plan.last_step = plan.last_step, None
            return last_step, plan.reason
        if game.has_ball(plan.player) and self._left > 0:
            path, self._left = onward(View(game, decision.side), plan.player, self._left), 0
            if path:
                return ("move", path), "away with it"
        return END, "done"

    def block_die(self, decision: Decision[Any], game: BloodBowl) -> Answer:
        blocker, target = (game.state.players[decision.about[who]] for who in ("player", "target"))
        rank = best_first(match_up(game, blocker, target))
        pick = min if blocker.side == decision.side else max
        return pick(decision.listed, key=lambda face: rank.index(FACES[face])), "the best of them"

    def re_roll(self, decision: Decision[Any], game: BloodBowl) -> Answer:
        """Skills are free; a team re-roll is for blocks that would knock us down, and for the ball; what is lost soonest first."""
        if decision.about.get("roll") in UNDECIDED:
            return "no", "no telling what is better"
        sources = [source for source in decision.listed if source != NO]
        team = [source for source in sources if is_team_reroll(game, source)]
        skills = [source for source in sources if source not in team]
        if decision.about.get("roll") == "block":
            results = {FACES[face] for face in decision.about["faces"]}
            if not results <= {"player-down", "both-down"}:
                return "no", "good enough"
        if decision.about.get("roll") == "loner":
            return "no", "one wasted is enough"
        if skills:
            return skills[0], "a skill is free"
        return (team[0], "worth a re-roll") if team else (NO, "none left")

    def push(self, decision: Decision[Any], game: BloodBowl) -> Answer:
        """Away from our end zone and towards the sideline; beyond it with an opponent."""
        squares = [square for square in decision.listed if square >= 0]
        if len(squares) < len(decision.listed) and game.state.players[decision.about["player"]].side != decision.side:
            return NOBODY, "into the crowd with them"
        view = View(game, decision.side)
        return min(squares, key=lambda square: (view.rows_left(square), square)), "back where they came from"

    def apothecary(self, decision: Decision[Any], game: BloodBowl) -> Answer:
        return decision.about["result"] != "knocked-out", "for those who would be gone"

    def casualty(self, decision: Decision[Any], game: BloodBowl) -> Answer:
        order = ("badly-hurt", "seriously-hurt", "serious-injury", "lasting-injury", "dead")
        return min(decision.listed, key=order.index), "the lesser evil"

    def set_up(self, decision: Decision[Any], game: BloodBowl) -> Answer:
        return formation.squares(game, decision.side, decision.options), "the usual formation"


def _block_worth(view: View, player: Player, target: int, penalty: int = 0) -> float:
    rival = view.game.state.players[target]
    dice = view.dice(player, rival, player.square, penalty=penalty)
    return view.block_value(player, rival, block_chances(dice, match_up(view.game, player, rival)))


def _says(choice: Any, reason: str) -> Callable[[ClassicPlanner, Decision[Any], BloodBowl], Answer]:
    return lambda coach, decision, game: (choice, reason)


Answers = Mapping[str, Callable[[Any, Decision[Any], BloodBowl], Answer]]
ANSWERS: Answers = {
    "activate": ClassicPlanner.activate,
    "declare": ClassicPlanner.declare,
    "blitz-target": ClassicPlanner.target,
    "block-target": ClassicPlanner.target,
    "step": ClassicPlanner.step,
    "block-die": ClassicPlanner.block_die,
    "re-roll": ClassicPlanner.re_roll,
    "push": ClassicPlanner.push,
    "apothecary": ClassicPlanner.apothecary,
    "casualty": ClassicPlanner.casualty,
    "set-up": ClassicPlanner.set_up,
    "aim": moments.aim,
    "kicker": moments.kicker,
    "touchback": moments.surest_hands,
    "high-kick": moments.surest_hands,
    "intercept": moments.intercept,
    "dump-off": moments.dump_off,
    "kick-or-receive": _says("receive", "the ball first"),
    "follow-up": _says(True, "stays on them"),
    "use-skill": moments.use_skill,
    "convert": _says(True, "both stay up"),
    "catch": _says(True, "the ball is worth having"),
    "argue": _says(True, "nothing to lose"),
    "bribe": _says(True, "worth it"),
    "sent-off-next": lambda coach, decision, game: (decision.listed[0], "one after the other"),
    "concede": _says(False, "not over yet"),
    "use-inducement": _says(True, "paid for"),
    "foul-assists": fouling.assists,
    "spell": staff.spell,
    "zap": staff.zap,
    "weather-shift": staff.weather,
    "swarming": staff.more,
    "bugman": _says(NOBODY, "well placed as they are"),
    "solid-defence": _says(NOBODY, "well placed as they are"),
    "quick-snap": _says(NOBODY, "well placed as they are"),
    "quick-snap-to": moments.quick_snap_to,
    "set-up-again": formation.set_up_again,
    "charge": ClassicPlanner.charge,
    "first-catcher": moments.first_catcher,
    "pick-up": _says(True, "the ball is worth having"),
    "put-down": moments.put_down,
    "touchback-square": moments.touchback_square,
    "second-target": ClassicPlanner.second_target,
    "special-target": fighting.special_target,
    "re-roll-die": fighting.re_roll_die,
    "hit-and-run": fighting.hit_and_run,
    "trickster": fighting.trickster,
    "facing": fighting.facing,
    "change-to-move": ClassicPlanner.change_to_move,
    "bite": mates.bite,
    "lash-out": mates.lash_out,
    "throw-target": mates.throw_target,
    "swoop": mates.swoop,
    "bomb-way": blast.bomb_way,
    "bomb-target": blast.bomb_target,
    "fireball": blast.fireball,
    "prayer-player": staff.prayer_player,
    "prayer-skill": staff.prayer_skill,
    "throw-a-rock": _says(True, "no reason to wait"),
}
