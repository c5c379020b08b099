"""Agility skills of the hands, and those that count in blocks; those of the feet are in footwork.py."""

from collections.abc import Callable

from engine.core.answers import SQUARE
from engine.core.hooks import Skill
from engine.core.pitch import Square, squares_of
from engine.core.questions import Question
from engine.core.ruling import Ruling
from engine.rules import ball
from engine.rules.ball import CATCHERS, Flight
from engine.rules.block import AFTER_BLOCK
from engine.rules.chain import Push
from engine.rules.contest import Block
from engine.rules.falling import BEFORE_PRONE, Fall
from engine.rules.game import BloodBowl
from engine.rules.movement import ROOTED
from engine.rules.push import BEFORE_PUSH
from engine.rules.rolls import MODIFIERS, REROLLS, Test
from engine.rules.special import AFTER_SPECIAL, Special
from engine.rules.state import TURN, Player
from engine.rules.trapdoor import trapdoor

# The ball ---------------------------------------------------------------------------------------------------------------------

catch = Skill("catch", "Core pp.118-138", active=True)
catches_bombs: Ruling[bool] = Ruling("catch-skill-bomb", {"not-applied": False, "applied": True})


@catch.answers(REROLLS)
def every_catch(game: BloodBowl, me: Player, test: Test) -> bool | None:
    """Re-roll any failed catch of the ball; an interception is none."""
    caught = test.kind == "catch" and test.player is me
    return True if caught and (test.of_ball or game.ruling(catches_bombs)) else None


diving_catch = Skill("diving-catch", "Core pp.118-138", active=True)
# Whether it may also dive for a ball that somebody in the landing square has failed to catch.
dives_after: Ruling[bool] = Ruling("diving-catch-occupied-square", {"empty-only": False, "after-occupant": True})
# Which passes are easier to catch in their target square.
easier: Ruling[Callable[[Flight], bool]] = Ruling(
    "diving-catch-bonus",
    {"any-pass": lambda flight: True, "accurate-only": lambda flight: flight.accurate and not flight.bounced},
)


@diving_catch.answers(CATCHERS)
def reaches_beside(game: BloodBowl, me: Player, flight: Flight) -> Player | None:
    """A pass, kick-off or throw-in that comes down on a square of my tackle zone; never a bounce or a punt."""
    beside = game.has_zone(me) and game.pitch.apart(me.square, flight.square) == 1
    fair = flight.kind in ("pass", "kick", "throw-in") and (game.free(flight.square) or game.ruling(dives_after))
    return me if fair and beside and ball.can_catch(game, me) else None


@diving_catch.answers(MODIFIERS)
def in_the_target_square(game: BloodBowl, me: Player, test: Test) -> int | None:
    """+1 for a ball of a Pass Action while I stand where it was aimed."""
    flight = test.part_of
    if test.kind != "catch" or test.player is not me or not isinstance(flight, Flight):
        return None
    aimed_here = flight.kind == "pass" and flight.aimed_at == me.square
    return 1 if aimed_here and game.ruling(easier)(flight) else None


PUT_DOWN: Question[Square] = Question("put-down", SQUARE, "Where does {player} put the ball?")
RUN_TO: Question[Square] = Question("hit-and-run", SQUARE, "Where does {player} run after the block?")

safe_pair_of_hands = Skill("safe-pair-of-hands", "Core p.135", active=True)


@safe_pair_of_hands.at(BEFORE_PRONE)
async def puts_it_down(game: BloodBowl, me: Player, fall: Fall) -> None:
    """A carrier about to lie down may first put the ball into a free square next to it, where it does not bounce."""
    if fall.player is not me or not game.has_ball(me):
        return
    free = _free_beside(game, me)
    if free and await game.uses(safe_pair_of_hands, me):
        game.rest_ball(await game.choose(PUT_DOWN, me.side, free, player=me.id))


def _free_beside(game: BloodBowl, player: Player) -> tuple[Square, ...]:
    return tuple(square for square in squares_of(game.pitch.neighbours(player.square)) if game.free(square))


# Blocks -----------------------------------------------------------------------------------------------------------------------

defensive = Skill("defensive", "Core pp.118-138", active=True)
# A Charge! activates players of the kicking team as in a turn, and is none.
works_in_a_charge: Ruling[bool] = Ruling("defensive-in-charge", {"works": True, "does-not-work": False})


def _keeps_busy(game: BloodBowl, me: Player, context: object) -> bool:
    """Opponents whom I mark get no help from that skill in their own turn."""
    if not isinstance(context, tuple):
        return False
    helper: Player = context[0]
    in_turn = game.state.stage == TURN or game.ruling(works_in_a_charge)
    their_turn = helper.side != me.side and game.state.active == helper.side and in_turn
    return their_turn and game.can_use(me) and game.has_zone(me) and game.pitch.apart(me.square, helper.square) == 1


defensive.cancels("guard")(_keeps_busy)
defensive.cancels("put-the-boot-in")(_keeps_busy)


sidestep = Skill("sidestep", "Core pp.118-138", active=True)


@sidestep.at(BEFORE_PUSH)
async def picks_where_to_go(game: BloodBowl, me: Player, push: Push) -> None:
    """Pushed in whatever way, its own coach may choose any free square next to it."""
    if push.player is not me or push.stands:
        return
    free = _free_beside(game, me)
    if free and await game.uses(sidestep, me):
        push.squares, push.chooser = free, me.side


hit_and_run = Skill("hit-and-run", "Core pp.118-138", active=True)


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
    game.shift(me, await game.choose(RUN_TO, me.side, tuple(clear), player=me.id))
    if game.state.ball.square == me.square:
        await ball.pick_up(game, me)
    ball.check_touchdown(game, me)
    await trapdoor(game, me)


SKILLS = (
    catch,
    defensive,
    diving_catch,
    hit_and_run,
    safe_pair_of_hands,
    sidestep,
)
