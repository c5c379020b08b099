"""Plays of two: who runs ahead so that the ball may come to him next turn, and a ball from the ground straight to somebody ahead."""

from collections.abc import Iterator
from functools import partial
from typing import Any

from engine.coaches.bloodbowl.ballwork import QUICK, SHORT, accurate, catch, open_pass, pick_up
from engine.coaches.bloodbowl.board import Board
from engine.coaches.bloodbowl.carrying import haven
from engine.coaches.bloodbowl.giving import AHEAD, BOTH, GOOD_HANDS, Way, runs_in, safe_hands, ways
from engine.coaches.bloodbowl.places import RECEIVES, Place
from engine.coaches.bloodbowl.possession import FLIES, RUSHES, THROWS, holder, touchdown, turned_over, worth_held
from engine.coaches.bloodbowl.routes import Path, Routes, all_pass, points
from engine.coaches.bloodbowl.steps import WORTH_IT, Step
from engine.core.pitch import Mask, Square, lowest
from engine.rules.activation import may_declare_of
from engine.rules.state import NOBODY, Player
from engine.rules.teammates import THROWABLE

USUAL_RECEIVERS = 2
LAST_RECEIVERS, LAST_HANDS = 4, 0.3  # the same when time runs out, and the worst hands among them
APART = 2  # squares between two of them: one opponent should not mark both
EASY = 5 / 6  # a Dodge that a receiver dares
ON_THE_WAY = 0.5  # what a place is worth from which it takes another turn to where somebody scores from
LAST_TURNS = 2  # in which time runs out
LOOKED_AT = 2  # team-mates who may get a ball from the ground
Following = tuple[tuple[str, Any], ...]  # what is done one after the other
NIMBLE, USUAL_ARM = 2, 0.5  # Agility of those who catch well; the odds of a Short Pass by somebody who is no thrower
HINDERED = 2  # squares of its movement that opponents cost a thrower
IN_THE_WAY = 0.85  # that the carrier gets through to whoever it hands the ball to


def receivers(board: Board, carrier: Player, focus: Square, able: dict[int, Routes], wanted: int) -> Iterator[Place]:
    """Within a turn of the end zone, where few can come to mark them; the most promising of them."""
    if not wanted or not board.turns_left:
        return
    late, held = time_runs_out(board, carrier, focus), max(0.0, holder(board, carrier).promise(focus))
    found = []
    for id, routes in able.items():
        mate = routes.player
        if mate is carrier or not mate.ready:
            continue
        spots, moves = _open(board, routes), board.value(mate, "ma")
        deep = spots & _in_reach(board, moves + late)
        on_the_way = spots & _in_reach(board, 2 * moves + late) if board.turns_left > 1 else deep
        if not on_the_way or catch(board, mate, "pass") < (LAST_HANDS if late else GOOD_HANDS):
            continue
        if deep:
            spot, share = lowest(board.pitch.nearest(focus, board.threats.least(deep))), 1.0
            odds = _odds(board, carrier, focus, mate, spot, board.turns_left if late else 1)
        else:
            best = board.threats.least(on_the_way)
            spot, share = best.bit_length() - 1 if board.side == 0 else lowest(best), ON_THE_WAY
            odds = catch(board, mate, "hand-off") * IN_THE_WAY
        worth = share * (odds * touchdown(board, 1) - held)
        if worth > 0:
            found.append((worth, -id, spot))
    taken: Mask = 0
    factor = 1.0 if late else board.weights.receiver
    for worth, _, spot in sorted(found, reverse=True)[:wanted]:
        if not taken >> spot & 1:
            yield Place(spot, factor * worth, RECEIVES, receiver=True)
        taken |= board.pitch.within(spot, APART)


def time_runs_out(board: Board, carrier: Player, focus: Square) -> bool:
    """Whether the carrier will not get into the end zone by itself in the few turns that are left after this one."""
    turns = board.turns_left
    return 1 <= turns <= LAST_TURNS and board.rows_to_go(focus) > turns * board.value(carrier, "ma") + 1


def fetcher(board: Board, able: dict[int, Routes]) -> Player | None:
    """Who is likely to pick a loose ball up this turn: the best hands among those who get to it without a die."""
    near = board.pitch.neighbours(board.loose)
    hands = [routes.player for routes in able.values() if routes.within(1) & near and routes.player.ready]
    return max(hands, key=lambda player: (pick_up(board, player), -player.id), default=None)


def arm(board: Board, player: Player) -> float:
    """What it is worth more to have the ball in the hands of this player, to throw it to team-mates who catch it."""
    if not player.pa or not board.turns_left:
        return 0.0
    key = ("arm", player.id, board.value(player, "pa"), len(player.skills), board.game.state.weather)
    (odds,) = board.once(key, lambda: (open_pass(board, player, SHORT),))
    hands = sum(board.value(mate, "ag") <= NIMBLE for mate in board.mates if mate is not player)
    return board.weights.arm * max(0.0, odds - USUAL_ARM) * hands / max(1, len(board.mates) - 1)


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


def _odds(board: Board, carrier: Player, start: Square, mate: Player, spot: Square, turns: int) -> float:
    """That the ball gets so many turns later from the carrier into the hands of a team-mate: handed over, or thrown from farther up."""
    moves = turns * board.value(carrier, "ma")
    if board.pitch.apart(start, spot) <= moves + 1:
        return catch(board, mate, "hand-off") * IN_THE_WAY
    return catch(board, mate, "pass") * accurate(board, carrier, _towards(board, start, spot, moves - HINDERED), spot)


def _towards(board: Board, start: Square, spot: Square, moves: int) -> Square:
    """So many squares nearer."""
    (x, y), (to_x, to_y) = board.pitch.xy(start), board.pitch.xy(spot)
    ahead, aside = (max(-moves, min(moves, apart)) for apart in (to_x - x, to_y - y))
    return board.pitch.at(x + ahead, y + aside)


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
    """Up with the ball and on to somebody ahead who has still to act, in one activation: the most that may come of it."""
    ball = board.loose
    hands = pick_up(board, player) if board.pitch.distance(player.square, ball) <= routes.limit else 0.0
    actions = may_declare_of(board.game, player, BOTH) if hands >= GOOD_HANDS else set()
    for hope, mate in _ahead(board, player, able) if actions else ():
        dice = [("", hands), ("", _given_at_best(board, player, mate, routes))]
        odds, best = all_pass(dice, frozenset()), all_pass(dice, frozenset(), min(1, board.rerolls))
        closer = partial(_relays, board, player, mate, able, actions)
        gain, loss = hope + board.weights.loose, board.weights.dropped
        guess = Step(player, "pass", gain, "", odds=odds, odds_again=best, loss=loss, shared=True, closer=closer)
        if guess.net(0.0, 0.0) > WORTH_IT:
            yield guess


def _given_at_best(board: Board, player: Player, mate: Player, routes: Routes) -> float:
    """The odds that a ball from the ground gets to a team-mate, by the easiest way that there may be."""
    if board.pitch.apart(board.loose, mate.square) <= routes.sure:
        return catch(board, mate, "hand-off")
    return catch(board, mate, "pass") * (open_pass(board, player, QUICK) if player.pa else 0.0)


def _relays(board: Board, player: Player, mate: Player, able: dict[int, Routes], actions: set[str]) -> Iterator[Step]:
    """Up with the ball and on to this team-mate, in every way that there is."""
    ball, to_ball = board.loose, Routes(board, player, to_ball=True)
    if not to_ball.area >> ball & 1:
        return
    path = to_ball.path_to(ball)
    bearer = player.copy()
    bearer.square = ball
    left = max(0, to_ball.sure - len(path))
    rest = Routes(board, bearer, (left, left))
    found = [way for way in ways(board, bearer, mate, rest) if way[0] in actions]
    worth = _received(board, player, mate, able) if found else 0.0
    for way in found:
        _, last, spot, _ = way
        more = (("move", rest.path_to(spot)), last) if spot != ball else (last,)
        needs = mate.id if mate.id in able else NOBODY
        yield _relay(board, player, mate, worth, path, way, more, needs)


def _ahead(board: Board, player: Player, able: dict[int, Routes]) -> list[tuple[float, Player]]:
    """The team-mates who may take the ball farthest or are there already, unmarked and well ahead of it, with what that may be worth.

    Where opponents can come to the ball, whoever is safest from them too.
    """
    rows = board.rows_to_go(board.loose) - AHEAD
    hopes = []
    for mate in board.mates:
        if mate is player or not mate.ready or board.exposed(mate.square) or board.rows_to_go(mate.square) > rows:
            continue
        hopes.append((_hoped(board, mate, able), mate))
    found = sorted(hopes, key=lambda pair: (-pair[0], pair[1].id))[:LOOKED_AT]
    if board.threats.count(board.loose):
        known = {mate.id for _, mate in found}
        found += [(_hoped(board, mate, able), mate) for mate in safe_hands(board, player) if mate.id not in known]
    return found


def _hoped(board: Board, mate: Player, able: dict[int, Routes]) -> float:
    having = holder(board, mate)
    hope = having.farthest(able[mate.id].area) if mate.id in able else having.promise(mate.square)
    if mate.id in able and board.rows_to_go(mate.square) <= able[mate.id].limit:
        hope = max(hope, touchdown(board))
    return hope


def _received(board: Board, player: Player, mate: Player, able: dict[int, Routes]) -> float:
    """What it is worth that a team-mate gets the ball from a player: it scores, takes the ball on, or stays where it is."""
    theirs = able.get(mate.id)
    if theirs is None:
        return max(0.0, worth_held(board, mate))
    runs = runs_in(board, theirs) if board.rows_to_go(mate.square) <= theirs.limit else 0.0
    others = {id: each for id, each in able.items() if id not in (player.id, mate.id)}
    held = max(0.0, haven(board, mate, theirs.area, others).worth)
    return max(held, touchdown(board) * runs - turned_over(board, mate.square) * (1 - runs))


def _relay(
    board: Board, player: Player, mate: Player, worth: float, path: Path, way: Way, more: Following, needs: int
) -> Step:
    action, _, spot, given = way
    dice = [("", pick_up(board, player)), ("", given)]
    odds, best = all_pass(dice, frozenset()), all_pass(dice, frozenset(), min(1, board.rerolls))
    gain = worth + board.weights.loose
    why = f"picks the ball up for a {action} to {mate.name}, {best:.0%}"
    loss = board.weights.dropped + turned_over(board, spot) / 2
    return Step(player, action, gain, why, lambda: path, None, odds, best, loss, more, shared=True, needs=needs)
