"""What is added to the tests of players before skills: those who mark them, the weather, the range (Core pp.46, 55-58, 71-78)."""

from engine.rules.ball import Flight
from engine.rules.edition import Added, Modifiers
from engine.rules.game import BloodBowl
from engine.rules.passing import ACCURATE, Throw
from engine.rules.state import Player
from engine.rules.teammates import SUPERB, Hurl
from engine.rules.weather import BLIZZARD, RAIN, SUN


def marked_by(number: int) -> Added:
    """-1 for each of so many opponents."""
    return (("marked", -number),) if number else ()


def marking(game: BloodBowl, player: Player) -> Added:
    """-1 for every opponent who marks the player."""
    return marked_by(len(game.markers(player.square, 1 - player.side)))


def rain(game: BloodBowl) -> Added:
    return (("pouring rain", -1),) if game.state.weather == RAIN.key else ()


def _rush(game: BloodBowl) -> Added:
    return (("blizzard", -1),) if game.state.weather == BLIZZARD.key else ()


def _pick_up(game: BloodBowl, player: Player) -> Added:
    return *marking(game, player), *rain(game)


def _catch(game: BloodBowl, player: Player, flight: Flight) -> Added:
    bounced = (("bouncing ball", -1),) if flight.bounced else ()
    return *flight.modifiers, *bounced, *marking(game, player), *rain(game)


def _throw(game: BloodBowl, throw: Throw) -> Added:
    far = game.edition.range_modifiers[throw.range]
    sun = (("very sunny", -1),) if game.state.weather == SUN.key else ()
    return *marking(game, throw.player), *((("range", far),) if far else ()), *sun


def _intercept(game: BloodBowl, throw: Throw, rival: Player) -> Added:
    """-3 or -2 by how well it was thrown (Core p.72)."""
    accuracy = ("accurate pass", -3) if throw.outcome == ACCURATE else ("inaccurate pass", -2)
    return accuracy, *marking(game, rival), *rain(game)


def _land(game: BloodBowl, throw: Hurl) -> Added:
    poor = ((f"{throw.outcome} throw", -1),) if throw.outcome != SUPERB else ()
    return *marking(game, throw.mate), *poor


STANDARD = Modifiers(
    dodge=marked_by,
    jump=marked_by,
    rush=_rush,
    pick_up=_pick_up,
    catch=_catch,
    throw=_throw,
    intercept=_intercept,
    land=_land,
)
