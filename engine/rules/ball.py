"""The ball on its own: pick-up, catch, bounce, scatter, throw-in (Core pp.25, 57, 72-73)."""

from collections.abc import Callable
from dataclasses import dataclass, field

from engine.core.answers import PLAYER, YES_NO
from engine.core.hooks import Query, Window, themselves
from engine.core.pitch import ANYWHERE, Mask, Square
from engine.core.questions import Question
from engine.core.ruling import Ruling
from engine.rules.events import CameDown
from engine.rules.field import DIRECTIONS, Step
from engine.rules.game import BloodBowl
from engine.rules.rolls import Test, d3, roll_d, roll_test
from engine.rules.state import NOWHERE, STANDING, Player

THROWN_IN, KICKED = "throw-in", "kick"
# The kinds of balls that come to rest on an empty square, where all others bounce off the ground.
rests: Ruling[tuple[str, ...]] = Ruling("throw-in-empty-square", {"bounces": (), "rests": (THROWN_IN,)})
# The kinds that may be let fall by whoever is under them, where a catch is otherwise compulsory.
let_fall: Ruling[tuple[str, ...]] = Ruling("kick-off-catch", {"must": (), "may": (KICKED,)})

CATCH: Question[bool] = Question("catch", YES_NO, "Does {player} try to catch the ball?")
FIRST_CATCHER: Question[int] = Question("first-catcher", PLAYER, "Who tries to catch the ball first?")
PICK_UP: Question[bool] = Question("pick-up", YES_NO, "Does {player} try to pick up the ball?")


@dataclass(slots=True)
class Flight:
    """A ball in the air or bouncing, and the part of the pitch it may not leave."""

    kind: str  # pass, kick, hand-off, loose, …; throw-in once the crowd has had it
    square: Square = NOWHERE  # where it was, or is to come down
    within: Mask = ANYWHERE
    touchback: bool = False  # it left `within` during a kick-off
    is_ball: bool = True  # and not something else that is thrown and caught in the same way
    caught_by: Player | None = None
    bounced: bool = False
    grounded: bool = False  # it came down on an empty square
    modifiers: list[tuple[str, int]] = field(default_factory=list)
    aimed_at: Square = NOWHERE  # the target square of a pass
    accurate: bool = False  # a pass that went there


NO_BALL: Query[Player, bool] = Query("no-ball", of=themselves)  # players who may never hold the ball
NO_TOUCHDOWN: Query[Player, bool] = Query("no-touchdown", of=themselves)  # carriers who cannot score for now
CATCHERS: Query[Flight, Player] = Query("catchers")  # who may try for a ball that nobody catches where it comes down
AFTER_PICK_UP: Window[Player] = Window("after-pick-up")

# A D6 turned into the direction of a throw-in, for somebody on the edge looking into the pitch (Core p.73).
THROW_IN: dict[str, tuple[Step, Step, Step]] = {
    "top": ((1, 1), (0, 1), (-1, 1)),
    "bottom": ((-1, -1), (0, -1), (1, -1)),
    "left": ((1, -1), (1, 0), (1, 1)),
    "right": ((-1, 1), (-1, 0), (-1, -1)),
}
# The same template turned by a coach towards an end zone or a sideline: as for a throw-in from the opposite edge.
FACING = {"north": "bottom", "south": "top", "east": "left", "west": "right"}
Facings = Callable[[BloodBowl, Square], list[str]]  # how the template may be turned over a square
CORNERS: dict[tuple[bool, bool], tuple[Step, Step, Step]] = {  # (left, top), by D3
    (True, True): ((1, 0), (1, 1), (0, 1)),
    (False, True): ((0, 1), (-1, 1), (-1, 0)),
    (False, False): ((-1, 0), (-1, -1), (0, -1)),
    (True, False): ((0, -1), (1, -1), (1, 0)),
}


def any_facing(game: BloodBowl, square: Square) -> list[str]:
    return [*FACING]


def facing_inwards(game: BloodBowl, square: Square) -> list[str]:
    """Not over the edge that the square lies on."""
    straight = {way: THROW_IN[edge][1] for way, edge in FACING.items()}
    return [way for way, step in straight.items() if game.pitch.on(game.pitch.step(square, step))]


def check_touchdown(game: BloodBowl, player: Player) -> None:
    """Standing with the ball in the opponents' end zone, in whoever's turn (Core p.79)."""
    scoring = game.pitch.end_zones[1 - player.side]
    in_place = player.status == STANDING and game.has_ball(player) and scoring >> player.square & 1
    if in_place and not game.touchdowns_wait and not game.collect(NO_TOUCHDOWN, player):
        game.touchdown(player)


async def pick_up(game: BloodBowl, player: Player) -> None:
    """Compulsory on moving voluntarily into the ball's square (Core p.57). Failure: the ball bounces, turnover."""
    square = player.square
    failed = bool(game.collect(NO_BALL, player))
    if not failed:
        test = Test(
            "pick-up",
            player,
            game.edition.agility_target(game, player),
            [*game.edition.modifiers.pick_up(game, player)],
        )
        failed = not await roll_test(game, test)
    if failed:
        game.turnover("failed pick-up")
        await bounce(game, Flight("loose", square))
        return
    game.give_ball(player)
    await game.open(AFTER_PICK_UP, player)
    check_touchdown(game, player)


async def placed(game: BloodBowl, player: Player, square: Square) -> None:
    """Put into a square other than by its own move: no pick-up, a ball lying there bounces (Core p.57)."""
    game.shift(player, square)
    if game.state.ball.square == square:
        await bounce(game, Flight("loose", square))


def can_catch(game: BloodBowl, player: Player) -> bool:
    return game.can_use(player) and not game.collect(NO_BALL, player)


async def catch(game: BloodBowl, player: Player, flight: Flight) -> bool:
    """Compulsory for a player who can; automatic failure for one who cannot (Core p.72)."""
    if not can_catch(game, player):
        return False
    modifiers = [*game.edition.modifiers.catch(game, player, flight)]
    test = Test(
        "catch", player, game.edition.agility_target(game, player), modifiers, entering=flight.square, part_of=flight
    )
    test.of_ball = flight.is_ball
    if not await roll_test(game, test):
        return False
    flight.caught_by = player
    if not flight.is_ball:
        return True
    game.give_ball(player)
    check_touchdown(game, player)
    return True


async def come_down(game: BloodBowl, flight: Flight) -> None:
    """A kick or a throw-in, which nobody aimed at this square."""
    game.emit(CameDown(flight.square))
    await land(game, flight)


async def land(game: BloodBowl, flight: Flight) -> None:
    """The ball comes down: whoever stands there must try to catch it, and off an empty square it bounces."""
    player = game.at(flight.square)
    caught = player is not None and await _tries(game, player, flight) and await catch(game, player, flight)
    if caught or await _caught_beside(game, flight):
        return
    flight.grounded = player is None
    if flight.grounded and flight.kind in game.ruling(rests):
        game.rest_ball(flight.square)
    else:
        await bounce(game, flight)


async def _tries(game: BloodBowl, player: Player, flight: Flight) -> bool:
    """Asked only where there is a choice: a kick-off may be caught, says one page, and all balls must be, says another."""
    if flight.kind not in game.ruling(let_fall) or not can_catch(game, player):
        return True
    return await game.choose(CATCH, player.side, (True, False), player=player.id)


async def _caught_beside(game: BloodBowl, flight: Flight) -> bool:
    """Those who may and like to try one after the other; caught outside its bounds, a kick is a touchback."""
    willing = []
    for skill, player in game.collect(CATCHERS, flight):
        if await game.uses_key(skill, player):
            willing.append(player)
    if willing and flight.kind == "pass":
        game.emit(CameDown(flight.square))
    while willing:
        player = await _first_catcher(game, willing)
        willing.remove(player)
        if await catch(game, player, flight):
            flight.touchback = not flight.within >> player.square & 1
            return True
    return False


async def _first_catcher(game: BloodBowl, willing: list[Player]) -> Player:
    """The order is for the only side that has any, else for the active one, and for the receivers of a kick-off."""
    if len(willing) == 1:
        return willing[0]
    sides = {player.side for player in willing}
    active = game.state.active if game.state.active >= 0 else 1 - game.state.kicking
    chooser = sides.pop() if len(sides) == 1 else active
    id = await game.choose(FIRST_CATCHER, chooser, tuple(player.id for player in willing))
    return game.state.players[id]


async def bounce(game: BloodBowl, flight: Flight) -> None:
    """One square at random; resting there if it is empty, else the player there must try to catch it (Core p.25)."""
    game.lift_ball()
    while True:
        inside = hop(game, flight)
        flight.bounced, flight.modifiers = True, []
        if not inside:
            await leaves(game, flight)
            return
        player = game.at(flight.square)
        if player is None:
            game.rest_ball(flight.square)
            return
        if await catch(game, player, flight):
            return


async def leaves(game: BloodBowl, flight: Flight) -> None:
    """Off the pitch is a throw-in from the last square on it; during a kick-off leaving the half is a touchback."""
    if flight.within != ANYWHERE:
        flight.touchback = True
    else:
        await throw_in(game, flight)


def direction(game: BloodBowl, what: str) -> Step:
    return DIRECTIONS[roll_d(game, 8, what, max(game.state.active, 0)) - 1]


def scatter(game: BloodBowl, flight: Flight, times: int) -> bool:
    """So many single steps; a step out of bounds ends it on the last square. True while it stays within bounds."""
    return all(hop(game, flight, "scatter") for _ in range(times))


def hop(game: BloodBowl, flight: Flight, what: str = "bounce") -> bool:
    """One step at random; False when it would lead out of bounds, and is not made."""
    square = game.pitch.step(flight.square, direction(game, what))
    inside = game.pitch.on(square) and bool(flight.within >> square & 1)
    if inside:
        flight.square = square
    return inside


async def throw_in(game: BloodBowl, flight: Flight) -> None:
    """The crowd throws the ball back from the last square on the pitch (Core p.73)."""
    game.lift_ball()
    inside = False
    while not inside:
        step = _throw_direction(game, flight.square)
        steps = sum(roll_2d6_count(game)) - 1
        inside = fly(game, flight, step, steps)
    flight.kind, flight.bounced, flight.modifiers = THROWN_IN, False, [("throw-in", -1)]
    await come_down(game, flight)


def roll_2d6_count(game: BloodBowl) -> tuple[int, int]:
    side = max(game.state.active, 0)
    return roll_d(game, 6, "throw-in distance", side), roll_d(game, 6, "throw-in distance", side)


def fly(game: BloodBowl, flight: Flight, step: Step, steps: int) -> bool:
    """So many squares in one line; off the pitch it ends on the last square. True when it stays on."""
    for _ in range(steps):
        square = game.pitch.step(flight.square, step)
        if not game.pitch.on(square):
            return False
        flight.square = square
    return True


def _throw_direction(game: BloodBowl, square: Square) -> Step:
    x, y = game.pitch.xy(square)
    side = max(game.state.active, 0)
    length, width = game.pitch.length, game.pitch.width
    if x in (1, length) and y in (1, width):
        return CORNERS[x == 1, y == 1][d3(game, "throw-in direction", side) - 1]
    edge = "left" if x == 1 else "right" if x == length else "top" if y == 1 else "bottom"
    return THROW_IN[edge][(roll_d(game, 6, "throw-in direction", side) - 1) // 2]
