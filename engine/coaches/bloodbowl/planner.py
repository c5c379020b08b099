"""Answers every question of a Blood Bowl match: the turn is weighed when a player is to be chosen, and played as the dice fall."""

from typing import Any

from engine.coaches.base import Answer, with_intent
from engine.coaches.bloodbowl import carrying, kickoff, negatraits, replies
from engine.coaches.bloodbowl.board import Board, Known
from engine.coaches.bloodbowl.fights import down_worth, fall_cost, match_of, outlook, push_worth
from engine.coaches.bloodbowl.guidance import Guidance
from engine.coaches.bloodbowl.intents import intent
from engine.coaches.bloodbowl.routes import Routes
from engine.coaches.bloodbowl.setups import planned, usual
from engine.coaches.bloodbowl.steps import WORTH_IT, Step
from engine.coaches.bloodbowl.turn import Turn, reroll_price
from engine.coaches.bloodbowl.weights import Weights, read_weights
from engine.coaches.classic import planner as classic
from engine.coaches.gameplan import DEFAULT, GamePlan
from engine.core.decisions import Decision
from engine.core.events import Roll
from engine.rules.block import FACES
from engine.rules.events import BlockDice
from engine.rules.game import BloodBowl
from engine.rules.rolls import NO, is_team_reroll
from engine.rules.state import NOBODY, Player

END = ("end",)
NO_PLAN = 6.0  # what is at stake where nothing was planned
UNDECIDED = ("ball and chain",)  # dice that neither succeed nor fail


class BloodBowlPlanner(classic.ClassicPlanner):
    def __init__(self, seed: str, plan: GamePlan = DEFAULT, weights: Weights | None = None) -> None:
        super().__init__(seed, plan)
        self.weights = weights or read_weights()
        self._guide = Guidance(plan, self.weights)
        self._step: Step | None = None
        self._rest = 0.0
        self._turn: Turn | None = None
        self._now = (0, 0, 0)  # when that was
        self._known = Known(self.weights)
        self._moves = (0, 0)  # squares that are left after the path, without and with Rushes
        self._had_ball = False

    @property
    def _table(self) -> classic.Answers:
        return ANSWERS

    @property
    def guide(self) -> Guidance:
        """What its game plan means."""
        return self._guide

    @property
    def step_under_way(self) -> Step | None:
        return self._step

    @step_under_way.setter
    def step_under_way(self, step: Step) -> None:
        self._step = step

    @property
    def left_to_lose(self) -> float:
        """What the rest of the turn is worth."""
        return self._rest if self._step is not None else NO_PLAN

    # The turn -------------------------------------------------------------------------------------------------------------------

    def activate(self, decision: Decision[Any], game: BloodBowl) -> Answer:
        board = Board(game, decision.side, self._known)
        ids = [id for id in decision.listed if isinstance(id, int)]
        before = self._now
        self._step, self._rest = self._next_activation(board, ids)
        step = self._step
        aim = intent(self._turn, step) if self._turn is not None and self._now != before else ""
        if step is None:
            ends = decision.options.refusal("end-turn") is None
            return "end-turn" if ends else ("forgo", ids[0]), with_intent(aim, "nothing more worth a risk")
        self._moves, self._had_ball = board.movement(step.player), board.carrier is step.player
        return step.player.id, with_intent(aim, step.reason)

    def _next_activation(self, board: Board, ids: list[int]) -> tuple[Step | None, float]:
        """The turn goes on as it was weighed until the ball is in other hands; where the carrier is to go is remembered."""
        now = (board.game.state.half, board.game.state.drives, board.turn)
        turn = self._turn if self._now == now else None
        if turn is None or not turn.goes_on(board, ids):
            turn = Turn(board, ids, self._guide, turn.focus if turn is not None and board.ours else -1)
        self._turn, self._now = turn, now
        step, rest = turn.best()
        if step is None:
            turn.think_of_fouls()
            step, rest = turn.best()
        return step, rest

    def declare(self, decision: Decision[Any], game: BloodBowl) -> Answer:
        player = game.state.players[decision.about["player"]]
        if self._step is None or self._step.player is not player:  # nobody was asked whom to activate: a Charge!
            board = kickoff.board_under_a_kick(game, decision.side, self._known)
            options = Turn(board, [player.id], self._guide).options(player.id)
            able = [step for step in options if step.action in decision.listed]
            self._step = max(able, key=lambda step: step.net(0.0, 0.0), default=None)
            self._moves, self._had_ball, self._rest = board.movement(player), board.carrier is player, 0.0
        if self._step is None or self._step.action not in decision.listed:
            self._step = None
            return ("move" if "move" in decision.listed else decision.listed[0]), ""
        return self._step.action, self._step.reason

    def charge(self, decision: Decision[Any], game: BloodBowl) -> Answer:
        """Who gains most by it, as long as there is something to gain."""
        ids = [id for id in decision.listed if id != NOBODY]
        turn = Turn(kickoff.board_under_a_kick(game, decision.side, self._known), ids, self._guide)
        able = game.edition.kick_off_actions
        worth = {
            id: max((step.net(0.0, 0.0) for step in turn.options(id) if step.action in able), default=0.0) for id in ids
        }
        best = max(worth, key=lambda id: (worth[id], -id))
        return (best, "something to gain") if worth[best] > WORTH_IT else (NOBODY, "well placed as they are")

    def target(self, decision: Decision[Any], game: BloodBowl) -> Answer:
        last = self._step.last if self._step else None
        if self._step and self._step.target in decision.listed:
            return self._step.target, "as planned"
        if last and last[1] in decision.listed:
            return last[1], "as planned"
        board = Board(game, decision.side, self._known)
        worth = {id: down_worth(board, game.state.players[id]) for id in decision.listed}
        return max(worth, key=lambda id: (worth[id], -id)), "the most to gain"

    def step(self, decision: Decision[Any], game: BloodBowl) -> Answer:
        choice, reason = self._next(decision, game)
        return (END, "the plan came to nothing") if decision.options.refusal(choice) else (choice, reason)

    def _next(self, decision: Decision[Any], game: BloodBowl) -> Answer:
        step = self._step
        if step is None or step.player.id != decision.about["player"]:
            return END, ""
        path, step.path = step.path(), tuple
        if step.action == "move" and negatraits.is_thirsty(step.player):
            path = negatraits.to_a_thrall(Board(game, decision.side, self._known), step.player, path)
        if path:
            self._moves = (self._moves[0] - len(path), self._moves[1] - len(path))
            return ("move", path), step.reason
        if step.last:
            last, step.last = step.last, None
            self._moves = (self._moves[0] - 1, self._moves[1] - 1)
            return last, step.reason
        if step.more:
            following, *rest = step.more
            step.more = tuple(rest)
            return following, step.reason
        if game.has_ball(step.player) and not self._had_ball and self._moves[0] > 0:
            board, left = Board(game, decision.side, self._known), (self._moves[0], self._moves[0])
            self._moves = (0, 0)
            ids = [mate.id for mate in board.mates if not mate.used]
            routes = {id: Routes(board, game.state.players[id]) for id in ids}
            path = carrying.onward(board, step.player, left, routes)
            if path:
                return ("move", path), "away with it"
        return END, "done"

    def aim(self, decision: Decision[Any], game: BloodBowl) -> Answer:
        """Where a team-mate or a bomb is thrown: as planned; whoever has caught a bomb has no plan for it."""
        step = self._step
        if step is not None and step.player.id == decision.about["player"] and step.aim in decision.listed:
            return step.aim, step.reason
        return classic.ANSWERS[decision.question.key](self, decision, game)

    # Dice -----------------------------------------------------------------------------------------------------------------------

    def block_die(self, decision: Decision[Any], game: BloodBowl) -> Answer:
        blocker, target = (game.state.players[decision.about[who]] for who in ("player", "target"))
        worth = self._faces(game, blocker, target)
        pick = max if blocker.side == decision.side else min
        return pick(decision.listed, key=lambda face: worth[FACES[face]]), "the best of them"

    def _faces(self, game: BloodBowl, blocker: Player, target: Player) -> dict[str, float]:
        """What each result is worth to the blocker's side."""
        board = Board(game, blocker.side, self._known)
        steady, resists, slips = match_of(board, blocker, target)
        down, push = down_worth(board, target, blocker), push_worth(board, blocker, target, blocker.square)
        fall = -fall_cost(board, blocker) - self._rest
        both = (0.0 if steady else fall) + (0.0 if resists else down)
        surf = push > down  # off the pitch is better than on the ground
        return {
            "pow": max(push, down) if surf else down + push * 0.2,
            "stumble": push if slips or surf else down + push * 0.15,
            "push-back": push,
            "both-down": both,
            "player-down": fall,
        }

    def re_roll(self, decision: Decision[Any], game: BloodBowl) -> Answer:
        """Compare what another roll would bring with what a team re-roll is worth; skills cost nothing."""
        what = decision.about.get("roll")
        if what in UNDECIDED:
            return NO, "no telling what is better"
        if what == "loner":
            return NO, "one wasted is enough"
        sources = [source for source in decision.listed if source != NO]
        team = [source for source in sources if is_team_reroll(game, source)]
        skills = [source for source in sources if source not in team]
        gain = self._block_again(decision, game) if what == "block" else self._again(decision, game)
        if skills and gain > 0:
            return skills[0], "a skill is free"
        board = Board(game, decision.side, self._known)
        price = reroll_price(board)
        if team and gain > price and board.rerolls > self._guide.kept_rerolls(board):
            return team[0], "worth a re-roll"
        return NO, "good enough" if gain <= 0 else "not worth a re-roll"

    def _again(self, decision: Decision[Any], game: BloodBowl) -> float:
        """What another roll of a failed test would bring."""
        rolled = next((event for event in reversed(game.events) if isinstance(event, Roll)), None)
        odds = 0.5
        if rolled is not None and rolled.target:
            needed = rolled.target - sum(value for _, value in rolled.modifiers)
            odds = min(5, max(1, 7 - needed)) / 6
        if self._step is None or self._step.player.id != decision.about.get("player"):
            return odds * NO_PLAN
        idle = self._step.idle if decision.about.get("roll") in negatraits.FAILURES else None
        return odds * (self._step.stake(self._rest) if idle is None else idle)

    def _block_again(self, decision: Decision[Any], game: BloodBowl) -> float:
        """What another roll of the block dice would bring, over what lies there."""
        rolled = next((event for event in reversed(game.events) if isinstance(event, BlockDice)), None)
        if rolled is None:
            return 0.0
        blocker, target = game.state.players[rolled.player], game.state.players[rolled.target]
        worth = self._faces(game, blocker, target)
        own = rolled.chooser == blocker.side
        now = (max if own else min)(worth[FACES[face]] for face in rolled.faces)
        match = match_of(Board(game, blocker.side, self._known), blocker, target)
        chances = outlook(len(rolled.faces) * (1 if own else -1), match)
        hoped = chances.down * worth["pow"] + chances.push * worth["push-back"] + chances.fall * worth["player-down"]
        return hoped - now

    def apothecary(self, decision: Decision[Any], game: BloodBowl) -> Answer:
        """For those who would be gone, and whom the plan names."""
        if not self._guide.treats(game.state.players[decision.about["player"]]):
            return False, "kept for others"
        return super().apothecary(decision, game)

    def toss(self, decision: Decision[Any], game: BloodBowl) -> Answer:
        wish = self._guide.plan.toss
        return wish, "the ball first" if wish == "receive" else "the ball after half-time"

    def set_up(self, decision: Decision[Any], game: BloodBowl) -> Answer:
        """As the plan draws it, as far as its players are there; otherwise the usual formation."""
        plan = self._guide.plan
        drawn = plan.kicking if game.state.kicking == decision.side else plan.receiving
        formation = planned(game, decision.side, decision.options, drawn) if drawn else None
        if formation is not None and decision.options.refusal(formation) is None:
            return formation, "as planned"
        return usual(game, decision.side, decision.options, plan), "everybody where it is of most use"

    def follow_up(self, decision: Decision[Any], game: BloodBowl) -> Answer:
        """Stays on them, unless it is needed where it is or would stand among more of them."""
        board, blocker = Board(game, decision.side, self._known), game.state.players[decision.about["player"]]
        if board.ours and board.carrier is not None:
            guards = board.pitch.apart(blocker.square, board.carrier.square) == 1 and blocker is not board.carrier
            if guards:
                return False, "guards the carrier"
        if board.carrier is blocker:
            return False, "not with the ball"
        if negatraits.is_thirsty(blocker) and negatraits.at_hand(board, blocker.square):
            return False, "stays near its food"
        return True, "stays on them"


ANSWERS: classic.Answers = {
    **classic.ANSWERS,
    "activate": BloodBowlPlanner.activate,
    "declare": BloodBowlPlanner.declare,
    "blitz-target": BloodBowlPlanner.target,
    "block-target": BloodBowlPlanner.target,
    "special-target": BloodBowlPlanner.target,
    "step": BloodBowlPlanner.step,
    "throw-target": BloodBowlPlanner.aim,
    "use-skill": replies.use_skill,
    "hit-and-run": replies.hit_and_run,
    "bomb-target": BloodBowlPlanner.aim,
    "block-die": BloodBowlPlanner.block_die,
    "change-to-move": replies.change_to_move,
    "bite": replies.bite,
    "re-roll": BloodBowlPlanner.re_roll,
    "follow-up": BloodBowlPlanner.follow_up,
    "apothecary": BloodBowlPlanner.apothecary,
    "kick-or-receive": BloodBowlPlanner.toss,
    "set-up": BloodBowlPlanner.set_up,
    "set-up-again": kickoff.set_up_again,
    "solid-defence": kickoff.set_up_another,
    "bugman": kickoff.set_up_another,
    "swarming": kickoff.swarming,
    "kicker": kickoff.kicker,
    "aim": kickoff.aim,
    "touchback": kickoff.touchback,
    "high-kick": kickoff.high_kick,
    "quick-snap": kickoff.quick_snap,
    "quick-snap-to": kickoff.quick_snap_to,
    "charge": BloodBowlPlanner.charge,
}
