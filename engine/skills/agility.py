"""Agility skills."""

from collections.abc import Awaitable, Callable
from typing import Any

from engine.core.hooks import Skill
from engine.core.pitch import Square, squares_of
from engine.core.ruling import Ruling
from engine.rules import ball
from engine.rules.activation import FROM_PRONE, ON_DECLARE
from engine.rules.ball import CATCHERS, Flight
from engine.rules.block import AFTER_BLOCK, AFTER_CHOICE
from engine.rules.chain import Push
from engine.rules.contest import Block
from engine.rules.falling import BEFORE_PRONE, Fall, placed_prone
from engine.rules.field import WIDTH
from engine.rules.game import BloodBowl
from engine.rules.movement import EXTRA_RUSHES, FREE_STAND_UP, LEAPS, ROOTED, Activation
from engine.rules.push import BEFORE_PUSH
from engine.rules.rolls import (
    AFTER_TEST,
    DOUBTFUL,
    MODIFIERS,
    ON_FAILURE,
    RELIEF,
    REROLLS,
    Test,
    roll_again,
    roll_test,
)
from engine.rules.special import AFTER_SPECIAL, Special
from engine.rules.state import PRONE, STANDING, Player
from engine.rules.trapdoor import PLACED, Placed, trapdoor

# The ball ---------------------------------------------------------------------------------------------------------------------

catch = Skill("catch", "agility", "Core pp.118-138", active=True)


@catch.answers(REROLLS)
def every_catch(game: BloodBowl, me: Player, test: Test) -> bool | None:
    """Re-roll any failed catch of the ball; an interception is none."""
    return True if test.kind == "catch" and test.of_ball and test.player is me else None


diving_catch = Skill("diving-catch", "agility", "Core pp.118-138", active=True)


@diving_catch.answers(CATCHERS)
def reaches_beside(game: BloodBowl, me: Player, flight: Flight) -> Player | None:
    """A pass, kick-off or throw-in that comes down on an empty square of my tackle zone; never a bounce or a punt."""
    beside = game.has_zone(me) and game.pitch.apart(me.square, flight.square) == 1
    return me if flight.kind in ("pass", "kick", "throw-in") and beside and ball.can_catch(game, me) else None


@diving_catch.answers(MODIFIERS)
def in_the_target_square(game: BloodBowl, me: Player, test: Test) -> int | None:
    """+1 for a ball of a Pass Action while I stand where it was aimed, however it gets to me."""
    return 1 if test.kind == "catch" and test.player is me and test.aimed_at == me.square else None


safe_pair_of_hands = Skill("safe-pair-of-hands", "agility", "Core p.135", active=True)


@safe_pair_of_hands.at(BEFORE_PRONE)
async def puts_it_down(game: BloodBowl, me: Player, fall: Fall) -> None:
    """A carrier about to lie down may first put the ball into a free square next to it, where it does not bounce."""
    if fall.player is not me or not game.has_ball(me):
        return
    free = _free_beside(game, me)
    if free and await game.uses(safe_pair_of_hands, me):
        game.rest_ball(await game.choose(me.side, "put-down", free, player=me.id))


def _free_beside(game: BloodBowl, player: Player) -> tuple[Square, ...]:
    return tuple(square for square in squares_of(game.pitch.neighbours(player.square)) if game.free(square))


# Getting away, and not letting them -------------------------------------------------------------------------------------------

dodge = Skill("dodge", "agility", "Core p.127", active=True)
FIRST_TURNS = 2  # one of each side
asks_about_dodge: Ruling[Callable[[BloodBowl, Block], bool]] = Ruling(
    "bb2025.dodge-skill-optional", {"always-ask": lambda game, block: True}
)


@dodge.answers(REROLLS)
def once_a_turn(game: BloodBowl, me: Player, test: Test) -> bool | None:
    """Re-roll one Dodge a turn."""
    return True if test.kind == "dodge" and test.player is me and dodge.key not in me.spent else None


@dodge.at(AFTER_CHOICE)
async def slips_a_stumble(game: BloodBowl, me: Player, block: Block) -> None:
    """A Stumble becomes a Push Back, if the coach likes."""
    if block.result != "stumble" or block.target is not me:
        return
    if not game.ruling(asks_about_dodge)(game, block) or await game.uses(dodge, me):
        block.result = "push-back"


@asks_about_dodge.choice("streamlined")
def _matters(game: BloodBowl, block: Block) -> bool:
    """To stay down may be better than a chain, the attackers' half in the first turn of the drive, or the sideline."""
    squares = game.pitch.beyond(block.blocker.square, block.target.square)
    chain = not any(game.free(square) for square in squares)
    theirs = game.state.drive_turns <= FIRST_TURNS and any(
        game.pitch.on(square) and game.pitch.halves[block.blocker.side] >> square & 1 for square in squares
    )
    return chain or theirs or any(not game.pitch.on(square) or _by_the_sideline(game, square) for square in squares)


def _by_the_sideline(game: BloodBowl, square: Square) -> bool:
    return game.pitch.xy(square)[1] in (1, WIDTH)


diving_tackle = Skill("diving-tackle", "agility", "Core p.127", active=True)
DIVE = -2
Answer = Callable[[BloodBowl, Test], Awaitable[None]]
reroll_after_dive: Ruling[Answer] = Ruling("bb2025.diving-tackle-reroll-window")
break_tackle_after_dive: Ruling[Answer] = Ruling("bb2025.break-tackle-before-diving-tackle")
dives_onto_trapdoor: Ruling[Placed] = Ruling("bb2025.trapdoor-diving-tackle", PLACED)
RULINGS: tuple[Ruling[Any], ...] = (asks_about_dodge, dives_onto_trapdoor, reroll_after_dive, break_tackle_after_dive)


@reroll_after_dive.choice("closed")
@break_tackle_after_dive.choice("before-only")
async def _no_answer(game: BloodBowl, test: Test) -> None:
    """What the dodger has not done by now it cannot do any more."""


@reroll_after_dive.choice("open")
async def _rolls_again(game: BloodBowl, test: Test) -> None:
    if not test.passed and not test.rerolled:
        await roll_again(game, test)


@break_tackle_after_dive.choice("may-answer")
async def _adds_to_it(game: BloodBowl, test: Test) -> None:
    if not test.passed:
        await game.open(ON_FAILURE, test)


def _can_dive(game: BloodBowl, me: Player, test: Test) -> bool:
    """An opponent has got out of my tackle zone, so far, and the square it left is not taken by another diver."""
    escapes = test.kind in ("dodge", "jump") and test.passed and test.player.side != me.side
    vacated = escapes and game.at(test.leaving) in (None, test.player)
    in_reach = vacated and game.pitch.apart(me.square, test.leaving) == 1 and game.has_zone(me)
    return in_reach and test.face != 6 and not game.collect(ROOTED, me)


@diving_tackle.answers(DOUBTFUL)
def hangs_in_the_air(game: BloodBowl, me: Player, test: Test) -> bool | None:
    """A re-roll of what I can still spoil has to be decided before I am."""
    return True if _can_dive(game, me, test) and test.result + DIVE < test.target else None


@diving_tackle.at(AFTER_TEST)
async def brings_them_down(game: BloodBowl, me: Player, test: Test) -> None:
    """After all re-rolls: -2 on a Dodge or jump out of my tackle zone, and I lie in the square they left."""
    if not _can_dive(game, me, test) or not await game.uses(diving_tackle, me):
        return
    if test.player.square == test.leaving:  # a jumper is moved when its die has been settled, as it now is
        game.shift(test.player, test.entering)
    test.modifiers.append((diving_tackle.key, DIVE))
    await ball.placed(game, me, test.leaving)
    await placed_prone(game, me)
    await game.ruling(dives_onto_trapdoor)(game, me)
    await game.ruling(break_tackle_after_dive)(game, test)
    await game.ruling(reroll_after_dive)(game, test)


leap = Skill("leap", "agility", "Core pp.118-138", active=True)


@leap.answers(LEAPS)
def over_anything(game: BloodBowl, me: Player, player: Player) -> bool | None:
    return True if player is me else None


@leap.answers(RELIEF)
def lands_lightly(game: BloodBowl, me: Player, test: Test) -> int | None:
    """The penalties together are one less, but a penalty stays a penalty."""
    penalty = sum(value for _, value in test.modifiers if value < 0)
    return 1 if test.kind == "jump" and test.player is me and penalty < -1 else None


sprint = Skill("sprint", "agility", "Core pp.118-138")  # counted for a Prone player too, who will be up before it runs


@sprint.answers(EXTRA_RUSHES)
def third_rush(game: BloodBowl, me: Player, act: Activation) -> int | None:
    return 1 if act.player is me else None


sure_feet = Skill("sure-feet", "agility", "Core pp.118-138", active=True)


@sure_feet.answers(REROLLS)
def one_rush_a_turn(game: BloodBowl, me: Player, test: Test) -> bool | None:
    return True if test.kind == "rush" and test.player is me and sure_feet.key not in me.spent else None


jump_up = Skill("jump-up", "agility", "Core p.130")  # it works while Prone


@jump_up.answers(FREE_STAND_UP)
def springs_to_its_feet(game: BloodBowl, me: Player, player: Player) -> bool | None:
    return True if player is me else None


@jump_up.answers(FROM_PRONE)
def blocks_from_the_ground(game: BloodBowl, me: Player, declared: tuple[Player, str]) -> bool | None:
    """A Block Action, and no Special Action."""
    return True if declared == (me, "block") else None


@jump_up.at(ON_DECLARE)
async def up_and_at_them(game: BloodBowl, me: Player, act: Activation) -> None:
    """For a block from Prone: AG at +1 and nothing else; failing it, I stay down and my activation ends."""
    if act.player is not me or act.action != "block" or act.done or me.status != PRONE:
        return
    if await roll_test(game, Test(jump_up.key, me, game.value(me, "ag"), [(jump_up.key, 1)])):
        game.lay(me, STANDING)
    else:
        act.done = True


# Blocks -----------------------------------------------------------------------------------------------------------------------

defensive = Skill("defensive", "agility", "Core pp.118-138", active=True)


def _keeps_busy(game: BloodBowl, me: Player, context: object) -> bool:
    """Opponents whom I mark get no help from that skill in their own turn."""
    if not isinstance(context, tuple):
        return False
    helper: Player = context[0]
    their_turn = helper.side != me.side and game.state.active == helper.side
    return their_turn and game.can_use(me) and game.has_zone(me) and game.pitch.apart(me.square, helper.square) == 1


defensive.cancels("guard")(_keeps_busy)
defensive.cancels("put-the-boot-in")(_keeps_busy)


sidestep = Skill("sidestep", "agility", "Core pp.118-138", active=True)


@sidestep.at(BEFORE_PUSH)
async def picks_where_to_go(game: BloodBowl, me: Player, push: Push) -> None:
    """Pushed in whatever way, its own coach may choose any free square next to it."""
    if push.player is not me or push.stands:
        return
    free = _free_beside(game, me)
    if free and await game.uses(sidestep, me):
        push.squares, push.chooser = free, me.side


hit_and_run = Skill("hit-and-run", "agility", "Core pp.118-138", active=True)


@hit_and_run.at(AFTER_BLOCK)
async def after_a_block(game: BloodBowl, me: Player, block: Block) -> None:
    if block.blocker is me:
        await _steps_away(game, me)


@hit_and_run.at(AFTER_SPECIAL)
async def after_a_stab(game: BloodBowl, me: Player, special: Special) -> None:
    if special.player is me and special.key == "stab":
        await _steps_away(game, me)


async def _steps_away(game: BloodBowl, me: Player) -> None:
    """One free square, whatever marks it, to where no opponent is next to it; a ball lying there is picked up."""
    if game.interrupted() or hit_and_run.key in me.spent or game.collect(ROOTED, me):
        return
    rivals = [rival.square for rival in game.players(1 - me.side)]
    clear = [square for square in _free_beside(game, me) if all(game.pitch.apart(square, at) > 1 for at in rivals)]
    if not clear or not await game.uses(hit_and_run, me):
        return
    me.spent.add(hit_and_run.key)
    game.shift(me, await game.choose(me.side, "hit-and-run", tuple(clear), player=me.id))
    if game.state.ball.square == me.square:
        await ball.pick_up(game, me)
    ball.check_touchdown(game, me)
    await trapdoor(game, me)


SKILLS = (
    catch,
    defensive,
    diving_catch,
    diving_tackle,
    dodge,
    hit_and_run,
    jump_up,
    leap,
    safe_pair_of_hands,
    sidestep,
    sprint,
    sure_feet,
)
