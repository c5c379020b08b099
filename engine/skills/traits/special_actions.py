"""Traits that grant an action against one opponent: fire, a chainsaw, a stare."""

from collections.abc import Callable

from engine.core.decisions import Choice
from engine.core.hooks import Skill
from engine.core.ruling import Ruling
from engine.rules.actions import BLITZ_ACTIONS, END, Action, Strike, always, move_until
from engine.rules.activation import MORE_ACTIONS
from engine.rules.falling import Fall, drop, knocked_down, placed_prone
from engine.rules.foul import BEFORE_FOUL, Foul
from engine.rules.game import BloodBowl
from engine.rules.injury import AFTER_ARMOUR, ARMOUR_MODIFIERS, Hurt, add_to_armour, hurt, would_break
from engine.rules.movement import Activation
from engine.rules.rolls import Test, roll_test
from engine.rules.special import Near, aimed, special_action, standing_rivals, strike
from engine.rules.state import STANDING, Player

traits_from_prone: Ruling[bool] = Ruling("active-traits-from-prone", {"passive-only": False, "with-free-move": True})
gaze_from_prone: Ruling[Callable[[BloodBowl], bool]] = Ruling(
    "hypnotic-gaze-from-prone",
    {"not-from-prone": lambda game: game.ruling(traits_from_prone), "from-prone": lambda game: True},
)
# Whom a saw may be put to, besides in a Foul.
sawn_at: Ruling[Near] = Ruling(
    "chainsaw-target-status",
    {"standing": standing_rivals, "any-marked": lambda game, player: game.next_to(player, 1 - player.side)},
)
BEFORE_ARMOUR, ARMOUR_SEEN = "before the armour roll", "once it is seen"
foul_saw: Ruling[str] = Ruling("chainsaw-foul-moment", {"before-armour": BEFORE_ARMOUR, "after-armour": ARMOUR_SEEN})
# Whether somebody whom a kick-back has not brought down fouls all the same.
fouls_unharmed: Ruling[bool] = Ruling("chainsaw-foul-kick-back-saved", {"no-foul": False, "without-the-saw": True})
# What knocks a player down without its saw doing further harm.
softly: Ruling[tuple[str, ...]] = Ruling("chainsaw-bomb", {"added": (), "not-added": ("bomb",)})


async def _down(game: BloodBowl, fall: Fall) -> None:
    square = fall.player.square
    if await knocked_down(game, fall):
        await drop(game, fall.player, square)


# Breathe Fire -------------------------------------------------------------------------------------------------------------------

breathe_fire = Skill("breathe-fire", "Core p.126", active=True)
HEAVY = 5  # ST from which fire does less


def breath(game: BloodBowl, me: Player, target: Player) -> Test:
    heavy = [("strong target", -1)] if game.value(target, "st") >= HEAVY else []
    return Test(breathe_fire.key, me, 4, heavy)


async def _breathes(game: BloodBowl, me: Player, target: Player) -> None:
    """1 or less: itself Knocked Down. 4 or more: the target is Placed Prone; natural 6: Knocked Down."""
    test = breath(game, me, target)
    await roll_test(game, test)
    if test.face == 6:
        await _down(game, Fall(target, breathe_fire.key, me))
    elif test.passed:
        await placed_prone(game, target)
    elif test.result <= 1:
        await _down(game, Fall(me, breathe_fire.key))


@breathe_fire.answers(MORE_ACTIONS)
def fire(game: BloodBowl, me: Player, player: Player) -> Action | None:
    return FIRE


@breathe_fire.answers(BLITZ_ACTIONS)
def fire_in_a_blitz(game: BloodBowl, me: Player, player: Player) -> Strike | None:
    return FIRE_IN_A_BLITZ


FIRE = special_action(breathe_fire.key, _breathes)
FIRE_IN_A_BLITZ = strike(breathe_fire.key, _breathes)


# Chainsaw -----------------------------------------------------------------------------------------------------------------------

# Not active: the saw also cuts whoever carries it, and then its owner is down already. Attacks need a Standing player anyway.
chainsaw = Skill("chainsaw", "Core p.126")
SAW = ("chainsaw", 3)


def no_kick_back(me: Player) -> Test:
    return Test("kick-back", me, 2)


def sawn(me: Player, target: Player) -> Hurt:
    return Hurt(target, "chainsaw-attack", me, armour=[SAW])


async def _kicks_back(game: BloodBowl, me: Player) -> bool:
    """On a 1 its owner is Knocked Down."""
    if await roll_test(game, no_kick_back(me)):
        return False
    await _down(game, Fall(me, "kick-back"))
    return True


async def _saws(game: BloodBowl, me: Player, target: Player) -> None:
    """Armour at +3. The victim is not Knocked Down: it stays up unless the Injury Roll stuns or removes it."""
    if not await _kicks_back(game, me):
        square = target.square
        await hurt(game, sawn(me, target))
        await drop(game, target, square)


@chainsaw.answers(MORE_ACTIONS)
def attack(game: BloodBowl, me: Player, player: Player) -> Action | None:
    return ATTACK


@chainsaw.answers(BLITZ_ACTIONS)
def attack_in_a_blitz(game: BloodBowl, me: Player, player: Player) -> Strike | None:
    return ATTACK_IN_A_BLITZ


@chainsaw.at(BEFORE_FOUL)
async def fouls_with_it(game: BloodBowl, me: Player, foul: Foul) -> None:
    """The saw may be used in a Foul: the kick-back roll first, then +3, …"""
    if foul.player is not me or game.ruling(foul_saw) != BEFORE_ARMOUR or not await game.uses(chainsaw, me):
        return
    if await _kicks_back(game, me):
        foul.called_off = not game.ruling(fouls_unharmed)
    else:
        foul.roll.armour.append(SAW)


@chainsaw.at(AFTER_ARMOUR)
async def finishes_with_it(game: BloodBowl, me: Player, roll: Hurt) -> None:
    """… or only where the armour dice have shown that it is needed."""
    fouls = roll.cause == "foul" and roll.by is me and me.status == STANDING
    if not fouls or game.ruling(foul_saw) != ARMOUR_SEEN or not would_break(game, roll, SAW[1]):
        return
    if await game.uses(chainsaw, me) and not await _kicks_back(game, me):
        add_to_armour(game, roll, *SAW)


@chainsaw.answers(ARMOUR_MODIFIERS)
def falls_into_it(game: BloodBowl, me: Player, roll: Hurt) -> int | None:
    """Whenever its owner is Knocked Down or Falls Over."""
    return SAW[1] if roll.player is me and roll.fell and roll.cause not in game.ruling(softly) else None


def _in_reach(game: BloodBowl, player: Player) -> list[Player]:
    return game.ruling(sawn_at)(game, player)


ATTACK = special_action("chainsaw-attack", _saws, _in_reach)
ATTACK_IN_A_BLITZ = strike("chainsaw-attack", _saws)


# Hypnotic Gaze ------------------------------------------------------------------------------------------------------------------

# Not active: it may be allowed from Prone, since it comes with a free Move; the stare itself needs a Standing player.
hypnotic_gaze = Skill("hypnotic-gaze", "Core p.129")


def stare(me: Player) -> Test:
    return Test(hypnotic_gaze.key, me, 3)


async def _stares(game: BloodBowl, me: Player, target: Player) -> None:
    """3+, whoever marks it: the opponent is Distracted."""
    if await roll_test(game, stare(me)):
        game.distract(target)


async def _gazes(game: BloodBowl, act: Activation) -> None:
    """A free Move, then one stare, and the activation is over."""

    def actions() -> list[Choice]:
        return [(hypnotic_gaze.key, rival.id) for rival in standing_rivals(game, act.player)]

    choice = await move_until(game, act, actions)
    if choice != END:
        act.acted = True
        await aimed(hypnotic_gaze.key, _stares)(game, act.player, game.state.players[choice[1]])
    act.done = True


@hypnotic_gaze.answers(MORE_ACTIONS)
def gaze(game: BloodBowl, me: Player, player: Player) -> Action | None:
    return GAZE if me.status == STANDING or game.ruling(gaze_from_prone)(game) else None


GAZE = Action(hypnotic_gaze.key, _gazes, always)

SKILLS = (breathe_fire, chainsaw, hypnotic_gaze)
