"""Punt: the ball is kicked on the run, by the throw-in template."""

from engine.core.decisions import Choice
from engine.core.hooks import Skill
from engine.core.ruling import Ruling
from engine.rules import ball
from engine.rules.actions import END, Action, always, move_until
from engine.rules.activation import BARRED, MORE_ACTIONS
from engine.rules.ball import FACING, THROW_IN, THROWN_IN, Facings, Flight, any_facing, facing_inwards
from engine.rules.game import BloodBowl
from engine.rules.movement import Activation
from engine.rules.rolls import Die, roll_die
from engine.rules.state import Player

# Whether the dice are closed to everything but a skill that names them.
closed_dice: Ruling[bool] = Ruling("punt-dice-rerolls", {"open": False, "kick-only": True})
may_face: Ruling[Facings] = Ruling("punt-into-the-crowd", {"allowed": any_facing, "refused": facing_inwards})

punt = Skill("punt", "Core pp.118-138")  # declared from Prone too; by the time of the kick its owner stands


@punt.answers(MORE_ACTIONS)
def kicks_on_the_run(game: BloodBowl, me: Player, player: Player) -> Action | None:
    return Action(punt.key, _punt, always, once=True)


async def _punt(game: BloodBowl, act: Activation) -> None:
    """A free Move, then the kick: a template die, and so many squares. The activation ends."""

    def actions() -> list[Choice]:
        player = act.player
        if not game.has_ball(player) or game.collect(BARRED, (player, punt.key)):
            return []
        return [(punt.key, facing) for facing in game.ruling(may_face)(game, player.square)]

    choice = await move_until(game, act, actions)
    if choice != END:
        act.acted = act.done = True
        await _kick(game, act.player, choice[1])


async def _kick(game: BloodBowl, player: Player, facing: str) -> None:
    """A turnover only if the ball went into the crowd or an opponent has it in the end."""
    closed = game.ruling(closed_dice)
    step = THROW_IN[FACING[facing]][(await roll_die(game, Die("punt direction", player, closed=closed)) - 1) // 2]
    distance = await roll_die(game, Die("punt distance", player, closed=closed))
    flight = Flight(punt.key, player.square)
    game.lift_ball()
    if ball.fly(game, flight, step, distance):
        await ball.land(game, flight)
    else:
        await ball.throw_in(game, flight)
    carrier = game.carrier()
    if flight.kind == THROWN_IN or (carrier is not None and carrier.side != player.side):
        game.turnover("punt lost")


SKILLS = (punt,)
