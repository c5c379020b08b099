"""Bombardier: a bomb is thrown like a ball, thrown on by whoever catches it, and explodes where it comes to rest."""

from collections.abc import Awaitable, Callable

from engine.core.answers import SQUARE, Word
from engine.core.hooks import Skill
from engine.core.pitch import Square
from engine.core.questions import Question
from engine.core.ruling import Ruling
from engine.rules import ball
from engine.rules.actions import Action, move_on
from engine.rules.activation import MORE_ACTIONS
from engine.rules.ball import Flight
from engine.rules.events import Bombed, Exploded
from engine.rules.falling import Fall, drop, knocked_down
from engine.rules.game import BloodBowl
from engine.rules.injury import Hurt, hurt
from engine.rules.movement import Activation
from engine.rules.passing import ON_FUMBLE, Throw, aim, in_the_air, pass_test, targets, ways
from engine.rules.rolls import roll_d
from engine.rules.state import STANDING, Player

BOMB, THROW_BOMB = "bomb", "throw-bomb"
HIT = 4  # for players next to the explosion
off_the_pitch: Ruling[bool] = Ruling("bomb-off-the-pitch", {"no-effect": False, "explodes": True})
on_empty_square: Ruling[Callable[[BloodBowl, Player, Flight], Awaitable[None]]] = Ruling("bomb-on-empty-square")

BOMB_WAY: Question[str] = Question(
    "bomb-way", Word(BOMB, other="another way to throw"), "How does {player} throw the bomb?"
)
BOMB_TARGET: Question[Square] = Question("bomb-target", SQUARE, "Where does {player} throw the bomb?")

bombardier = Skill("bombardier", "Core p.125", active=True)


@bombardier.answers(MORE_ACTIONS)
def throws_bombs(game: BloodBowl, me: Player, player: Player) -> Action | None:
    return THROW


async def _throw_bomb(game: BloodBowl, act: Activation) -> None:
    """Without moving; whoever catches or intercepts the bomb has to throw it on at once."""
    act.acted = True
    thrower: Player | None = act.player
    while thrower is not None:
        throw = await _aim(game, thrower)
        if thrower is act.player and not act.range:
            act.range = throw.range
        thrower = await _throw(game, throw)
        act.done = act.done or (throw.saved and throw.player is act.player)
    await move_on(game, act)
    act.done = True


async def _throw(game: BloodBowl, throw: Throw) -> Player | None:
    """One throw; returns who has the bomb now."""
    thrower, target, flight = throw.player, throw.target, throw.flight
    throw.outcome = await pass_test(game, throw, THROW_BOMB)
    game.emit(Bombed(thrower.id, target, throw.outcome))
    if throw.outcome == "fumble":
        await game.open(ON_FUMBLE, throw)
        if not throw.saved:  # else it is put away
            await _explode(game, thrower, thrower.square)
        return None
    inside = await in_the_air(game, throw)
    if throw.intercepted_by is not None:
        return throw.intercepted_by
    await (_land if inside else _leaves)(game, thrower, flight)
    return flight.caught_by


async def _aim(game: BloodBowl, thrower: Player) -> Throw:
    """Within range, or in another way if the thrower knows one."""
    others = {key: way for key, way in ways(game, thrower).items() if way.targets(game, thrower)}
    kind = BOMB
    if others:
        kind = await game.choose(BOMB_WAY, thrower.side, (BOMB, *others), player=thrower.id)
    squares = others[kind].targets(game, thrower) if kind in others else targets(game, thrower)
    target = await game.choose(BOMB_TARGET, thrower.side, tuple(squares), player=thrower.id)
    throw = aim(game, thrower, target, kind)
    throw.flight = Flight(BOMB, target, is_ball=False)
    throw.harmless = True
    return throw


async def _land(game: BloodBowl, thrower: Player, flight: Flight) -> None:
    """Whoever is there has to catch it."""
    if game.at(flight.square) is None:
        await game.ruling(on_empty_square)(game, thrower, flight)
    else:
        await _comes_to_rest(game, thrower, flight)


@on_empty_square.choice("explodes")
async def _comes_to_rest(game: BloodBowl, thrower: Player, flight: Flight) -> None:
    """Dropped, or with nobody there, it explodes."""
    player = game.at(flight.square)
    if player is None or not await ball.catch(game, player, flight):
        await _explode(game, thrower, flight.square)


@on_empty_square.choice("bounces-once")
async def _bounces(game: BloodBowl, thrower: Player, flight: Flight) -> None:
    flight.bounced, flight.modifiers = True, []
    inside = ball.hop(game, flight)
    await (_comes_to_rest if inside else _leaves)(game, thrower, flight)


async def _leaves(game: BloodBowl, thrower: Player, flight: Flight) -> None:
    """Over the edge of the pitch."""
    if game.ruling(off_the_pitch):
        await _explode(game, thrower, flight.square)


async def _explode(game: BloodBowl, thrower: Player, square: Square) -> None:
    """Whoever is there is hit, those next to it on a 4+."""
    game.emit(Exploded(square))
    near = game.pitch.neighbours(square)
    there = game.at(square)
    hit = [there] if there is not None else []
    beside = [player for player in game.state.players if player.has_square and near >> player.square & 1]
    hit += [player for player in beside if roll_d(game, 6, BOMB, max(game.state.active, 0), player) >= HIT]
    for player in hit:
        await _blast(game, thrower, player)


async def _blast(game: BloodBowl, thrower: Player, player: Player) -> None:
    """Standing players are Knocked Down, the others get an Armour Roll."""
    if player.status != STANDING:
        await hurt(game, Hurt(player, BOMB, thrower))
        return
    square = player.square
    if await knocked_down(game, Fall(player, BOMB, thrower)):
        await drop(game, player, square)


THROW = Action(THROW_BOMB, _throw_bomb, lambda game, player: True, once=True, moves=False)

SKILLS = (bombardier,)
