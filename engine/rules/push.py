"""Pushes, chains, the crowd and the follow-up (Core p.63)."""

from dataclasses import dataclass, field

from engine.core.hooks import Query, Window
from engine.core.pitch import Square
from engine.rules import ball
from engine.rules.field import Step
from engine.rules.game import BloodBowl
from engine.rules.injury import crowd
from engine.rules.movement import ROOTED
from engine.rules.state import NOWHERE, STANDING, Player

CROWD = NOWHERE  # where somebody goes who is pushed off the pitch


@dataclass(slots=True)
class Push:
    """One player of a chain: who pushes whom, where to, and what may stop it."""

    chain: "Chain"
    pusher: Player
    player: Player
    start: Square
    squares: tuple[Square, ...] = ()  # on the pitch, among which the chooser picks
    chooser: int = 0
    to: Square = CROWD
    stands: bool = False  # it is not pushed at all
    first: bool = True  # the target of the block, not somebody in the chain

    @property
    def blitz(self) -> bool:
        return self.chain.blitz


@dataclass(slots=True)
class Chain:
    """A block's push: its links from the target on, and whether the blocker may follow up."""

    blocker: Player
    target: Player
    facing: Step  # from the blocker to the target when the block began
    blitz: bool = False  # the block is part of one
    unstoppable: bool = False  # opponents of the blocker may not resist
    barred: tuple[Square, ...] = ()  # where nobody may be pushed
    links: list[Push] = field(default_factory=list)
    stopped: bool = False
    followed: bool = False
    may_follow: bool = True
    must_follow: bool = False


BEFORE_PUSH: Window[Push] = Window("before-push")  # Stand Firm, Grab, Sidestep: who chooses among what
PUSHED: Window[Chain] = Window("pushed")  # the chain is settled, nobody has moved yet
AFTER_PUSH: Window[Push] = Window("after-push")
BEFORE_FOLLOW_UP: Window[Chain] = Window("before-follow-up")
AFTER_FOLLOW_UP: Window[Chain] = Window("after-follow-up")
NOT_PUSHED: Query[Push, bool] = Query("not-pushed")


async def push_back(game: BloodBowl, chain: Chain) -> None:
    """Steps: the whole chain is determined; players move, target first; follow-up; then what it led to."""
    blocker, target = chain.blocker, chain.target
    await _determine(game, chain, Push(chain, blocker, target, target.square, chooser=blocker.side))
    if chain.stopped:
        return
    await game.open(PUSHED, chain)
    for link in reversed(chain.links):
        _move(game, link)
    for link in chain.links:
        await game.open(AFTER_PUSH, link)
    await _follow_up(game, chain)
    await game.open(AFTER_FOLLOW_UP, chain)
    for link in chain.links:
        await _resolve(game, link)


async def _determine(game: BloodBowl, chain: Chain, link: Push) -> None:
    """The square for this player and, if it is occupied, for the one who stands there, and so on."""
    taken = {*chain.barred, *(each.to for each in chain.links)}
    link.first = not chain.links
    behind = chain.facing if link.first else game.pitch.towards(chain.links[-1].start, link.start)
    candidates = game.pitch.beyond(game.pitch.step(link.start, (-behind[0], -behind[1])), link.start)
    on_pitch = tuple(square for square in candidates if game.pitch.on(square) and square not in taken)
    empty = tuple(square for square in on_pitch if game.free(square))
    by_the_crowd = any(not game.pitch.on(square) for square in candidates)
    link.squares = empty or (() if by_the_crowd else on_pitch)
    link.stands = bool(game.collect(ROOTED, link.player)) or not (link.squares or by_the_crowd)
    usual = link.squares
    await game.open(BEFORE_PUSH, link)
    link.squares = tuple(square for square in link.squares if square not in chain.barred) or usual
    if link.stands or game.collect(NOT_PUSHED, link):
        chain.stopped = True
        return
    chain.links.append(link)
    if not link.squares:
        link.to = CROWD
        return
    link.to = await _choose(game, link)
    occupant = game.at(link.to)
    if occupant is not None:
        await _determine(game, chain, Push(chain, link.player, occupant, link.to, chooser=chain.blocker.side))


async def _choose(game: BloodBowl, link: Push) -> Square:
    if len(link.squares) == 1:
        return link.squares[0]
    square: Square = await game.choose(link.chooser, "push", link.squares, player=link.player.id)
    return square


def _move(game: BloodBowl, link: Push) -> None:
    if link.to == CROWD:
        game.changed()
        link.player.square = NOWHERE
    else:
        game.shift(link.player, link.to)


async def _follow_up(game: BloodBowl, chain: Chain) -> None:
    """Into the square the target left: free, no dice, decided before any further die."""
    square = chain.links[0].start
    blocker = chain.blocker
    possible = blocker.status == STANDING and game.free(square) and game.pitch.apart(blocker.square, square) == 1
    chain.may_follow = chain.may_follow and possible and not game.collect(ROOTED, blocker)
    await game.open(BEFORE_FOLLOW_UP, chain)
    if not chain.may_follow:
        return
    chain.followed = chain.must_follow or bool(
        await game.choose(blocker.side, "follow-up", (True, False), player=blocker.id)
    )
    if chain.followed:
        game.shift(blocker, square)


async def _resolve(game: BloodBowl, link: Push) -> None:
    """What the push led to on this square: the crowd, a ball lying there, a touchdown."""
    player = link.player
    if link.to == CROWD:
        await _into_the_crowd(game, link)
        return
    if game.state.ball.square == player.square:
        await ball.bounce(game, ball.Flight("loose", player.square))
    ball.check_touchdown(game, player)


async def _into_the_crowd(game: BloodBowl, link: Push) -> None:
    """The injury, then the throw-in from the square it left; a turnover for the active team."""
    player = link.player
    carried = game.has_ball(player)
    if carried:
        game.lift_ball()
    if player.side == game.state.active:
        game.turnover("pushed into the crowd")
    await crowd(game, player)
    if carried:
        await ball.throw_in(game, ball.Flight("loose", link.start))
