"""Pushes, chains, the crowd and the follow-up (Core p.63)."""

from collections.abc import Awaitable, Callable
from operator import attrgetter

from engine.core.answers import SQUARE, YES_NO
from engine.core.hooks import Query, Window
from engine.core.pitch import Square
from engine.core.questions import Question
from engine.core.ruling import Ruling
from engine.rules import ball
from engine.rules.chain import (
    CANNOT,
    CROWD,
    FOLLOWED,
    MAY,
    MUST,
    Chain,
    Effect,
    Push,
    closed,
    leaves,
    may_reach,
    move,
    move_order,
)
from engine.rules.game import BloodBowl
from engine.rules.injury import crowd
from engine.rules.movement import ROOTED
from engine.rules.state import NOWHERE, STANDING, Player
from engine.rules.trapdoor import trapdoor

# Open points ------------------------------------------------------------------------------------------------------------------

# Whether who resists says so link by link, or when all directions are known, the target last.
resists_early: Ruling[bool] = Ruling(
    "stand-firm-decision-point", {"while-building-chain": True, "after-direction": False}
)
goes_round: Ruling[bool] = Ruling("stand-firm-chain", {"stops-all": False, "another-square": True})
# What is open to whoever pushes a player who has no empty square but the crowd behind it: nothing else, or a chain too.
by_the_sideline: Ruling[Callable[[tuple[Square, ...]], tuple[Square, ...]]] = Ruling(
    "push-crowd-or-chain",
    {"crowd": lambda occupied: (), "attacker-chooses": lambda occupied: (*occupied, CROWD) if occupied else ()},
)
crowd_first: Ruling[bool] = Ruling("crowd-injury-and-follow-up", {"after-follow-up": False, "before-follow-up": True})
# How far from the square the target left a blocker may be who follows up into it.
follows_from: Ruling[float] = Ruling("follow-up-when-displaced", {"refused": 1, "free-move": float("inf")})
trapdoor_at_once: Ruling[bool] = Ruling("push-trapdoor-timing", {"after-moves": False, "on-entry": True})
# Whether a player knocked down on a trapdoor rolls for armour before the trapdoor is rolled for.
falls_twice: Ruling[bool] = Ruling("trapdoor-and-knocked-down", {"trapdoor-only": False, "both": True})
# Whether the squares of the chain are resolved one by one, or kind by kind after whoever was knocked down.
kind_by_kind: Ruling[bool] = Ruling("push-ball-events-order", {"chain-order": False, "event-type": True})
scored_at_once: Ruling[bool] = Ruling("push-touchdown-moment", {"as-resolved": True, "at-rest": False})
from_the_front: Ruling[bool] = Ruling("push-touchdown-order", {"front": True, "back": False})
beats_turnover: Ruling[bool] = Ruling("push-touchdown-beats-turnover", {"touchdown": True, "turnover": False})

PUSH: Question[Square] = Question("push", SQUARE, "Where is {player} pushed?", none="crowd")
FOLLOW_UP: Question[bool] = Question("follow-up", YES_NO, "Does {player} follow up?")

RESIST: Window[Push] = Window("resist", of=attrgetter("player"))  # Stand Firm
BEFORE_PUSH: Window[Push] = Window(
    "before-push", among=attrgetter("player", "chain.blocker")
)  # Grab, Sidestep: who chooses among what
PUSHED: Window[Chain] = Window("pushed")  # the chain is settled, nobody has moved yet
AFTER_PUSH: Window[Push] = Window("after-push")
BEFORE_FOLLOW_UP: Window[Chain] = Window("before-follow-up", among=attrgetter("blocker", "target"))
AFTER_FOLLOW_UP: Window[Chain] = Window("after-follow-up")
NOT_PUSHED: Query[Push, bool] = Query("not-pushed")


async def push_back(game: BloodBowl, chain: Chain) -> None:
    """The push and what comes of it."""
    await _noting_touchdowns(game, _push(game, chain))


async def _push(game: BloodBowl, chain: Chain) -> None:
    """Steps: the whole chain is determined; players move, target first; follow-up; then what it led to."""
    laid_out = chain.links or chain.stopped
    if not laid_out or any(link.player.square != link.start for link in chain.links):
        await _lay_out(game, chain)
    if chain.stopped:
        _back_again(game, chain)
        return
    await game.open(PUSHED, chain)
    if not game.ruling(leaves).at_once:
        game.ruling(move_order).move(game, chain)
    for link in chain.links:
        await game.open(AFTER_PUSH, link)
    if game.ruling(trapdoor_at_once):
        for link in chain.links:
            await _resolve(game, link, only=_springs)
    if game.ruling(crowd_first):
        await _resolve(game, chain.links[-1], only=_into_the_crowd)
    await _follow_up(game, chain)
    if chain.fells:
        _wait_for_knock_down(game, chain)
    await game.open(AFTER_FOLLOW_UP, chain)
    if _resolve_late not in chain.due:
        await _resolve_all(game, chain)


def _wait_for_knock_down(game: BloodBowl, chain: Chain) -> None:
    """What the push led to, if there is still somebody to knock down; the target's trapdoor."""
    if _by_kind(game) and chain.links[0].to != CROWD:
        chain.due.append(_resolve_late)
    if game.ruling(falls_twice):
        chain.due.append(_springs_below_target)


async def _noting_touchdowns(game: BloodBowl, step: Awaitable[None]) -> None:
    """A touchdown is noted when it happens, or looked for when all is done; it may have to give way to a turnover."""
    at_once, first = game.ruling(scored_at_once), game.ruling(beats_turnover)
    game.touchdowns_wait = not (at_once and first)
    await step
    waited, game.touchdowns_wait = game.touchdowns_wait, False
    carrier = game.carrier()
    if waited and carrier is not None and carrier.has_square and (first or not game.state.turnover):
        ball.check_touchdown(game, carrier)


def _by_kind(game: BloodBowl) -> bool:
    return game.ruling(kind_by_kind)


async def _resolve_all(game: BloodBowl, chain: Chain) -> None:
    """The squares of the chain, and the blocker's last."""
    for link in _ordered(game, chain.links):
        await _resolve(game, link)
    if chain.follow_up == FOLLOWED:
        await _off_the_ball(game, chain.blocker)
        await trapdoor(game, chain.blocker)


async def _resolve_late(game: BloodBowl, chain: Chain) -> None:
    await _noting_touchdowns(game, _resolve_all(game, chain))


async def _springs_below_target(game: BloodBowl, chain: Chain) -> None:
    await trapdoor(game, chain.target)


async def _off_the_ball(game: BloodBowl, player: Player) -> None:
    """Nobody picks up a ball by being pushed or following up: it bounces (Core p.57)."""
    if player.has_square and game.state.ball.square == player.square:
        await ball.bounce(game, ball.Flight("loose", player.square))


def _ordered(game: BloodBowl, links: list[Push]) -> list[Push]:
    """From the target's square on or back to it; or trapdoors first, then the crowd, then balls on the ground."""
    if _by_kind(game):
        return sorted(links, key=lambda link: 1 if link.to == CROWD else 2 * (not game.state.trapdoors >> link.to & 1))
    return links if game.ruling(from_the_front) else links[::-1]


async def lay_out(game: BloodBowl, chain: Chain) -> None:
    """Determine the chain before it is time to push, unless its players move as they are pushed."""
    if not game.ruling(leaves).at_once:
        await _lay_out(game, chain)


async def _lay_out(game: BloodBowl, chain: Chain) -> None:
    """If somebody in it is not pushed, that is the end of it, or there may be a way round that player."""
    await _lay_out_once(game, chain)
    while chain.stopped and chain.stopped_at != chain.target.square and game.ruling(goes_round):
        _back_again(game, chain)
        chain.barred += (chain.stopped_at,)
        await _lay_out_once(game, chain)


async def _lay_out_once(game: BloodBowl, chain: Chain) -> None:
    blocker, target = chain.blocker, chain.target
    chain.links, chain.stopped_at = [], NOWHERE
    game.shoving = game.ruling(leaves).at_once
    await _determine(game, chain, Push(chain, blocker, target, target.square, chooser=blocker.side))
    game.shoving = False
    if not game.ruling(resists_early):
        await _late_resistance(game, chain)


def _back_again(game: BloodBowl, chain: Chain) -> None:
    """Somebody was not pushed, so nobody is: those who have moved at once return."""
    for link in reversed(chain.links):
        if link.player.has_square and link.player.square != link.start:
            move(game, link.player, link.start)


async def _late_resistance(game: BloodBowl, chain: Chain) -> None:
    """All directions are known: those in the chain are asked, then the target."""
    for link in (*chain.links[1:], *chain.links[:1]):
        if not chain.stopped:
            await game.open(RESIST, link)
            chain.stopped_at = link.start if link.stands else NOWHERE


async def _determine(game: BloodBowl, chain: Chain, link: Push) -> None:
    """The square for this player and, if it is occupied, for the one who stands there, and so on."""
    leaving, left = game.ruling(leaves), {each.start for each in chain.links[:1]}
    vacant = left if leaving.frees else set()
    behind = chain.facing if link.first else game.pitch.towards(chain.links[-1].start, link.start)
    candidates = game.pitch.beyond(game.pitch.step(link.start, (-behind[0], -behind[1])), link.start)
    on_pitch = tuple(square for square in candidates if game.pitch.on(square) and may_reach(link, square))
    empty = tuple(square for square in on_pitch if game.free(square) or square in vacant)
    by_the_crowd = any(not game.pitch.on(square) for square in candidates)
    link.squares = empty or (game.ruling(by_the_sideline)(on_pitch) if by_the_crowd else on_pitch)
    link.stands = bool(game.collect(ROOTED, link.player)) or not (link.squares or by_the_crowd)
    usual = link.squares
    if not link.stands and game.ruling(resists_early):
        await game.open(RESIST, link)
    await game.open(BEFORE_PUSH, link)
    link.squares = tuple(square for square in link.squares if square not in closed(link)) or usual
    if link.stands or game.collect(NOT_PUSHED, link):
        chain.stopped_at = link.start
        return
    chain.links.append(link)
    link.to = await _choose(game, link) if link.squares else CROWD
    link.due = _awaits(game, link)
    occupant = None if link.to in vacant else game.ruling(move_order).occupant(game, link)
    if leaving.at_once:
        move(game, link.player, link.to)
        await _resolve(game, link)
    if occupant is not None:
        await _determine(game, chain, Push(chain, link.player, occupant, link.to, chooser=chain.blocker.side))


async def _choose(game: BloodBowl, link: Push) -> Square:
    if len(link.squares) == 1:
        return link.squares[0]
    return await game.choose(PUSH, link.chooser, link.squares, player=link.player.id)


async def _follow_up(game: BloodBowl, chain: Chain) -> None:
    """Into the square the target left: free, no dice, decided before any further die."""
    square = chain.links[0].start
    blocker = chain.blocker
    possible = blocker.status == STANDING and game.free(square) and _near_enough(game, blocker, square)
    if not possible or game.collect(ROOTED, blocker):
        chain.follow_up = CANNOT
    await game.open(BEFORE_FOLLOW_UP, chain)
    follows = chain.follow_up == MUST
    if chain.follow_up == MAY:
        follows = await game.choose(FOLLOW_UP, blocker.side, (True, False), player=blocker.id)
    if follows:
        chain.follow_up = FOLLOWED
        game.shift(blocker, square)


def _near_enough(game: BloodBowl, blocker: Player, square: Square) -> bool:
    return game.pitch.apart(blocker.square, square) <= game.ruling(follows_from)


def _awaits(game: BloodBowl, link: Push) -> list[Effect]:
    """What the push leads to on this square; who is knocked down on a trapdoor may have to be hurt by that first."""
    if link.to == CROWD:
        return [_into_the_crowd]
    falls_first = link.chain.fells and link.first and game.ruling(falls_twice)
    return [_leaves_ball, _scores] if falls_first else [_leaves_ball, _springs, _scores]


async def _resolve(game: BloodBowl, link: Push, only: Effect | None = None) -> None:
    """What is due on this square happens, and is no longer due."""
    for effect in [each for each in link.due if only in (None, each)]:
        link.due.remove(effect)
        await effect(game, link)


async def _leaves_ball(game: BloodBowl, link: Push) -> None:
    await _off_the_ball(game, link.player)


async def _springs(game: BloodBowl, link: Push) -> None:
    await trapdoor(game, link.player)


async def _scores(game: BloodBowl, link: Push) -> None:
    ball.check_touchdown(game, link.player)


async def after_knock_down(game: BloodBowl, chain: Chain) -> None:
    """What had to wait until the target was down: the other squares, its trapdoor, the ball that it has lost."""
    for effect in chain.due:
        await effect(game, chain)


async def _into_the_crowd(game: BloodBowl, link: Push) -> None:
    """The injury, then the throw-in from the square it left; a turnover for the active team."""
    player = link.player
    carried = game.has_ball(player)
    if carried:
        game.lift_ball()
    if player.side == game.state.active:
        game.turnover("pushed into the crowd")
    await crowd(game, player, link.chain.blocker)
    if carried:
        await ball.throw_in(game, ball.Flight("loose", link.start))
