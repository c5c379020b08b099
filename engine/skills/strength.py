"""Strength skills."""

from engine.core.hooks import Skill
from engine.core.pitch import squares_of
from engine.core.ruling import Ruling
from engine.rules.actions import BLOCK_TARGETS, block_targets
from engine.rules.block import BEFORE_CHOICE, BLOCK_REROLLS, REROLL_WITH
from engine.rules.chain import Chain, Push
from engine.rules.contest import ALWAYS_ASSISTS, Block
from engine.rules.game import BloodBowl
from engine.rules.injury import (
    AFTER_ARMOUR,
    AFTER_INJURY,
    EARNS,
    INJURY_LIMITS,
    Hurt,
    add_to_armour,
    add_to_injury,
    would_break,
    would_worsen,
)
from engine.rules.push import BEFORE_PUSH, RESIST
from engine.rules.rolls import MODIFIERS, ON_FAILURE, Test
from engine.rules.state import NOBODY, Player
from engine.rules.teammates import BEFORE_SCATTER, SUPERB, TEST, Hurl

# Whether what a skill takes away from the target of a block is taken from opponents further back in the chain too.
juggernaut_reaches: Ruling[bool] = Ruling(
    "bb2025.juggernaut-chain-stand-firm", {"whole-chain": True, "target-only": False}
)
grab_reaches: Ruling[bool] = Ruling("bb2025.grab-chain-sidestep", {"whole-chain": True, "target-only": False})
RULINGS = (juggernaut_reaches, grab_reaches)

BOTH_DOWN, PUSH_BACK = 2, 3  # faces of the block die
ESCAPES = ("dodge", "jump")  # falls on the way out of a tackle zone


async def _one_more_on_armour(game: BloodBowl, me: Player, roll: Hurt, skill: Skill) -> bool:
    """+1 on an Armour Roll that it breaks, if the coach likes."""
    if not would_break(game, roll, 1) or not await game.uses(skill, me):
        return False
    add_to_armour(game, roll, skill.key, 1)
    return True


async def _one_more_on_injury(game: BloodBowl, me: Player, roll: Hurt, skill: Skill) -> bool:
    """+1 on an Injury Roll that it makes worse, unless it went on the Armour Roll."""
    spent = any(source == skill.key for source, _ in roll.armour)
    if spent or not would_worsen(game, roll, 1) or not await game.uses(skill, me):
        return False
    add_to_injury(game, roll, skill.key, 1)
    return True


arm_bar = Skill("arm-bar", "strength", active=True)


def _got_away_from(game: BloodBowl, me: Player, roll: Hurt) -> bool:
    """It fell on the way out of my tackle zone, and nobody else has made it worse."""
    escaped = roll.cause in ESCAPES and roll.player.side != me.side and roll.by in (None, me)
    near = bool(game.pitch.neighbours(me.square) >> max(roll.leaving, 0) & 1)
    return escaped and roll.leaving >= 0 and near and game.has_zone(me)


@arm_bar.at(AFTER_ARMOUR)
async def twists_the_arm(game: BloodBowl, me: Player, roll: Hurt) -> None:
    if _got_away_from(game, me, roll) and await _one_more_on_armour(game, me, roll, arm_bar):
        roll.by = me


@arm_bar.at(AFTER_INJURY)
async def breaks_the_arm(game: BloodBowl, me: Player, roll: Hurt) -> None:
    if _got_away_from(game, me, roll) and await _one_more_on_injury(game, me, roll, arm_bar):
        roll.by = me


@arm_bar.answers(EARNS)
def takes_the_credit(game: BloodBowl, me: Player, roll: Hurt) -> int | None:
    return me.id if roll.by is me and roll.cause in ESCAPES else None


brawler = Skill("brawler", "strength", "Core p.126", active=True)


@brawler.answers(BLOCK_REROLLS)
def thinks_again(game: BloodBowl, me: Player, contest: Block) -> bool | None:
    """One Both Down of a Block Action, once per activation; never in a Blitz."""
    usable = contest.blocker is me and not contest.blitz and brawler.key not in me.spent
    return True if usable and BOTH_DOWN in contest.faces else None


@brawler.at(REROLL_WITH)
async def brawls(game: BloodBowl, me: Player, contest: Block) -> None:
    if contest.reroll_with == brawler.key and contest.blocker is me:
        at = contest.faces.index(BOTH_DOWN)
        contest.faces = (*contest.faces[:at], game.d(6), *contest.faces[at + 1 :])


break_tackle = Skill("break-tackle", "strength", active=True)


@break_tackle.at(ON_FAILURE)
async def breaks_free(game: BloodBowl, me: Player, test: Test) -> None:
    """Once a turn a Dodge is better by the strength of the owner."""
    if test.kind != "dodge" or test.player is not me or break_tackle.key in me.spent or test.face == 1:
        return
    bonus = min(3, max(1, game.value(me, "st") - 2))
    if test.result + bonus >= test.target and await game.uses(break_tackle, me, adds=bonus):
        me.spent.add(break_tackle.key)
        test.modifiers.append((break_tackle.key, bonus))


bullseye = Skill("bullseye", "strength", active=True)


@bullseye.at(BEFORE_SCATTER)
async def hits_the_mark(game: BloodBowl, me: Player, throw: Hurl) -> None:
    """A Superb Throw comes down where it was aimed."""
    if throw.player is me and throw.outcome == SUPERB and await game.uses(bullseye, me):
        throw.scatters = False


grab = Skill("grab", "strength", "Core p.128", active=True)


def _grabs(game: BloodBowl, me: Player, link: Push) -> bool:
    return link.chain.blocker is me and not link.blitz and game.can_use(me)


@grab.at(BEFORE_PUSH)
async def picks_the_square(game: BloodBowl, me: Player, link: Push) -> None:
    """In a Block Action the target goes to any free square next to it."""
    if not link.first or not _grabs(game, me, link) or link.stands:
        return
    barred = link.chain.barred
    around = (square for square in squares_of(game.pitch.neighbours(link.start)) if square not in barred)
    free = tuple(square for square in around if game.free(square))
    # With a free square behind the target, Grab only adds to the choice; otherwise it averts a chain or the crowd.
    if free and (any(game.free(square) for square in link.squares) or await game.uses(grab, me)):
        link.squares = free


@grab.cancels("sidestep")
def holds_on(game: BloodBowl, me: Player, context: object) -> bool:
    """The target cannot sidestep, whoever picks the square."""
    if not isinstance(context, Push) or not _grabs(game, me, context):
        return False
    return context.first or (context.player.side != me.side and game.ruling(grab_reaches))


guard = Skill("guard", "strength", active=True)


@guard.answers(ALWAYS_ASSISTS)
def stands_by(game: BloodBowl, me: Player, context: tuple[Player, Player]) -> bool | None:
    """It assists in blocks no matter who marks it."""
    return True if context[0] is me else None


mighty_blow = Skill("mighty-blow", "strength", active=True)


def _knocked_down_by(me: Player, roll: Hurt) -> bool:
    return roll.cause == "block" and roll.by is me and roll.player.side != me.side


@mighty_blow.at(AFTER_ARMOUR)
async def hits_hard(game: BloodBowl, me: Player, roll: Hurt) -> None:
    if _knocked_down_by(me, roll):
        await _one_more_on_armour(game, me, roll, mighty_blow)


@mighty_blow.at(AFTER_INJURY)
async def hits_deep(game: BloodBowl, me: Player, roll: Hurt) -> None:
    if _knocked_down_by(me, roll):
        await _one_more_on_injury(game, me, roll, mighty_blow)


multiple_block = Skill("multiple-block", "strength", "Core p.132", active=True)


@multiple_block.at(BLOCK_TARGETS)
async def takes_on_two(game: BloodBowl, me: Player, contests: list[Block]) -> None:
    """A second target for the same Block Action, no follow-up, and neither goes where the other stood."""
    first = contests[0]
    others = tuple(rival.id for rival in block_targets(game, me) if rival is not first.target)
    if first.blocker is not me or not others:
        return
    id = await game.choose(me.side, "second-target", (NOBODY, *others), player=me.id)
    if id == NOBODY:
        return
    second = Block(me, game.state.players[id], act=first.act)
    contests.append(second)
    first.barred, second.barred = (second.target.square,), (first.target.square,)
    for contest in contests:
        contest.may_follow = False
        contest.modifiers.append((multiple_block.key, -2))


stand_firm = Skill("stand-firm", "strength", "Core p.136", active=True)


@stand_firm.at(RESIST)
async def stays(game: BloodBowl, me: Player, link: Push) -> None:
    """Not pushed, as the target or as a link of the chain, if its coach likes."""
    if link.player is me and not link.stands and await game.uses(stand_firm, me):
        link.stands = True


juggernaut = Skill("juggernaut", "strength", "Core p.129", active=True)


@juggernaut.at(BEFORE_CHOICE)
async def rolls_over(game: BloodBowl, me: Player, contest: Block) -> None:
    """If used, nobody resists in its Blitz, nor wrestles, and a Both Down may be treated as a Push Back."""
    if contest.blocker is not me or not contest.blitz:
        return
    choice = BOTH_DOWN in contest.faces
    resists = any(key in contest.target.skills for key in ("fend", "stand-firm"))
    contest.unstoppable = not (choice or resists) or await game.uses(juggernaut, me)
    if choice and contest.unstoppable and await game.choose(me.side, "convert", (True, False), player=me.id):
        contest.faces = tuple(PUSH_BACK if face == BOTH_DOWN else face for face in contest.faces)


@juggernaut.cancels(stand_firm)
def moves_the_immovable(game: BloodBowl, me: Player, context: object) -> bool:
    """For opponents of the blitzer only."""
    if not isinstance(context, Push) or context.chain.blocker is not me or not context.chain.unstoppable:
        return False
    return context.player.side != me.side and (context.first or game.ruling(juggernaut_reaches))


@juggernaut.cancels("fend")
def is_not_fended_off(game: BloodBowl, me: Player, context: object) -> bool:
    return isinstance(context, Chain) and context.blocker is me and context.unstoppable


strong_arm = Skill("strong-arm", "strength", active=True)


@strong_arm.answers(MODIFIERS)
def throws_well(game: BloodBowl, me: Player, test: Test) -> int | None:
    return 1 if test.kind == TEST and test.player is me else None


thick_skull = Skill("thick-skull", "strength")


@thick_skull.answers(INJURY_LIMITS)
def shakes_it_off(game: BloodBowl, me: Player, roll: Hurt) -> tuple[int, int] | None:
    """One more result of the table is only Stunned."""
    return (1, 0) if roll.player is me else None


SKILLS = (
    arm_bar,
    brawler,
    break_tackle,
    bullseye,
    grab,
    guard,
    juggernaut,
    mighty_blow,
    multiple_block,
    stand_firm,
    strong_arm,
    thick_skull,
)
