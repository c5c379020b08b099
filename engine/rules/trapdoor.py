"""Trapdoors, which a prayer opens: whoever enters one may fall through (Core p.143)."""

from collections.abc import Awaitable, Callable

from engine.core.ruling import Ruling
from engine.rules import ball
from engine.rules.game import BloodBowl
from engine.rules.injury import crowd
from engine.rules.rolls import Test, roll_test
from engine.rules.state import Player

PRAYER = "treacherous-trapdoor"


def _answered(game: BloodBowl) -> int:
    """How many teams have prayed for trapdoors; those that were always there count as one's."""
    return max(1, sum(PRAYER in team.inducements for team in game.state.teams))


dice: Ruling[Callable[[BloodBowl], int]] = Ruling(
    "trapdoor-two-prayers", {"one-die": lambda game: 1, "a-die-each": _answered}
)


async def trapdoor(game: BloodBowl, player: Player) -> None:
    """A player has entered its square. On a natural 1 it is gone."""
    if not player.has_square or not game.state.trapdoors >> player.square & 1:
        return
    for _ in range(game.ruling(dice)(game)):
        if not await roll_test(game, Test("trapdoor", player, 2)):
            await _fall_through(game, player)
            return


async def _fall_through(game: BloodBowl, player: Player) -> None:
    """As if pushed into the crowd, but a ball it held bounces from the square."""
    square, carried = player.square, game.has_ball(player)
    if carried:
        game.lift_ball()
    if player.side == game.state.active:
        game.turnover("fell through a trapdoor")
    game.lift(player)
    await crowd(game, player)
    if carried:
        await ball.bounce(game, ball.Flight("loose", square))


# What happens to a player who is put onto a trapdoor in some other way than by its movement.
Placed = Callable[[BloodBowl, Player], Awaitable[None]]
placed_enters: Ruling[Placed] = Ruling("placed-is-not-entering", {"entering": trapdoor})


@placed_enters.choice("not-entering")
async def _nothing(game: BloodBowl, player: Player) -> None:
    """Placed is not entered."""


async def _in_general(game: BloodBowl, player: Player) -> None:
    await game.ruling(placed_enters)(game, player)


# The choices of the rulings on single cases, which can be exceptions to that.
PLACED: dict[str, Placed] = {"no-roll": _in_general, "roll": trapdoor}
