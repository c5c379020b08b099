"""Devious skills; Shadowing has a module of its own."""

from typing import Any

from engine.core.hooks import Skill
from engine.core.ruling import Ruling
from engine.rules import ball
from engine.rules.actions import MOVES_ON
from engine.rules.block import AFTER_BLOCK
from engine.rules.chain import CROWD, Chain
from engine.rules.contest import Block
from engine.rules.events import Gouged
from engine.rules.falling import BEFORE_FALL, NO_ARMOUR, Fall, drop, knocked_down, placed_prone
from engine.rules.foul import (
    AFTER_FOUL,
    ASSISTS,
    ASSISTS_AGAINST,
    FOUL_ASSISTS,
    LIKES_FEWER,
    Foul,
    foul,
    victims,
)
from engine.rules.game import BloodBowl
from engine.rules.injury import (
    AFTER_ARMOUR,
    AFTER_INJURY,
    ARMOUR_HELD,
    EARNS,
    Hurt,
    add_to_armour,
    add_to_injury,
    would_break,
    would_worsen,
)
from engine.rules.movement import ARRIVED, LEFT_SQUARE, Activation, Stride
from engine.rules.push import PUSHED
from engine.rules.rolls import Test, roll_test
from engine.rules.state import PRONE, STANDING, STUNNED, TURN, Player

BEFORE_ROLLS, AFTER_ROLLS = "before the dice for a square", "after them"
leave_ball: Ruling[str] = Ruling(
    "bb2025.fumblerooski-timing", {"before-rolls": BEFORE_ROLLS, "after-rolls": AFTER_ROLLS}
)
# Whether a push by who is itself pushed counts: on the blocker's side, and on the other.
gouges_in_chain: Ruling[bool] = Ruling("bb2025.eye-gouge-chain-push", {"chain-counts": True, "active-only": False})
gouges_back: Ruling[bool] = Ruling("bb2025.eye-gouge-inactive-team", {"allowed": True, "active-only": False})
sabotages_own_chain: Ruling[bool] = Ruling("bb2025.saboteur-ball-and-chain", {"denied": False, "knocked-out": True})
RULINGS: tuple[Ruling[Any], ...] = (gouges_in_chain, gouges_back, sabotages_own_chain, leave_ball)

dirty_player = Skill("dirty-player", "devious", active=True)


@dirty_player.at(AFTER_ARMOUR)
async def stamps(game: BloodBowl, me: Player, roll: Hurt) -> None:
    """+1 to the armour roll of its foul, once the dice are seen, …"""
    if _fouls(me, roll) and would_break(game, roll, 1) and await game.uses(dirty_player, me):
        add_to_armour(game, roll, dirty_player.key, 1)


@dirty_player.at(AFTER_INJURY)
async def stamps_harder(game: BloodBowl, me: Player, roll: Hurt) -> None:
    """… or to the injury roll, not to both."""
    unused = all(source != dirty_player.key for source, _ in roll.armour)
    if _fouls(me, roll) and unused and would_worsen(game, roll, 1) and await game.uses(dirty_player, me):
        add_to_injury(game, roll, dirty_player.key, 1)


def _fouls(me: Player, roll: Hurt) -> bool:
    return roll.cause == "foul" and roll.by is me


eye_gouge = Skill("eye-gouge", "devious", "Core p.128", active=True)


@eye_gouge.at(PUSHED)
async def pokes(game: BloodBowl, me: Player, chain: Chain) -> None:
    """Whom it pushes back helps nobody until its next activation."""
    for link in chain.links:
        mine = link.pusher is me and link.player.side != me.side and link.to != CROWD
        mine_by_chain = game.ruling(gouges_in_chain if me.side == chain.blocker.side else gouges_back)
        if mine and (link.first or mine_by_chain):
            link.player.no_assists = True
            game.emit(Gouged(link.player.id, me.id))


fumblerooski = Skill("fumblerooski", "devious", "Core p.128", active=True)


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


lethal_flight = Skill("lethal-flight", "devious", active=True)


@lethal_flight.at(AFTER_ARMOUR)
async def comes_down_hard(game: BloodBowl, me: Player, roll: Hurt) -> None:
    """+1 to the armour roll of an opponent it is thrown upon, once the dice are seen, …"""
    if _lands_on(me, roll) and would_break(game, roll, 1) and await game.uses(lethal_flight, me):
        add_to_armour(game, roll, lethal_flight.key, 1)


@lethal_flight.at(AFTER_INJURY)
async def comes_down_harder(game: BloodBowl, me: Player, roll: Hurt) -> None:
    """… or to the injury roll, not to both."""
    unused = all(source != lethal_flight.key for source, _ in roll.armour)
    if _lands_on(me, roll) and unused and would_worsen(game, roll, 1) and await game.uses(lethal_flight, me):
        add_to_injury(game, roll, lethal_flight.key, 1)


@lethal_flight.answers(EARNS)
def claims_it(game: BloodBowl, me: Player, roll: Hurt) -> int | None:
    return me.id if _lands_on(me, roll) else None


def _lands_on(me: Player, roll: Hurt) -> bool:
    return roll.cause == "landed-upon" and roll.by is me and roll.player.side != me.side


lone_fouler = Skill("lone-fouler", "devious", "Core p.130", active=True)


@lone_fouler.at(ARMOUR_HELD)
async def tries_again(game: BloodBowl, me: Player, roll: Hurt) -> None:
    """Armour that held is rolled for once more if nobody assisted on either side."""
    alone = all(source not in (ASSISTS, ASSISTS_AGAINST) for source, _ in roll.armour)
    if _fouls(me, roll) and alone:
        roll.again = await game.uses(lone_fouler, me)


@lone_fouler.answers(LIKES_FEWER)
def likes_it_alone(game: BloodBowl, me: Player, fouler: Player) -> bool | None:
    return True if fouler is me else None


pile_driver = Skill("pile-driver", "devious", "Core p.133", active=True)


@pile_driver.at(AFTER_BLOCK)
async def puts_it_down(game: BloodBowl, me: Player, contest: Block) -> None:
    """A free foul against whom its block has knocked down; then it is Placed Prone and its activation ends."""
    target = contest.target
    felled = contest.blocker is me and target in contest.felled and target in victims(game, me)
    in_turn = game.state.stage == TURN and not game.interrupted()  # not in a Charge
    if not felled or not in_turn or not game.has_zone(me) or not await game.uses(pile_driver, me):
        return
    await foul(game, me, target)
    if me.status == STANDING:
        await placed_prone(game, me)
    if contest.act is not None:
        contest.act.done = True


put_the_boot_in = Skill("put-the-boot-in", "devious", active=True)


@put_the_boot_in.answers(FOUL_ASSISTS)
def joins_in(game: BloodBowl, me: Player, context: tuple[Player, Player]) -> bool | None:
    """It assists a foul however many mark it; only against a victim on the ground, not to protect one."""
    helper, target = context
    return True if helper is me and target.status in (PRONE, STUNNED) else None


quick_foul = Skill("quick-foul", "devious", active=True)


@quick_foul.answers(MOVES_ON)
def walks_away(game: BloodBowl, me: Player, act: Activation) -> bool | None:
    return True if act.player is me and act.action == "foul" else None


saboteur = Skill("saboteur", "devious", "Core p.135", active=True)


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
    square = rival.square
    if rival.status == STANDING and await knocked_down(game, Fall(rival, saboteur.key, no_turnover=True)):
        await drop(game, rival, square)


sneaky_git = Skill("sneaky-git", "devious", "Core p.136", active=True)


@sneaky_git.at(AFTER_FOUL)
async def looks_innocent(game: BloodBowl, me: Player, attempt: Foul) -> None:
    """A double on an armour roll that did not break the armour goes unseen."""
    if attempt.player is me and not attempt.roll.broken:
        attempt.seen = False


@sneaky_git.answers(LIKES_FEWER)
def treads_lightly(game: BloodBowl, me: Player, fouler: Player) -> bool | None:
    return True if fouler is me else None


violent_innovator = Skill("violent-innovator", "devious", active=True)
# What Special Actions call the harm they do.
SPECIAL = ("breathe-fire", "chainsaw-attack", "projectile-vomit", "stab", "bomb", "ball-and-chain")


@violent_innovator.answers(EARNS)
def takes_the_credit(game: BloodBowl, me: Player, roll: Hurt) -> int | None:
    """Casualties of the other side by its Special Action; a player it kicked upon somebody counts too."""
    kicked = roll.cause == "landed-upon" and "kick-team-mate" in me.skills
    own = game.state.acting == me.id and roll.player.side != me.side
    return me.id if own and (kicked or roll.cause in SPECIAL) else None


SKILLS = (
    dirty_player,
    eye_gouge,
    fumblerooski,
    lethal_flight,
    lone_fouler,
    pile_driver,
    put_the_boot_in,
    quick_foul,
    saboteur,
    sneaky_git,
    violent_innovator,
)
