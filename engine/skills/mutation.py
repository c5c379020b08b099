"""Mutations."""

from collections.abc import Callable

from engine.core.hooks import Skill
from engine.core.pitch import Square
from engine.core.ruling import Ruling
from engine.rules.actions import BLITZ_ACTIONS, TARGET_NAMED, Action, Strike
from engine.rules.activation import MORE_ACTIONS
from engine.rules.block import BEFORE_BLOCK
from engine.rules.chain import Chain
from engine.rules.contest import STRENGTH, Block
from engine.rules.foul import ASSISTS_AGAINST
from engine.rules.game import BloodBowl
from engine.rules.injury import BREAKS_ARMOUR, FIREBALL, NO_ARMOUR_MODIFIERS, Hurt
from engine.rules.movement import BEFORE_LEAVING, ROOTED, Activation, Stride
from engine.rules.rolls import LATE_MODIFIERS, MODIFIERS, RELIEF, Test, roll_test
from engine.rules.special import BEFORE_SPECIAL, Special, special_action, strike
from engine.rules.state import PRONE, STANDING, STUNNED, Player
from engine.rules.teammates import TEST as THROW_TEAM_MATE

POGO = "pogo"
ESCAPES = ("dodge", "jump")  # tests for getting out of a tackle zone

tail_first: Ruling[bool] = Ruling("dodge-modifier-order", {"break-tackle-first": False, "tail-first": True})
# Whether who blitzes finds out as soon as the target is named, before it moves.
sees_at_once: Ruling[bool] = Ruling("foul-appearance-timing", {"performed": False, "declared": True})
# What still counts against, and for, somebody to whose Armour Roll opponents add nothing.
fireball_burns: Ruling[tuple[str, ...]] = Ruling(
    "iron-hard-skin-fireball", {"always-applied": (FIREBALL,), "cancelled": ()}
)
assists_protect: Ruling[tuple[str, ...]] = Ruling(
    "iron-hard-skin-defensive-assists", {"counted": (ASSISTS_AGAINST,), "dropped": ()}
)
saw_cuts_owner: Ruling[tuple[str, ...]] = Ruling("iron-hard-skin-own-chainsaw", {"added": ("chainsaw",), "dropped": ()})
# Whether it ruins both blocks of a Multiple Block.
puts_off_both: Ruling[bool] = Ruling(
    "foul-appearance-multiple-block", {"refused-target-only": False, "whole-action": True}
)
disturbs_as: Ruling[tuple[str, ...]] = Ruling(
    "disturbing-presence-stunned", {"counts": (STANDING, PRONE, STUNNED), "does-not-count": (STANDING, PRONE)}
)
arms_for_securing: Ruling[tuple[str, ...]] = Ruling("extra-arms-secure-the-ball", {"no-help": (), "helps": ("secure",)})
# Tentacles and Very Long Legs name jumps and leaps; whether a bounce on a Pogo is one is open.
pogo_is_held: Ruling[bool] = Ruling("tentacles-pogo", {"held": True, "not-held": False})
legs_for_pogo: Ruling[int] = Ruling("very-long-legs-pogo", {"counts": 1, "does-not-count": 0})


def _marks(game: BloodBowl, me: Player, square: Square) -> bool:
    return square >= 0 and bool(game.pitch.neighbours(square) >> me.square & 1) and game.has_zone(me)


def _first(game: BloodBowl, skill: Skill, me: Player, able: Callable[[Player], bool]) -> bool:
    """Whether the owner is the one of several who uses a skill that only one may use."""
    mates = game.players(me.side)
    return next((mate is me for mate in mates if skill.key in mate.skills and able(mate)), False)


big_hand = Skill("big-hand", active=True)


@big_hand.answers(RELIEF)
def scoops_it_up(game: BloodBowl, me: Player, test: Test) -> int | None:
    """Nothing makes a pick-up harder for it."""
    if test.kind not in ("pick-up", "secure") or test.player is not me:
        return None
    return -sum(value for _, value in test.modifiers if value < 0) or None


# Heard wherever its owner is: in a Both Down it may have been carried off before the other goes down.
claws = Skill("claws", everywhere=True)


@claws.answers(BREAKS_ARMOUR)
def rips_armour(game: BloodBowl, me: Player, roll: Hurt) -> bool | None:
    """A natural 8 breaks the armour of whoever it Knocked Down in a block."""
    knocked_down = roll.cause == "block" and roll.by is me and roll.player.side != me.side
    return True if knocked_down and sum(roll.armour_faces) >= 8 else None


disturbing_presence = Skill("disturbing-presence")
DISTURBED = ("pass", THROW_TEAM_MATE, "throw-bomb", "intercept", "catch")


@disturbing_presence.answers(MODIFIERS, about_others=True)
def puts_them_off(game: BloodBowl, me: Player, test: Test) -> int | None:
    """-1 on an opponent's throws, catches and interceptions within three squares."""
    noticed = me.has_square and me.status in game.ruling(disturbs_as)
    disturbed = test.kind in DISTURBED and test.player.side != me.side and noticed
    return -1 if disturbed and game.pitch.apart(me.square, test.player.square) <= 3 else None


extra_arms = Skill("extra-arms", active=True)
HANDY = ("catch", "pick-up", "intercept")


@extra_arms.answers(MODIFIERS)
def lends_a_hand(game: BloodBowl, me: Player, test: Test) -> int | None:
    """+1 to catch, pick up or intercept the ball, and a bomb is none."""
    helped = (*HANDY, *game.ruling(arms_for_securing))
    return 1 if test.kind in helped and test.of_ball and test.player is me else None


foul_appearance = Skill("foul-appearance", "Core p.128")


@foul_appearance.at(BEFORE_BLOCK)
async def repels_a_block(game: BloodBowl, me: Player, contest: Block) -> None:
    """On a 1 whoever would block it cannot bear to, and its activation ends."""
    if contest.target is me and not await _bears_the_sight(game, me, contest.blocker):
        contest.cancelled = True
        if contest.other is not None and game.ruling(puts_off_both):
            contest.other.cancelled = True
        if contest.act is not None:
            contest.act.done = True


@foul_appearance.at(BEFORE_SPECIAL)
async def repels_a_special_action(game: BloodBowl, me: Player, special: Special) -> None:
    if special.target is me and not await _bears_the_sight(game, me, special.player):
        special.cancelled = True


@foul_appearance.at(TARGET_NAMED)
async def repels_a_blitz(game: BloodBowl, me: Player, act: Activation) -> None:
    if act.target == me.id and game.ruling(sees_at_once):
        act.done = not await _bears_the_sight(game, me, act.player)
        act.player.spent.add(f"{foul_appearance.key} {me.id}")


async def _bears_the_sight(game: BloodBowl, me: Player, rival: Player) -> bool:
    known = f"{foul_appearance.key} {me.id}" in rival.spent
    return known or await roll_test(game, Test(foul_appearance.key, rival, 2))


horns = Skill("horns", active=True)


@horns.answers(STRENGTH)
def gores(game: BloodBowl, me: Player, contest: Block) -> int | None:
    """+1 ST for every block of its Blitz."""
    return 1 if contest.blitz else None


iron_hard_skin = Skill("iron-hard-skin")


@iron_hard_skin.answers(NO_ARMOUR_MODIFIERS)
def turns_blows(game: BloodBowl, me: Player, roll: Hurt) -> tuple[str, ...] | None:
    """Opponents add nothing. What its own side does to it or for it, and what is no player's doing, is another matter."""
    own_side = roll.by is not None and roll.by.side == me.side
    if roll.player is not me or own_side:
        return None
    own_saw = game.ruling(saw_cuts_owner) if roll.fell else ()
    return (*game.ruling(fireball_burns), *game.ruling(assists_protect), *own_saw)


@iron_hard_skin.cancels(claws)
def blunts_claws(game: BloodBowl, me: Player, context: object) -> bool:
    return isinstance(context, Hurt) and context.player is me


monstrous_mouth = Skill("monstrous-mouth", "Core p.131", active=True)
chomp_ends: Ruling[bool] = Ruling("chomp-in-a-blitz", {"moves-on": False, "ends": True})


def bite(me: Player) -> Test:
    return Test("chomp", me, 3)


async def _bites(game: BloodBowl, me: Player, target: Player) -> None:
    """On 3+ the target cannot leave its square while the owner marks it."""
    if await roll_test(game, bite(me)):
        game.hold(me, target)


CHOMP = special_action("chomp", _bites)
CHOMP_IN_A_BLITZ = {ends: strike("chomp", _bites, ends=ends) for ends in (False, True)}


@monstrous_mouth.answers(MORE_ACTIONS)
def can_chomp(game: BloodBowl, me: Player, player: Player) -> Action | None:
    return CHOMP if game.has_zone(me) else None


@monstrous_mouth.answers(BLITZ_ACTIONS)
def can_chomp_in_a_blitz(game: BloodBowl, me: Player, player: Player) -> Strike | None:
    return CHOMP_IN_A_BLITZ[game.ruling(chomp_ends)] if game.has_zone(me) else None


@monstrous_mouth.answers(ROOTED)
def does_not_let_go(game: BloodBowl, me: Player, player: Player) -> bool | None:
    return True if (me.id, player.id) in game.state.holds else None


@monstrous_mouth.cancels("strip-ball")
def keeps_it_between_its_teeth(game: BloodBowl, me: Player, context: object) -> bool:
    return isinstance(context, Chain) and context.target is me and game.can_use(me)


prehensile_tail = Skill("prehensile-tail", active=True)


@prehensile_tail.answers(MODIFIERS, about_others=True)
def trips_them(game: BloodBowl, me: Player, test: Test) -> int | None:
    """-1 to get out of its tackle zone, for one tail an attempt, …"""
    in_time = test.kind != "dodge" or game.ruling(tail_first)
    return _trips(game, me, test) if in_time else None


@prehensile_tail.answers(LATE_MODIFIERS)
def trips_them_late(game: BloodBowl, me: Player, test: Test) -> int | None:
    """… if not before, then when whoever dodges has settled what it adds itself."""
    done = any(source == prehensile_tail.key for source, _ in test.modifiers)
    return None if done else _trips(game, me, test)


def _trips(game: BloodBowl, me: Player, test: Test) -> int | None:
    def able(player: Player) -> bool:
        return game.can_use(player) and _marks(game, player, test.leaving)

    escapes = test.kind in ESCAPES and test.player.side != me.side
    return -1 if escapes and _first(game, prehensile_tail, me, able) else None


tentacles = Skill("tentacles", active=True)


@tentacles.at(BEFORE_LEAVING)
async def grips(game: BloodBowl, me: Player, stride: Stride) -> None:
    """Before a player gets out of its tackle zone: with a 6 by D6 and the difference in strength it stays."""
    rival = stride.player
    if rival.side == me.side or tentacles.key in stride.tried or not _marks(game, me, stride.leaving):
        return
    if stride.jump and POGO in rival.skills and not game.ruling(pogo_is_held):
        return
    if not await game.uses(tentacles, me):
        return
    stride.tried.add(tentacles.key)
    difference = game.value(me, "st") - game.value(rival, "st")
    stride.held = await roll_test(game, Test(tentacles.key, me, 6, [("strength", difference)]))


two_heads = Skill("two-heads", active=True)


@two_heads.answers(MODIFIERS)
def looks_both_ways(game: BloodBowl, me: Player, test: Test) -> int | None:
    return 1 if test.kind == "dodge" and test.player is me else None


very_long_legs = Skill("very-long-legs", active=True)


@very_long_legs.answers(MODIFIERS)
def stretches(game: BloodBowl, me: Player, test: Test) -> int | None:
    """+1 on jumps, +2 on interceptions; passes over the heads of others are within its reach (see Cloud Burster)."""
    legs = game.ruling(legs_for_pogo) if POGO in me.skills else 1
    bonus = {"jump": legs, "intercept": 2}
    return bonus.get(test.kind, 0) or None if test.player is me else None


SKILLS = (
    big_hand,
    claws,
    disturbing_presence,
    extra_arms,
    foul_appearance,
    horns,
    iron_hard_skin,
    monstrous_mouth,
    prehensile_tail,
    tentacles,
    two_heads,
    very_long_legs,
)
