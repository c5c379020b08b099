"""Strength skills; those of pushes are in pushing.py."""

from dataclasses import replace

from engine.core.answers import PLAYER
from engine.core.hooks import Skill
from engine.core.questions import Question
from engine.core.ruling import Ruling
from engine.rules.actions import BLOCK_TARGETS, block_targets
from engine.rules.block import BLOCK_REROLLS, REROLL_WITH
from engine.rules.chain import CANNOT
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
from engine.rules.rolls import DOUBTFUL, IN_DOUBT, MODIFIERS, ON_FAILURE, Test
from engine.rules.state import NOBODY, Player
from engine.rules.teammates import BEFORE_SCATTER, SUPERB, TEST, Hurl
from engine.skills.footwork import late_strength

# Whether whoever has just dived may still twist an arm; what counts as falling on the way out of a tackle zone.
twists_lying_down: Ruling[bool] = Ruling("arm-bar-diving-tackle", {"refused": False, "allowed": True})
escapes: Ruling[tuple[str, ...]] = Ruling(
    "arm-bar-failed-rush", {"not-counted": ("dodge", "jump"), "counted": ("dodge", "jump", "rush")}
)
catches_hoppers: Ruling[bool] = Ruling("arm-bar-pogo", {"counted": True, "not-counted": False})
# Whether a casualty counts that would have been one without the twist.
earns_anyway: Ruling[bool] = Ruling("arm-bar-casualty", {"every-casualty": True, "if-it-added": False})
# Whether a heavy fist is added where a chainsaw makes the armour roll worse already.
adds_to_the_saw: Ruling[bool] = Ruling("mighty-blow-and-chainsaw", {"adds-up": True, "not-on-armour": False})
# Whether the two whom one player takes on help each other.
cover_each_other: Ruling[bool] = Ruling("multiple-block-mutual-assists", {"counted": True, "not-counted": False})

SECOND_TARGET: Question[int] = Question("second-target", PLAYER, "Whom does {player} block as well?", none="nobody")

BOTH_DOWN = 2  # the face of the block die
CASUALTIES = ("casualty", "badly-hurt")


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


# Not active: whether it needs a player who is still Standing after a dive is open.
arm_bar = Skill("arm-bar")


def _got_away_from(game: BloodBowl, me: Player, roll: Hurt) -> bool:
    """It fell on the way out of my tackle zone, and nobody else has made it worse."""
    if not _escaped(game, roll) or roll.player.side == me.side or roll.by not in (None, me):
        return False
    placed = me.square == roll.leaving  # in the square it left, where only who dived is Prone
    near = placed or game.pitch.apart(me.square, roll.leaving) == 1
    return near and (game.has_zone(me) or (placed and game.ruling(twists_lying_down)))


def _escaped(game: BloodBowl, roll: Hurt) -> bool:
    """On the way from one square to another, and not hopping over everybody's arms."""
    hopped = roll.cause == "jump" and "pogo" in roll.player.skills
    return roll.leaving >= 0 and roll.cause in game.ruling(escapes) and (not hopped or game.ruling(catches_hoppers))


@arm_bar.at(AFTER_ARMOUR)
async def twists_the_arm(game: BloodBowl, me: Player, roll: Hurt) -> None:
    if _got_away_from(game, me, roll) and await _one_more_on_armour(game, me, roll, arm_bar):
        roll.by = me


@arm_bar.at(AFTER_INJURY)
async def breaks_the_arm(game: BloodBowl, me: Player, roll: Hurt) -> None:
    if not _got_away_from(game, me, roll):
        return
    added = await _one_more_on_injury(game, me, roll, arm_bar)
    if added or (roll.result in CASUALTIES and game.ruling(earns_anyway)):
        roll.by = me


@arm_bar.answers(EARNS)
def takes_the_credit(game: BloodBowl, me: Player, roll: Hurt) -> int | None:
    return me.id if roll.by is me and _escaped(game, roll) else None


brawler = Skill("brawler", "Core p.126", active=True)


@brawler.answers(BLOCK_REROLLS)
def thinks_again(game: BloodBowl, me: Player, contest: Block) -> bool | None:
    """One Both Down of a Block Action, once per activation; never in a Blitz."""
    usable = contest.blocker is me and not contest.blitz and brawler.key not in me.spent
    return True if usable and BOTH_DOWN in contest.pool.faces else None


@brawler.at(REROLL_WITH)
async def brawls(game: BloodBowl, me: Player, contest: Block) -> None:
    if contest.pool.reroll_with == brawler.key and contest.blocker is me:
        contest.pool.roll_again(BOTH_DOWN, game.d(6))


break_tackle = Skill("break-tackle", active=True)


@break_tackle.at(ON_FAILURE)
async def breaks_free(game: BloodBowl, me: Player, test: Test) -> None:
    """Once a turn a Dodge is better by the strength of the owner."""
    if _may_break(me, test) and _stronger(game, me, test).passed:
        await _break_tackle(game, me, test)


@break_tackle.at(IN_DOUBT)
async def stands_a_dive(game: BloodBowl, me: Player, test: Test) -> None:
    """Used on a Dodge that is good already, where it could not answer whoever dives at it."""
    if (
        _may_break(me, test)
        and not game.ruling(late_strength)
        and not game.collect(DOUBTFUL, _stronger(game, me, test))
    ):
        await _break_tackle(game, me, test)


def _may_break(me: Player, test: Test) -> bool:
    return test.kind == "dodge" and test.player is me and break_tackle.key not in me.spent


def _stronger(game: BloodBowl, me: Player, test: Test) -> Test:
    """The test with the owner's strength added."""
    return replace(test, modifiers=[*test.modifiers, (break_tackle.key, _strength_bonus(game, me))])


def _strength_bonus(game: BloodBowl, me: Player) -> int:
    return min(3, max(1, game.value(me, "st") - 2))


async def _break_tackle(game: BloodBowl, me: Player, test: Test) -> None:
    bonus = _strength_bonus(game, me)
    if await game.uses(break_tackle, me, adds=bonus):
        me.spent.add(break_tackle.key)
        test.modifiers.append((break_tackle.key, bonus))


bullseye = Skill("bullseye", active=True)


@bullseye.at(BEFORE_SCATTER)
async def hits_the_mark(game: BloodBowl, me: Player, throw: Hurl) -> None:
    """A Superb Throw comes down where it was aimed."""
    if throw.player is me and throw.outcome == SUPERB and await game.uses(bullseye, me):
        throw.guided_by = bullseye.key


guard = Skill("guard", active=True)


@guard.answers(ALWAYS_ASSISTS)
def stands_by(game: BloodBowl, me: Player, context: tuple[Player, Player]) -> bool | None:
    """It assists in blocks no matter who marks it."""
    return True


mighty_blow = Skill("mighty-blow", active=True)


def _knocked_down_by(me: Player, roll: Hurt) -> bool:
    return roll.cause == "block" and roll.by is me and roll.player.side != me.side


@mighty_blow.at(AFTER_ARMOUR)
async def hits_hard(game: BloodBowl, me: Player, roll: Hurt) -> None:
    sawn = any(source == "chainsaw" for source, _ in roll.armour)
    if _knocked_down_by(me, roll) and (not sawn or game.ruling(adds_to_the_saw)):
        await _one_more_on_armour(game, me, roll, mighty_blow)


@mighty_blow.at(AFTER_INJURY)
async def hits_deep(game: BloodBowl, me: Player, roll: Hurt) -> None:
    if _knocked_down_by(me, roll):
        await _one_more_on_injury(game, me, roll, mighty_blow)


multiple_block = Skill("multiple-block", "Core p.132", active=True)


@multiple_block.at(BLOCK_TARGETS)
async def takes_on_two(game: BloodBowl, me: Player, contests: list[Block]) -> None:
    """A second target for the same Block Action, no follow-up, and neither goes where the other stood."""
    first = contests[0]
    others = tuple(rival.id for rival in block_targets(game, me) if rival is not first.target)
    if first.blocker is not me or not others:
        return
    id = await game.choose(SECOND_TARGET, me.side, (NOBODY, *others), player=me.id)
    if id == NOBODY:
        return
    second = first.other = Block(me, game.state.players[id], act=first.act, other=first)
    contests.append(second)
    first.chain.denied, second.chain.denied = (second.target.square,), (first.target.square,)
    if not game.ruling(cover_each_other):
        first.busy, second.busy = (second.target,), (first.target,)
    for contest in contests:
        contest.chain.follow_up = CANNOT
        contest.modifiers.append((multiple_block.key, -2))


strong_arm = Skill("strong-arm", active=True)


@strong_arm.answers(MODIFIERS)
def throws_well(game: BloodBowl, me: Player, test: Test) -> int | None:
    return 1 if test.kind == TEST and test.player is me else None


thick_skull = Skill("thick-skull")


@thick_skull.answers(INJURY_LIMITS)
def shakes_it_off(game: BloodBowl, me: Player, roll: Hurt) -> tuple[int, int] | None:
    """One more result of the table is only Stunned."""
    return (1, 0) if roll.player is me else None


SKILLS = (
    arm_bar,
    brawler,
    break_tackle,
    bullseye,
    guard,
    mighty_blow,
    multiple_block,
    strong_arm,
    thick_skull,
)
