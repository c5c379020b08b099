"""Traits of wits, size and health."""

from typing import Any

from engine.core.hooks import Skill
from engine.core.ruling import Ruling
from engine.rules.activation import BARRED, ON_DECLARE
from engine.rules.game import BloodBowl
from engine.rules.injury import AFTER_CASUALTY, BADLY_HURT_ON, BEFORE_CASUALTY, INJURY_LIMITS, Hurt, told
from engine.rules.match import SENT_OFF_AFTER_DRIVE
from engine.rules.movement import LEAPS, ROLLS_TO_ACT, ROOTED, Activation
from engine.rules.rolls import (
    BEFORE_TEST,
    MODIFIERS,
    Test,
    roll_luck,
    roll_test,
)
from engine.rules.state import OUT, PRONE, RESERVES, STANDING, STUNNED, Player
from engine.rules.turn import END_OF_TURN, drive_over
from engine.skills.agility import diving_tackle

# Who gets a roll of Pick-me-up, and whether there is one when the drive is over.
helped_up: Ruling[tuple[str, ...]] = Ruling(
    "bb2025.pick-me-up-stunned", {"prone-only": (PRONE,), "stunned-too": (PRONE, STUNNED)}
)
to_the_last: Ruling[bool] = Ruling("bb2025.pick-me-up-drive-over", {"skipped": False, "rolled": True})
RULINGS: tuple[Ruling[Any], ...] = (helped_up, to_the_last)
PAGES = "Core pp.123-138"

# Rolls on activation ----------------------------------------------------------------------------------------------------------

really_stupid = Skill("really-stupid", "trait", PAGES)


@really_stupid.answers(ROLLS_TO_ACT)
def has_to_be_told(game: BloodBowl, me: Player, player: Player) -> bool | None:
    return True if player is me else None


@really_stupid.at(ON_DECLARE)
async def gapes(game: BloodBowl, me: Player, act: Activation) -> None:
    """4+, with +2 for a team-mate next to it who can think; else it stands there Distracted."""
    if act.player is not me or act.done:
        return
    helpers = [
        mate for mate in game.next_to(me, me.side) if game.can_use(mate) and really_stupid.key not in mate.skills
    ]
    helped = [("helper", 2)] if helpers else []
    if not await roll_test(game, Test(really_stupid.key, me, 4, helped)):
        game.distract(me)
        act.done = True


unchannelled_fury = Skill("unchannelled-fury", "trait", PAGES)


@unchannelled_fury.answers(ROLLS_TO_ACT)
def rages_first(game: BloodBowl, me: Player, player: Player) -> bool | None:
    return True if player is me else None


@unchannelled_fury.at(ON_DECLARE)
async def rages(game: BloodBowl, me: Player, act: Activation) -> None:
    """4+, with +2 for a Block or Blitz; else the activation is over, but the tackle zone stays."""
    if act.player is not me or act.done:
        return
    eager = [("block or blitz", 2)] if act.action in ("block", "blitz") else []
    if not await roll_test(game, Test(unchannelled_fury.key, me, 4, eager)):
        act.done = True


take_root = Skill("take-root", "trait", "Core p.137")


@take_root.answers(ROLLS_TO_ACT)
def may_take_root(game: BloodBowl, me: Player, player: Player) -> bool | None:
    return True if player is me else None


@take_root.at(ON_DECLARE)
async def grows_roots(game: BloodBowl, me: Player, act: Activation) -> None:
    """On a 1, if Standing, it is Rooted until it goes down or the drive ends; what needs no movement goes on."""
    if act.player is me and not act.done and me.status == STANDING and not me.rooted:
        me.rooted = not await roll_test(game, Test(take_root.key, me, 2))


@take_root.answers(ROOTED)
def cannot_leave(game: BloodBowl, me: Player, player: Player) -> bool | None:
    return True if player is me and me.rooted else None


# Size and legs ----------------------------------------------------------------------------------------------------------------

stunty = Skill("stunty", "trait", PAGES)


@stunty.at(BEFORE_TEST)
async def slips_between_legs(game: BloodBowl, me: Player, test: Test) -> None:
    """Opponents who mark the square it Dodges into do not hinder it."""
    if test.kind == "dodge" and test.player is me:
        test.modifiers = [(source, value) for source, value in test.modifiers if source != "marked"]


@stunty.answers(MODIFIERS)
def reaches_low(game: BloodBowl, me: Player, test: Test) -> int | None:
    return -1 if test.kind == "intercept" and test.player is me else None


@stunty.answers(INJURY_LIMITS)
def breaks_easily(game: BloodBowl, me: Player, roll: Hurt) -> tuple[int, int] | None:
    """Stunned up to 6, Knocked-out up to 8."""
    return (-1, -1) if roll.player is me else None


@stunty.answers(BADLY_HURT_ON)
def is_badly_hurt(game: BloodBowl, me: Player, roll: Hurt) -> int | None:
    return 9 if roll.player is me else None


titchy = Skill("titchy", "trait", PAGES)


@titchy.answers(MODIFIERS)
def is_hard_to_catch(game: BloodBowl, me: Player, test: Test) -> int | None:
    return 1 if test.kind == "dodge" and test.player is me else None


@titchy.at(BEFORE_TEST)
async def is_overlooked(game: BloodBowl, me: Player, test: Test) -> None:
    """Whoever Dodges into its tackle zone is not hindered by it."""
    if test.kind != "dodge" or test.player.side == me.side or not game.has_zone(me):
        return
    if game.pitch.neighbours(me.square) >> max(test.entering, 0) & 1:
        fewer = [(source, value + 1 if source == "marked" else value) for source, value in test.modifiers]
        test.modifiers = [(source, value) for source, value in fewer if value]


pogo = Skill("pogo", "trait", PAGES, active=True)


@pogo.answers(LEAPS)
def bounces_over_anything(game: BloodBowl, me: Player, player: Player) -> bool | None:
    return True if player is me else None


@pogo.at(BEFORE_TEST)
async def minds_nobody(game: BloodBowl, me: Player, test: Test) -> None:
    """Nothing is taken off its jumps."""
    if test.kind == "jump" and test.player is me:
        test.no_penalties = True


@pogo.cancels(diving_tackle)
def is_out_of_reach(game: BloodBowl, me: Player, context: object) -> bool:
    return isinstance(context, Test) and context.kind == "jump" and context.player is me


timmm_ber = Skill("timmm-ber", "trait", PAGES)


@timmm_ber.answers(MODIFIERS)
def is_helped_up(game: BloodBowl, me: Player, test: Test) -> int | None:
    """+1 to stand up for every Open team-mate next to it."""
    if test.kind != "stand-up" or test.player is not me:
        return None
    return sum(game.is_open(mate) for mate in game.next_to(me, me.side)) or None


unsteady = Skill("unsteady", "trait", PAGES)


@unsteady.answers(BARRED)
def secures_nothing(game: BloodBowl, me: Player, declared: tuple[Player, str]) -> bool | None:
    return True if declared[0] is me and declared[1] == "secure-the-ball" else None


# Health and the referee -------------------------------------------------------------------------------------------------------

pick_me_up = Skill("pick-me-up", "trait", "Core p.132", active=True)
PICK_ME_UP_DISTANCE, PICKED_UP_ON = 3, 5


@pick_me_up.at(END_OF_TURN)
async def helps_them_up(game: BloodBowl, me: Player, side: int) -> None:
    """After the opponents' turn every Prone team-mate within three squares may try once to stand up: 5+."""
    if side == me.side or (drive_over(game) and not game.ruling(to_the_last)):
        return
    near = game.pitch.within(me.square, PICK_ME_UP_DISTANCE)
    for mate in game.players(me.side, *game.ruling(helped_up)):
        if near >> mate.square & 1 and pick_me_up.key not in mate.spent:
            mate.spent.add(pick_me_up.key)
            if await game.uses(pick_me_up, mate) and roll_luck(game, pick_me_up.key, mate, PICKED_UP_ON):
                game.lay(mate, STANDING)


regeneration = Skill("regeneration", "trait", PAGES)


@regeneration.at(BEFORE_CASUALTY)
async def grows_back(game: BloodBowl, me: Player, roll: Hurt) -> None:
    """On 4+ a Casualty is ignored, and the player waits in Reserves."""
    if roll.player is me and await roll_test(game, Test(regeneration.key, me, 4)):
        roll.result = "regenerated"
        told(game, roll)
        game.take_off(me, RESERVES)


plague_ridden = Skill("plague-ridden", "trait", PAGES)
NOT_RAISED = {"decay", "regeneration", "stunty"}


@plague_ridden.at(AFTER_CASUALTY)
async def infects(game: BloodBowl, me: Player, roll: Hurt) -> None:
    """Whoever its block kills comes back as a lineman of its team, once a game."""
    dead = roll.player
    slain = roll.by is me and roll.cause == "block" and roll.result == "dead" and dead.side != me.side
    if not slain or "big-guy" in dead.keywords or NOT_RAISED & dead.skills.keys():
        return
    spare = next((mate for mate in game.players(me.side, OUT) if mate.spare), None)
    if spare is not None and await game.uses(plague_ridden, me):
        game.take_off(spare, RESERVES)


secret_weapon = Skill("secret-weapon", "trait", PAGES, everywhere=True)


@secret_weapon.answers(SENT_OFF_AFTER_DRIVE)
def is_illegal(game: BloodBowl, me: Player, player: Player) -> bool | None:
    return True if player is me else None


SKILLS = (
    pick_me_up,
    plague_ridden,
    pogo,
    really_stupid,
    regeneration,
    secret_weapon,
    stunty,
    take_root,
    timmm_ber,
    titchy,
    unchannelled_fury,
    unsteady,
)
