"""Traits of those whose temper is rolled for when they are activated, and who would rather hit somebody."""

from engine.core.answers import PLAYER
from engine.core.hooks import Skill
from engine.core.questions import Question
from engine.core.ruling import Ruling
from engine.rules.activation import ON_DECLARE, eagerness
from engine.rules.falling import Fall, drop, knocked_down
from engine.rules.game import BloodBowl
from engine.rules.injury import ARMOUR_MODIFIERS, BREAKS_ARMOUR, Hurt
from engine.rules.movement import ROLLS_TO_ACT, Activation
from engine.rules.rolls import Test, roll_test
from engine.rules.state import STANDING, Player

EAGER = 2

LASH_OUT: Question[int] = Question("lash-out", PLAYER, "At which team-mate does {player} lash out?")
goes_on: Ruling[bool] = Ruling("animal-savagery-goes-on", {"goes-on": True, "ends": False})
RULINGS = (goes_on,)

animal_savagery = Skill("animal-savagery", "Core p.123")


@animal_savagery.answers(ROLLS_TO_ACT)
def growls_first(game: BloodBowl, me: Player, player: Player) -> bool | None:
    return True


@animal_savagery.at(ON_DECLARE)
async def lashes_out(game: BloodBowl, me: Player, act: Activation) -> None:
    """On 1-3 a Standing team-mate next to it is Knocked Down, then it goes on; with none, it stands Distracted."""
    if await roll_test(game, Test(animal_savagery.key, me, 4, eagerness(game, act, EAGER))):
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
def rages_first(game: BloodBowl, me: Player, player: Player) -> bool | None:
    return True


@unchannelled_fury.at(ON_DECLARE)
async def rages(game: BloodBowl, me: Player, act: Activation) -> None:
    """4+, with +2 for a Block or Blitz; else the activation is over, but the tackle zone stays."""
    if act.done:
        return
    if not await roll_test(game, Test(unchannelled_fury.key, me, 4, eagerness(game, act, EAGER))):
        act.done = True


SKILLS = (animal_savagery, unchannelled_fury)
