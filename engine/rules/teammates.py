"""Throwing team-mates: the throw, the flight, the landing (Core pp.76-78)."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from engine.core.answers import SQUARE
from engine.core.decisions import Choice
from engine.core.hooks import Query, Window, themselves
from engine.core.pitch import Square, squares_of
from engine.core.questions import Question
from engine.core.ruling import Ruling
from engine.rules import ball
from engine.rules.actions import END, move_until
from engine.rules.events import Hurled, Landed
from engine.rules.falling import Fall, drop, falls_over, knocked_down
from engine.rules.game import BloodBowl
from engine.rules.injury import crowd
from engine.rules.movement import ROOTED, Activation
from engine.rules.passing import SCATTERS, Throw, pass_test, prospects
from engine.rules.rolls import Test, roll_test
from engine.rules.state import NOWHERE, STANDING, Player
from engine.rules.trapdoor import trapdoor

TEST = "throw-team-mate"  # the kind of the Passing Ability test, thrown or kicked
SUPERB, SUBPAR, FUMBLED = "superb", "subpar", "fumbled"
OUTCOMES = {"accurate": SUPERB, "inaccurate": SUBPAR, "fumble": FUMBLED}
lands_on_ball: Ruling[bool] = Ruling("landing-on-the-ball", {"bounces": False, "may-pick-up": True})
own_player_hit: Ruling[bool] = Ruling("team-mate-landed-upon", {"turnover": False, "only-with-the-ball": True})
aiming: Ruling[Callable[[BloodBowl, "Hurl"], Awaitable[None]]] = Ruling("always-hungry-moment")
# The target number of a thrower without Passing Ability, who else fumbles without a roll.
unable: Ruling[int] = Ruling("throw-team-mate-without-pa", {"always-fumbled": 0, "needs-a-six": 6})
held_fast: Ruling[bool] = Ruling("throwing-a-held-player", {"refused": True, "allowed": False})

THROW_TARGET: Question[Square] = Question("throw-target", SQUARE, "Where does {player} throw the team-mate?")


@dataclass(slots=True)
class Hurl:
    """A team-mate on its way from the hands, or off the foot, of a player to a square."""

    player: Player
    mate: Player
    action: str  # the one declared
    target: Square = NOWHERE
    outcome: str = ""
    start: Square = NOWHERE
    square: Square = NOWHERE  # where the mate is in the air; the last one on the pitch once it has left it
    helpless: bool = False  # Prone, Stunned or Distracted when thrown: no safe landing
    guided_by: str = ""  # the skill by which it does not scatter
    inside: bool = True  # False: it has left the pitch
    over: bool = False  # there is nothing left to fly or to land


THROWABLE: Query[Player, bool] = Query("throwable", of=themselves)
BEFORE_HURL: Window[Hurl] = Window("before-hurl")  # before the test; `outcome` may be set, or `over`
ON_FUMBLED_HURL: Window[Hurl] = Window("on-fumbled-hurl")  # `over`: it neither bounces nor lands
BEFORE_SCATTER: Window[Hurl] = Window("before-scatter")  # instead of scattering: set `guided_by` and `square`
AFTER_LANDING: Window[Hurl] = Window("after-landing")


def throwable(game: BloodBowl, player: Player) -> list[Player]:
    """Team-mates next to the thrower, however they are, unless they may not leave their square."""
    return [mate for mate in game.next_to(player, player.side) if game.collect(THROWABLE, mate) and _loose(game, mate)]


def _loose(game: BloodBowl, mate: Player) -> bool:
    return not game.collect(ROOTED, mate) or not game.ruling(held_fast)


def hurl_prospects(game: BloodBowl, player: Player, target: Square) -> tuple[float, float]:
    """How likely a throw to a square is to be superb and to be fumbled."""
    aim = Throw(player, target, game.pitch.range(player.square, target))
    return prospects(game, aim, TEST, unable=game.ruling(unable))


def hurl_targets(game: BloodBowl, player: Player) -> tuple[Square, ...]:
    return tuple(
        square
        for square in squares_of(game.pitch.everywhere)
        if square != player.square and game.pitch.range(player.square, square) in game.edition.throw_team_mate_ranges
    )


async def hurl_action(game: BloodBowl, act: Activation) -> None:
    """Move, then take a team-mate and name a square for it."""

    def actions() -> list[Choice]:
        return [("throw", mate.id) for mate in throwable(game, act.player)]

    choice = await move_until(game, act, actions)
    if choice == END:
        return
    act.acted = True
    await game.edition.throw_player(game, Hurl(act.player, game.state.players[choice[1]], act.action))


async def _takes_aim(game: BloodBowl, throw: Hurl) -> None:
    """A throw that is fumbled already goes nowhere."""
    player = throw.player
    throw.target = player.square
    if not throw.over and not throw.outcome:
        about = {"player": player.id, "mate": throw.mate.id}
        throw.target = await game.choose(THROW_TARGET, player.side, hurl_targets(game, player), **about)


@aiming.choice("after-target")
async def _aims_first(game: BloodBowl, throw: Hurl) -> None:
    await _takes_aim(game, throw)
    await game.open(BEFORE_HURL, throw)


@aiming.choice("before-target")
async def _aims_last(game: BloodBowl, throw: Hurl) -> None:
    await game.open(BEFORE_HURL, throw)
    await _takes_aim(game, throw)


async def hurl(game: BloodBowl, throw: Hurl) -> None:
    """Steps: the target and skills; the PA test; the flight; the landing. A fumble is no turnover by itself."""
    await game.ruling(aiming)(game, throw)
    if throw.over:
        return
    player, mate = throw.player, throw.mate
    throw.start, throw.helpless = mate.square, not game.can_use(mate)
    if not throw.outcome:
        aim = Throw(player, throw.target, game.pitch.range(player.square, throw.target))
        throw.outcome = OUTCOMES[await pass_test(game, aim, TEST, unable=game.ruling(unable))]
    game.emit(Hurled(player.id, mate.id, throw.target, throw.outcome))
    if throw.outcome == FUMBLED:
        await game.open(ON_FUMBLED_HURL, throw)
    if not throw.over:
        await _fly(game, throw)
        await _come_down(game, throw)
        await game.open(AFTER_LANDING, throw)


async def _fly(game: BloodBowl, throw: Hurl) -> None:
    """Scatter from the target; a fumbled throw bounces one square from the thrower."""
    game.lift(throw.mate)
    throw.mate.rooted = False
    if throw.outcome == FUMBLED:
        throw.square = throw.player.square
        drift(game, throw, "bounce", 1)
        return
    throw.square = throw.target
    await game.open(BEFORE_SCATTER, throw)
    if not throw.guided_by:
        drift(game, throw, "scatter", SCATTERS)


def drift(game: BloodBowl, throw: Hurl, what: str, times: int) -> None:
    """So many single steps at random; a step off the pitch ends the flight."""
    for _ in range(times):
        glide(game, throw, ball.direction(game, what), 1)
        if not throw.inside:
            return


def glide(game: BloodBowl, throw: Hurl, step: tuple[int, int], times: int) -> None:
    """So many squares in one direction."""
    for _ in range(times):
        square = game.pitch.step(throw.square, step)
        throw.inside = game.pitch.on(square)
        if not throw.inside:
            return
        throw.square = square


async def _come_down(game: BloodBowl, throw: Hurl) -> None:
    """Whoever is hit is Knocked Down, and the thrown player bounces on and Falls Over where it comes to rest."""
    crashes = throw.helpless
    while throw.inside and (hit := game.at(throw.square)) is not None:
        crashes = True
        square = hit.square
        fall = Fall(hit, "landed-upon", throw.mate, able=not throw.helpless, no_turnover=game.ruling(own_player_hit))
        if await knocked_down(game, fall):
            await drop(game, hit, square)
        drift(game, throw, "bounce", 1)
    if throw.inside:
        await _land(game, throw, crashes)
    else:
        await _into_the_crowd(game, throw)


async def _land(game: BloodBowl, throw: Hurl, crashes: bool) -> None:
    """AG, -1 unless the throw was superb, -1 for every opponent who marks the square."""
    mate, square = throw.mate, throw.square
    mate.square = throw.start
    game.shift(mate, square)
    safe = not crashes and await roll_test(game, _landing(game, throw))
    game.emit(Landed(mate.id, safe))
    if not safe:
        await falls_over(game, Fall(mate, "landing", no_turnover=True))
    if game.state.ball.square == square:
        await _meets_ball(game, mate, square, safe)
    if mate.status == STANDING:
        await trapdoor(game, mate)
    ball.check_touchdown(game, mate)


async def _meets_ball(game: BloodBowl, mate: Player, square: Square, safe: bool) -> None:
    if (
        safe
        and game.ruling(lands_on_ball)
        and await game.choose(ball.PICK_UP, mate.side, (True, False), player=mate.id)
    ):
        await ball.pick_up(game, mate)
    else:
        await ball.bounce(game, ball.Flight("loose", square))


def _landing(game: BloodBowl, throw: Hurl) -> Test:
    mate = throw.mate
    modifiers = [*game.edition.modifiers.land(game, throw)]
    return Test(
        "landing", mate, game.edition.agility_target(game, mate), modifiers, entering=throw.square, part_of=throw
    )


async def _into_the_crowd(game: BloodBowl, throw: Hurl) -> None:
    """A turnover, with or without the ball, which is thrown in after the injury."""
    carried = game.has_ball(throw.mate)
    if carried:
        game.lift_ball()
    game.turnover("thrown into the crowd")
    await crowd(game, throw.mate)
    if carried:
        await ball.throw_in(game, ball.Flight("loose", throw.square))
