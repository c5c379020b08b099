"""Bloodlust: a vampire that has to bite a Thrall before the end of its activation."""

from collections.abc import Callable

from engine.core.answers import PLAYER, YES_NO
from engine.core.hooks import Skill
from engine.core.questions import Question
from engine.core.ruling import Ruling
from engine.rules import ball
from engine.rules.activation import END_OF_ACTIVATION, ON_DECLARE, eagerness
from engine.rules.ball import NO_TOUCHDOWN, Flight
from engine.rules.falling import drop
from engine.rules.game import BloodBowl
from engine.rules.injury import AFTER_INJURY, Hurt, injure
from engine.rules.movement import ROLLS_TO_ACT, Activation
from engine.rules.passing import BEFORE_HAND_OFF, BEFORE_PASS, HandOff, Throw
from engine.rules.rolls import Test, roll_test
from engine.rules.state import NOBODY, STANDING, Player

CHANGE_TO_MOVE: Question[bool] = Question("change-to-move", YES_NO, "Does {player} move instead?")
BITE: Question[int] = Question("bite", PLAYER, "Whom does {player} bite?", none="nobody")
THIRSTY, THRALL = "thirsty", "thrall"
EAGER = 1
# Who is in a state to bite.
may_bite: Ruling[Callable[[BloodBowl, Player], bool]] = Ruling(
    "bloodlust-biter",
    {"able": lambda game, me: game.can_use(me), "any-status": lambda game, me: me.has_square},
)
bloodlust = Skill("bloodlust", "Core p.124")


@bloodlust.answers(ROLLS_TO_ACT)
def smells_blood(game: BloodBowl, me: Player, act: Activation) -> Test | None:
    return _lust(game, me, act)


def _lust(game: BloodBowl, me: Player, act: Activation) -> Test:
    return Test(bloodlust.key, me, int(me.skills[bloodlust.key] or 2), eagerness(game, act, EAGER))


@bloodlust.at(ON_DECLARE)
async def thirsts(game: BloodBowl, me: Player, act: Activation) -> None:
    """Below the number in the brackets it has to bite; it goes on, with a Move instead if the coach likes."""
    if await roll_test(game, _lust(game, me, act)):
        return
    me.spent.add(THIRSTY)
    if act.action != "move" and await game.choose(CHANGE_TO_MOVE, me.side, (True, False), player=me.id):
        act.action = "move"


async def _bites(game: BloodBowl, me: Player) -> None:
    """An Injury Roll on a Thrall next to it, whatever its status; a turnover only if the Thrall had the ball."""
    thralls = tuple(mate.id for mate in game.next_to(me, me.side) if THRALL in mate.keywords)
    if not thralls or not game.ruling(may_bite)(game, me):
        return
    id = await game.choose(BITE, me.side, (NOBODY, *thralls), player=me.id)
    if id == NOBODY:
        return
    me.spent.discard(THIRSTY)
    thrall = game.state.players[id]
    square = thrall.square
    if game.has_ball(thrall):
        game.turnover("bitten with the ball")
    await injure(game, Hurt(thrall, bloodlust.key, me))
    await drop(game, thrall, square)


@bloodlust.at(AFTER_INJURY)
async def only_a_bite(game: BloodBowl, me: Player, roll: Hurt) -> None:
    """A Casualty is Badly Hurt."""
    if roll.cause == bloodlust.key and roll.by is me and roll.result == "casualty":
        roll.result = "badly-hurt"


@bloodlust.at(BEFORE_PASS)
async def feeds_before_a_pass(game: BloodBowl, me: Player, throw: Throw) -> None:
    if throw.player is me and THIRSTY in me.spent:
        await _bites(game, me)
        throw.refused = throw.refused or THIRSTY in me.spent


@bloodlust.at(BEFORE_HAND_OFF)
async def feeds_before_a_hand_off(game: BloodBowl, me: Player, attempt: HandOff) -> None:
    if attempt.player is me and THIRSTY in me.spent:
        await _bites(game, me)
        attempt.refused = attempt.refused or THIRSTY in me.spent


@bloodlust.answers(NO_TOUCHDOWN)
def cannot_score_yet(game: BloodBowl, me: Player, player: Player) -> bool | None:
    return True if THIRSTY in me.spent else None


@bloodlust.at(END_OF_ACTIVATION)
async def feeds_or_loses_control(game: BloodBowl, me: Player, act: Activation) -> None:
    """Whoever bites nobody is Distracted and drops the ball, and the turn is over."""
    if THIRSTY not in me.spent:
        return
    await _bites(game, me)
    if THIRSTY not in me.spent:
        ball.check_touchdown(game, me)
        return
    me.spent.discard(THIRSTY)
    game.turnover("bloodlust")
    if me.status == STANDING:
        game.distract(me)
        if game.has_ball(me):
            await ball.bounce(game, Flight("loose", me.square))


SKILLS = (bloodlust,)
