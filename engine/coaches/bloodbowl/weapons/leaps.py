"""Jumps: over their line to score, to a ball that they stand round, and into a cage."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

from engine.coaches.bloodbowl.ballwork import pick_up
from engine.coaches.bloodbowl.board import MOST_MARKERS, Board
from engine.coaches.bloodbowl.fights import dice_of, down_worth, fall_cost, match_of, outlook, push_worth
from engine.coaches.bloodbowl.possession import lost, touchdown, worth_held
from engine.coaches.bloodbowl.routes import SURE_FEET, Die, Path, Routes, all_pass
from engine.coaches.bloodbowl.steps import Step
from engine.core.pitch import Mask, Square, squares_of
from engine.rules.jumping import JUMP_COST, jumps
from engine.rules.movement import LEAPS, Activation
from engine.rules.rolls import Test, chance
from engine.rules.state import STANDING, Player

CLOSEST = 3  # ways that are looked at closely
BETTER = 0.08  # so much better than on foot it has to be
HAS_THE_BALL = 7.0
RUN_UP = 0.02  # as bad as each square before the jump


@dataclass(frozen=True, slots=True)
class Leap:
    """From a square that is reached without a die to another, and the dice of it."""

    start: Square
    to: Square
    steps: int  # before it
    odds: float


def leaps(board: Board, player: Player, routes: Routes) -> Iterator[Step]:
    if player.status != STANDING:
        return
    light = bool(board.game.collect(LEAPS, player))
    if board.carrier is player:
        yield from _to_score(board, player, routes, light)
    elif light and board.loose >= 0:
        yield from _to_the_ball(board, player, routes)
    elif light and board.theirs and "blitz" not in board.game.state.declared:
        yield from _into_the_cage(board, player, routes)


def _to_score(board: Board, player: Player, routes: Routes, light: bool) -> Iterator[Step]:
    if board.rows_to_go(player.square) > routes.limit or board.goal & routes.area:
        return
    far = routes.limit - JUMP_COST
    if light:
        found = list(_from(board, player, routes, board.pitch.everywhere & routes.free & ~routes.area))
    else:
        over = jumps(board.game, Activation(player))
        found = [Leap(player.square, square, 0, _odds(board, player, player.square, square)) for square in over]
    able = [leap for leap in found if board.rows_to_go(leap.to) <= far - leap.steps]
    able.sort(key=lambda leap: (bool(board.exposed(leap.to)) * 0.3 - leap.odds, leap.steps, leap.to))
    foot = routes.risky(board.goal)
    on_foot = routes.odds(routes.path_to(foot)) if foot is not None else 0.0
    for leap in able[:CLOSEST]:
        path, dice = _on(board, player, routes, leap)
        if not path and not board.goal >> leap.to & 1:
            continue
        skills = routes.skills()
        odds, best = all_pass(dice, skills), all_pass(dice, skills, min(1, board.rerolls))
        if odds > on_foot + BETTER:
            gain = touchdown(board) - worth_held(board, player)
            step = _step(player, "move", gain, f"jumps over them to score, {best:.0%}", routes, leap)
            step.odds, step.odds_again, step.loss, step.scores = odds, best, lost(board), True
            step.more = (("move", path),) if path else ()
            yield step


def _on(board: Board, player: Player, routes: Routes, leap: Leap) -> tuple[Path, list[Die]]:
    """From where it lands to the end zone, and the dice of all of it."""
    used = leap.steps + JUMP_COST
    dice = _dice(board, routes, leap)
    landed = player.copy()
    landed.square = leap.to
    rest = Routes(board, landed, (max(0, routes.sure - used), routes.limit - used))
    square = rest.risky(board.goal)
    path = rest.path_to(square) if square is not None else ()
    return path, [*dice, *rest.dice(path)]


def _to_the_ball(board: Board, player: Player, routes: Routes) -> Iterator[Step]:
    """Into its square, out of which opponents would keep whoever walks."""
    ball = board.loose
    if not board.zones >> ball & 1 or board.pitch.apart(player.square, ball) > routes.limit:
        return
    best = _likeliest(_from(board, player, routes, 1 << ball))
    hands = pick_up(board, player)
    if best is None or not hands:
        return
    dice = [*_dice(board, routes, best), ("", hands)]
    odds, with_team = all_pass(dice, routes.skills()), all_pass(dice, routes.skills(), min(1, board.rerolls))
    step = _step(player, "move", HAS_THE_BALL, f"jumps to the ball, {with_team:.0%}", routes, best)
    step.odds, step.odds_again, step.loss = odds, with_team, 0.5 + lost(board) / 2
    yield step


def _into_the_cage(board: Board, player: Player, routes: Routes) -> Iterator[Step]:
    """Beside their carrier, and at it."""
    carrier = board.carrier
    if carrier is None or carrier.status != STANDING:
        return
    beside = board.pitch.neighbours(carrier.square)
    if beside & (routes.area | 1 << player.square):
        return
    able = (
        leap for leap in _from(board, player, routes, beside & routes.free) if leap.steps + JUMP_COST < routes.limit
    )
    best = _likeliest(able)
    if best is None:
        return
    dice = dice_of(board, player, carrier, best.to, blitz=True)
    chances = outlook(dice, match_of(board, player, carrier))
    if dice < 0 and chances.fall > 0.5:
        return
    down, push = down_worth(board, carrier, player), push_worth(board, player, carrier, best.to)
    stays = 1 - chances.fall
    way = [*_dice(board, routes, best, more=1), ("", stays)]
    gain = (chances.down * down + chances.push * push) / stays
    odds = all_pass(way, routes.skills())
    step = _step(player, "blitz", gain, f"jumps into the cage, {odds:.0%}", routes, best)
    step.odds, step.odds_again = odds, all_pass(way, routes.skills(), min(1, board.rerolls))
    step.loss, step.more = fall_cost(board, player), (("block", carrier.id),)
    step.target = carrier.id
    yield step


# The jump -----------------------------------------------------------------------------------------------------------------------


def _from(board: Board, player: Player, routes: Routes, landing: Mask) -> Iterator[Leap]:
    """Every jump to one of some squares, from those that are reached without a die."""
    for steps, wave in enumerate(routes.waves):
        if steps + JUMP_COST > routes.limit:
            return
        for start in squares_of(wave):
            for square in squares_of(board.pitch.rings(start)[JUMP_COST] & landing):
                yield Leap(start, square, steps, _odds(board, player, start, square))


def _likeliest(found: Iterator[Leap]) -> Leap | None:
    return max(found, key=lambda leap: (leap.odds - RUN_UP * leap.steps, -leap.start, -leap.to), default=None)


def _odds(board: Board, player: Player, start: Square, square: Square) -> float:
    """One test for leaving and landing, as hard as the worse of both."""
    worse = min(max(board.exposed(start), board.exposed(square)), MOST_MARKERS)

    def work() -> tuple[float, ...]:
        game, agility = board.game, board.value(player, "ag")
        marked = [[*game.edition.modifiers.jump(number)] for number in range(MOST_MARKERS + 1)]
        return tuple(chance(game, Test("jump", player, agility, each)) for each in marked)

    return board.once(("jump", player.id, board.value(player, "ag"), len(player.skills)), work)[worse]


def _dice(board: Board, routes: Routes, leap: Leap, more: int = 0) -> list[Die]:
    rushes = max(0, leap.steps + JUMP_COST + more - routes.sure)
    return [("", leap.odds), *[(SURE_FEET, board.rush)] * rushes]


def _step(player: Player, action: str, gain: float, why: str, routes: Routes, leap: Leap) -> Step:
    return Step(player, action, gain, why, partial(routes.path_to, leap.start), ("jump", leap.to))
