"""The ball far away: punts, and passes to any square of the pitch. For a last turn, and for a ball that would be lost."""

from collections.abc import Iterator
from functools import partial

from engine.coaches.bloodbowl.ballwork import catch
from engine.coaches.bloodbowl.board import Board
from engine.coaches.bloodbowl.possession import fear, lost, touchdown
from engine.coaches.bloodbowl.routes import Routes
from engine.coaches.bloodbowl.steps import Step
from engine.coaches.bloodbowl.weapons.flights import Spread, kicked, landings, scatter
from engine.core.pitch import Square
from engine.rules.ball import FACING, THROW_IN
from engine.rules.passing import SCATTERS, aim, prospects, ways
from engine.rules.state import Player

HAIL_MARY, PUNT = "hail-mary-pass", "punt"
LOSING = 4.0  # what it is worth not to have it taken away
SURE_TO_LOSE = 0.6  # the odds of it with which a carrier gives the ball up
CLEARED = 0.25  # a row that the ball is farther from our end zone
WORTH_A_TRY = 0.01  # of a touchdown
BOUNCE = 1 / 8


def scorers(board: Board, player: Player, able: dict[int, Routes]) -> dict[Square, float]:
    """Where somebody stands who would score with the ball now, and the odds of it once it comes down there."""
    found = {}
    for id, routes in able.items():
        mate = routes.player
        if id != player.id and mate.ready and board.rows_to_go(mate.square) <= routes.limit:
            square = routes.risky(board.goal)
            runs = 1.0 if board.goal >> mate.square & 1 else routes.odds(routes.path_to(square)) if square else 0.0
            found[mate.square] = catch(board, mate, "pass") * runs
    return found


def _scored(board: Board, target: Square, spread: Spread, waiting: dict[Square, float]) -> float:
    """The odds that one of them gets a ball that comes down somewhere round a square, at once or off the ground."""
    total = 0.0
    near = board.pitch.neighbours
    for square, odds in landings(board, target, spread):
        if square in waiting:
            total += odds * waiting[square]
        elif board.free >> square & 1:
            total += odds * BOUNCE * sum(runs for mate, runs in waiting.items() if near(square) >> mate & 1)
    return total


def hail_maries(board: Board, player: Player, routes: Routes, able: dict[int, Routes]) -> Iterator[Step]:
    """With nothing left to lose, towards somebody who would score."""
    game = board.game
    way = ways(game, player).get(HAIL_MARY)
    if way is None or "pass" in game.state.declared:
        return
    waiting = scorers(board, player, able)
    open_to = set(way.targets(game, player)) if waiting else set[Square]()
    for target in waiting.keys() & open_to:
        _, fumbled = prospects(game, aim(game, player, target, HAIL_MARY), "pass")
        odds = (1 - fumbled) * _scored(board, target, scatter(SCATTERS), waiting)
        if odds > WORTH_A_TRY:
            why = f"one last throw, {odds:.0%}"
            gain, last, loss = touchdown(board), (HAIL_MARY, target), lost(board) / 2
            yield Step(player, "pass", gain, why, tuple, last, odds, odds, loss, scores=True)


def punts(board: Board, player: Player, routes: Routes, able: dict[int, Routes]) -> Iterator[Step]:
    """In a last turn to somebody who may score; away from our end zone when it would be lost."""
    if board.carrier is not player:
        return
    spot = player.square
    waiting = scorers(board, player, able) if not board.turns_left else {}
    here = fear(board, player)
    for facing in FACING:
        spread = kicked(facing)
        odds = _scored(board, spot, spread, waiting) if waiting else 0.0
        if odds > WORTH_A_TRY:
            why, path = f"punts it forward, {odds:.0%} to score", partial(routes.path_to, spot)
            gain, loss = touchdown(board), lost(board) / 2
            yield Step(player, PUNT, gain, why, path, (PUNT, facing), odds, odds, loss, scores=True)
        elif THROW_IN[FACING[facing]][1] == (board.forward, 0) and here >= SURE_TO_LOSE and board.their_turns:
            yield from _clears(board, player, facing, spread, here)


def _clears(board: Board, player: Player, facing: str, spread: Spread, here: float) -> Iterator[Step]:
    """What the rows are worth, less what it is to have the ball in these hands still."""
    inside = sum(odds for _, odds in landings(board, player.square, spread))
    rows = sum(odds * abs(dx) for (dx, _), odds in spread)
    close = board.rows_to_defend(player.square) <= board.pitch.half
    gain = CLEARED * rows + LOSING * (here - SURE_TO_LOSE) if close else 0.0
    if gain > 0 and not board.turns_left:
        yield Step(player, PUNT, gain, "clears the ball", tuple, (PUNT, facing), inside, inside, 1.0)
