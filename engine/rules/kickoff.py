"""The kick-off: the kick, the event, the landing (Core pp.48-49)."""

from collections.abc import Callable
from dataclasses import dataclass, field

from engine.core.answers import PLAYER, SQUARE
from engine.core.hooks import Window
from engine.core.pitch import Mask, Square, squares_of
from engine.core.questions import Question
from engine.core.ruling import Ruling
from engine.rules import ball
from engine.rules.ball import Flight
from engine.rules.events import Kicked
from engine.rules.field import Gridiron
from engine.rules.game import BloodBowl
from engine.rules.rolls import RerollSource, roll_d, roll_table
from engine.rules.state import NOWHERE, STANDING, Player

touchback_area: Ruling[Callable[[Gridiron, int], Mask]] = Ruling(
    "touchback-to-high-kick-player",
    {"allowed": lambda pitch, side: pitch.everywhere, "own-half-only": lambda pitch, side: pitch.halves[side]},
)

BRILLIANT_COACHING = RerollSource("brilliant-coaching")  # for a drive

AIM: Question[Square] = Question("aim", SQUARE, "Where is the kick-off aimed?")
KICKER: Question[int] = Question("kicker", PLAYER, "Who kicks off?")
TOUCHBACK: Question[int] = Question("touchback", PLAYER, "Who gets the ball?")
TOUCHBACK_SQUARE: Question[Square] = Question("touchback-square", SQUARE, "Where is the ball put?")


@dataclass(slots=True)
class Kick:
    """A kick from its aim to its landing."""

    side: int
    kicker: Player | None
    flight: Flight = field(default_factory=lambda: Flight(ball.KICKED))
    distance_dice: str = "d6"
    face: int = 0  # of the die for the distance, once it is rolled
    out: bool = False
    over: Square = NOWHERE  # the square of the pitch it has come to, in whichever half
    met: bool = False  # a receiver has moved to meet it


BEFORE_DEVIATION: Window[Kick] = Window("before-deviation")
DEVIATION_ROLLED: Window[Kick] = Window("deviation-rolled")  # the dice are seen, the ball has not moved
AFTER_DEVIATION: Window[Kick] = Window("after-deviation")


async def kick_off(game: BloodBowl) -> None:
    """Steps: kicker, aim, deviation, event, landing or touchback."""
    side = game.state.kicking
    receiving = 1 - side
    kick = Kick(side, await _kicker(game, side))
    kick.flight.within = game.pitch.halves[receiving]
    kick.flight.square = await game.choose(AIM, side, tuple(squares_of(kick.flight.within)))
    await game.open(BEFORE_DEVIATION, kick)
    await _deviate(game, kick)
    await game.open(AFTER_DEVIATION, kick)
    table = game.edition.kick_off
    event = table.row(roll_table(game, table, "kick-off", side))
    game.emit(Kicked(side, event))
    await game.edition.kick_off_events[event](game, kick)
    if not kick.out:
        await ball.come_down(game, kick.flight)
    if kick.out or kick.flight.touchback:
        await touchback(game, receiving)


async def _kicker(game: BloodBowl, side: int) -> Player | None:
    """From the centre field, off the line if possible; players in wide zones never kick."""
    standing = [player for player in game.players(side) if game.pitch.centre_field >> player.square & 1]
    behind = [player for player in standing if not game.pitch.scrimmage[side] >> player.square & 1]
    able = behind or standing
    if not able:
        return None
    id = await game.choose(KICKER, side, tuple(player.id for player in able))
    return game.state.players[id]


async def _deviate(game: BloodBowl, kick: Kick) -> None:
    """D8 direction, D6 squares in one line; only the last square counts."""
    step = ball.direction(game, "kick direction")
    kick.face = roll_d(game, 6, "kick distance", kick.side)
    await game.open(DEVIATION_ROLLED, kick)
    squares = (kick.face + 1) // 2 if kick.distance_dice == "d3" else kick.face
    (x, y), (dx, dy) = game.pitch.xy(kick.flight.square), step
    to_x, to_y = x + dx * squares, y + dy * squares
    inside = 1 <= to_x <= game.pitch.rows and 1 <= to_y <= game.pitch.columns
    square = kick.over = game.pitch.at(to_x, to_y) if inside else NOWHERE
    if square < 0 or not kick.flight.within >> square & 1:
        kick.out = True
    else:
        kick.flight.square = square


async def touchback(game: BloodBowl, side: int) -> None:
    """Given to any Standing player of the receivers; with none, to an unoccupied square of their half."""
    game.lift_ball()
    area = game.ruling(touchback_area)(game.pitch, side)
    standing = [player for player in game.players(side, STANDING) if area >> player.square & 1]
    able = [player for player in standing if not game.collect(ball.NO_BALL, player)]
    if able:
        id = await game.choose(TOUCHBACK, side, tuple(player.id for player in able))
        game.give_ball(game.state.players[id])
        return
    free = game.pitch.halves[side] & ~game.occupied()
    game.rest_ball(await game.choose(TOUCHBACK_SQUARE, side, tuple(squares_of(free))))
