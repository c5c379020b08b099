"""Blocks and the Blitz of a turn: whom they are for, from where, and what they bring."""

from collections.abc import Iterable, Iterator
from functools import partial

from engine.coaches.bloodbowl.board import Board
from engine.coaches.bloodbowl.fights import (
    Outlook,
    by_the_crowd,
    crowd_worth,
    dice_of,
    down_worth,
    fall_cost,
    match_of,
    outlook,
    push_worth,
)
from engine.coaches.bloodbowl.guidance import Guidance
from engine.coaches.bloodbowl.places import Place
from engine.coaches.bloodbowl.routes import SURE_FEET, Routes, all_pass
from engine.coaches.bloodbowl.steps import Step
from engine.core.lazy import lazy
from engine.core.pitch import Square, lowest
from engine.rules.actions import block_targets
from engine.rules.contest import block_dice
from engine.rules.state import STANDING, Player

BLITZ = "blitz"
AHEAD, ASIDE = 5, 3  # rows before our carrier, and columns to either side, in which opponents are in its way
PUSHED = 0.5  # the share of what an opponent on the ground is worth that a push may be
MOST_PREY = 4  # opponents that a Blitz is thought about for
MOST_FALLS = 0.5  # odds to go down oneself from which a Blitz is out of the question


class Blocks:
    """The blocks that a side can throw in a position, with the places that its players hold or go to."""

    def __init__(self, board: Board, guide: Guidance, places: dict[int, Place]) -> None:
        self.board, self.guide, self.places = board, guide, places
        self._worth_more: dict[int, float] = {}
        self.best_blitz = 0.0  # what the best one so far is worth

    def block(self, player: Player, rival: Player) -> Step:
        dice = dice_of(self.board, player, rival, player.square)
        chances = outlook(dice, match_of(self.board, player, rival))
        return self._fight(player, "block", rival, player.square, chances, words(dice, rival), routes=None)

    def blitzes(self, able: Iterable[Routes]) -> Iterator[Step]:
        """There is one Blitz a turn: those that may bring most are looked at first, until no other can be better."""
        for hope, routes, rival in sorted(self._hopes(able), key=_most_first):
            if hope < self.best_blitz:
                break
            for step in self._blitz(routes.player, rival, routes):
                self.best_blitz = max(self.best_blitz, step.net(0.0, 0.0))
                yield step

    def again(self, step: Step, rival: Player, routes: Routes) -> Iterator[Step]:
        """The same block or Blitz, as it is worth now, if it is still there."""
        player = step.player
        if step.action != BLITZ:
            if rival in block_targets(self.board.game, player):
                yield self.block(player, rival)
        elif any(rival is each for each, _ in self.prey):
            yield from self._blitz(player, rival, routes)

    def _hopes(self, able: Iterable[Routes]) -> Iterator[tuple[float, Routes, Player]]:
        """Who may blitz whom, with the most that it may bring."""
        board = self.board
        for routes in able if self.prey else ():
            player, near = routes.player, board.pitch.grow(routes.within(1))
            for rival, most in self.prey:
                odds = 1.0
                if not (near >> rival.square & 1 or self._is_beside(player, rival)):
                    apart = board.pitch.distance(player.square, rival.square)
                    if apart > routes.limit or not self._wanted_down(rival):
                        continue
                    odds = routes.at_best(board.pitch.neighbours(rival.square))
                if most * odds >= self.best_blitz:
                    brings = self._at_best(player, rival, most)
                    yield odds * brings - (1 - odds) * fall_cost(board, player), routes, rival

    def _blitz(self, player: Player, rival: Player, routes: Routes) -> Iterator[Step]:
        """From the square beside a target that is reached most safely, with a square of movement left for the block."""
        board, spots = self.board, self.board.pitch.neighbours(rival.square) & routes.within(1)
        if self._is_beside(player, rival):
            spot = player.square
        elif spots:
            spot = lowest(board.marks.least(spots))
        else:
            yield from self._risky_blitz(player, rival, routes)
            return
        dice = dice_of(board, player, rival, spot, blitz=True)
        chances = outlook(dice, match_of(board, player, rival))
        if chances.fall < MOST_FALLS:
            yield self._fight(player, BLITZ, rival, spot, chances, f"blitz, {words(dice, rival)}", routes)

    def _is_beside(self, player: Player, rival: Player) -> bool:
        """Whether somebody on its feet can blitz from where it is."""
        return player.status == STANDING and bool(self.board.pitch.neighbours(rival.square) >> player.square & 1)

    def _at_best(self, player: Player, rival: Player, most: float) -> float:
        """What a Blitz is likely to bring, of so much at most, if nobody helps the opponent."""
        board, helpers = self.board, self.board.assistants(rival)
        strength = board.strength(player, blitz=True) + len(helpers) - (player.id in helpers)
        chances = outlook(block_dice(strength, board.value(rival, "st")), match_of(board, player, rival))
        pushed = 1.0 if by_the_crowd(board, rival) else PUSHED
        return most * (chances.down + chances.push * pushed) - chances.fall * fall_cost(board, player)

    @lazy
    def prey(self) -> list[tuple[Player, float]]:
        """The opponents that are most worth a Blitz, with the most that it may bring, the best first."""
        if BLITZ in self.board.game.state.declared:
            return []
        worth = [(rival, self._most(rival)) for rival in self.board.rivals]
        return sorted(worth, key=lambda pair: (-pair[1], pair[0].id))[:MOST_PREY]

    def _most(self, rival: Player) -> float:
        """What it may be worth at most to hit an opponent: to have it on the ground, or in the crowd."""
        board = self.board
        most = down_worth(board, rival) + self._more_for(rival)
        return max(most, crowd_worth(board, rival)) if by_the_crowd(board, rival) else most

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
            player, BLITZ, rival, spot, chances, f"blitz, {words(dice, rival)}, {odds:.0%} to get there", routes
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
        more = self._more_for(rival)
        down, push = down + more, push + more / 2
        stays = 1 - chances.fall
        gain = (chances.down * down + chances.push * push) / stays if stays else 0.0
        if action == BLITZ and player.square == spot and player.status == STANDING:
            gain -= 0.3  # a block would do, and leave the Blitz to another
        if spot != player.square:
            gain -= self._left_behind(player)
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

    def _more_for(self, rival: Player) -> float:
        """What it is worth more to have this opponent on the ground, because of where it stands and what the plan says."""
        found = self._worth_more.get(rival.id)
        if found is None:
            board, found = self.board, self.guide.hits(rival)
            if board.ours and board.pitch.distance(rival.square, board.ball) == 1:
                found += board.weights.frees_the_carrier
            if self._in_the_way(rival):
                found += board.weights.opens_the_way
            self._worth_more[rival.id] = found
        return found

    def _in_the_way(self, rival: Player) -> bool:
        """Whether an opponent stands before our carrier, where it wants to go."""
        board = self.board
        if not board.ours:
            return False
        (x, y), (to_x, to_y) = board.pitch.xy(board.ball), board.pitch.xy(rival.square)
        return 0 <= (to_x - x) * board.forward <= AHEAD and abs(to_y - y) <= ASIDE

    def _left_behind(self, player: Player) -> float:
        """What the place is worth that somebody holds who goes away from it."""
        place = self.places.get(player.id)
        return place.worth if place is not None and place.square == player.square else 0.0


def _most_first(hope: tuple[float, Routes, Player]) -> tuple[float, int, int]:
    most, routes, rival = hope
    return -most, routes.player.id, rival.id


def words(dice: int, rival: Player) -> str:
    """What the block is rolled with."""
    number = "1 die" if abs(dice) == 1 else f"{abs(dice)} dice"
    return f"{number} on {rival.name}{', the other coach chooses' if dice < 0 else ''}"
