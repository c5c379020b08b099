"""Traits that are rolled for when their owner is activated (Core pp.123-138)."""

from collections.abc import Callable

from engine.core.answers import PLAYER
from engine.core.hooks import Skill
from engine.core.questions import Question
from engine.core.ruling import Ruling
from engine.rules.activation import MORE_ACTIONS, ON_DECLARE, eagerness
from engine.rules.falling import Fall, drop, knocked_down
from engine.rules.game import BloodBowl
from engine.rules.injury import ARMOUR_MODIFIERS, BREAKS_ARMOUR, Hurt
from engine.rules.movement import ROLLS_TO_ACT, ROOTED, Activation
from engine.rules.rolls import Test, roll_test
from engine.rules.state import STANDING, Player

EAGER, PAGES = 2, "Core pp.123-138"

LASH_OUT: Question[int] = Question("lash-out", PLAYER, "At which team-mate does {player} lash out?")
goes_on: Ruling[bool] = Ruling("animal-savagery-goes-on", {"goes-on": True, "ends": False})
# Who helps somebody Really Stupid to think, and what it throws or kicks that helps it just as well.
Helps = Callable[[BloodBowl, Player], bool]
helps_thinking: Ruling[Helps] = Ruling(
    "really-stupid-distracted-helper",
    {"not-distracted": lambda game, mate: game.can_use(mate), "standing": lambda game, mate: mate.status == STANDING},
)
needs_no_helper: Ruling[tuple[str, ...]] = Ruling(
    "really-stupid-throwing", {"helper-needed": (), "always-helped": ("throw-team-mate", "kick-team-mate")}
)
# Whether a Rooted player loses an action that includes a Move Action, and not only the move.
roots_stop: Ruling[bool] = Ruling("take-root-declared-action", {"goes-on": False, "lost": True})

bone_head = Skill("bone-head", "Core p.125")


@bone_head.answers(ROLLS_TO_ACT)
def thinks_first(game: BloodBowl, me: Player, act: Activation) -> Test | None:
    return _thought(me)


def _thought(me: Player) -> Test:
    return Test(bone_head.key, me, 2)


@bone_head.at(ON_DECLARE)
async def forgets(game: BloodBowl, me: Player, act: Activation) -> None:
    """On a 1 it stands there Distracted; the declared action is used."""
    if not act.done and not await roll_test(game, _thought(me)):
        game.distract(me)
        act.done = True


really_stupid = Skill("really-stupid", PAGES)


@really_stupid.answers(ROLLS_TO_ACT)
def has_to_be_told(game: BloodBowl, me: Player, act: Activation) -> Test | None:
    return _understanding(game, me, act)


def _understanding(game: BloodBowl, me: Player, act: Activation) -> Test:
    """4+, with +2 for a team-mate next to it who can think."""
    clever = [mate for mate in game.next_to(me, me.side) if really_stupid.key not in mate.skills]
    helpers = any(game.ruling(helps_thinking)(game, mate) for mate in clever)
    helped = [("helper", 2)] if helpers or act.action in game.ruling(needs_no_helper) else []
    return Test(really_stupid.key, me, 4, helped)


@really_stupid.at(ON_DECLARE)
async def gapes(game: BloodBowl, me: Player, act: Activation) -> None:
    """Untold it stands there Distracted."""
    if not act.done and not await roll_test(game, _understanding(game, me, act)):
        game.distract(me)
        act.done = True


take_root = Skill("take-root", "Core p.137")


@take_root.answers(ROLLS_TO_ACT)
def may_take_root(game: BloodBowl, me: Player, act: Activation) -> Test | None:
    return Test(take_root.key, me, 2) if me.status == STANDING and not me.rooted else None


@take_root.at(ON_DECLARE)
async def grows_roots(game: BloodBowl, me: Player, act: Activation) -> None:
    """On a 1, if Standing, it is Rooted until it goes down or the drive ends; what needs no movement goes on."""
    if act.done:
        return
    test = may_take_root(game, me, act)
    if test is not None:
        me.rooted = not await roll_test(game, test)
    act.done = me.rooted and game.ruling(roots_stop) and _includes_move(game, act)


def _includes_move(game: BloodBowl, act: Activation) -> bool:
    known = (*game.edition.actions, *(action for _, action in game.collect(MORE_ACTIONS, act.player)))
    return any(action.moves for action in known if action.key == act.action)


@take_root.answers(ROOTED)
def cannot_leave(game: BloodBowl, me: Player, player: Player) -> bool | None:
    return True if player is me and me.rooted else None


animal_savagery = Skill("animal-savagery", "Core p.123")


@animal_savagery.answers(ROLLS_TO_ACT)
def growls_first(game: BloodBowl, me: Player, act: Activation) -> Test | None:
    return _temper(game, me, act)


def _temper(game: BloodBowl, me: Player, act: Activation) -> Test:
    return Test(animal_savagery.key, me, 4, eagerness(game, act, EAGER))


@animal_savagery.at(ON_DECLARE)
async def lashes_out(game: BloodBowl, me: Player, act: Activation) -> None:
    """On 1-3 a Standing team-mate next to it is Knocked Down, then it goes on; with none, it stands Distracted."""
    if await roll_test(game, _temper(game, me, act)):
        return
    mates = [mate for mate in game.next_to(me, me.side) if mate.status == STANDING]
    if not mates:
        game.distract(me)
        act.done = True
        return
    id = await game.choose(LASH_OUT, me.side, tuple(mate.id for mate in mates), player=me.id)
    mate = game.state.players[id]
    square = mate.square
    if await knocked_down(game, Fall(mate, animal_savagery.key, me, no_turnover=True)):
        await drop(game, mate, square)
    act.done = not game.ruling(goes_on)


def _savaged(me: Player, roll: Hurt) -> bool:
    return roll.cause == animal_savagery.key and roll.by is me


@animal_savagery.answers(ARMOUR_MODIFIERS)
def strikes_hard(game: BloodBowl, me: Player, roll: Hurt) -> int | None:
    """Its Mighty Blow has to go on the Armour Roll, never on the Injury Roll."""
    if not _savaged(me, roll) or "mighty-blow" not in me.skills:
        return None
    return int(me.skills["mighty-blow"] or 1)


@animal_savagery.answers(BREAKS_ARMOUR)
def tears_armour(game: BloodBowl, me: Player, roll: Hurt) -> bool | None:
    """Its Claws break armour on a natural 8 as they always do."""
    claws = "claws" in me.skills and "iron-hard-skin" not in roll.player.skills
    return True if _savaged(me, roll) and claws and sum(roll.armour_faces) >= 8 else None


unchannelled_fury = Skill("unchannelled-fury", "Core pp.123-138")


@unchannelled_fury.answers(ROLLS_TO_ACT)
def rages_first(game: BloodBowl, me: Player, act: Activation) -> Test | None:
    return _rage(game, me, act)


def _rage(game: BloodBowl, me: Player, act: Activation) -> Test:
    """4+, with +2 for a Block or Blitz."""
    return Test(unchannelled_fury.key, me, 4, eagerness(game, act, EAGER))


@unchannelled_fury.at(ON_DECLARE)
async def rages(game: BloodBowl, me: Player, act: Activation) -> None:
    """Else the activation is over, but the tackle zone stays."""
    if not act.done and not await roll_test(game, _rage(game, me, act)):
        act.done = True


SKILLS = (bone_head, really_stupid, take_root, animal_savagery, unchannelled_fury)
