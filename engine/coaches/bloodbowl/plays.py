"""Plays of two: who runs ahead so that the ball may come to him next turn, and a ball from the ground straight to somebody ahead."""

from collections.abc import Iterator
from typing import Any

from engine.coaches.bloodbowl.ballwork import AHEAD, Way, accurate, catch, pick_up, runs_in, ways
from engine.coaches.bloodbowl.board import Board
from engine.coaches.bloodbowl.carrying import haven
from engine.coaches.bloodbowl.places import RECEIVES, Place
from engine.coaches.bloodbowl.possession import FLIES, RUSHES, THROWS, holder, touchdown, turned_over
from engine.coaches.bloodbowl.routes import Path, Routes, all_pass, points
from engine.coaches.bloodbowl.steps import Step
from engine.core.pitch import Mask, Square, lowest
from engine.rules.activation import may_declare
from engine.rules.state import Player
from engine.rules.teammates import THROWABLE

USUAL_RECEIVERS = 2
APART = 2  # squares between two of them: one opponent should not mark both
GOOD_HANDS = 0.6  # odds below which nobody is sent ahead, or for the ball
EASY = 5 / 6  # a Dodge that a receiver dares
ON_THE_WAY = 0.5  # what a place is worth from which it takes another turn to where somebody scores from
LOOKED_AT = 2  # team-mates who may get a ball from the ground
Following = tuple[tuple[str, Any], ...]  # what is done one after the other
IN_THE_WAY = 0.85  # that the carrier gets through to whoever it hands the ball to


def receivers(board: Board, carrier: Player, focus: Square, able: dict[int, Routes], wanted: int) -> Iterator[Place]:
    """Within a turn of the end zone, where few can come to mark them; the most promising of them."""
    if not wanted or not board.turns_left:
        return
    held = max(0.0, holder(board, carrier).promise(focus))
    found = []
    for id, routes in able.items():
        mate = routes.player
        if mate is carrier or not mate.ready:
            continue
        spots, moves = _open(board, routes), board.value(mate, "ma")
        deep = spots & _in_reach(board, moves)
        on_the_way = spots & _in_reach(board, 2 * moves)
        if not on_the_way or catch(board, mate, "pass") < GOOD_HANDS:
            continue
        if deep:
            spot, share = lowest(board.pitch.nearest(focus, board.threats.least(deep))), 1.0
            odds = _odds(board, carrier, focus, mate, spot)
        else:
            best = board.threats.least(on_the_way)
            spot, share = best.bit_length() - 1 if board.side == 0 else lowest(best), ON_THE_WAY
            odds = catch(board, mate, "hand-off") * IN_THE_WAY
        worth = share * (odds * touchdown(board, 1) - held)
        if worth > 0:
            found.append((worth, -id, spot))
    taken: Mask = 0
    for worth, _, spot in sorted(found, reverse=True)[:wanted]:
        if not taken >> spot & 1:
            yield Place(spot, board.weights.receiver * worth, RECEIVES, receiver=True)
        taken |= board.pitch.within(spot, APART)


def _open(board: Board, routes: Routes) -> Mask:
    """Where a team-mate gets and is not marked: without a die, and with an easy Dodge out of contact."""
    area = routes.area
    if board.zones >> routes.start & 1 and board.dodges(routes.player)[0] >= EASY:
        for risk, further in routes.reached:
            if risk > points(EASY):
                break
            area |= further
    return area & ~board.zones


def _in_reach(board: Board, moves: int) -> Mask:
    """The squares from which the end zone is so many rows away."""
    pitch = board.pitch
    if board.side == 0:
        return pitch.everywhere >> (pitch.length - moves) * pitch.stride << (pitch.length - moves) * pitch.stride
    return pitch.everywhere & (1 << (2 + moves) * pitch.stride) - 1


def _odds(board: Board, carrier: Player, start: Square, mate: Player, spot: Square) -> float:
    """That the ball gets from the carrier's square into the hands of a team-mate on another: handed over, or thrown."""
    if board.pitch.apart(start, spot) <= board.value(carrier, "ma") + 1:
        return catch(board, mate, "hand-off") * IN_THE_WAY
    return catch(board, mate, "pass") * accurate(board, carrier, start, spot)


def by_the_carrier(board: Board, carrier: Player, focus: Square, able: dict[int, Routes]) -> Iterator[Place]:
    """For somebody who can throw the carrier into reach of the end zone: beside where the carrier will be."""
    if not board.turns_left or not board.game.collect(THROWABLE, carrier):
        return
    if board.rows_to_go(focus) > board.value(carrier, "ma") + FLIES + RUSHES:
        return
    spots: Mask = 0
    for routes in able.values():
        if THROWS in routes.player.skills:
            spots |= routes.area
    beside = (
        board.pitch.neighbours(focus) & spots & ~board.pitch.corners(focus) or board.pitch.neighbours(focus) & spots
    )
    if beside:
        yield Place(lowest(board.marks.least(beside)), board.weights.thrower, "to throw the carrier", thrower=True)


# Picked up and given on ---------------------------------------------------------------------------------------------------------


def from_the_ground(board: Board, player: Player, routes: Routes, able: dict[int, Routes]) -> Iterator[Step]:
    """Up with the ball and on to somebody ahead who has still to act, in one activation."""
    ball = board.loose
    if board.pitch.distance(player.square, ball) > routes.limit or pick_up(board, player) < GOOD_HANDS:
        return
    to_ball = Routes(board, player, to_ball=True)
    if not to_ball.area >> ball & 1:
        return
    actions = {action.key for action in may_declare(board.game, player)} & {"hand-off", "pass"}
    path = to_ball.path_to(ball)
    bearer = player.copy()
    bearer.square = ball
    left = max(0, to_ball.sure - len(path))
    rest = Routes(board, bearer, (left, left))
    for theirs in _ahead(board, player, able):
        found = [way for way in ways(board, bearer, theirs.player, rest) if way[0] in actions]
        worth = _received(board, player, theirs, able) if found else 0.0
        for way in found:
            _, last, spot, _ = way
            more = (("move", rest.path_to(spot)), last) if spot != ball else (last,)
            yield _relay(board, player, theirs.player, worth, path, way, more)


def _ahead(board: Board, player: Player, able: dict[int, Routes]) -> list[Routes]:
    """The team-mates who may take the ball farthest, unmarked and well ahead of it."""
    rows = board.rows_to_go(board.loose) - AHEAD
    hopes = [
        (holder(board, theirs.player).farthest(theirs.area), -id)
        for id, theirs in able.items()
        if theirs.player is not player
        and theirs.player.ready
        and not board.exposed(theirs.start)
        and board.rows_to_go(theirs.start) <= rows
    ]
    return [able[-id] for _, id in sorted(hopes, reverse=True)[:LOOKED_AT]]


def _received(board: Board, player: Player, theirs: Routes, able: dict[int, Routes]) -> float:
    """What it is worth that a team-mate gets the ball from a player: it scores, or takes the ball on."""
    mate = theirs.player
    runs = runs_in(board, theirs) if board.rows_to_go(mate.square) <= theirs.limit else 0.0
    others = {id: each for id, each in able.items() if id not in (player.id, mate.id)}
    held = max(0.0, haven(board, mate, theirs.area, others).worth)
    return max(held, touchdown(board) * runs - turned_over(board, mate.square) * (1 - runs))


def _relay(board: Board, player: Player, mate: Player, worth: float, path: Path, way: Way, more: Following) -> Step:
    action, _, spot, given = way
    dice = [("", pick_up(board, player)), ("", given)]
    odds, best = all_pass(dice, frozenset()), all_pass(dice, frozenset(), min(1, board.rerolls))
    gain = worth + board.weights.loose
    why = f"picks the ball up for a {action} to {mate.name}, {best:.0%}"
    loss = board.weights.dropped + turned_over(board, spot) / 2
    return Step(player, action, gain, why, lambda: path, None, odds, best, loss, more, shared=True, needs=mate.id)
