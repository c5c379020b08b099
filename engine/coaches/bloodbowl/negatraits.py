"""Players who roll a die before they do anything: what their steps are worth then, who helps them, and whom they bite."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from math import prod

from engine.coaches.bloodbowl.board import Board
from engine.coaches.bloodbowl.fights import REMOVED, fall_cost, quality
from engine.coaches.bloodbowl.places import Place
from engine.coaches.bloodbowl.routes import Path, Routes, again
from engine.coaches.bloodbowl.steps import Step
from engine.core.pitch import Mask, Square, lowest
from engine.rules.movement import ROLLS_TO_ACT, Activation
from engine.rules.rolls import chance
from engine.rules.state import PRONE, STANDING, STUNNED, Player
from engine.skills.traits.activation import animal_savagery, bone_head, really_stupid, take_root, unchannelled_fury
from engine.skills.traits.bloodlust import THIRSTY, THRALL, bloodlust

DAZED = 0.25  # to stand there Distracted
COMES_TO = 0.4  # to be Distracted no longer
ROOTED = 0.2  # to stay where it is until it falls
NO_FOOD = 99.0  # no Thrall to bite, and so no choice
TELLS, TOLD = 1.2, 0.5  # to stand beside somebody who has still to be told what to do, and who has acted already
HELPS = "tells somebody what to do"


@dataclass(frozen=True, slots=True)
class Failure:
    """What comes of a failed die."""

    cost: float
    goes_on: bool = False  # it does all the same what it was to do


def rolls_first(player: Player) -> bool:
    """Whether it may have to roll a die before it does anything."""
    return player.distracted or not player.skills.keys().isdisjoint(FAILURES)


def weighed(board: Board, player: Player, routes: Routes, steps: Iterable[Step]) -> Iterator[Step]:
    """The same steps, with the die that comes before them."""
    if not rolls_first(player):
        yield from steps
        return
    rolls: dict[str, list[tuple[str, float]]] = {}  # by action
    for step in steps:
        if step.action not in rolls:
            rolls[step.action] = _rolls(board, player, step.action)
        for key, acts in rolls[step.action]:
            if key == bloodlust.key:
                yield _unfed(board, step, acts)
            _take_in(step, acts, FAILURES[key](board, player, routes, step))
        yield step
    if player.distracted and player.status == STANDING:
        yield Step(player, "move", COMES_TO, "comes to its senses")


def _rolls(board: Board, player: Player, action: str) -> list[tuple[str, float]]:
    """What it has to roll before an action, with the odds."""
    found = board.game.collect(ROLLS_TO_ACT, Activation(player, action))
    return [(key, chance(board.game, test)) for key, test in found]


def odds_to_act(board: Board, player: Player, action: str) -> float:
    """That a player does anything at all."""
    return prod(odds for key, odds in _rolls(board, player, action) if key not in GO_ON)


def _unfed(board: Board, step: Step, acts: float) -> Step:
    """The same if nobody is to be bitten: then a failed die ends the turn, which does little harm when it is over anyway."""
    best = (again(acts) if board.rerolls else acts) * step.odds_again
    return replace(step, odds=acts * step.odds, odds_again=best, loss=max(step.loss, DAZED))


def _take_in(step: Step, acts: float, failure: Failure) -> None:
    fails = 1 - acts
    step.idle = failure.cost + (0.0 if failure.goes_on else step.gain)
    if failure.goes_on:
        step.gain -= fails * failure.cost
        return
    odds = 1 - acts * (1 - step.odds)
    if odds:
        step.gain = (acts * step.odds * step.gain - fails * failure.cost) / odds
    step.odds, step.odds_again = odds, 1 - acts * (1 - step.odds_again)


def _stands_still(board: Board, player: Player, routes: Routes, step: Step) -> Failure:
    return Failure(DAZED)


def _forgoes(board: Board, player: Player, routes: Routes, step: Step) -> Failure:
    return Failure(0.0)


def _roots(board: Board, player: Player, routes: Routes, step: Step) -> Failure:
    return Failure(ROOTED, goes_on=step.path is tuple or not step.path())


def _lashes_out(board: Board, player: Player, routes: Routes, step: Step) -> Failure:
    near = board.pitch.neighbours(player.square)
    costs = [fall_cost(board, mate) for mate in board.mates if near >> mate.square & 1]
    return Failure(min(costs), goes_on=True) if costs else Failure(DAZED)


def _thirsts(board: Board, player: Player, routes: Routes, step: Step) -> Failure:
    food = board.pitch.grow(routes.area | 1 << player.square)
    costs = [bitten(board, thrall) for thrall in thralls(board) if food >> thrall.square & 1]
    return Failure(min(costs, default=NO_FOOD), goes_on=True)


FAILURES: Mapping[str, Callable[[Board, Player, Routes, Step], Failure]] = {
    bone_head.key: _stands_still,
    really_stupid.key: _stands_still,
    unchannelled_fury.key: _forgoes,
    take_root.key: _roots,
    animal_savagery.key: _lashes_out,
    bloodlust.key: _thirsts,
}


GO_ON = (take_root.key, bloodlust.key)  # they need not move, or may bite

# Who is told ----------------------------------------------------------------------------------------------------------------


def helpers(board: Board) -> Iterator[Place]:
    """Beside everybody who needs to be told: where somebody stands already, or behind it."""
    slow = [mate for mate in board.mates if really_stupid.key in mate.skills]
    taken: Mask = 0
    for player in slow:
        near = board.pitch.neighbours(player.square)
        tells = [
            mate for mate in board.mates if near >> mate.square & 1 and mate not in slow and mate is not board.carrier
        ]
        spots = sum(1 << mate.square for mate in tells if mate.ready) or near & board.free & ~taken
        if spots:
            spot = lowest(board.marks.least(spots))
            taken |= 1 << spot
            yield Place(spot, TOLD if player.used else TELLS, HELPS)


# Whom they bite -------------------------------------------------------------------------------------------------------------


def thralls(board: Board) -> list[Player]:
    """Who can be bitten, however they are; not who has the ball."""
    mates = board.game.players(board.side, STANDING, PRONE, STUNNED)
    return [mate for mate in mates if THRALL in mate.keywords and mate is not board.carrier]


def bitten(board: Board, thrall: Player) -> float:
    """What a Thrall less is worth, for a while or for good; with the ball it is too much."""
    if board.carrier is thrall:
        return NO_FOOD
    standing = board.weights.knocked_down if thrall.status == STANDING else 0.0
    return REMOVED * board.weights.hurt * (0.4 + quality(thrall)) + (1 - REMOVED) * standing


def is_thirsty(player: Player) -> bool:
    return THIRSTY in player.spent


def at_hand(board: Board, square: Square) -> bool:
    """Whether somebody stands there next to a Thrall."""
    near = board.pitch.neighbours(square)
    return any(near >> thrall.square & 1 for thrall in thralls(board))


def to_a_thrall(board: Board, player: Player, path: Path) -> Path:
    """A way that ends beside a Thrall, as near as can be to where another way leads; that one if there is none."""
    goal = path[-1] if path else player.square
    if at_hand(board, goal):
        return path
    beside: Mask = 0
    for thrall in thralls(board):
        beside |= board.pitch.neighbours(thrall.square)
    routes = Routes(board, player)
    spots = routes.safest(beside & (routes.free | 1 << player.square))
    if not spots:
        return path
    return routes.path_to(lowest(board.pitch.nearest(goal, spots)))
