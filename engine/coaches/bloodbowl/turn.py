"""A team's turn as a whole: what it is for, who goes where, and which activation comes next.

Every activation is weighed with what is still to be gained by the others, so that what is safe comes first and what is risky
comes when little is left to lose.
"""

from collections.abc import Callable, Iterator

from engine.coaches.bloodbowl import ballwork, carrying, giving, negatraits, places, plays, weapons
from engine.coaches.bloodbowl.blocking import BLITZ, Blocks
from engine.coaches.bloodbowl.board import Board
from engine.coaches.bloodbowl.fouling import fouls
from engine.coaches.bloodbowl.guidance import Guidance
from engine.coaches.bloodbowl.places import GUARDS, Place
from engine.coaches.bloodbowl.positioning import Positions
from engine.coaches.bloodbowl.possession import holder
from engine.coaches.bloodbowl.routes import Routes, is_free
from engine.coaches.bloodbowl.steps import WORTH_IT, Step, changed
from engine.core.pitch import Mask, Square, squares_of
from engine.rules.actions import block_targets
from engine.rules.activation import BARRED
from engine.rules.state import PRONE, STANDING, Player

NO_DANGER = 0.02  # odds to lose the ball
CLOSE = 3  # squares round the carrier within which it matters whether one guard more or less is there
PATIENT, NEVER = 0.5, 99.0  # how much better it has to be what somebody waits for
HITS = ("block", BLITZ)  # whatever else is afoot, they are worth the same
USUAL = Guidance()


class Turn:
    """A turn under way: what everybody could do, as it was weighed when it was last looked at.

    After an activation the turn goes on as it was weighed, as far as moves need no die. Before anything else it is looked at again,
    and whoever is about to act is weighed again.
    """

    def __init__(self, board: Board, ids: list[int], guide: Guidance = USUAL, meant: Square = -1) -> None:
        self.board, self.guide = board, guide
        self.focus = meant  # where the carrier is to go, or where the ball is
        self.weighed: dict[int, list[Step]] = {}
        self.hopes: dict[int, float] = {}
        self.outdated = set(ids)  # who was weighed in an earlier position, if at all
        self._renewed: list[Step] = []  # what has been weighed again since, of those
        self._blitzes: dict[int, list[Step]] = {}  # the best ones of the turn, until their players are weighed
        self.haven: carrying.Haven | None = None
        self._seen: tuple[Mask, Mask, Square] = (0, 0, -1)
        self.places: dict[int, Place] = {}
        self._look()
        self._plan()
        self._think_of_blitzes()
        for id in sorted(ids):
            self._weigh(id)

    def goes_on(self, board: Board, ids: list[int]) -> bool:
        """After an activation. Not when the ball is in other hands: then everything is to be weighed anew."""
        if (
            board.carrier is not self.board.carrier
            or board.loose != self.board.loose
            or not self.hopes.keys() >= {*ids}
        ):
            return False
        for id in self.weighed.keys() - ids:
            del self.weighed[id], self.hopes[id]
        self.board, self.outdated = board, set(ids)
        self._renewed.clear()
        self._is_looked_at = self._is_planned = False
        return True

    def _look(self) -> None:
        """At the position, for what all have in common."""
        board = self.board
        self.caution = self.guide.caution(board)
        self.price = reroll_price(board)
        self.routes = {id: Routes(board, board.game.state.players[id]) for id in sorted(self.outdated)}
        self.blocks = Blocks(board, self.guide, self.places)
        self._is_looked_at = True

    def _look_again(self, plan: bool = True) -> None:
        """As far as that has not been done since the position changed."""
        if not self._is_looked_at:
            self._look()
        if plan and not self._is_planned:
            self._plan()

    def _plan(self) -> None:
        """Where the carrier goes and who should stand where, unless that is as it was."""
        board = self.board
        before, self._seen = self._seen, board.against_us
        if self._seen != before or self._is_cut_off():
            self.meant, self.focus = self.focus if board.ours else -1, board.ball
            self.haven = None
            self.places = self.blocks.places = self._assigned()
        self._is_planned = True

    def _is_cut_off(self) -> bool:
        """Whether the carrier cannot get to where it was to go any more."""
        routes = self.routes.get(self.board.carrier.id) if self.board.carrier else None
        return routes is not None and self.haven is not None and not routes.area >> self.haven.square & 1

    def _think_of_blitzes(self) -> None:
        """Of those of all players together: there is one a turn."""
        self._blitzes = {id: [] for id in self.routes}
        able = [routes for routes in self.routes.values() if self._may_move(routes.player)]
        for step in self.blocks.blitzes(routes for routes in able if routes.player is not self.board.carrier):
            self._blitzes[step.player.id].append(step)

    def _may_move(self, player: Player) -> bool:
        """Not whoever swings a ball on a chain: it does nothing else."""
        return not self.board.game.collect(BARRED, (player, "move"))

    def _where_the_game_goes(self) -> Square:
        """About where the ball will be after our next turn, if it is ours: nobody need run back to it."""
        board = self.board
        if not board.ours or board.carrier is None:
            return self.focus
        x, y = board.pitch.xy(self.focus)
        rows = min(board.value(board.carrier, "ma"), board.rows_to_go(self.focus))
        return board.pitch.at(x + rows * board.forward, y)

    def _weigh(self, id: int) -> None:
        player = self.routes[id].player
        steps = self.weighed[id] = self._with_the_first_die(id, self.steps(player))
        self.hopes[id] = _hope(steps)
        self.outdated.discard(id)

    def options(self, id: int) -> list[Step]:
        """Everything that a player could do, with nothing left to guess."""
        exact = (self._with_the_first_die(id, step.closer()) if step.closer else [step] for step in self.weighed[id])
        return [step for steps in exact for step in steps]

    def _with_the_first_die(self, id: int, steps: Iterator[Step]) -> list[Step]:
        """Steps of a player, with what it has to roll before it does anything."""
        routes = self.routes[id]
        return list(negatraits.weighed(self.board, routes.player, routes, steps))

    def think_of_fouls(self) -> None:
        """When nothing else is left to do."""
        board = self.board
        if "foul" in board.game.state.declared or not self.guide.fouls:
            return
        for id, routes in self.routes.items():
            if board.carrier is not routes.player:
                for step in fouls(board, routes.player, routes):
                    step.gain *= self.guide.fouls
                    self.weighed[id].append(step)

    # What the turn is for -------------------------------------------------------------------------------------------------------

    def _assigned(self) -> dict[int, Place]:
        board = self.board
        able = {id: routes for id, routes in self.routes.items() if board.carrier is None or id != board.carrier.id}
        wanted, most = self._wanted()
        wanted += negatraits.helpers(board)
        return places.assign(board, map(self.guide.place, wanted), able, most)

    def _wanted(self) -> tuple[list[Place], dict[str, int]]:
        board = self.board
        if board.ours and board.carrier is not None:
            self.haven = self._haven(board.carrier)
            self.focus = self.haven.square if self.haven else board.carrier.square
            wanted = [*self._guards(board.carrier), *places.escort(board, self.focus)]
            wanted += self._receivers(board.carrier)
            wanted += plays.by_the_carrier(board, board.carrier, self.focus, self.routes)
            return wanted, {}
        if board.theirs and board.carrier is not None:
            wanted = [*places.on_the_carrier(board, board.carrier), *places.screen(board, board.carrier.square)]
            if places.HOLDS in self.guide.markers:
                wanted += places.beside_them(board, board.carrier)
            return wanted, self.guide.markers
        wanted = [*places.by_the_ball(board, self.focus)]
        hands = plays.fetcher(board, self.routes) if board.loose >= 0 else None
        if hands is not None and plays.time_runs_out(board, hands, self.focus):
            wanted += self._receivers(hands)
        if board.rows_to_defend(self.focus) > 8:
            wanted += places.screen(board, self.focus)
        return wanted, {}

    def _receivers(self, carrier: Player) -> Iterator[Place]:
        late = plays.time_runs_out(self.board, carrier, self.focus)
        wanted = plays.LAST_RECEIVERS if late else self.guide.receivers(plays.USUAL_RECEIVERS)
        return plays.receivers(self.board, carrier, self.focus, self.routes, wanted)

    def _guards(self, carrier: Player) -> Iterator[Place]:
        """Round where the carrier goes, each worth what it takes off the odds to lose the ball."""
        if self.haven is None:
            yield from places.cage(self.board, carrier.square)
            return
        having, square, guards = holder(self.board, carrier), self.haven.square, self.haven.guards
        loss = having.threats.loss(square, guards)
        stake = having.stake(square)
        close = self.board.pitch.within(square, CLOSE)
        come = sum(1 << hitter for hitter in having.threats.hitters_of(square, guards & close))
        for guard in squares_of(guards & ~close & self.board.pitch.grow(come)):  # who marks one that could come for it
            yield Place(guard, self.board.weights.guard, GUARDS)
        for guard in squares_of(guards & close):
            less = having.threats.loss(square, guards & ~(1 << guard)) - loss
            yield Place(guard, self.board.weights.guard + less * stake, GUARDS)
        if having.threats.loss(square, 0) < NO_DANGER:
            return  # who has nobody to fear needs no cage
        for corner in places.cage(self.board, square):
            if not guards >> corner.square & 1:
                yield corner

    def _haven(self, carrier: Player) -> carrying.Haven | None:
        """Where the carrier should go without a die; None if it cannot go anywhere."""
        routes = self.routes.get(carrier.id)
        if routes is None:
            return None
        return carrying.haven(self.board, carrier, routes.area, self.routes, self.meant)

    # What players can do --------------------------------------------------------------------------------------------------------

    def best(self) -> tuple[Step | None, float]:
        """The activation that comes next, and what is to be gained by the others; None when nothing is worth it."""
        while True:
            waits = self._waits()
            step, left = self._best_but(waits)
            if step is None and waits:
                step, left = self._best_but({})
            if self._is_settled(step):
                if step is None or step.closer is None:
                    return step, left
                self._look_closer(step, step.closer)
                continue
            self._look_again(plan=step is None or step.action not in HITS)
            if step is not None and step.last and step.last[0] == "block" and not negatraits.rolls_first(step.player):
                self._renew(step, step.last[1])
                continue
            for id in sorted(self.outdated) if step is None else (step.player.id,):
                self._weigh(id)

    def _renew(self, hit: Step, rival: int) -> None:
        """Weigh a block or a Blitz again, and nothing else that its player could do."""
        id = hit.player.id
        found = list(self.blocks.again(hit, self.board.game.state.players[rival], self.routes[id]))
        self._renewed += found
        self.weighed[id] = [*(step for step in self.weighed[id] if step is not hit), *found]
        self.hopes[id] = _hope(self.weighed[id])

    def _look_closer(self, guess: Step, closer: Callable[[], Iterator[Step]]) -> None:
        """Work out what seems to be the best, as far as it is only a guess."""
        id = guess.player.id
        self.weighed[id] = [
            *(step for step in self.weighed[id] if step is not guess),
            *self._with_the_first_die(id, closer()),
        ]
        self.hopes[id] = _hope(self.weighed[id])

    def _is_settled(self, step: Step | None) -> bool:
        """Whether nothing has changed since a step was weighed that it depends on."""
        if step is None:
            return not self.outdated
        if self._as_planned(step) or any(step is each for each in self._renewed):
            return True
        return step.player.id not in self.outdated and (self._is_planned or step.action in HITS)

    def _as_planned(self, step: Step) -> bool:
        """Whether it is a move that needed no die and still needs none."""
        board = self.board
        if step.action != "move" or step.odds < 1.0 or step.player is board.carrier or step.more:
            return False
        return is_free(board, step.player, step.path())

    def _waits(self) -> dict[int, float]:
        """Who is saved for the ball, and what it takes to do something else with them before all others have acted.

        A throw or a dash comes last, when little is left to lose: until then the carrier, whoever gets the ball from it and
        whoever is to throw it with the ball wait.
        """
        carrier = self.board.carrier
        if carrier is None:
            return self._fetcher_waits()
        if carrier.id not in self.weighed:
            return {}
        hope = self.hopes[carrier.id]
        waits = {carrier.id: hope - PATIENT}
        least = max(waits[carrier.id], PATIENT)
        for id, steps in self.weighed.items():
            for step in steps:
                if step.needs in self.weighed and carrier.id in (id, step.needs) and step.net(0.0, 0.0) > least:
                    waits[step.needs] = NEVER
                    waits.setdefault(id, step.net(0.0, 0.0) - PATIENT)
        return waits

    def _fetcher_waits(self) -> dict[int, float]:
        """Who gets the ball, and whoever gets it from there, do nothing else while the others make that easier."""
        while True:
            fetches = (
                (step, self._in_the_end(step)) for steps in self.weighed.values() for step in steps if step.shared
            )
            best, worth = max(fetches, key=lambda each: (each[1], -each[0].player.id), default=(None, 0.0))
            if best is None or worth <= PATIENT:
                return {}
            if best.closer is None:
                waits = {best.player.id: worth - PATIENT}
                if best.needs in self.weighed:
                    waits[best.needs] = NEVER
                return waits
            if best.player.id in self.outdated:  # a guess about another position
                self._look_again()
                self._weigh(best.player.id)
            else:
                self._look_closer(best, best.closer)

    def _in_the_end(self, step: Step) -> float:
        """What it is worth when everything else is done."""
        return step.net(0.0, self.price, self.caution)

    def _best_but(self, waits: dict[int, float]) -> tuple[Step | None, float]:
        """The same, as long as some wait."""
        weights = self.board.weights
        goes_on = bool(self.board.turns_left or self.board.their_turns)
        whole = sum(self.hopes.values()) * weights.likely + weights.turn_lost * goes_on
        prize = max(
            (
                step.net(0.0, 0.0)
                for steps in self.weighed.values()
                for step in steps
                if step.shared and not step.closer
            ),
            default=0.0,
        )
        best, value, left = None, WORTH_IT, 0.0
        for id, steps in self.weighed.items():
            rest, least = whole - self.hopes[id] * weights.likely, waits.get(id)
            for step in steps:
                if step.gain <= value:  # nothing is worth more than it brings when it comes off
                    continue
                if least is not None and (step.closer or step.net(0.0, 0.0) < least):
                    continue
                others = rest if step.shared else rest + prize * weights.likely
                net = step.net(others, self.price, self.caution)
                if net > value:
                    best, value, left = step, net, others
        return best, left

    def steps(self, player: Player) -> Iterator[Step]:
        board, routes = self.board, self.routes[player.id]
        for step in weapons.steps(board, player, routes, self.routes):
            step.gain *= self.guide.weapons if step.gain > 0 else 1.0
            yield step
        if not self._may_move(player):
            return
        if board.carrier is player:
            yield from self._with_the_ball(player, routes)
        else:
            if board.turns_left or board.their_turns:  # else it does not matter any more where anybody stands
                yield from Positions(board, self.guide, self.places, self._where_the_game_goes()).steps(player, routes)
            if board.loose >= 0:
                for step in ballwork.fetch(board, player, routes):
                    step.gain += self.guide.wants_the_ball(board, player) + plays.arm(board, player)
                    step.shared = True
                    yield step
                yield from self._thrown(plays.from_the_ground(board, player, routes, self.routes))
        if player.status == STANDING:
            for rival in block_targets(board.game, player):
                yield self.blocks.block(player, rival)
        if board.carrier is not player:
            found = self._blitzes.pop(player.id, None)
            yield from self.blocks.blitzes([routes]) if found is None else found

    def _with_the_ball(self, player: Player, routes: Routes) -> Iterator[Step]:
        board = self.board
        yield from ballwork.run_in(board, player, routes, self.guide.patience)
        yield from self._thrown(giving.give(board, player, routes, self.routes, self.guide.patience))
        yield from self._thrown(giving.give_through(board, player, routes, self.routes))
        if board.zones >> player.square & 1:
            yield from giving.hand_over(board, player, routes)
        now = carrying.here(board, player, self.routes)
        yield from carrying.carry(board, player, routes, self.routes, self.haven, now)
        easy = (self.haven.worth if self.haven else now) - self.guide.throws(board, player)
        risk = carrying.risk(board, player, self.haven)
        yield from self._thrown(giving.give_on(board, player, routes, self.routes, easy, now, risk))
        if player.status == PRONE:
            yield Step(player, "move", board.weights.on_its_feet * 2, "gets up with the ball")

    def _thrown(self, steps: Iterator[Step]) -> Iterator[Step]:
        """The same, with what the plan says about throwers."""
        return changed(steps, self._throws)

    def _throws(self, step: Step) -> None:
        if step.action == "pass":
            step.gain += self.guide.throws(self.board, step.player)


def _hope(steps: list[Step]) -> float:
    """What a player's activation is likely to bring. There is one Blitz for all, so it is no hope of anybody's own."""
    return max(
        (step.net(0.0, 0.0) for step in steps if step.action != BLITZ and not step.shared and not step.closer),
        default=0.0,
    )


def reroll_price(board: Board) -> float:
    """A team re-roll is worth less the fewer turns are left to use it in."""
    turns = board.turns_left + 1
    return board.weights.reroll * min(1.0, turns / (2 * board.rerolls + 1))
