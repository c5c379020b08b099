"""The ball: the odds of hands, running it in, picking it up."""

from collections.abc import Iterator

from engine.coaches.bloodbowl.board import Board
from engine.coaches.bloodbowl.possession import holder, mates_of, touchdown, turned_over, worth_held
from engine.coaches.bloodbowl.routes import Path, Routes, again, all_pass
from engine.coaches.bloodbowl.steps import Step
from engine.core.pitch import Square
from engine.rules.activation import BARRED
from engine.rules.ball import NO_BALL, Flight, can_catch
from engine.rules.passing import ACCURATE, NO_INTERCEPTION, Throw
from engine.rules.rolls import Test, chance
from engine.rules.state import Player

SECURE, SECURED = "secure-the-ball", 2  # and what it takes
QUICK, SHORT = "Q", "S"  # passes
HANDS = {"pick-up": "sure-hands", "catch": "catch", "pass": "pass"}  # skills that re-roll what hands do


# Tests ----------------------------------------------------------------------------------------------------------------------


def pick_up(board: Board, player: Player) -> float:
    """The odds of picking the ball up, by hands as they are and opponents around the ball."""
    game, markers, agility = board.game, board.exposed(board.loose), board.value(player, "ag")
    if game.collect(NO_BALL, player):
        return 0.0
    key = ("pick-up", player.id, agility, len(player.skills), markers, game.state.weather)
    odds = board.once(key, lambda: _picked_up(board, player, agility, markers))
    return again(odds) if HANDS["pick-up"] in player.skills else odds


def _picked_up(board: Board, player: Player, agility: int, markers: int) -> float:
    game = board.game
    marked = [*game.edition.modifiers.dodge(markers)]
    return chance(game, Test("pick-up", player, agility, [*marked, *_rain(board)]))


def secured(board: Board, player: Player) -> float:
    """The odds of securing it: the same for all hands, and nobody is near."""
    key = ("secure", player.id, len(player.skills), board.game.state.weather)
    return board.once(key, lambda: chance(board.game, Test("secure", player, SECURED, [*_rain(board)])))


def catch(board: Board, player: Player, flight: str) -> float:
    """The odds that somebody catches a ball where it stands."""
    found = board.hands.get((player.id, flight))
    if found is None:
        found = board.hands[player.id, flight] = _caught(board, player, flight)
    return found


def _caught(board: Board, player: Player, flight: str) -> float:
    game = board.game
    if not can_catch(game, player):
        return 0.0
    throw = Flight(flight, player.square)
    modifiers = [*game.edition.modifiers.catch(game, player, throw)]
    odds = chance(game, Test("catch", player, board.value(player, "ag"), modifiers, part_of=throw))
    return again(odds) if HANDS["catch"] in player.skills else odds


def accurate(board: Board, player: Player, start: Square, target: Square) -> float:
    """The odds of an accurate pass that nobody intercepts."""
    far = board.pitch.range(start, target)
    if not player.pa or not far or (board.game.state.weather == "blizzard" and far not in "QS"):
        return 0.0
    throw = Throw(player, target, far, outcome=ACCURATE)
    return _thrown(board, throw, board.exposed(start)) * (1 - _intercepted(board, throw, start))


def open_pass(board: Board, player: Player, far: str) -> float:
    """The odds of an accurate pass over so far that nobody is in the way of."""
    return _thrown(board, Throw(player, player.square, far), 0)


def _thrown(board: Board, throw: Throw, markers: int) -> float:
    game, player = board.game, throw.player
    modifiers = [*game.edition.modifiers.dodge(markers), ("range", game.edition.range_modifiers[throw.range])]
    test = Test("pass", player, board.value(player, "pa"), modifiers, entering=throw.target)
    test.range, test.part_of = throw.range, throw
    odds = chance(game, test)
    return again(odds) if HANDS["pass"] in player.skills else odds


def _intercepted(board: Board, throw: Throw, start: Square) -> float:
    """The odds that the best of those under the ruler catches an accurate pass."""
    game, under = board.game, board.pitch.under_ruler
    rivals = [
        rival
        for rival in board.rivals
        if under(start, throw.target, rival.square)
        and can_catch(game, rival)
        and not game.collect(NO_INTERCEPTION, (throw, rival))
    ]
    if not rivals:
        return 0.0
    rival = min(rivals, key=lambda rival: (board.value(rival, "ag"), board.own_zones >> rival.square & 1, rival.id))
    modifiers = [*game.edition.modifiers.intercept(game, throw, rival)]
    return chance(game, Test("intercept", rival, board.value(rival, "ag"), modifiers, part_of=throw))


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
    action, why = "move", "picks the ball up"
    if may_secure(board, player) and (sure := secured(board, player)) > hands:
        action, hands, why = SECURE, sure, "no opponent is near the ball"
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
