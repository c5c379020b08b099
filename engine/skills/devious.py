"""Devious skills; those of fouls and Shadowing have modules of their own."""

from collections.abc import Callable

from engine.core.hooks import Skill
from engine.core.ruling import Ruling
from engine.rules import ball
from engine.rules.chain import CROWD, Chain
from engine.rules.events import Gouged
from engine.rules.falling import BEFORE_FALL, NO_ARMOUR, Fall, drop, knocked_down
from engine.rules.game import BloodBowl
from engine.rules.injury import (
    AFTER_ARMOUR,
    AFTER_INJURY,
    EARNS,
    Hurt,
    add_to_armour,
    add_to_injury,
    would_break,
    would_worsen,
)
from engine.rules.movement import ARRIVED, LEFT_SQUARE, Stride
from engine.rules.push import PUSHED
from engine.rules.rolls import Test, roll_test
from engine.rules.state import STANDING, Player
from engine.rules.teammates import BEFORE_HURL, Hurl

BEFORE_ROLLS, AFTER_ROLLS = "before the dice for a square", "after them"
leave_ball: Ruling[str] = Ruling("fumblerooski-timing", {"before-rolls": BEFORE_ROLLS, "after-rolls": AFTER_ROLLS})
# Whether a push by a player who is itself pushed counts: on the blocker's side, and on the other.
gouges_in_chain: Ruling[bool] = Ruling("eye-gouge-chain-push", {"chain-counts": True, "active-only": False})
gouges_back: Ruling[bool] = Ruling("eye-gouge-inactive-team", {"allowed": True, "active-only": False})
# Whether a player who was thrown Prone, Stunned or Distracted makes a missile.
flies_helpless: Ruling[bool] = Ruling("lethal-flight-helpless", {"refused": False, "allowed": True})
# To whose credit a bomb is that others have thrown on: who had it first, or who threw it last.
bomber: Ruling[Callable[[BloodBowl, Player, Hurt], bool]] = Ruling(
    "violent-innovator-bomb-thrown-on",
    {
        "first-thrower": lambda game, me, roll: game.state.acting == me.id,
        "last-thrower": lambda game, me, roll: roll.by is me,
    },
)
vomit_counts: Ruling[tuple[str, ...]] = Ruling(
    "violent-innovator-projectile-vomit", {"counted": ("projectile-vomit",), "not-counted": ()}
)
kicked_counts: Ruling[bool] = Ruling("violent-innovator-kicked-team-mate", {"counted": True, "not-counted": False})
# Whether the turn goes on for whoever went down with a weapon that went off, and would have gone down anyway.
saves_the_turn: Ruling[bool] = Ruling("saboteur-turnover", {"extra-fall-only": False, "once-it-went-off": True})
sabotages_own_chain: Ruling[bool] = Ruling("saboteur-ball-and-chain", {"denied": False, "knocked-out": True})

eye_gouge = Skill("eye-gouge", "Core p.128", active=True)


@eye_gouge.at(PUSHED)
async def pokes(game: BloodBowl, me: Player, chain: Chain) -> None:
    """Whom it pushes back helps nobody until its next activation."""
    for link in chain.links:
        mine = link.pusher is me and link.player.side != me.side and link.to != CROWD
        mine_by_chain = game.ruling(gouges_in_chain if me.side == chain.blocker.side else gouges_back)
        if mine and (link.first or mine_by_chain):
            link.player.no_assists = True
            game.emit(Gouged(link.player.id, me.id))


fumblerooski = Skill("fumblerooski", "Core p.128", active=True)


@fumblerooski.at(LEFT_SQUARE)
async def leaves_it_at_once(game: BloodBowl, me: Player, stride: Stride) -> None:
    await _leaves_it_behind(game, me, stride, BEFORE_ROLLS)


@fumblerooski.at(ARRIVED)
async def leaves_it_after_the_dice(game: BloodBowl, me: Player, stride: Stride) -> None:
    await _leaves_it_behind(game, me, stride, AFTER_ROLLS)


async def _leaves_it_behind(game: BloodBowl, me: Player, stride: Stride, moment: str) -> None:
    """The ball may stay in the square the carrier moves out of: no bounce, no turnover."""
    in_time = moment == game.ruling(leave_ball)
    if in_time and stride.player is me and game.has_ball(me) and await game.uses(fumblerooski, me):
        game.rest_ball(stride.leaving)
        if not game.free(stride.leaving):  # somebody has dived there by now
            await ball.bounce(game, ball.Flight("loose", stride.leaving))


# Not active: in the air nobody is Standing, and how its owner was when it was thrown is asked for below.
lethal_flight = Skill("lethal-flight")


@lethal_flight.at(AFTER_ARMOUR)
async def comes_down_hard(game: BloodBowl, me: Player, roll: Hurt) -> None:
    """+1 to the armour roll of an opponent it is thrown upon, once the dice are seen, …"""
    if _lands_on(game, me, roll) and would_break(game, roll, 1) and await game.uses(lethal_flight, me):
        add_to_armour(game, roll, lethal_flight.key, 1)


@lethal_flight.at(AFTER_INJURY)
async def comes_down_harder(game: BloodBowl, me: Player, roll: Hurt) -> None:
    """… or to the injury roll, not to both."""
    unused = all(source != lethal_flight.key for source, _ in roll.armour)
    if _lands_on(game, me, roll) and unused and would_worsen(game, roll, 1) and await game.uses(lethal_flight, me):
        add_to_injury(game, roll, lethal_flight.key, 1)


@lethal_flight.answers(EARNS)
def claims_it(game: BloodBowl, me: Player, roll: Hurt) -> int | None:
    return me.id if _lands_on(game, me, roll) else None


def _lands_on(game: BloodBowl, me: Player, roll: Hurt) -> bool:
    hit = roll.cause == "landed-upon" and roll.by is me and roll.player.side != me.side
    return hit and (roll.able or game.ruling(flies_helpless))


saboteur = Skill("saboteur", "Core p.135", active=True)


@saboteur.at(BEFORE_FALL)
async def goes_off(game: BloodBowl, me: Player, fall: Fall) -> None:
    """Knocked Down by a block, on a 4+: so is the other player, and the owner is Knocked-out without an armour roll."""
    rival = fall.by
    if fall.player is not me or fall.avoided or fall.cause != "block" or rival is None or rival.side == me.side:
        return
    if game.collect(NO_ARMOUR, me) and not game.ruling(sabotages_own_chain):
        return
    if not await game.uses(saboteur, me) or not await roll_test(game, Test(saboteur.key, me, 4)):
        return
    fall.outcome = "knocked-out"
    fall.no_turnover = fall.spares = game.ruling(saves_the_turn)
    square = rival.square
    if rival.status == STANDING and await knocked_down(game, Fall(rival, saboteur.key, no_turnover=True)):
        await drop(game, rival, square)


# Not active, and heard everywhere: it was on its feet when it acted, whatever its own bomb has done to it since.
violent_innovator = Skill("violent-innovator", everywhere=True)
# What Special Actions call the harm they do.
SPECIAL = ("breathe-fire", "chainsaw-attack", "stab", "ball-and-chain")
KICK = "kick-team-mate"


@violent_innovator.at(BEFORE_HURL)
async def kicks_somebody(game: BloodBowl, me: Player, throw: Hurl) -> None:
    """A kick is a Special Action, a throw is not."""
    if throw.player is me and throw.action == KICK:
        me.spent.add(KICK)


@violent_innovator.answers(EARNS)
def takes_the_credit(game: BloodBowl, me: Player, roll: Hurt) -> int | None:
    """Casualties of the other side by its Special Action; a player it kicked upon somebody counts too."""
    if roll.cause == "bomb":
        own = game.ruling(bomber)(game, me, roll)
    else:
        kicked = roll.cause == "landed-upon" and KICK in me.spent and game.ruling(kicked_counts)
        own = game.state.acting == me.id and (kicked or roll.cause in (*SPECIAL, *game.ruling(vomit_counts)))
    return me.id if own and roll.player.side != me.side else None


SKILLS = (
    eye_gouge,
    fumblerooski,
    lethal_flight,
    saboteur,
    violent_innovator,
)
