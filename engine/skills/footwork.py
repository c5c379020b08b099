"""Agility skills of the feet: getting away and not letting them, leaping, running, getting up."""

from collections.abc import Awaitable, Callable
from dataclasses import replace

from engine.core.hooks import Skill
from engine.core.pitch import Square
from engine.core.ruling import Ruling
from engine.rules import ball
from engine.rules.activation import FROM_PRONE, ON_DECLARE
from engine.rules.block import AFTER_CHOICE
from engine.rules.contest import Block
from engine.rules.falling import placed_prone
from engine.rules.game import BloodBowl
from engine.rules.movement import EXTRA_RUSHES, FREE_STAND_UP, LEAPS, ROOTED, SURE_TO_STAND_UP, Activation
from engine.rules.rolls import (
    AFTER_TEST,
    DOUBTFUL,
    ON_FAILURE,
    RELIEF,
    REROLLS,
    Test,
    roll_again,
    roll_test,
)
from engine.rules.state import PRONE, STANDING, Player
from engine.rules.trapdoor import PLACED, Placed

# Getting away, and not letting them -------------------------------------------------------------------------------------------

dodge = Skill("dodge", "Core p.127", active=True)
FIRST_TURNS = 2  # one of each side
asks_about_dodge: Ruling[Callable[[BloodBowl, Block], bool]] = Ruling(
    "dodge-skill-optional", {"always-ask": lambda game, block: True}
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
        block.becomes("push-back")


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
    return game.pitch.xy(square)[1] in (1, game.pitch.width)


diving_tackle = Skill("diving-tackle", "Core p.127", active=True)
DIVE = -2
Answer = Callable[[BloodBowl, Test], Awaitable[None]]
reroll_after_dive: Ruling[Answer] = Ruling("diving-tackle-reroll-window")
# Whether strength that was not used by then may still answer a dive.
late_strength: Ruling[bool] = Ruling("break-tackle-before-diving-tackle", {"before-only": False, "may-answer": True})
# What keeps a diver in its square: the rules that forbid it to leave, those of a bite only, or nothing.
cannot_dive: Ruling[Callable[[BloodBowl, Player], bool]] = Ruling(
    "diving-tackle-held",
    {
        "nobody": lambda game, me: bool(game.collect(ROOTED, me)),
        "rooted-only": lambda game, me: any(held == me.id for _, held in game.state.holds),
        "both": lambda game, me: False,
    },
)
# What lessens the penalties of a jump once the dive is one of them.
dive_relieved: Ruling[Callable[[BloodBowl, Test], list[tuple[str, int]]]] = Ruling(
    "leap-diving-tackle",
    {"not-reduced": lambda game, test: [], "reduced": lambda game, test: game.collect(RELIEF, test)},
)
dives_onto_trapdoor: Ruling[Placed] = Ruling("trapdoor-diving-tackle", PLACED)


@reroll_after_dive.choice("closed")
async def _no_answer(game: BloodBowl, test: Test) -> None:
    """The dodger had its chance before the dive."""


@reroll_after_dive.choice("open")
async def _rolls_again(game: BloodBowl, test: Test) -> None:
    if not test.passed:
        await roll_again(game, test)


def _can_dive(game: BloodBowl, me: Player, test: Test) -> bool:
    """An opponent has got out of my tackle zone, so far; nobody else has dived, and the square it left is free."""
    first = all(source != diving_tackle.key for source, _ in test.modifiers)
    escapes = first and test.kind in ("dodge", "jump") and test.passed and test.player.side != me.side
    vacated = escapes and game.at(test.leaving) in (None, test.player)
    in_reach = vacated and game.pitch.apart(me.square, test.leaving) == 1 and game.has_zone(me)
    return in_reach and test.face != 6 and not game.ruling(cannot_dive)(game, me)


def _spoil(game: BloodBowl, test: Test) -> Test:
    """The test with the dive taken off it."""
    test.modifiers.append((diving_tackle.key, DIVE))
    test.modifiers += game.ruling(dive_relieved)(game, test)
    return test


@diving_tackle.answers(DOUBTFUL)
def hangs_in_the_air(game: BloodBowl, me: Player, test: Test) -> bool | None:
    """A re-roll of what I can still spoil has to be decided before I am."""
    could = _can_dive(game, me, test) and not _spoil(game, replace(test, modifiers=[*test.modifiers])).passed
    return True if could else None


@diving_tackle.at(AFTER_TEST)
async def brings_them_down(game: BloodBowl, me: Player, test: Test) -> None:
    """After all re-rolls: -2 on a Dodge or jump out of my tackle zone, and I lie in the square they left."""
    if not _can_dive(game, me, test) or not await game.uses(diving_tackle, me):
        return
    if test.player.square == test.leaving:  # a jumper is moved when its die has been settled, as it now is
        game.shift(test.player, test.entering)
    _spoil(game, test)
    await ball.placed(game, me, test.leaving)
    await placed_prone(game, me)
    await game.ruling(dives_onto_trapdoor)(game, me)
    if not test.passed and game.ruling(late_strength):
        await game.open(ON_FAILURE, test)
    await game.ruling(reroll_after_dive)(game, test)


leap = Skill("leap", "Core pp.118-138", active=True)


@leap.answers(LEAPS)
def over_anything(game: BloodBowl, me: Player, player: Player) -> bool | None:
    return True


@leap.answers(RELIEF)
def lands_lightly(game: BloodBowl, me: Player, test: Test) -> int | None:
    """The penalties together are one less, once, but a penalty stays a penalty."""
    penalty = sum(value for _, value in test.modifiers if value < 0)
    relieved = any(source == leap.key for source, _ in test.modifiers)
    return 1 if test.kind == "jump" and test.player is me and penalty < -1 and not relieved else None


sprint = Skill("sprint", "Core pp.118-138")  # counted for a Prone player too, who will be up before it runs


@sprint.answers(EXTRA_RUSHES)
def third_rush(game: BloodBowl, me: Player, act: Activation) -> int | None:
    return 1


sure_feet = Skill("sure-feet", "Core pp.118-138", active=True)


@sure_feet.answers(REROLLS)
def one_rush_a_turn(game: BloodBowl, me: Player, test: Test) -> bool | None:
    return True if test.kind == "rush" and test.player is me and sure_feet.key not in me.spent else None


# Whether it spares its owner the roll of MA 2 or less.
springs_up_slow: Ruling[bool] = Ruling("jump-up-slow-player", {"no-roll": True, "roll": False})
jump_up = Skill("jump-up", "Core p.130")  # it works while Prone


@jump_up.answers(FREE_STAND_UP)
def springs_to_its_feet(game: BloodBowl, me: Player, player: Player) -> bool | None:
    return True


@jump_up.answers(SURE_TO_STAND_UP)
def needs_no_roll(game: BloodBowl, me: Player, player: Player) -> bool | None:
    """Even with MA 2 or less."""
    return True if game.ruling(springs_up_slow) else None


@jump_up.answers(FROM_PRONE)
def blocks_from_the_ground(game: BloodBowl, me: Player, declared: tuple[Player, str]) -> bool | None:
    """A Block Action, and no Special Action."""
    return True if declared[1] == "block" else None


@jump_up.at(ON_DECLARE)
async def up_and_at_them(game: BloodBowl, me: Player, act: Activation) -> None:
    """For a block from Prone: AG at +1 and nothing else; failing it, I stay down and my activation ends."""
    if act.action != "block" or act.done or me.status != PRONE:
        return
    if await roll_test(game, Test(jump_up.key, me, game.edition.agility_target(game, me), [(jump_up.key, 1)])):
        game.lay(me, STANDING)
    else:
        act.done = True


SKILLS = (
    diving_tackle,
    dodge,
    jump_up,
    leap,
    sprint,
    sure_feet,
)
