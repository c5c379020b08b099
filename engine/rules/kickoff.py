"""The kick-off: the kick, the event, the landing (Core pp.48-49)."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any

from engine.core.hooks import Window
from engine.core.pitch import Mask, Square, squares_of
from engine.core.ruling import Ruling
from engine.rules import ball
from engine.rules.activation import actions, activate
from engine.rules.ball import Flight
from engine.rules.events import Kicked
from engine.rules.falling import FELL_OVER, KNOCKED_DOWN, lie_down
from engine.rules.field import PITCH
from engine.rules.game import SNACK, BloodBowl
from engine.rules.rolls import d3, roll_d
from engine.rules.setup import available, set_up_again
from engine.rules.state import NOBODY, NOWHERE, PRONE, RESERVES, STANDING, STUNNED, TURNS, Player, Team
from engine.rules.trapdoor import PLACED, Placed, trapdoor
from engine.rules.turn import between_turns
from engine.rules.weather import roll_weather

high_kick_trapdoor: Ruling[Placed] = Ruling("trapdoor-high-kick", PLACED)
dugout_counts: Ruling[bool] = Ruling("status-implies-on-pitch", {"pitch-only": False, "literal": True})
kick_reaches: Ruling["Callable[[Kick], bool]"] = Ruling(
    "high-kick-into-opponents-half", {"allowed": lambda kick: True, "own-half-only": lambda kick: not kick.out}
)
touchback_area: Ruling[Callable[[int], Mask]] = Ruling(
    "touchback-to-high-kick-player",
    {"allowed": lambda side: PITCH.everywhere, "own-half-only": lambda side: PITCH.halves[side]},
)
# Whether what may be done at the end of any turn may be done at the end of a Charge! too.
charge_is_a_turn: Ruling[bool] = Ruling("wizard-after-charge", {"refused": False, "allowed": True})
RULINGS: tuple[Ruling[Any], ...] = (high_kick_trapdoor, dugout_counts, kick_reaches, touchback_area, charge_is_a_turn)


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
    kick.flight.square = await game.choose(side, "aim", tuple(squares_of(kick.flight.within)))
    await game.open(BEFORE_DEVIATION, kick)
    await _deviate(game, kick)
    await game.open(AFTER_DEVIATION, kick)
    key, event = EVENTS[roll_d(game, 6, "kick-off", side) + roll_d(game, 6, "kick-off", side)]
    game.emit(Kicked(side, key))
    await event(game, kick)
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
    id = await game.choose(side, "kicker", tuple(player.id for player in able))
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
    area = game.ruling(touchback_area)(side)
    standing = [player for player in game.players(side, STANDING) if area >> player.square & 1]
    able = [player for player in standing if not game.collect(ball.NO_BALL, player)]
    if able:
        id = await game.choose(side, "touchback", tuple(player.id for player in able))
        game.give_ball(game.state.players[id])
        return
    free = game.pitch.halves[side] & ~game.occupied()
    game.rest_ball(await game.choose(side, "touchback-square", tuple(squares_of(free))))


# The events -----------------------------------------------------------------------------------------------------------------------


async def get_the_ref(game: BloodBowl, kick: Kick) -> None:
    for team in game.state.teams:
        team.bribes += 1


async def time_out(game: BloodBowl, kick: Kick) -> None:
    """Late in the half both markers go back, earlier both go forward."""
    change = -1 if game.team(kick.side).turn >= TURNS - 2 else 1
    for team in game.state.teams:
        team.turn += change


async def solid_defence(game: BloodBowl, kick: Kick) -> None:
    """Up to D3+3 Open players of the kickers are set up again."""
    number = d3(game, "solid defence", kick.side) + 3
    chosen = await _pick(game, kick.side, number, "solid-defence")
    if not chosen:
        return
    stay = {player.id: player.square for player in game.players(kick.side) if player not in chosen}
    for player in chosen:
        game.take_off(player, RESERVES)
    await set_up_again(game, kick.side, chosen, stay)


async def high_kick(game: BloodBowl, kick: Kick) -> None:
    """An Open receiver may be placed under the ball."""
    side = 1 - kick.side
    able = [player.id for player in game.players(side) if game.is_open(player)]
    if game.ruling(dugout_counts):
        able += [player.id for player in available(game, side)]
    if not able or not game.free(kick.over) or not game.ruling(kick_reaches)(kick):
        return
    id = await game.choose(side, "high-kick", (-1, *able))
    if id >= 0:
        player = game.state.players[id]
        (game.shift if player.on_pitch else game.put)(player, kick.over)
        await game.ruling(high_kick_trapdoor)(game, player)


async def cheering_fans(game: BloodBowl, kick: Kick) -> None:
    """A mascot lets its team roll a natural 1 again, which nobody would decline."""
    for side in _rolled_off(game, "cheering fans", "cheerleaders", again=lambda team: team.mascot):
        game.team(side).cheered = True


async def brilliant_coaching(game: BloodBowl, kick: Kick) -> None:
    for side in _rolled_off(game, "brilliant coaching", "assistant_coaches"):
        rerolls = game.team(side).rerolls
        rerolls["brilliant-coaching"] = rerolls.get("brilliant-coaching", 0) + 1


def _rolled_off(
    game: BloodBowl,
    what: str,
    bonus: str = "",
    *,
    lower: bool = False,
    again: Callable[[Team], bool] = lambda team: False,
) -> list[int]:
    """The side with the higher (or lower) total; both on a tie. `bonus` is what the teams have of something is added,
    and `again` says who rolls a 1 once more.
    """
    own = [getattr(game.team(side), bonus) if bonus else 0 for side in (0, 1)]
    added = [((bonus.replace("_", " "), number),) if number else () for number in own]
    faces = [roll_d(game, 6, what, side, added=added[side]) for side in (0, 1)]
    for side in (0, 1):
        if faces[side] == 1 and again(game.team(side)):
            faces[side] = roll_d(game, 6, what, side, added=added[side])
    totals = [faces[side] + own[side] for side in (0, 1)]
    best = min(totals) if lower else max(totals)
    return [side for side in (0, 1) if totals[side] == best]


async def changing_weather(game: BloodBowl, kick: Kick) -> None:
    if roll_weather(game) == "perfect-conditions" and not kick.out:
        kick.out = not ball.scatter(game, kick.flight, 3)


async def quick_snap(game: BloodBowl, kick: Kick) -> None:
    """Up to D3+3 Open receivers move one square."""
    side = 1 - kick.side
    number = d3(game, "quick snap", side) + 3
    for player in await _pick(game, side, number, "quick-snap"):
        near = [square for square in squares_of(game.pitch.neighbours(player.square)) if game.free(square)]
        if near:
            square = await game.choose(side, "quick-snap-to", (-1, *near), player=player.id)
            if square >= 0:
                game.shift(player, square)
                await trapdoor(game, player)


async def charge(game: BloodBowl, kick: Kick) -> None:
    """Up to D3+3 Open players of the kickers are activated; a fall of one of them ends it."""
    state, side = game.state, kick.side
    number = d3(game, "charge", side) + 3
    chosen = await _pick(game, side, number, "charge")
    state.active = side
    state.declared = {"pass", "hand-off", "foul", "secure-the-ball"}
    for player in chosen:
        if player.status in (STANDING, PRONE) and not state.turnover and actions(game, player):
            await activate(game, player)
            if player.status == STANDING or state.turnover not in (FELL_OVER, KNOCKED_DOWN):
                state.turnover = ""  # nothing but its own fall ends the Charge
    state.active, state.turnover = NOBODY, ""
    state.declared = set()
    for player in game.players(side):
        player.used = False
    if game.ruling(charge_is_a_turn):
        await between_turns(game, side)


async def dodgy_snack(game: BloodBowl, kick: Kick) -> None:
    """The lower roll picks a player at random: worse for this drive, or in Reserves."""
    for side in _rolled_off(game, "dodgy snack", lower=True):
        for player in _at_random(game, side, 1):
            if roll_d(game, 6, "dodgy snack", side, player) == 1:
                game.take_off(player, RESERVES)
            else:
                player.spent.add(SNACK)


async def pitch_invasion(game: BloodBowl, kick: Kick) -> None:
    for side in _rolled_off(game, "pitch invasion", "fan_factor", lower=True):
        for player in _at_random(game, side, d3(game, "invaders", side)):
            await lie_down(game, player)
            if player.on_pitch:
                game.lay(player, STUNNED)


async def _pick(game: BloodBowl, side: int, number: int, question: str) -> list[Player]:
    """Up to so many Open players, one after the other; -1 is enough."""
    able = [player for player in game.players(side) if game.is_open(player)]
    chosen: list[Player] = []
    while able and len(chosen) < number:
        id = await game.choose(side, question, (-1, *(player.id for player in able)))
        if id < 0:
            break
        chosen.append(game.state.players[id])
        able = [player for player in able if player.id != id]
    return chosen


def _at_random(game: BloodBowl, side: int, number: int) -> list[Player]:
    able = game.players(side, STANDING, PRONE, STUNNED)
    chosen: list[Player] = []
    while able and len(chosen) < number:
        chosen.append(able.pop(roll_d(game, len(able), "random player", side) - 1))
    return chosen


Event = Callable[[BloodBowl, Kick], Awaitable[None]]
EVENTS: dict[int, tuple[str, Event]] = {
    2: ("get-the-ref", get_the_ref),
    3: ("time-out", time_out),
    4: ("solid-defence", solid_defence),
    5: ("high-kick", high_kick),
    6: ("cheering-fans", cheering_fans),
    7: ("brilliant-coaching", brilliant_coaching),
    8: ("changing-weather", changing_weather),
    9: ("quick-snap", quick_snap),
    10: ("charge", charge),
    11: ("dodgy-snack", dodgy_snack),
    12: ("pitch-invasion", pitch_invasion),
}
