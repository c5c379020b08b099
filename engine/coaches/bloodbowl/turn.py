"""A team's turn as a whole: what it is for, who goes where, and which activation comes next.

Every activation is weighed with what is still to be gained by the others, so that what is safe comes first and what is risky
comes when little is left to lose.
"""

from collections.abc import Iterator
from functools import partial

from engine.coaches.bloodbowl import ballwork, places, weapons
from engine.coaches.bloodbowl.board import Board
from engine.coaches.bloodbowl.fights import Outlook, dice_of, down_worth, fall_cost, match_of, outlook, push_worth
from engine.coaches.bloodbowl.fouling import fouls
from engine.coaches.bloodbowl.guidance import Guidance
from engine.coaches.bloodbowl.places import Place
from engine.coaches.bloodbowl.routes import SURE_FEET, Routes, all_pass
from engine.coaches.bloodbowl.steps import Step
from engine.core.pitch import Square, lowest
from engine.rules.actions import block_targets
from engine.rules.activation import BARRED
from engine.rules.state import PRONE, STANDING, Player

ON_ITS_FEET = 0.6  # to be standing again
MARKED_UP = 0.35  # the same beside an opponent
CONTACT = 0.18  # what it costs to stand beside an opponent for no reason
BETTER_PLACED = 0.35  # to get as near to a place as can be
FREES_THE_CARRIER = 1.0
REROLL = 2.5  # what a team re-roll is worth with the whole half to go
WORTH_IT = 0.03
BLITZ = "blitz"
MOST_PREY = 7  # opponents that a Blitz is thought about for
LIKELY = 0.8  # of what is hoped for comes true
TURN_LOST = 0.6  # what a turnover costs beside everything that was planned
USUAL = Guidance()


class Turn:
    """One look at a turn under way. It holds until the ball is in other hands."""

    def __init__(self, board: Board, ids: list[int], guide: Guidance = USUAL, meant: Square = -1) -> None:
        self.board, self.guide = board, guide
        self.caution = guide.caution(board)
        self.routes = {id: Routes(board, board.game.state.players[id]) for id in ids}
        self.price = reroll_price(board)
        self.meant = meant  # where the carrier was to go, when the turn was looked at before
        self.focus: Square = board.ball
        self.haven: ballwork.Haven | None = None
        self.intent = "plays on"
        self.places = self._assigned()
        self.prey = _prey(board)
        self.best_blitz = 0.0  # what the best one so far is worth
        self.weighed = {id: list(self.steps(routes.player)) for id, routes in self.routes.items()}
        self.hopes = {id: _hope(steps) for id, steps in self.weighed.items()}
        self._stale: set[int] = set()  # who has to be looked at again before it acts

    def go_on(self, board: Board, ids: list[int]) -> None:
        """Somebody has acted. Whoever was near what has changed is weighed again; the others before they act."""
        changed = self.board.occupied ^ board.occupied | self.board.zones ^ board.zones
        near = board.pitch.grow(board.pitch.grow(changed))
        self.board, self.price, self.prey = board, reroll_price(board), _prey(board)
        for id in self.routes.keys() - set(ids):
            for known in (self.routes, self.weighed, self.hopes):
                known.pop(id, None)
        self._stale = set(self.routes)
        self.best_blitz = 0.0
        blitz_gone = BLITZ in board.game.state.declared
        for id, routes in list(self.routes.items()):
            if near >> routes.start & 1:
                self.look_again(id)
            elif blitz_gone:
                self.weighed[id] = [step for step in self.weighed[id] if step.action != "blitz"]

    def is_stale(self, id: int) -> bool:
        return id in self._stale

    def still_good(self, step: Step) -> bool:
        """Whether a move without a die is as good as it was: then only its path has to be found again."""
        if step.goal < 0:
            return False
        routes = self.routes[step.player.id] = Routes(self.board, step.player)
        step.path = partial(routes.path_to, step.goal)
        return bool(routes.area >> step.goal & 1)

    def look_again(self, id: int) -> None:
        """Weigh a player once more, after others have moved."""
        self._stale.discard(id)
        self.routes[id] = Routes(self.board, self.board.game.state.players[id])
        self.weighed[id] = list(self.steps(self.routes[id].player))
        self.hopes[id] = _hope(self.weighed[id])

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
        return places.assign(board, map(self.guide.place, wanted), able, most)

    def _wanted(self) -> tuple[list[Place], dict[str, int]]:
        board = self.board
        if board.ours and board.carrier is not None:
            self.haven = self._haven(board.carrier)
            self.focus = self.haven.square if self.haven else board.carrier.square
            self.intent = "advances in a cage"
            wanted = [*places.cage(board, self.focus), *places.escort(board, self.focus)]
            agile = sum(mate.ag <= 3 and mate.ma >= 6 for mate in board.mates)
            wanted += places.receivers(board, self.guide.receivers(2 if agile >= 6 else 1 if agile >= 3 else 0))
            return wanted, {}
        if board.theirs and board.carrier is not None:
            self.intent = "stops the carrier"
            wanted = [*places.on_the_carrier(board, board.carrier), *places.screen(board, board.carrier.square)]
            return wanted, {"marks the carrier": self.guide.markers}
        self.intent = "goes for the ball"
        wanted = [*places.by_the_ball(board, self.focus)]
        if board.rows_to_defend(self.focus) > 8:
            wanted += places.screen(board, self.focus)
        return wanted, {}

    def _haven(self, carrier: Player) -> ballwork.Haven | None:
        """Where the carrier should go without a die; None if it cannot go anywhere."""
        routes = self.routes.get(carrier.id)
        if routes is None:
            return None
        return ballwork.haven(self.board, carrier, routes.area, self.routes, self.meant)

    # What players can do --------------------------------------------------------------------------------------------------------

    def best(self) -> tuple[Step | None, float]:
        """The activation that comes next, and what is to be gained by the others; None when nothing is worth it."""
        whole = sum(self.hopes.values()) * LIKELY + TURN_LOST * bool(self.board.turns_left or self.board.their_turns)
        best, value, left = None, WORTH_IT, 0.0
        for id, steps in self.weighed.items():
            rest = whole - self.hopes[id] * LIKELY
            for step in steps:
                net = step.net(rest, self.price, self.caution)
                if net > value:
                    best, value, left = step, net, rest
        return best, left

    def steps(self, player: Player) -> Iterator[Step]:
        board, routes = self.board, self.routes[player.id]
        state = board.game.state
        yield from weapons.steps(board, player, routes, self.routes)
        if board.game.collect(BARRED, (player, "move")):
            return  # whoever swings a ball on a chain does nothing else
        if board.carrier is player:
            yield from self._with_the_ball(player, routes)
        else:
            if board.turns_left or board.their_turns:  # else it does not matter any more where anybody stands
                yield from self._position(player, routes)
            if board.loose >= 0:
                for step in ballwork.fetch(board, player, routes):
                    step.gain += self.guide.wants_the_ball(board, player)
                    yield step
        if player.status == STANDING:
            for rival in block_targets(board.game, player):
                yield self._block(player, rival)
        if BLITZ not in state.declared and board.carrier is not player:
            yield from self._blitzes(player, routes)

    def _with_the_ball(self, player: Player, routes: Routes) -> Iterator[Step]:
        board = self.board
        hold = ballwork.held(board, player) * self.guide.patience
        for step in (*ballwork.run_in(board, player, routes), *ballwork.give(board, player, routes, self.routes)):
            step.gain -= hold
            yield step
        if board.zones >> player.square & 1:
            yield from ballwork.hand_over(board, player, routes)
        if self.haven is not None and not routes.area >> self.haven.square & 1:
            self.haven = self._haven(player)  # somebody is in the way by now
        yield from ballwork.carry(board, player, routes, self.routes, self.haven)
        if player.status == PRONE:
            yield Step(player, "move", ON_ITS_FEET * 2, "gets up with the ball")

    def _position(self, player: Player, routes: Routes) -> Iterator[Step]:
        board, place = self.board, self.places.get(player.id)
        upright = 0.0
        if player.status == PRONE:
            upright = MARKED_UP if board.zones >> player.square & 1 else ON_ITS_FEET
            yield Step(player, "move", upright, "of more use upright")
        if place is None:
            yield from self._closer(player, routes, upright)
        elif place.square != player.square:
            yield from self._to_place(player, routes, place, upright)

    def _to_place(self, player: Player, routes: Routes, place: Place, upright: float) -> Iterator[Step]:
        board = self.board
        gain = place.worth + upright - self._contact(player, place.square) + self._contact(player, player.square)
        if routes.area >> place.square & 1:
            yield Step(player, "move", gain, place.why, partial(routes.path_to, place.square), goal=place.square)
            return
        loss = fall_cost(board, player) + self.guide.protects(player)
        if (
            Step(player, "move", gain, "", odds=routes.at_best, odds_again=routes.at_best, loss=loss).net(0.0, 0.0)
            < WORTH_IT
        ):
            return
        if routes.rushed >> place.square & 1:
            path = routes.rush_to(place.square)
        elif board.zones >> player.square & 1 and routes.risky(1 << place.square) is not None:
            path = routes.path_to(place.square)
        else:
            return
        odds, with_team = routes.odds(path), routes.odds(path, min(1, board.rerolls))
        yield Step(
            player,
            "move",
            gain,
            f"{place.why}, {with_team:.0%}",
            lambda: path,
            None,
            odds,
            with_team,
            fall_cost(board, player),
        )

    def _closer(self, player: Player, routes: Routes, upright: float) -> Iterator[Step]:
        """Nowhere in particular to be: nearer to where the game is, without a die and out of contact."""
        board = self.board
        if board.zones >> player.square & 1:
            return
        aim = self.focus
        spots = routes.area & ~board.zones | 1 << player.square
        best = lowest(board.pitch.nearest(aim, spots))
        gained = board.pitch.distance(player.square, aim) - board.pitch.distance(best, aim)
        if gained > 0 and board.pitch.distance(player.square, aim) > 2:
            yield Step(
                player,
                "move",
                BETTER_PLACED * gained / (gained + 2) + upright,
                "moves up",
                partial(routes.path_to, best),
            )

    def _contact(self, player: Player, square: Square) -> float:
        """What it costs to be hit there."""
        marked = self.board.exposed(square)
        return CONTACT * marked * (1.6 if player.st < 3 else 0.6 if player.st > 3 else 1.0) if marked else 0.0

    # Blocks -----------------------------------------------------------------------------------------------------------------------

    def _block(self, player: Player, rival: Player) -> Step:
        dice = dice_of(self.board, player, rival, player.square)
        chances = outlook(dice, match_of(self.board, player, rival))
        return self._fight(player, "block", rival, player.square, chances, words(dice, rival), routes=None)

    def _blitzes(self, player: Player, routes: Routes) -> Iterator[Step]:
        """From the square beside a target that is reached most safely, with a square of movement left for the block."""
        board = self.board
        area = routes.within(1)
        for rival, most in self.prey:
            if most * LIKELY < self.best_blitz:
                break  # there is one Blitz a turn, and the others are worth less
            beside = board.pitch.neighbours(rival.square)
            if beside >> player.square & 1 and player.status == STANDING:
                spot = player.square
            elif beside & area:
                spot = lowest(board.marks.least(beside & area))
            elif self._wanted_down(rival) and board.pitch.distance(player.square, rival.square) <= routes.limit:
                yield from self._risky_blitz(player, rival, routes)
                continue
            else:
                continue
            dice = dice_of(board, player, rival, spot, blitz=True)
            chances = outlook(dice, match_of(board, player, rival))
            if chances.fall < 0.5:
                step = self._fight(player, "blitz", rival, spot, chances, f"blitz, {words(dice, rival)}", routes)
                self.best_blitz = max(self.best_blitz, step.net(0.0, 0.0))
                yield step

    def _wanted_down(self, rival: Player) -> bool:
        """Worth dice on the way: who has the ball, stands by it, or marks who has ours."""
        board = self.board
        return rival is board.carrier or board.pitch.distance(rival.square, board.ball) == 1

    def _risky_blitz(self, player: Player, rival: Player, routes: Routes) -> Iterator[Step]:
        """With dice on the way."""
        board = self.board
        spots = routes.safest(board.pitch.neighbours(rival.square) & routes.free, spare=1)
        if not spots:
            return
        spot = lowest(board.marks.least(spots))
        dice = dice_of(board, player, rival, spot, blitz=True)
        chances = outlook(dice, match_of(board, player, rival))
        if dice < 0 or chances.fall > 0.4:
            return
        path = routes.path_to(spot)
        way = routes.dice(path)
        if len(path) >= routes.sure:
            way.append((SURE_FEET, board.rush))  # for the block itself
        odds = all_pass(way, routes.skills())
        step = self._fight(
            player, "blitz", rival, spot, chances, f"blitz, {words(dice, rival)}, {odds:.0%} to get there", routes
        )
        every = [*way, ("", 1 - chances.fall)]
        step.odds, step.odds_again = (
            all_pass(every, routes.skills()),
            all_pass(every, routes.skills(), min(1, board.rerolls)),
        )
        yield step

    def _fight(
        self,
        player: Player,
        action: str,
        rival: Player,
        spot: Square,
        chances: Outlook,
        why: str,
        routes: Routes | None,
    ) -> Step:
        board = self.board
        down, push = down_worth(board, rival, player), push_worth(board, player, rival, spot)
        if board.ours and board.carrier is not None and board.pitch.distance(rival.square, board.carrier.square) == 1:
            down, push = down + FREES_THE_CARRIER, push + FREES_THE_CARRIER / 2
        stays = 1 - chances.fall
        gain = (chances.down * down + chances.push * push) / stays if stays else 0.0
        if action == "blitz" and player.square == spot and player.status == STANDING:
            gain -= 0.3  # a block would do, and leave the Blitz to another
        path = partial(routes.path_to, spot) if routes is not None else tuple
        rerolled = 1 - chances.fall**2 if board.rerolls else stays
        return Step(
            player,
            action,
            gain,
            why,
            path,
            ("block", rival.id),
            stays,
            rerolled,
            fall_cost(board, player) + self.guide.protects(player),
        )


def _prey(board: Board) -> list[tuple[Player, float]]:
    """The opponents that are most worth a Blitz, with the most that it may bring, the best first."""
    if BLITZ in board.game.state.declared:
        return []
    worth = [(rival, down_worth(board, rival) + FREES_THE_CARRIER) for rival in board.rivals]
    return sorted(worth, key=lambda pair: (-pair[1], pair[0].id))[:MOST_PREY]


def words(dice: int, rival: Player) -> str:
    """What the block is rolled with."""
    number = "1 die" if abs(dice) == 1 else f"{abs(dice)} dice"
    return f"{number} on {rival.name}{', the other coach chooses' if dice < 0 else ''}"


def _hope(steps: list[Step]) -> float:
    """What a player's activation is likely to bring. There is one Blitz for all, so it is no hope of anybody's own."""
    return max((step.net(0.0, 0.0) for step in steps if step.action != "blitz"), default=0.0) if steps else 0.0


def reroll_price(board: Board) -> float:
    """A team re-roll is worth less the fewer turns are left to use it in."""
    turns = board.turns_left + 1
    return REROLL * min(1.0, turns / (2 * board.rerolls + 1))
