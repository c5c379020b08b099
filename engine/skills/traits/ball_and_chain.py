"""Ball & Chain: a player that goes where the chain swings and blocks whoever is there."""

from collections.abc import Awaitable, Callable

from engine.core.answers import Word
from engine.core.hooks import Skill
from engine.core.pitch import Square
from engine.core.questions import Question
from engine.core.ruling import Ruling
from engine.rules import ball
from engine.rules.actions import IMMUNE, Action, always
from engine.rules.activation import BARRED, FROM_PRONE, MORE_ACTIONS
from engine.rules.ball import FACING, THROW_IN, Flight
from engine.rules.block import block
from engine.rules.chain import MUST, Chain
from engine.rules.contest import Block
from engine.rules.falling import NO_ARMOUR, Fall, falls_over
from engine.rules.game import BloodBowl
from engine.rules.injury import AFTER_INJURY, EARNS, Hurt, crowd, hurt
from engine.rules.movement import ROOTED, Activation, max_rushes, roll_rush, stand_up, stopped
from engine.rules.push import BEFORE_FOLLOW_UP, push_back
from engine.rules.rolls import Die, roll_d, roll_die
from engine.rules.state import PRONE, STANDING, Player
from engine.rules.trapdoor import trapdoor

MOVE, END, CHAIN = "ball-and-chain-move", "end", "ball and chain"
earns_for_own: Ruling[bool] = Ruling("ball-and-chain-own-casualty-spp", {"awarded": True, "not-awarded": False})
CAN_BE, HOLDS = "can be bitten", "is held"
bitten: Ruling[tuple[str, ...]] = Ruling(
    "ball-and-chain-chomped", {"can-be": (CAN_BE, HOLDS), "immune": (), "ignored": (CAN_BE,)}
)
Way = Callable[[BloodBowl, Player], Awaitable[int]]
Clash = Callable[[BloodBowl, Player, Player], Awaitable[None]]  # with whoever stands in the way
way: Ruling[Way] = Ruling("ball-and-chain-direction-re-roll")
tripping: Ruling[Clash] = Ruling("ball-and-chain-failed-rush")
gets_up: Ruling[bool] = Ruling("ball-and-chain-stands-up", {"stays-down": False, "stands-up": True})

FACING_NEXT: Question[str] = Question("facing", Word(*FACING, END), "Which way is {player} turned?")

# Not active: what happens when its owner goes down happens when it is down.
ball_and_chain = Skill("ball-and-chain", "Core p.124")


@ball_and_chain.answers(MORE_ACTIONS)
def swings(game: BloodBowl, me: Player, player: Player) -> Action | None:
    return SWING


@ball_and_chain.answers(FROM_PRONE)
def drags_itself_up(game: BloodBowl, me: Player, declared: tuple[Player, str]) -> bool | None:
    """Only an apothecary can have left it on the pitch, and how it goes on from there is not written anywhere."""
    return True if declared[1] == MOVE and game.ruling(gets_up) else None


@ball_and_chain.answers(BARRED)
def does_nothing_else(game: BloodBowl, me: Player, declared: tuple[Player, str]) -> bool | None:
    return True if declared[1] != MOVE else None


# Its move -----------------------------------------------------------------------------------------------------------------------


async def _swing(game: BloodBowl, act: Activation) -> None:
    """Square by square: the coach turns the template, a die says which of three squares. It may stop at any time."""
    me = act.player
    if me.status == PRONE and not await stand_up(game, act):
        return
    while not stopped(game, act) and _left(game, act) > 0:
        rush = act.spent >= game.value(me, "ma")
        facing = await game.choose(FACING_NEXT, me.side, (*FACING, END), player=me.id, rush=rush)
        if facing == END:
            return
        die = await game.ruling(way)(game, me)
        square = game.pitch.step(me.square, THROW_IN[FACING[facing]][(die - 1) // 2])
        act.spent += 1
        rushed = act.spent <= game.value(me, "ma") or await roll_rush(game, act)
        await _enter(game, me, square, _hits if rushed else game.ruling(tripping))
        if not rushed and me.status == STANDING and me.has_square:
            await falls_over(game, Fall(me, "rush"))


def _left(game: BloodBowl, act: Activation) -> int:
    """Roots hold it; whether teeth do is open."""
    me = act.player
    held = me.rooted or (_teeth(game, HOLDS) and bool(game.collect(ROOTED, me)))
    return 0 if held else game.value(me, "ma") + max_rushes(game, act) - act.spent


def _teeth(game: BloodBowl, effect: str) -> bool:
    return effect in game.ruling(bitten)


@ball_and_chain.answers(IMMUNE)
def breaks_teeth(game: BloodBowl, me: Player, aimed: tuple[Player, str]) -> bool | None:
    return True if aimed[1] == "chomp" and not _teeth(game, CAN_BE) else None


@way.choice("allowed")
async def _swings_again(game: BloodBowl, me: Player) -> int:
    """No list of dice that are closed to re-rolls has this one on it (Core p.34)."""
    return await roll_die(game, Die(CHAIN, me))


@way.choice("refused")
async def _swings_once(game: BloodBowl, me: Player) -> int:
    return roll_d(game, 6, CHAIN, me.side, me)


async def _enter(game: BloodBowl, me: Player, square: Square, clash: Clash) -> None:
    """Whoever stands there is blocked, whoever lies there is pushed. It moves in if the square is free then."""
    if not game.pitch.on(square):
        await _into_the_crowd(game, me)
        return
    there = game.at(square)
    if there is not None and there.status == STANDING:
        await clash(game, me, there)
    elif there is not None:
        await _shove(game, me, there)
    moves = me.status == STANDING and me.square != square and game.free(square)
    if moves:
        game.shift(me, square)
    if me.has_square and game.state.ball.square == me.square:
        await ball.bounce(game, Flight("loose", me.square))
    if moves:
        await trapdoor(game, me)


@tripping.choice("blocks")
async def _hits(game: BloodBowl, me: Player, target: Player) -> None:
    await block(game, Block(me, target))


@tripping.choice("pushes")
async def _bumps_into(game: BloodBowl, me: Player, target: Player) -> None:
    """It is falling already, and there is no block."""
    await push_back(game, Chain(me, target, facing=game.pitch.towards(me.square, target.square)))


async def _shove(game: BloodBowl, me: Player, target: Player) -> None:
    """Pushed back, and an Armour Roll to which nothing is added."""
    await push_back(game, Chain(me, target, facing=game.pitch.towards(me.square, target.square)))
    if target.has_square:
        await hurt(game, Hurt(target, ball_and_chain.key, me, unmodifiable=True))


async def _into_the_crowd(game: BloodBowl, me: Player) -> None:
    game.lift(me)
    game.turnover("pushed into the crowd")
    await crowd(game, me)


@ball_and_chain.at(BEFORE_FOLLOW_UP)
async def has_no_choice(game: BloodBowl, me: Player, chain: Chain) -> None:
    if chain.blocker is me and chain.may_follow:
        chain.follow_up = MUST


@ball_and_chain.cancels("foul-appearance")
@ball_and_chain.cancels("trickster")
@ball_and_chain.cancels("fend")
@ball_and_chain.cancels("taunt")
def does_not_care(game: BloodBowl, me: Player, context: object) -> bool:
    """Nobody puts it off, steps aside, holds it off or draws it in."""
    return isinstance(context, Block | Chain) and context.blocker is me


@ball_and_chain.answers(EARNS)
def counts_everybody(game: BloodBowl, me: Player, roll: Hurt) -> int | None:
    """A casualty of its Block is to its credit on the own team too."""
    own = roll.cause == "block" and roll.by is me and roll.player.side == me.side
    return me.id if own and game.ruling(earns_for_own) else None


# Going down ---------------------------------------------------------------------------------------------------------------------


@ball_and_chain.answers(NO_ARMOUR)
def is_hit_by_the_ball(game: BloodBowl, me: Player, player: Player) -> bool | None:
    """An Injury Roll at once."""
    return True


@ball_and_chain.at(AFTER_INJURY)
async def is_dragged_off(game: BloodBowl, me: Player, roll: Hurt) -> None:
    """Stunned is Knocked-out, except in the crowd."""
    if roll.player is me and roll.fell and roll.result == "stunned":
        roll.result = "knocked-out"


SWING = Action(MOVE, _swing, always, moves=False)

SKILLS = (ball_and_chain,)
