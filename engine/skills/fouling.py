"""Devious skills of those who foul."""

from engine.core.hooks import Skill
from engine.core.ruling import Ruling
from engine.rules.actions import MOVES_ON
from engine.rules.block import AFTER_BLOCK
from engine.rules.contest import Block
from engine.rules.falling import placed_prone
from engine.rules.foul import (
    AFTER_FOUL,
    ASSISTS,
    ASSISTS_AGAINST,
    FOUL_ASSISTS,
    LIKES_FEWER,
    Foul,
    foul,
    helpers,
    victims,
)
from engine.rules.game import BloodBowl
from engine.rules.injury import (
    AFTER_ARMOUR,
    AFTER_INJURY,
    ARMOUR_HELD,
    Hurt,
    add_to_armour,
    add_to_injury,
    would_break,
    would_worsen,
)
from engine.rules.movement import Activation
from engine.rules.state import PRONE, STANDING, STUNNED, TURN, Player

# Whether a foul counts as one without assists when those who could give one are told to stay out of it.
left_out: Ruling[bool] = Ruling("lone-fouler-optional-assists", {"lone": True, "not-lone": False})
drives_in_a_charge: Ruling[bool] = Ruling("pile-driver-charge", {"refused": False, "allowed": True})

dirty_player = Skill("dirty-player", active=True)


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


lone_fouler = Skill("lone-fouler", "Core p.130", active=True)


@lone_fouler.at(ARMOUR_HELD)
async def tries_again(game: BloodBowl, me: Player, roll: Hurt) -> None:
    """Armour that held is rolled for once more if nobody assisted on either side."""
    alone = all(source not in (ASSISTS, ASSISTS_AGAINST) for source, _ in roll.armour)
    if _fouls(me, roll) and alone and (_can_be_left_out(game) or not helpers(game, me, roll.player, roll.player)):
        roll.again = await game.uses(lone_fouler, me)


def _can_be_left_out(game: BloodBowl) -> bool:
    return game.ruling(left_out)


@lone_fouler.answers(LIKES_FEWER)
def likes_it_alone(game: BloodBowl, me: Player, fouler: Player) -> bool | None:
    return True if fouler is me and _can_be_left_out(game) else None


pile_driver = Skill("pile-driver", "Core p.133", active=True)


def _felled(contest: Block) -> bool:
    return any(fall.down for fall in contest.falls if fall.player is contest.target)


@pile_driver.at(AFTER_BLOCK)
async def puts_it_down(game: BloodBowl, me: Player, contest: Block) -> None:
    """A free foul against whom its block has knocked down; then it is Placed Prone and its activation ends."""
    target = contest.target
    felled = contest.blocker is me and _felled(contest) and target in victims(game, me)
    in_time = not game.interrupted() and (game.state.stage == TURN or game.ruling(drives_in_a_charge))
    if not felled or not in_time or not game.has_zone(me) or not await game.uses(pile_driver, me):
        return
    await foul(game, me, target)
    if me.status == STANDING:
        await placed_prone(game, me)
    if contest.act is not None:
        contest.act.done = True


put_the_boot_in = Skill("put-the-boot-in", active=True)


@put_the_boot_in.answers(FOUL_ASSISTS)
def joins_in(game: BloodBowl, me: Player, context: tuple[Player, Player]) -> bool | None:
    """It assists a foul however many mark it; only against a victim on the ground, not to protect one."""
    return True if context[1].status in (PRONE, STUNNED) else None


quick_foul = Skill("quick-foul", active=True)


@quick_foul.answers(MOVES_ON)
def walks_away(game: BloodBowl, me: Player, act: Activation) -> bool | None:
    return True if act.action == "foul" else None


sneaky_git = Skill("sneaky-git", "Core p.136", active=True)


@sneaky_git.at(AFTER_FOUL)
async def looks_innocent(game: BloodBowl, me: Player, attempt: Foul) -> None:
    """A double on an armour roll that did not break the armour goes unseen."""
    if attempt.player is me and not attempt.roll.broken:
        attempt.seen = False


@sneaky_git.answers(LIKES_FEWER)
def treads_lightly(game: BloodBowl, me: Player, fouler: Player) -> bool | None:
    return True if fouler is me else None


SKILLS = (dirty_player, lone_fouler, pile_driver, put_the_boot_in, quick_foul, sneaky_git)
