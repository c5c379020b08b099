"""Hypnotic Gaze: an opponent less in the way, for the rest of the turn."""

from collections.abc import Iterator
from copy import copy
from functools import partial

from engine.coaches.bloodbowl.board import Board
from engine.coaches.bloodbowl.possession import touchdown, worth_held
from engine.coaches.bloodbowl.routes import Routes
from engine.coaches.bloodbowl.steps import Step
from engine.coaches.classic.cover import Cover
from engine.core.pitch import lowest
from engine.rules.rolls import chance
from engine.rules.state import STANDING, Player
from engine.skills.traits.special_actions import stare

FREED = 0.5  # one of ours who has still to act and is marked by nobody else
FREED_CARRIER = 2.0
BEFORE_A_BLITZ = 1.2  # their carrier without skills and tackle zone, or a guard of it
GUARD = 0.6
CONTACT = 0.3  # to stand beside an opponent afterwards


def gazes(board: Board, player: Player, routes: Routes, able: dict[int, Routes]) -> Iterator[Step]:
    """At whoever is in the way of others who have still to act."""
    if board.carrier is player:
        return
    odds = chance(board.game, stare(player))
    for rival in board.rivals:
        beside = board.pitch.neighbours(rival.square) & (routes.area | 1 << player.square)
        if not rival.ready or not beside:
            continue
        here = bool(beside >> player.square & 1) and player.status == STANDING
        spot = player.square if here else lowest(board.marks.least(beside))
        gain = odds * _freed(board, player, rival, able) - (0.0 if here else CONTACT * board.exposed(spot))
        if gain > 0:
            why = f"gazes at {rival.name}, {odds:.0%}"
            yield Step(player, "hypnotic-gaze", gain, why, partial(routes.path_to, spot), ("hypnotic-gaze", rival.id))


def _freed(board: Board, player: Player, rival: Player, able: dict[int, Routes]) -> float:
    """What it is worth to the others if an opponent minds nothing."""
    near = board.pitch.neighbours(rival.square)
    worth = 0.0
    for id, routes in able.items():
        mate = routes.player
        if id != player.id and near >> mate.square & 1 and board.exposed(mate.square) == 1:
            worth += FREED_CARRIER if mate is board.carrier else FREED
    if board.theirs and board.carrier is not None and "blitz" not in board.game.state.declared:
        worth += BEFORE_A_BLITZ if rival is board.carrier else GUARD * (near >> board.carrier.square & 1)
    return max(worth, _opens_the_way(board, player, rival, able))


def _opens_the_way(board: Board, player: Player, rival: Player, able: dict[int, Routes]) -> float:
    """What it adds to the odds of our carrier to score now."""
    carrier = board.carrier
    if carrier is None or carrier is player or carrier.id not in able:
        return 0.0
    routes = able[carrier.id]
    if board.rows_to_go(carrier.square) > routes.limit or board.goal & routes.area:
        return 0.0
    if board.pitch.apart(carrier.square, rival.square) > routes.limit:
        return 0.0
    gained = _runs_in(board, routes, carrier)
    clear = _without(board, rival)
    gained = _runs_in(clear, Routes(clear, carrier), carrier) - gained
    return gained * (touchdown(board) - worth_held(board, carrier))


def _runs_in(board: Board, routes: Routes, carrier: Player) -> float:
    square = routes.risky(board.goal)
    return routes.odds(routes.path_to(square)) if square is not None else 0.0


def _without(board: Board, rival: Player) -> Board:
    """The same position with an opponent who marks nobody."""
    clear = copy(board)
    marking = board.game.boards.marking[1 - board.side]
    clear.marks = Cover(board.pitch.neighbours(other.square) for other in marking if other is not rival)
    clear.zones = clear.marks.whole
    clear.__dict__.pop("rings", None)
    clear.holders = {}
    return clear
