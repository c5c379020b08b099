"""Trapdoors, which a prayer opens: whoever enters one may fall through (Core p.143)."""

from collections.abc import Awaitable, Callable

from engine.rules import ball
from engine.rules.game import BloodBowl
from engine.rules.injury import crowd
from engine.rules.rolls import Test, roll_test
from engine.rules.state import NOWHERE, Player


async def trapdoor(game: BloodBowl, player: Player) -> None:
    """A player has entered its square. On a natural 1 it is gone; one die, whoever's prayers opened the trapdoor."""
    if not player.has_square or not game.state.trapdoors >> player.square & 1:
        return
    if not await roll_test(game, Test("trapdoor", player, 2)):
        await _fall_through(game, player)


async def _fall_through(game: BloodBowl, player: Player) -> None:
    """As if pushed into the crowd, but a ball it held bounces from the square."""
    square, carried = player.square, game.has_ball(player)
    if carried:
        game.lift_ball()
    if player.side == game.state.active:
        game.turnover("fell through a trapdoor")
    game.changed()
    player.square = NOWHERE
    await crowd(game, player)
    if carried:
        await ball.bounce(game, ball.Flight("loose", square))


async def no_trapdoor(game: BloodBowl, player: Player) -> None:
    """Placed is not entered."""


# The choices of the rulings on players who are put onto a trapdoor in some other way than by their movement.
Placed = Callable[[BloodBowl, Player], Awaitable[None]]
PLACED: dict[str, Placed] = {"no-roll": no_trapdoor, "roll": trapdoor}
