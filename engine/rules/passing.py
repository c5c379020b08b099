"""Passes, interceptions and hand-offs (Core pp.70-74)."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

from engine.core.answers import PLAYER
from engine.core.hooks import Query, Window, themselves
from engine.core.pitch import Square
from engine.core.questions import Question
from engine.core.ruling import Ruling
from engine.rules import ball
from engine.rules.ball import Flight
from engine.rules.events import HandedOff, Thrown
from engine.rules.game import BloodBowl
from engine.rules.rolls import Test, chance, roll_test
from engine.rules.state import Player
from engine.rules.weather import BLIZZARD

ACCURATE, INACCURATE, FUMBLE = "accurate", "inaccurate", "fumble"  # how a pass was thrown
SCATTERS = 3
# The modified result up to which a thrower with PA 1+ fumbles; for all others it is 1.
best_fumbles_on: Ruling[int] = Ruling("pa1-fumble", {"fumble": 1, "passes": 0})
airborne: Ruling[Callable[[BloodBowl, "Throw"], Awaitable[bool]]] = Ruling("scatter-before-interception")
lost_to_opponent: Ruling[bool] = Ruling("hand-off-opponent-possession", {"no-turnover": False, "turnover": True})
# What is added to the catch of a pass where it comes down after its scatter.
astray: Ruling[list[tuple[str, int]]] = Ruling(
    "inaccurate-catch-modifier", {"none": [], "minus-one": [("inaccurate pass", -1)]}
)
ground_ends_it: Ruling[bool] = Ruling("pass-bounce-team-mate", {"no-turnover": False, "turnover": True})
in_the_way: Ruling[Callable[[BloodBowl, "Throw", Player], bool]] = Ruling("interceptor-in-landing-square")

INTERCEPT: Question[int] = Question("intercept", PLAYER, "Who tries to intercept?", none="nobody")


@dataclass(slots=True)
class Throw:
    """A pass on its way from the thrower to a square."""

    player: Player
    target: Square
    range: str
    kind: str = "pass"  # or another way to pass
    face: int = 0  # of the passing test
    outcome: str = ""
    flight: Flight = field(default_factory=lambda: Flight("pass"))
    saved: bool = False  # a fumble that did not lose the ball
    refused: bool = False  # the thrower keeps the ball and its activation is over
    intercepted_by: Player | None = None
    harmless: bool = False  # it cannot cause a turnover
    halted: bool = False  # an opponent who moved to meet it fell: nobody else moves


@dataclass(frozen=True, slots=True)
class Way:
    """Another way to pass: where it may go, and the range it counts as."""

    key: str
    range: str
    targets: Callable[[BloodBowl, Player], list[Square]]


@dataclass(slots=True)
class HandOff:
    """The ball on its way from hand to hand."""

    player: Player
    mate: Player
    refused: bool = False


OTHER_WAYS: Query[Player, Way] = Query("other-ways", of=themselves)
BEFORE_PASS: Window[Throw] = Window("before-pass")
BEFORE_HAND_OFF: Window[HandOff] = Window("before-hand-off")
ON_FUMBLE: Window[Throw] = Window("on-fumble")
ON_ACCURATE: Window[Throw] = Window("on-accurate")  # the test is passed, and may count as less
NO_INTERCEPTION: Query[tuple[Throw, Player], bool] = Query("no-interception")  # what keeps an opponent from trying
AFTER_PASS: Window[Throw] = Window("after-pass")


def targets(game: BloodBowl, player: Player) -> list[Square]:
    """Squares within range; in a Blizzard only Quick and Short (Core p.46)."""
    return [
        *game.pitch.in_range(
            player.square, "QS" if game.state.weather == BLIZZARD.key else "".join(game.edition.range_modifiers)
        )
    ]


def ways(game: BloodBowl, player: Player) -> dict[str, Way]:
    """The usual pass apart, how this player may throw."""
    return {way.key: way for _, way in game.collect(OTHER_WAYS, player)}


def aim(game: BloodBowl, player: Player, target: Square, kind: str = "pass") -> Throw:
    """A throw that is named but not made; its range is measured now."""
    way = ways(game, player).get(kind)
    return Throw(player, target, way.range if way else game.pitch.range(player.square, target), kind)


async def throw_ball(game: BloodBowl, throw: Throw) -> Throw:
    """Steps: skills; the PA test; fumble, or the flight, interception, landing; turnover (Core p.71)."""
    player, target = throw.player, throw.target
    await game.open(BEFORE_PASS, throw)
    throw.refused = throw.refused or not game.has_ball(player)  # it may have gone after an opponent who moved
    if throw.refused or game.interrupted():
        return throw
    throw.outcome = await pass_test(game, throw, "pass")
    game.emit(Thrown(player.id, target, throw.outcome))
    if throw.outcome == FUMBLE:
        await _fumble(game, throw)
    else:
        await _flight(game, throw)
    await game.open(AFTER_PASS, throw)
    return throw


async def pass_test(game: BloodBowl, throw: Throw, kind: str, unable: int = 0) -> str:
    """A fumble on a natural 1 and on a modified result of 1 or less; a natural 6 is accurate (Core p.71).

    Without PA it is a fumble and nothing is rolled, unless `unable` is the number that is needed then.
    """
    test = _throwing(game, throw, kind, unable)
    if test is None:
        return FUMBLE
    passed = await roll_test(game, test)
    throw.face = test.face
    if fumbled(game, test):
        return FUMBLE
    if passed:
        throw.outcome = ACCURATE
        await game.open(ON_ACCURATE, throw)
        return throw.outcome
    return INACCURATE


def _throwing(game: BloodBowl, throw: Throw, kind: str, unable: int) -> Test | None:
    """The test of a throw; none for a player who has no PA and cannot do without."""
    player = throw.player
    needed = game.edition.passing_target(game, player) or unable
    if not needed:
        return None
    test = Test(kind, player, needed, [*game.edition.modifiers.throw(game, throw)], entering=throw.target)
    test.range, test.part_of = throw.range, throw
    return test


def prospects(game: BloodBowl, throw: Throw, kind: str, unable: int = 0) -> tuple[float, float]:
    """How likely a throw is to be accurate and to be fumbled by its first die, for whoever has to judge it beforehand."""
    test = _throwing(game, throw, kind, unable)
    if test is None:
        return 0.0, 1.0
    passed, fumbles = chance(game, test), 0
    for test.face in range(1, 7):
        fumbles += fumbled(game, test)
        passed -= (fumbled(game, test) and test.passed) / 6
    return passed, fumbles / 6


def fumbled(game: BloodBowl, test: Test) -> bool:
    """Whether the die of a Passing Ability test, as it lies, is a fumble."""
    lowest = game.ruling(best_fumbles_on) if test.target == 1 else 1
    return test.face == 1 or (test.face != 6 and test.result <= lowest)


async def _fumble(game: BloodBowl, throw: Throw) -> None:
    await game.open(ON_FUMBLE, throw)
    if not throw.saved:
        _turnover(game, throw, "fumbled pass")
        await ball.bounce(game, Flight("loose", throw.player.square))


def _turnover(game: BloodBowl, throw: Throw, why: str) -> None:
    if not throw.harmless:
        game.turnover(why)


async def _flight(game: BloodBowl, throw: Throw) -> None:
    """An inaccurate pass scatters, an opponent may intercept; then it lands, or leaves the pitch."""
    flight = throw.flight
    flight.square = flight.aimed_at = throw.target
    flight.accurate = throw.outcome == ACCURATE
    game.lift_ball()
    inside = await in_the_air(game, throw)
    if throw.intercepted_by is not None:
        game.give_ball(throw.intercepted_by)
        ball.check_touchdown(game, throw.intercepted_by)
        _turnover(game, throw, "interception")
        return
    if inside:
        await ball.land(game, flight)
    else:
        await ball.throw_in(game, flight)
    if flight.grounded and game.ruling(ground_ends_it):
        _turnover(game, throw, "pass hit the ground")
    if not throw.harmless:
        _check_possession(game, throw.player, "pass")


async def in_the_air(game: BloodBowl, throw: Throw) -> bool:
    """The scatter of what is thrown inaccurately, and the interception. False when it has left the pitch."""
    return await game.ruling(airborne)(game, throw)


def _scattered(game: BloodBowl, throw: Throw) -> bool:
    if throw.outcome == ACCURATE:
        return True
    throw.flight.modifiers = [*game.ruling(astray)]
    return ball.scatter(game, throw.flight, SCATTERS)


@airborne.choice("scatter-first")
async def _towards_where_it_lands(game: BloodBowl, throw: Throw) -> bool:
    inside = _scattered(game, throw)
    await game.edition.interfere(game, throw)
    return inside


@airborne.choice("interception-first")
async def _towards_the_target(game: BloodBowl, throw: Throw) -> bool:
    await game.edition.interfere(game, throw)
    return throw.intercepted_by is not None or _scattered(game, throw)


def _check_possession(game: BloodBowl, player: Player, what: str) -> None:
    """A turnover unless a player of the active team has the ball in the end."""
    carrier = game.carrier()
    if carrier is None or carrier.side != player.side:
        game.turnover(f"{what} not caught")


async def interception(game: BloodBowl, throw: Throw) -> None:
    """One opponent under the ruler may try to catch the ball in the air (Core p.72)."""
    rivals = interceptors(game, throw)
    if not rivals:
        return
    side = 1 - throw.player.side
    choice = await game.choose(INTERCEPT, side, (-1, *(rival.id for rival in rivals)))
    if choice < 0:
        return
    rival = game.state.players[choice]
    modifiers = [*game.edition.modifiers.intercept(game, throw, rival)]
    test = Test(
        "intercept",
        rival,
        game.edition.agility_target(game, rival),
        modifiers,
        part_of=throw,
        of_ball=throw.flight.is_ball,
    )
    if await roll_test(game, test):
        throw.intercepted_by = rival


def interceptors(game: BloodBowl, throw: Throw) -> list[Player]:
    return [
        rival
        for rival in game.players(1 - throw.player.side)
        if ball.can_catch(game, rival)
        and game.ruling(in_the_way)(game, throw, rival)
        and not game.collect(NO_INTERCEPTION, (throw, rival))
    ]


@in_the_way.choice("catches")
def _on_the_way(game: BloodBowl, throw: Throw, rival: Player) -> bool:
    return game.pitch.under_ruler(throw.player.square, throw.flight.square, rival.square)


@in_the_way.choice("may-intercept")
def _on_the_way_or_there(game: BloodBowl, throw: Throw, rival: Player) -> bool:
    """The ruler covers the landing square too (Core p.72)."""
    return rival.square == throw.flight.square or _on_the_way(game, throw, rival)


async def hand_off(game: BloodBowl, player: Player, mate: Player) -> bool:
    """The team-mate must catch it; a turnover if the ball rests on the ground or ends with an opponent (Core p.74).

    False when it was never given.
    """
    attempt = HandOff(player, mate)
    await game.open(BEFORE_HAND_OFF, attempt)
    if attempt.refused or not mate.has_square or game.interrupted():  # it may have been bitten off the pitch
        return False
    game.emit(HandedOff(player.id, mate.id))
    flight = Flight("hand-off", mate.square)
    game.lift_ball()
    if not await ball.catch(game, mate, flight):
        await ball.bounce(game, flight)
    carrier = game.carrier()
    if carrier is None or carrier.side == player.side or game.ruling(lost_to_opponent):
        _check_possession(game, player, "hand-off")
    return True
