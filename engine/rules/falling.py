"""Going down: knocked down, falling over, placed prone (Core pp.37, 40)."""

from collections.abc import Callable
from dataclasses import dataclass

from engine.core.hooks import Query, Window, themselves
from engine.core.pitch import Square
from engine.core.ruling import Ruling
from engine.rules import ball
from engine.rules.game import BloodBowl
from engine.rules.injury import Hurt, apply, hurt, injure
from engine.rules.state import NOWHERE, PRONE, STANDING, STUNNED, Player

KNOCKED_DOWN, FELL_OVER = "knocked down", "fell over"  # as reasons of a turnover
stays_stunned: Ruling[bool] = Ruling(
    "stunned-knocked-down-armour-holds", {"stays-stunned": True, "becomes-prone": False}
)
thrown_stays_stunned: Ruling[bool] = Ruling(
    "stunned-thrown-armour-holds", {"stays-stunned": True, "becomes-prone": False}
)
hands_when_blocked: Ruling[bool] = Ruling(
    "steady-footing-order-when-blocked", {"safe-hands-first": True, "steady-footing-first": False}
)
hands_when_falling: Ruling[bool] = Ruling(
    "steady-footing-order-when-falling", {"safe-hands-first": True, "steady-footing-first": False}
)
# Whether who puts the ball down on its way to the ground still counts as its carrier.
too_late: Ruling[bool] = Ruling("safe-pair-of-hands-wrestle", {"no-turnover": False, "turnover": True})
# Whether a carrier who is Placed Prone while somebody else acts costs its team the turn: one page lists it, another does not.
costs_the_turn: Ruling[Callable[[BloodBowl, Player], bool]] = Ruling(
    "placed-prone-turnover",
    {"own-turn": lambda game, player: True, "own-activation": lambda game, player: game.state.acting == player.id},
)


@dataclass(slots=True)
class Fall:
    """A player on the way down, and why."""

    player: Player
    cause: str  # block, dodge, rush, foul, crowd, …
    by: Player | None = None  # who knocked it down
    leaving: Square = NOWHERE  # the square it tried to get away from
    able: bool = False  # whoever did it had its active skills, even if it goes down as well
    avoided: bool = False
    outcome: str = ""  # an injury that takes the place of the armour roll
    armour: int = 0  # added to the armour roll by what knocks it down
    no_turnover: bool = False  # unless it carries the ball
    spares: bool = False  # nor is it a turnover when whoever knocked it down goes down as well
    before: str = ""  # its status when it went down; none unless it did

    @property
    def down(self) -> bool:
        return bool(self.before)


BEFORE_FALL: Window[Fall] = Window("before-fall")
BEFORE_PRONE: Window[Fall] = Window("before-prone")  # about to lie down in whatever way, still Standing
NO_ARMOUR: Query[Player, bool] = Query("no-armour", of=themselves)  # whoever goes down straight to the Injury Roll


async def knocked_down(game: BloodBowl, fall: Fall) -> bool:
    """Knocked Down: armour roll, and a turnover if it happens in the own team's turn. False when it was avoided.

    The ball of a player who went down bounces when the caller says so, with `drop`.
    """
    return await _goes_down(game, fall, turnover=KNOCKED_DOWN)


async def falls_over(game: BloodBowl, fall: Fall) -> bool:
    """Falls Over by its own failure: armour roll, a turnover in its own activation, and then its ball bounces."""
    square = fall.player.square
    fall.no_turnover = fall.no_turnover or game.state.acting != fall.player.id
    down = await _goes_down(game, fall, turnover=FELL_OVER)
    if down:
        await drop(game, fall.player, square)
    return down


async def drop(game: BloodBowl, player: Player, square: Square) -> None:
    """The ball of a player who is down or gone bounces from the square where that happened."""
    if game.has_ball(player) and player.status != STANDING:
        await ball.bounce(game, ball.Flight("loose", square))


async def _goes_down(game: BloodBowl, fall: Fall, turnover: str) -> bool:
    down = await tips_over(game, fall, turnover)
    if down:
        await hits_the_ground(game, fall)
    return down


async def tips_over(game: BloodBowl, fall: Fall, turnover: str) -> bool:
    """Down, unless something keeps it on its feet; how hard it falls comes next."""
    player = fall.player
    await _before_down(game, fall)
    if fall.avoided:
        return False
    carried = game.has_ball(player)
    fall.before = player.status
    game.lay(player, PRONE)
    if player.side == game.state.active and (carried or not fall.no_turnover):
        game.turnover(turnover)
    return True


async def hits_the_ground(game: BloodBowl, fall: Fall) -> None:
    """Armour and injury, or what takes their place."""
    player = fall.player
    if fall.outcome:
        await apply(game, Hurt(player, fall.cause, fall.by, result=fall.outcome))
    else:
        roll = Hurt(player, fall.cause, fall.by, fall.leaving, fall.able, fell=True)
        if fall.armour:
            roll.armour.append((fall.cause, fall.armour))
        await (injure if game.collect(NO_ARMOUR, player) else hurt)(game, roll)
    holds = thrown_stays_stunned if fall.cause == "landing" else stays_stunned
    if fall.before == STUNNED and player.status == PRONE and game.ruling(holds):
        game.lay(player, STUNNED)  # armour that holds does not wake anybody


async def _before_down(game: BloodBowl, fall: Fall) -> None:
    """What the hands do, and what the feet do; feet that save the player leave the hands nothing to do."""
    hands_first = game.ruling(hands_when_blocked if fall.cause == "block" else hands_when_falling)
    if hands_first:
        await game.open(BEFORE_PRONE, fall)
    await game.open(BEFORE_FALL, fall)
    if not hands_first and not fall.avoided:
        await game.open(BEFORE_PRONE, fall)


async def placed_prone(game: BloodBowl, player: Player) -> None:
    """No armour roll; a turnover if a carrier of the active team (Core p.35)."""
    square = player.square
    await lie_down(game, player)
    await drop(game, player, square)


async def lie_down(game: BloodBowl, player: Player) -> None:
    """Placed Prone, with a ball that bounces when the caller says so."""
    carried = game.has_ball(player)
    await game.open(BEFORE_PRONE, Fall(player, "placed"))
    game.lay(player, PRONE)
    carried = game.has_ball(player) or (carried and game.ruling(too_late))
    if carried and player.side == game.state.active and game.ruling(costs_the_turn)(game, player):
        game.turnover("placed prone with the ball")
    if game.collect(NO_ARMOUR, player):
        await injure(game, Hurt(player, "placed prone", fell=True))
