"""The ball: running it in, carrying it on, picking it up, handing and throwing it."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

from engine.coaches.bloodbowl.board import Board
from engine.coaches.bloodbowl.routes import Path, Routes, again, all_pass
from engine.coaches.bloodbowl.steps import Step
from engine.core.pitch import Mask, Square, lowest, squares_of
from engine.rules.activation import BARRED, may_declare
from engine.rules.ball import NO_BALL, Flight, can_catch
from engine.rules.passing import Throw
from engine.rules.rolls import Test, chance
from engine.rules.state import PRONE, Player

TOUCHDOWN = 10.0
REPLY = (0.0, 0.4, 1.0, 1.8, 2.4, 2.8, 3.1, 3.3, 3.5)  # what a touchdown costs by the turns that it leaves to them
LOST, LATE_LOST = 4.5, 2.0  # the ball on the ground among opponents; the same without a turn left to get it back
ROW = 0.22  # a row forward
HURRY, SPARE = 2.0, 1.0  # to be without a turn to spare, and how many are wanted
TOO_LATE = 3.0  # to be too far away to score in this half
SIDELINE = 0.8
STEADY = 0.8  # to go where others expect it
IN_RANGE = 1.2  # to be able to score with the next turn
DARING = 2  # points of risk that a carrier takes for a better place
BESIDE, MORE_BESIDE = 2.6, 0.7  # an opponent beside the carrier, and each one more
HIT = 2.4  # that somebody may come and hit the carrier
MORE_HITS = 0.35
SAVED = 0.8  # of the danger that a hand-off takes the ball out of
SHUT = 0.5  # a cage that takes Dodges to get into
HELD, TOO_FAR = 3.0, 0.5  # what it is worth to have the ball with time to score, and without
SECURE = "secure-the-ball"
Way = tuple[str, tuple[str, int], Square, float]  # action, last step, where from, odds that the team-mate gets the ball
HANDS = {"pick-up": "sure-hands", "catch": "catch", "pass": "pass"}  # skills that re-roll what hands do


# Tests ----------------------------------------------------------------------------------------------------------------------


def pick_up(board: Board, player: Player) -> float:
    """The odds of picking the ball up, by hands as they are and opponents around the ball."""
    game = board.game
    if game.collect(NO_BALL, player):
        return 0.0
    marked = [*game.edition.modifiers.dodge(board.exposed(board.loose))]
    odds = chance(game, Test("pick-up", player, board.value(player, "ag"), [*marked, *_rain(board)]))
    return again(odds) if HANDS["pick-up"] in player.skills else odds


def catch(board: Board, player: Player, flight: str) -> float:
    game = board.game
    if not can_catch(game, player):
        return 0.0
    throw = Flight(flight, player.square)
    modifiers = [*game.edition.modifiers.catch(game, player, throw)]
    odds = chance(game, Test("catch", player, board.value(player, "ag"), modifiers, part_of=throw))
    return again(odds) if HANDS["catch"] in player.skills else odds


def accurate(board: Board, player: Player, start: Square, target: Square) -> float:
    """The odds of an accurate pass that nobody intercepts."""
    game = board.game
    far = board.pitch.range(start, target)
    if not player.pa or not far or (game.state.weather == "blizzard" and far not in "QS"):
        return 0.0
    marked = [*game.edition.modifiers.dodge(board.exposed(start))]
    reach = [("range", game.edition.range_modifiers[far])]
    test = Test("pass", player, board.value(player, "pa"), [*marked, *reach], entering=target)
    test.range, test.part_of = far, Throw(player, target, far)
    odds = chance(game, test)
    odds = again(odds) if HANDS["pass"] in player.skills else odds
    under = board.pitch.under_ruler
    rivals = [rival for rival in board.rivals if under(start, target, rival.square) and can_catch(game, rival)]
    stolen = max((max(1, 5 - rival.ag) / 6 * 0.6 for rival in rivals), default=0.0)
    return odds * (1 - stolen)


def _rain(board: Board) -> list[tuple[str, int]]:
    return [("pouring rain", -1)] if board.game.state.weather == "pouring-rain" else []


# Scoring --------------------------------------------------------------------------------------------------------------------


def touchdown(board: Board) -> float:
    """What it is worth to score now, given the time that it leaves to them."""
    turns = min(board.their_turns, len(REPLY) - 1)
    return TOUCHDOWN - REPLY[turns]


def lost(board: Board) -> float:
    """What it costs to lose the ball now."""
    if board.turns_left:
        return LOST
    return LATE_LOST if board.their_turns else 0.0


def run_in(board: Board, player: Player, routes: Routes) -> Iterator[Step]:
    """Into the end zone, as safely as can be."""
    if board.rows_to_go(player.square) > routes.limit:
        return
    square = routes.risky(board.goal)
    if square is None:
        return
    path = routes.path_to(square)
    odds, with_team = routes.odds(path), routes.odds(path, min(1, board.rerolls))
    why = "scores" if odds == 1.0 else f"runs in, {with_team:.0%}"
    yield Step(player, "move", touchdown(board), why, lambda: path, None, odds, with_team, lost(board))


def give(board: Board, player: Player, routes: Routes, able: dict[int, Routes]) -> Iterator[Step]:
    """To a team-mate who can score this turn."""
    actions = {action.key for action in may_declare(board.game, player)} & {"hand-off", "pass"}
    if not actions:
        return
    for mate in board.mates:
        if mate is player or mate.id not in able or board.rows_to_go(mate.square) > able[mate.id].limit:
            continue
        runs = _runs_in(board, able[mate.id])
        if runs < 0.2:
            continue
        gain = touchdown(board) * runs - lost(board) * (1 - runs)
        for action, last, spot, odds in _ways(board, player, mate, routes):
            if action in actions:
                why = f"{action} to {mate.name}, who may score, {odds * runs:.0%}"
                best = again(odds) if board.rerolls else odds
                yield Step(player, action, gain, why, partial(routes.path_to, spot), last, odds, best, lost(board))


def _ways(board: Board, player: Player, mate: Player, routes: Routes) -> Iterator[Way]:
    """From hand to hand, and through the air from where the carrier is or may go without a die."""
    beside = board.pitch.neighbours(mate.square) & (routes.area | 1 << player.square)
    if beside:
        spot = player.square if beside >> player.square & 1 else lowest(beside)
        yield "hand-off", ("hand-off", mate.id), spot, catch(board, mate, "hand-off")
        return
    caught = catch(board, mate, "pass")
    for spot in _throwing_spots(board, player, mate, routes):
        odds = accurate(board, player, spot, mate.square) * caught
        if odds > 0.15:
            yield "pass", ("pass", mate.square), spot, odds


def _throwing_spots(board: Board, player: Player, mate: Player, routes: Routes) -> list[Square]:
    spots = [player.square]
    clear = routes.area & ~board.zones & ~(1 << player.square)
    if clear:
        nearest = board.pitch.nearest(mate.square, clear)
        spots.append(lowest(nearest))
    return spots


def _runs_in(board: Board, routes: Routes) -> float:
    if board.goal >> routes.start & 1:
        return 1.0
    square = routes.risky(board.goal)
    return routes.odds(routes.path_to(square)) if square is not None else 0.0


def hand_over(board: Board, player: Player, routes: Routes) -> Iterator[Step]:
    """A carrier in danger gives the ball to a team-mate who is in less."""
    if not board.turns_left or "hand-off" in board.game.state.declared:
        return
    here = danger(board, player.square)
    for mate in board.mates:
        beside = board.pitch.neighbours(mate.square) & routes.area
        if mate is player or not beside or board.exposed(mate.square):
            continue
        gain = (here - danger(board, mate.square)) * SAVED - (0.0 if not mate.used else 0.5)
        if gain > 0.5:
            spot = player.square if beside >> player.square & 1 else lowest(beside)
            odds = catch(board, mate, "hand-off")
            best = again(odds) if board.rerolls else odds
            why, path = f"hand-off to {mate.name}, out of danger", partial(routes.path_to, spot)
            yield Step(player, "hand-off", gain, why, path, ("hand-off", mate.id), odds, best, LOST)


# Carrying -------------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Haven:
    """Where the carrier goes this turn."""

    square: Square
    worth: float


def danger(board: Board, square: Square, guards: Mask = 0) -> float:
    """What a carrier on a square has to fear from opponents, with team-mates on these squares.

    Whoever wants to hit the carrier has to come beside it. A Dodge keeps most of them away; it takes one to leave a square that
    a team-mate marks, so a cage is shut when all ways to the carrier lead through such squares.
    """
    pitch = board.pitch
    marked = _beside(board, square)
    near = pitch.neighbours(square) & ~guards
    entries = near & board.threats.whole
    if not entries:
        return marked
    calm = pitch.everywhere & ~pitch.around(guards) & ~(1 << square)
    entries &= pitch.grow(calm)
    if not entries:
        return marked + SHUT
    return marked + HIT + MORE_HITS * min(board.threats.count(lowest(entries)) - 1, 4)


def _beside(board: Board, square: Square) -> float:
    """Whoever stands beside the carrier hits it without a Blitz."""
    number = board.exposed(square)
    return BESIDE + MORE_BESIDE * (number - 1) if number else 0.0


def haven(board: Board, carrier: Player, area: Mask, able: dict[int, Routes], meant: Square = -1) -> Haven:
    """The best of some squares to carry the ball to: forward, in time, out of reach or among friends.

    Where it was meant to go when the turn began is preferred: others are on their way there.
    """
    friends = Friends(board, carrier, able)
    best = Haven(carrier.square, -99.0)
    moves = board.value(carrier, "ma")
    for square in squares_of(_promising(board, carrier, area)):
        way = _way(board, square, moves)
        if _beside(board, square) + way + best.worth < STEADY:
            worth = -danger(board, square, friends.round(square)) - way + (STEADY if square == meant else 0.0)
            if worth > best.worth:
                best = Haven(square, worth)
    return best


def _promising(board: Board, carrier: Player, area: Mask) -> Mask:
    """Not every square has to be weighed: those that go on, and a few that go back."""
    wanted = board.ahead(carrier.square) | board.pitch.within(carrier.square, 2)
    return area & wanted or area


def held(board: Board, carrier: Player) -> float:
    """What it is worth to keep the ball for another turn."""
    turns = board.turns_left
    if not turns:
        return 0.0
    in_time = board.rows_to_go(carrier.square) <= board.value(carrier, "ma") * (turns + 1)
    return HELD if in_time else TOO_FAR


def _way(board: Board, square: Square, moves: int) -> float:
    """What is still to go, most of all if there are not the turns for it, and the sideline, where there is no way round."""
    rows, turns = board.rows_to_go(square), board.turns_left
    late = min(1.0, max(0.0, rows / moves - turns + SPARE)) * HURRY + (TOO_LATE if rows > moves * turns + 2 else 0.0)
    y = square % board.pitch.stride
    edge = min(y - 1, board.pitch.width - y)
    near = IN_RANGE if turns and rows <= moves else 0.0
    return ROW * rows - near + late + (SIDELINE * (3 - edge) if edge < 3 else 0.0)


class Friends:
    """Where team-mates would be round a carrier: those who can get to a corner of its cage without a die, and who stays."""

    def __init__(self, board: Board, carrier: Player, able: dict[int, Routes]) -> None:
        self.stride = board.pitch.stride
        self.stay: Mask = 0
        self.areas: list[Mask] = []
        for mate in board.mates:
            if mate is carrier or not mate.ready:
                continue
            area = able[mate.id].area if mate.id in able else 0
            if area.bit_count() > 1:
                self.areas.append(area)
            else:
                self.stay |= 1 << mate.square
        for id, routes in able.items():
            if routes.player.status == PRONE and id != carrier.id and routes.area.bit_count() > 1:
                self.areas.append(routes.area)

    def round(self, square: Square) -> Mask:
        """The squares of those who stay and of those who can come to its corners, where the fewest can come first."""
        stride, guards = self.stride, self.stay
        corners = [square + stride + 1, square + stride - 1, square - stride + 1, square - stride - 1]
        wanted = [[area for area in self.areas if area >> corner & 1] for corner in corners if not guards >> corner & 1]
        open_corners = [corner for corner in corners if not guards >> corner & 1]
        busy: list[Mask] = []
        for comers, corner in sorted(zip(wanted, open_corners, strict=True), key=lambda pair: len(pair[0])):
            free = [area for area in comers if not any(area is other for other in busy)]
            if free:
                busy.append(min(free, key=int.bit_count))
                guards |= 1 << corner
        return guards


def carry(board: Board, player: Player, routes: Routes, able: dict[int, Routes], best: Haven | None) -> Iterator[Step]:
    """On with the ball to the best place without a die; with one to where it is much better."""
    if not board.turns_left:
        return  # what is not in the end zone by now will not be
    here = Friends(board, player, able).round(player.square)
    now = -danger(board, player.square, here) - _way(board, player.square, board.value(player, "ma"))
    best = best or Haven(player.square, now)
    if best.square != player.square and best.worth > now + 0.05:
        onwards = board.rows_to_go(best.square) < board.rows_to_go(player.square)
        why = "carries the ball forward" if onwards else "takes the ball out of danger"
        yield Step(player, "move", best.worth - now, why, partial(routes.path_to, best.square))
    yield from _break_out(board, player, routes, able, best.worth, now)


def _break_out(
    board: Board, player: Player, routes: Routes, able: dict[int, Routes], easy: float, now: float
) -> Iterator[Step]:
    """With a Dodge or a Rush to where it is much better than without."""
    area = 0
    for risk, squares in routes.reached:
        if 0 < risk <= (DARING if easy > now + 0.05 else 2 * DARING):
            area |= squares
    area &= ~routes.area
    if not area:
        return
    best = haven(board, player, area, able)
    if best.worth < easy + 0.5:
        return
    path = routes.path_to(best.square)
    odds, with_team = routes.odds(path), routes.odds(path, min(1, board.rerolls))
    why = f"breaks through with the ball, {with_team:.0%}"
    yield Step(player, "move", best.worth - now, why, lambda: path, None, odds, with_team, lost(board))


# Picking up -----------------------------------------------------------------------------------------------------------------


def fetch(board: Board, player: Player, routes: Routes) -> Iterator[Step]:
    """To the loose ball."""
    ball = board.loose
    if board.pitch.distance(player.square, ball) > routes.limit:
        return
    routes = Routes(board, player, to_ball=True)
    square = routes.risky(1 << ball)
    if square is None:
        return
    hands = pick_up(board, player)
    if not hands:
        return
    path = routes.path_to(ball)
    dice = routes.dice(path)
    secures = may_secure(board, player)
    if secures and hands < 5 / 6:
        action, hands, why = SECURE, 5 / 6, "no opponent is near the ball"
    else:
        action, why = "move", "picks the ball up"
    every = [*dice, ("", hands)]
    odds = all_pass(every, routes.skills())
    with_team = all_pass(every, routes.skills(), 1) if board.rerolls else odds
    scores = action == "move" and _scores_after(board, routes, path)
    gain = touchdown(board) if scores else _possession(board, player, ball)
    loss = 0.5 + (lost(board) / 2 if board.threats.count(ball) or board.exposed(ball) else 0.0)
    yield Step(player, action, gain, f"{why}, {with_team:.0%}", lambda: path, None, odds, with_team, loss)


def _possession(board: Board, player: Player, ball: Square) -> float:
    """What it is worth to have the ball there, in these hands."""
    time = 1.0 if board.turns_left or board.rows_to_go(ball) == 0 else 0.3
    return time * (
        7.5 + 0.15 * (board.value(player, "ma") - 6) - 0.25 * (board.value(player, "ag") - 3)
    ) - 0.3 * danger(board, ball)


def _scores_after(board: Board, routes: Routes, path: Path) -> bool:
    """Whether the rest of the movement is enough for the end zone, without another die."""
    left = routes.sure - len(path)
    return board.rows_to_go(path[-1]) <= left if path else False


def may_secure(board: Board, player: Player) -> bool:
    """As the rules have it, where there is such an action: once a turn, and not for those whom a trait bars from it."""
    game = board.game
    if SECURE in game.state.declared or game.collect(BARRED, (player, SECURE)):
        return False
    secure = next((action for action in game.edition.actions if action.key == SECURE), None)
    return secure is not None and secure.available(game, player)


def onward(board: Board, player: Player, left: tuple[int, int], able: dict[int, Routes]) -> Path:
    """Where somebody who has just picked the ball up takes it with the movement that is left."""
    routes = Routes(board, player, left)
    goal = routes.area & board.goal
    if goal:
        return routes.path_to(lowest(goal))
    best = haven(board, player, routes.area, able)
    return routes.path_to(best.square)
