"""Carrying the ball: where to, among whom, and with how much risk."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial, reduce
from math import exp
from operator import attrgetter, itemgetter, or_

from engine.coaches.bloodbowl.board import Board
from engine.coaches.bloodbowl.possession import Holder, holder, mates_of, turned_over
from engine.coaches.bloodbowl.routes import POINT, Path, Routes, again
from engine.coaches.bloodbowl.steps import Step
from engine.coaches.classic.cover import Cover
from engine.core.pitch import Mask, Square, lowest, squares_of
from engine.rules.state import PRONE, Player

LOOKED_AT = 2  # places that are thought through
NOWHERE_TO_GO = -99.0
SAFE, SAFER = 0.1, 0.04  # odds to lose the ball that are good enough, and what one more guard has to take off them
MORE_GUARDS = 3
CLOSER = 5  # places that get a closer look
AT_RISK = (
    0.55,
    0.5,
    0.45,
    0.3,
    0.2,
)  # about what the odds to lose the ball are where opponents can come, by corners held
BLOCKED, MOST_AT_RISK = 0.3, 0.9  # for each opponent who stands there, and at most
DARING = 10  # points of risk that a carrier takes for a better place
EVEN = exp(-POINT)  # the odds of one of them


@dataclass(frozen=True, slots=True)
class Haven:
    """Where the carrier goes this turn, and who would be round it."""

    square: Square
    worth: float
    guards: Mask = 0


def haven(board: Board, carrier: Player, area: Mask, able: dict[int, Routes], meant: Square = -1) -> Haven:
    """The best of some squares to carry the ball to: forward, in time, out of reach or among friends.

    Where it was meant to go when the turn began is preferred: others are on their way there.
    """
    friends, having = Friends(board, carrier, able), holder(board, carrier)
    risks = list(friends.risks(area, having))
    about = promising(risks, having)
    for risk in (risk for risk, part in risks if meant >= 0 and part >> meant & 1):
        about[meant] = having.at_risk(meant, risk) + board.weights.steady
    found: list[tuple[float, Square, Mask]] = []
    for _, square in sorted((-worth, square) for square, worth in about.items())[:CLOSER]:
        more = board.weights.steady if square == meant else 0.0
        if len(found) < LOOKED_AT or having.promise(square) + more >= -found[LOOKED_AT - 1][0]:
            guards, _ = friends.round(square)
            found.append((-having.worth(square, guards) - more, square, guards))
            found.sort()
    best = Haven(carrier.square, NOWHERE_TO_GO)
    for worth, square, guards in found[:LOOKED_AT]:
        open_haven = Haven(square, -worth, guards)
        if friends.most(open_haven, having) > best.worth:
            best = max(best, friends.shield(open_haven, having), key=attrgetter("worth"))
    return best


def here(board: Board, carrier: Player, able: dict[int, Routes]) -> float:
    """What it is worth to have the ball where it is now, with team-mates who come to its cage."""
    return holder(board, carrier).worth(carrier.square, Friends(board, carrier, able).round(carrier.square)[0])


def risk(board: Board, carrier: Player, best: Haven | None) -> float:
    """The odds to lose the ball where the carrier goes without a die, or where it has to stay."""
    threats = holder(board, carrier).threats
    return threats.loss(best.square, best.guards) if best else threats.loss(carrier.square, mates_of(board, carrier))


class Friends:
    """Where team-mates would be round a carrier: those who can get to a corner of its cage without a die, and who stays."""

    def __init__(self, board: Board, carrier: Player, able: dict[int, Routes]) -> None:
        self.stride = board.pitch.stride
        self.stay: Mask = 0
        self.comes_from: Mask = 0
        self.areas: list[Mask] = []
        for mate in board.mates:
            if mate is carrier or not mate.ready:
                continue
            area = able[mate.id].area if mate.id in able else 0
            if area.bit_count() > 1:
                self.areas.append(area)
                self.comes_from |= 1 << mate.square
            else:
                self.stay |= 1 << mate.square
        for id, routes in able.items():
            if routes.player.status == PRONE and id != carrier.id and routes.area.bit_count() > 1:
                self.areas.append(routes.area)

    def guesses(self, area: Mask, having: Holder) -> dict[Square, float]:
        """About what squares are worth to a carrier: by who can come there, and how many corners friends can hold."""
        return {
            square: having.at_risk(square, risk)
            for risk, part in self.risks(area, having)
            for square in squares_of(part)
        }

    def risks(self, area: Mask, having: Holder) -> Iterator[tuple[float, Mask]]:
        """The squares of an area by about what the odds are to lose the ball there."""
        threats, friends, stride = having.threats, self.stay, self.stride
        for other in self.areas:
            friends |= other
        corners = Cover((friends << stride + 1, friends << stride - 1, friends >> stride - 1, friends >> stride + 1))
        open_to = having.board.pitch.around(threats.open_to(self.stay))
        for number, part in enumerate(threats.beside.rings(area)):
            blocked = BLOCKED * number
            yield min(blocked, MOST_AT_RISK), part & ~open_to
            for risk, corner in zip(AT_RISK, corners.rings(part & open_to), strict=False):
                yield min(risk + blocked, MOST_AT_RISK), corner

    def round(self, square: Square) -> tuple[Mask, list[Mask]]:
        """The squares of those who stay and of those who can come to its corners, where the fewest can come first.

        With it the areas of those who have nothing to do yet.
        """
        stride, guards, idle = self.stride, self.stay, self.areas
        corners = (square + stride + 1, square + stride - 1, square - stride + 1, square - stride - 1)
        wanted = [(sum(area >> corner & 1 for area in idle), corner) for corner in corners if not guards >> corner & 1]
        wanted.sort(key=itemgetter(0))
        for _, corner in wanted:
            if any(area >> corner & 1 for area in idle):
                idle = _send(idle, corner)
                guards |= 1 << corner
        return guards, idle

    def most(self, haven: Haven, having: Holder) -> float:
        """What a place would be worth if guards kept all opponents away."""
        loss = having.threats.loss(haven.square, haven.guards)
        return haven.worth + loss * having.stake(haven.square)

    def shield(self, haven: Haven, having: Holder) -> Haven:
        """The same place with more guards, where they keep opponents away."""
        board, square = having.board, haven.square
        guards, idle = self.round(square)
        loss = before = having.threats.loss(square, guards)
        near = board.pitch.within(square, 2) & ~(1 << square)
        for _ in range(MORE_GUARDS):
            open_to = 0
            for area in idle:
                open_to |= area
            spots = near & open_to & ~guards & (board.free | self.comes_from)
            if loss <= SAFE or not spots:
                break
            least, spot = min((having.threats.loss(square, guards | 1 << spot), spot) for spot in squares_of(spots))
            if least > loss - SAFER:
                break
            idle = _send(idle, spot)
            loss, guards = least, guards | 1 << spot
        if loss > SAFE:
            pinned = guards | self._pins(having, square, guards, idle)
            least = having.threats.loss(square, pinned)
            if least < loss - SAFER:
                loss, guards = least, pinned
        if loss == before:
            return haven
        return Haven(square, haven.worth + (before - loss) * having.stake(square), guards)

    def _pins(self, having: Holder, square: Square, guards: Mask, idle: list[Mask]) -> Mask:
        """Squares beside opponents who could come for the ball, so that it takes them a Dodge."""
        board = having.board
        near, pins = board.pitch.neighbours, 0
        loose = [near(spot) for spot in having.threats.hitters_of(square, guards)]
        while loose and idle:
            spots: Mask = 0
            for area in idle:
                spots |= area
            spots &= ~guards & ~pins & (board.free | self.comes_from)
            held = Cover(beside & spots for beside in loose).layers
            if not held:
                break
            spot = lowest(board.marks.least(held[-1]))
            idle = _send(idle, spot)
            loose = [beside for beside in loose if not beside >> spot & 1]
            pins |= 1 << spot
        return pins


def promising(risks: list[tuple[float, Mask]], having: Holder) -> dict[Square, float]:
    """The best guesses among squares by their risk, row by row as long as a row may have one of them."""
    rows = [(-having.at_most(x, risk), risk, squares) for risk, part in risks for x, squares in having.rows_of(part)]
    found: list[tuple[float, Square]] = []
    for most, risk, squares in sorted(rows):
        if len(found) == CLOSER and most > found[-1][0]:
            break
        found += [(-having.at_risk(square, risk), square) for square in squares_of(squares)]
        found = sorted(found)[:CLOSER]
    return {square: -worth for worth, square in found}


def _send(idle: list[Mask], spot: Square) -> list[Mask]:
    """Those who are still idle when the one with the fewest other places to go to has gone to a square."""
    comer = min((area for area in idle if area >> spot & 1), key=int.bit_count)
    return [area for area in idle if area is not comer]


def carry(
    board: Board, player: Player, routes: Routes, able: dict[int, Routes], best: Haven | None, now: float
) -> Iterator[Step]:
    """On with the ball to the best place without a die; with one to where it is much better."""
    if not board.turns_left:
        return  # what is not in the end zone by now will not be
    best = best or Haven(player.square, now)
    if best.square != player.square and best.worth > now + 0.05:
        onwards = board.rows_to_go(best.square) < board.rows_to_go(player.square)
        why = "carries the ball forward" if onwards else "takes the ball out of danger"
        yield Step(player, "move", best.worth - now, why, partial(routes.path_to, best.square))
    reach = board.pitch.within(player.square, routes.limit) & routes.free
    if not reach:
        return
    most, loss, odds = holder(board, player).farthest(reach), turned_over(board, player.square), routes.at_best(reach)
    if odds * most - (1 - odds) * loss > best.worth:
        closer = partial(_break_out, board, player, routes, able, best.worth, now)
        yield Step(player, "move", most - now, "", odds=odds, odds_again=odds, loss=now + loss, closer=closer)


def _break_out(
    board: Board, player: Player, routes: Routes, able: dict[int, Routes], easy: float, now: float
) -> Iterator[Step]:
    """With a Dodge or a Rush to where it is much better than without."""
    areas = [(risk, area & ~routes.area) for risk, area in routes.reached if 0 < risk <= DARING]
    risks = {square: risk for risk, area in reversed(areas) for square in squares_of(area)}  # the least of each
    everywhere = reduce(or_, (area for _, area in areas), 0)
    having, loss = holder(board, player), turned_over(board, player.square)

    chances = {risk: _chances(board, risk) for risk, _ in areas}

    def hoped(square: Square, worth: float) -> float:
        odds, spent = chances[risks[square]]
        return odds * worth - (1 - odds) * loss - spent

    if not any(hoped(square, having.promise(square)) > easy for square in risks):
        return
    best, most = None, easy
    friends = Friends(board, player, able)
    about = friends.guesses(everywhere, having)
    for _, square in sorted((-hoped(square, worth), square) for square, worth in about.items())[:CLOSER]:
        if hoped(square, having.promise(square)) <= most:
            continue
        guards, _ = friends.round(square)
        worth = having.worth(square, guards)
        if hoped(square, worth) > most:
            best, most = Haven(square, worth, guards), hoped(square, worth)
    if best is None:
        return
    path = routes.path_to(best.square)
    odds, with_team = routes.odds(path), routes.odds(path, min(1, board.rerolls))
    why = f"breaks through with the ball, {with_team:.0%}"
    yield Step(player, "move", best.worth - now, why, lambda: path, None, odds, with_team, now + loss)


def _chances(board: Board, risk: int) -> tuple[float, float]:
    """The odds of a way with so much risk, with a team re-roll where there is one, and what that is likely to cost."""
    plain = EVEN**risk
    return (again(plain), (1 - plain) * board.weights.reroll / 2) if board.rerolls else (plain, 0.0)


def onward(board: Board, player: Player, left: tuple[int, int], able: dict[int, Routes]) -> Path:
    """Where somebody who has just picked the ball up takes it with the movement that is left."""
    routes = Routes(board, player, left)
    goal = routes.area & board.goal
    if goal:
        return routes.path_to(lowest(goal))
    best = haven(board, player, routes.area, able)
    return routes.path_to(best.square)
