"""Traits of those who throw and kick their team-mates."""

from engine.core.hooks import Skill
from engine.core.ruling import Ruling
from engine.rules.actions import Action, always
from engine.rules.activation import MORE_ACTIONS
from engine.rules.events import Injured
from engine.rules.falling import drop
from engine.rules.game import BloodBowl
from engine.rules.injury import AFTER_INJURY, Hurt, injure
from engine.rules.rolls import Test, roll_test
from engine.rules.state import CASUALTY, Player
from engine.rules.teammates import BEFORE_HURL, FUMBLED, ON_FUMBLED_HURL, Hurl, hurl_action

# Whether nothing may re-roll the dice of hunger.
hunger_stands: Ruling[bool] = Ruling("always-hungry-rerolls", {"open": False, "closed": True})
meal_ends_turn: Ruling[bool] = Ruling("always-hungry-turnover", {"with-the-ball": False, "always": True})

always_hungry = Skill("always-hungry", "Core p.123", active=True)
EATEN = "eaten"


def not_hungry(me: Player, *, settled: bool = False) -> Test:
    return Test(always_hungry.key, me, 2, settled=settled)


@always_hungry.at(BEFORE_HURL)
async def bites_its_hand_luggage(game: BloodBowl, me: Player, throw: Hurl) -> None:
    """On a 1 the team-mate has to squirm free, and the throw is fumbled; on another 1 it is eaten."""
    stands = game.ruling(hunger_stands)
    if throw.player is not me or throw.over or await roll_test(game, not_hungry(me, settled=stands)):
        return
    if await roll_test(game, Test("squirm-free", me, 2, settled=stands)):
        throw.outcome = FUMBLED
        return
    throw.over = True
    await _eats(game, me, throw.mate)


async def _eats(game: BloodBowl, me: Player, mate: Player) -> None:
    """Gone for good: no apothecary, no Regeneration. A turnover if it held the ball, which bounces."""
    square = mate.square
    if game.has_ball(mate):
        game.turnover("eaten with the ball")
    elif game.ruling(meal_ends_turn):
        game.turnover("eaten")
    mate.injury, mate.hurt_by = EATEN, me.id
    game.emit(Injured(mate.id, EATEN, always_hungry.key, me.id))
    game.take_off(mate, CASUALTY)
    await drop(game, mate, square)


kick_team_mate = Skill("kick-team-mate", "Core p.130")


@kick_team_mate.answers(MORE_ACTIONS)
def kicks(game: BloodBowl, me: Player, player: Player) -> Action | None:
    return KICK


@kick_team_mate.at(ON_FUMBLED_HURL)
async def kicks_badly(game: BloodBowl, me: Player, throw: Hurl) -> None:
    """It neither bounces nor lands: an Injury Roll at once. A turnover only if it held the ball."""
    if throw.player is not me or throw.action != kick_team_mate.key:
        return
    mate = throw.mate
    square = mate.square
    throw.over = True
    if game.has_ball(mate):
        game.turnover("kicked badly with the ball")
    await injure(game, Hurt(mate, kick_team_mate.key, me))
    await drop(game, mate, square)


@kick_team_mate.at(AFTER_INJURY)
async def hurts(game: BloodBowl, me: Player, roll: Hurt) -> None:
    """Stunned is Knocked-out."""
    if roll.cause == kick_team_mate.key and roll.by is me and roll.result == "stunned":
        roll.result = "knocked-out"


KICK = Action(kick_team_mate.key, hurl_action, always, once=True)

SKILLS = (always_hungry, kick_team_mate)
