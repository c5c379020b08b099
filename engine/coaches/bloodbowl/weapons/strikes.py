"""Weapons against one opponent: a blade, a saw, fire, bile, teeth. On their own, or in place of the block of a Blitz."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial

from engine.coaches.bloodbowl.board import Board
from engine.coaches.bloodbowl.fights import (
    broken_cost,
    broken_worth,
    down_worth,
    fall_cost,
    prone_worth,
)
from engine.coaches.bloodbowl.routes import Routes, again
from engine.coaches.bloodbowl.steps import Step
from engine.core.pitch import lowest
from engine.rules.actions import BLITZ_ACTIONS, IMMUNE
from engine.rules.injury import Hurt, broken_odds
from engine.rules.rolls import chance
from engine.rules.special import rivals_for
from engine.rules.state import Player
from engine.skills.mutation import bite
from engine.skills.traits.dirty_tricks import spurt, wound
from engine.skills.traits.special_actions import breath, no_kick_back, sawn

BLITZ = 0.5  # what the Blitz of a turn is worth to others
BITTEN, BITTEN_CARRIER = 0.4, 2.0  # an opponent who cannot leave its square, and one who has the ball


@dataclass(frozen=True, slots=True)
class Blow:
    """What a weapon is likely to do to an opponent."""

    gain: float
    why: str
    odds: float = 1.0  # that its owner is still up
    loss: float = 0.0


def _stab(board: Board, player: Player, rival: Player) -> Blow:
    breaks = _breaks(board, player, rival, lambda: wound(rival, "stab", player))
    return Blow(breaks * broken_worth(board, rival), f"{breaks:.0%} to break the armour")


def _vomit(board: Board, player: Player, rival: Player) -> Blow:
    """Missed, it hits its owner, which is no turnover."""
    hits = chance(board.game, spurt(player))
    breaks = _breaks(board, player, rival, lambda: wound(rival, "projectile-vomit", player))
    own = _breaks(board, player, player, lambda: wound(player, "projectile-vomit", None))
    gain = hits * breaks * broken_worth(board, rival) - (1 - hits) * own * broken_cost(board, player)
    return Blow(gain, f"{hits * breaks:.0%} to break the armour")


def _fire(board: Board, player: Player, rival: Player) -> Blow:
    test = breath(board.game, player, rival)
    fells, burnt, fair = chance(board.game, test), 0, 0
    for test.face in range(1, 6):
        fair += test.passed
        burnt += not test.passed and test.result <= 1
    worth = (fair * prone_worth(board, rival) + down_worth(board, rival)) / 6
    stays = 1 - burnt / 6
    return Blow(worth / stays, f"{fells:.0%} to bring it down", stays, fall_cost(board, player))


def _saw(board: Board, player: Player, rival: Player) -> Blow:
    """Whoever falls with a running saw falls into it."""
    breaks = _breaks(board, player, rival, lambda: sawn(player, rival))
    own = _breaks(board, player, player, lambda: Hurt(player, "kick-back", fell=True))
    on_the_ground = board.weights.knocked_down
    loss = on_the_ground + own * (broken_cost(board, player) - on_the_ground)
    stays = chance(board.game, no_kick_back(player))
    return Blow(breaks * broken_worth(board, rival), f"{breaks:.0%} to break the armour", stays, loss)


def _chomp(board: Board, player: Player, rival: Player) -> Blow:
    holds = chance(board.game, bite(player))
    return Blow(holds * (BITTEN_CARRIER if board.carrier is rival else BITTEN), f"{holds:.0%} to hold it")


def _breaks(board: Board, player: Player, victim: Player, roll: Callable[[], Hurt]) -> float:
    """The odds of an Armour Roll, worked out once for a pair of players as they are."""
    made = roll()
    key = (made.cause, player.id, victim.id, board.value(victim, "av"), len(victim.skills), len(player.skills))
    return board.once(key, lambda: (broken_odds(board.game, made),))[0]


BLOWS: dict[str, Callable[[Board, Player, Player], Blow]] = {
    "stab": _stab,
    "projectile-vomit": _vomit,
    "breathe-fire": _fire,
    "chainsaw-attack": _saw,
    "chomp": _chomp,
}


def strikes(key: str, board: Board, player: Player, routes: Routes, able: dict[int, Routes]) -> Iterator[Step]:
    """Against opponents beside the player, where it stands."""
    if board.carrier is player:
        return
    for rival in rivals_for(board.game, player, key):
        blow = BLOWS[key](board, player, rival)
        yield _step(board, player, key, rival, blow, key)


def in_a_blitz(board: Board, player: Player, routes: Routes) -> Iterator[Step]:
    """Against opponents further away, beside squares that are reached without a die."""
    game = board.game
    weapons = [strike.key for _, strike in game.collect(BLITZ_ACTIONS, player) if strike.key in BLOWS]
    if not weapons or "blitz" in game.state.declared or board.carrier is player:
        return
    area = routes.within(1)
    for rival in board.rivals:
        beside = board.pitch.neighbours(rival.square)
        if beside >> player.square & 1 or not beside & area:
            continue
        spot = lowest(board.marks.least(beside & area))
        for key in weapons:
            if not game.collect(IMMUNE, (rival, key)):
                step = _step(board, player, "blitz", rival, BLOWS[key](board, player, rival), key)
                step.gain, step.path = step.gain - BLITZ, partial(routes.path_to, spot)
                yield step


def _step(board: Board, player: Player, action: str, rival: Player, blow: Blow, key: str) -> Step:
    best = again(blow.odds) if board.rerolls else blow.odds
    why = f"{key.replace('-', ' ')} on {rival.name}, {blow.why}"
    return Step(player, action, blow.gain, why, tuple, (key, rival.id), blow.odds, best, blow.loss)
