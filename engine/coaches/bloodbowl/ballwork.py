"""The ball: running it in, carrying it on, picking it up, handing and throwing it."""

from collections.abc import Iterator
from functools import partial

from engine.coaches.bloodbowl.board import Board
from engine.coaches.bloodbowl.carrying import haven
from engine.coaches.bloodbowl.possession import holder, mates_of, touchdown, turned_over, worth_held
from engine.coaches.bloodbowl.routes import Path, Routes, again, all_pass
from engine.coaches.bloodbowl.steps import Step
from engine.core.pitch import Square, lowest
from engine.rules.activation import BARRED, may_declare
from engine.rules.ball import NO_BALL, Flight, can_catch
from engine.rules.passing import Throw
from engine.rules.rolls import Test, chance
from engine.rules.state import Player

AHEAD = 3  # rows that a throw has to bring
RECEIVERS = 2  # that are thought about
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


def run_in(board: Board, player: Player, routes: Routes, patience: float = 1.0) -> Iterator[Step]:
    """Into the end zone, as safely as can be."""
    if board.rows_to_go(player.square) > routes.limit:
        return
    square = routes.risky(board.goal)
    if square is None:
        return
    path = routes.path_to(square)
    odds, with_team = routes.odds(path), routes.odds(path, min(1, board.rerolls))
    why = "scores" if odds == 1.0 else f"runs in, {with_team:.0%}"
    held = worth_held(board, player)
    gain = touchdown(board) - held * patience
    loss = held + turned_over(board, square)
    yield Step(player, "move", gain, why, lambda: path, None, odds, with_team, loss, scores=True)


def give(
    board: Board, player: Player, routes: Routes, able: dict[int, Routes], patience: float = 1.0
) -> Iterator[Step]:
    """To a team-mate who can score this turn."""
    actions = {action.key for action in may_declare(board.game, player)} & {"hand-off", "pass"}
    if not actions:
        return
    held, them = worth_held(board, player), turned_over(board, player.square)
    for mate in board.mates:
        if mate is player or mate.id not in able or board.rows_to_go(mate.square) > able[mate.id].limit:
            continue
        runs = runs_in(board, able[mate.id])
        if runs < 0.2:
            continue
        gain = touchdown(board) * runs - them * (1 - runs) - held * patience
        for action, last, spot, odds in ways(board, player, mate, routes):
            if action in actions:
                why = f"{action} to {mate.name}, who may score, {odds * runs:.0%}"
                best = again(odds) if board.rerolls else odds
                path, loss = partial(routes.path_to, spot), held + them
                yield Step(player, action, gain, why, path, last, odds, best, loss, needs=mate.id, scores=True)


def give_on(
    board: Board, player: Player, routes: Routes, able: dict[int, Routes], easy: float, now: float
) -> Iterator[Step]:
    """To a team-mate farther ahead who takes the ball to a better place than the carrier can."""
    actions = {action.key for action in may_declare(board.game, player)} & {"hand-off", "pass"}
    if not actions or not board.turns_left:
        return
    ahead = board.rows_to_go(player.square) - AHEAD
    hopes = []
    for id, theirs in able.items():
        mate = theirs.player
        if mate is player or not mate.ready or board.exposed(mate.square) or board.rows_to_go(mate.square) > ahead:
            continue
        hope = holder(board, mate).farthest(theirs.area)
        if hope > easy:
            hopes.append((hope, -id, theirs))
    for hope, _, theirs in sorted(hopes, reverse=True)[:RECEIVERS]:
        found = [way for way in ways(board, player, theirs.player, routes) if way[0] in actions]
        if any(odds * hope > easy for *_, odds in found):
            yield from _given_on(board, player, theirs, routes, able, found, now)


def _given_on(
    board: Board, player: Player, theirs: Routes, routes: Routes, able: dict[int, Routes], ways: list[Way], now: float
) -> Iterator[Step]:
    mate = theirs.player
    others = {id: each for id, each in able.items() if id != player.id}
    gain = haven(board, mate, theirs.area, others).worth - now
    loss = now + turned_over(board, mate.square)
    for action, last, spot, odds in ways:
        best = again(odds) if board.rerolls else odds
        why = f"{action} to {mate.name}, who takes it on, {best:.0%}"
        path = partial(routes.path_to, spot)
        yield Step(player, action, gain, why, path, last, odds, best, loss, needs=mate.id)


def ways(board: Board, player: Player, mate: Player, routes: Routes) -> Iterator[Way]:
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


def runs_in(board: Board, routes: Routes) -> float:
    if board.goal >> routes.start & 1:
        return 1.0
    square = routes.risky(board.goal)
    return routes.odds(routes.path_to(square)) if square is not None else 0.0


def hand_over(board: Board, player: Player, routes: Routes) -> Iterator[Step]:
    """A carrier in danger gives the ball to a team-mate who is in less."""
    if not board.turns_left or "hand-off" in board.game.state.declared:
        return
    here = worth_held(board, player)
    for mate in board.mates:
        beside = board.pitch.neighbours(mate.square) & routes.area
        if mate is player or not beside or board.exposed(mate.square):
            continue
        gain = (worth_held(board, mate) - here) * board.weights.saved
        if gain > 0.5:
            spot = player.square if beside >> player.square & 1 else lowest(beside)
            odds = catch(board, mate, "hand-off")
            best = again(odds) if board.rerolls else odds
            why, path = f"hand-off to {mate.name}, out of danger", partial(routes.path_to, spot)
            loss = here + turned_over(board, player.square)
            yield Step(player, "hand-off", gain, why, path, ("hand-off", mate.id), odds, best, loss)


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
    held = max(0.0, holder(board, player).worth(ball, mates_of(board, player))) + board.weights.loose
    gain = touchdown(board) if scores else held
    contested = board.threats.count(ball) or board.exposed(ball)
    loss = board.weights.dropped + (turned_over(board, ball) / 2 if contested else 0.0)
    why = f"{why}, {with_team:.0%}"
    yield Step(player, action, gain, why, lambda: path, None, odds, with_team, loss, scores=scores)


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
