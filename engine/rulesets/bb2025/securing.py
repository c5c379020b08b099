"""Secure the Ball: a careful pick-up away from the opponents (Core p.59)."""

from collections.abc import Callable

from engine.core.ruling import Ruling
from engine.rules import ball
from engine.rules.actions import Action, move_until, nothing, reachable
from engine.rules.edition import Added
from engine.rules.game import BloodBowl
from engine.rules.modifiers import marking, rain
from engine.rules.movement import Activation
from engine.rules.rolls import Test, roll_test
from engine.rules.state import STANDING, Player

SECURE_DISTANCE = 2
rain_on_secured: Ruling[Callable[[BloodBowl], Added]] = Ruling(
    "secure-the-ball-pickup-modifiers", {"modified": rain, "unmodified": lambda game: ()}
)
marking_of_secured: Ruling[Callable[[BloodBowl, Player], Added]] = Ruling(
    "secure-the-ball-marked", {"modified": marking, "unmodified": lambda game, player: ()}
)


def may_secure(game: BloodBowl, player: Player) -> bool:
    """A loose ball with no able opponent within two squares, and a way to it (Core p.59)."""
    square = game.state.ball.square
    if square < 0 or "big-guy" in player.keywords:
        return False
    if game.pitch.within(square, SECURE_DISTANCE) & game.boards.marking_squares[1 - player.side]:
        return False
    return bool(reachable(game, player) >> square & 1)


async def secure(game: BloodBowl, act: Activation) -> None:
    """The move must end on the ball's square; then 2+, no Agility Test, and the activation ends (Core p.59)."""
    player, act.secures = act.player, True
    await move_until(game, act, nothing)
    if game.interrupted() or player.status != STANDING or game.has_ball(player):
        return  # on the way it may have bounced into its hands
    if player.square != game.state.ball.square:
        game.turnover("did not secure the ball")
        return
    act.acted = True
    able = not game.collect(ball.NO_BALL, player)
    modifiers = [*game.ruling(rain_on_secured)(game), *game.ruling(marking_of_secured)(game, player)]
    if able and await roll_test(game, Test("secure", player, 2, modifiers)):
        game.give_ball(player)
        ball.check_touchdown(game, player)
    else:
        game.turnover("failed pick-up")
        await ball.bounce(game, ball.Flight("loose", player.square))


SECURE = Action("secure-the-ball", secure, may_secure, once=True)
